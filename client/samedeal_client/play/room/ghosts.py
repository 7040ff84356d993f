"""Ghosts: players of the same deal, or one's own best, as they did back then.

They are counts on the match's clock, seen by nobody but the player who races them. When
the clocks stand still, so do they.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.view.deals.ghosts import Ghost, GhostCount, told_line
from samedeal_client.view.spans import Lines
from samedeal_client.wire.clock import match_now
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.game import About
from samedeal_protocol.deals.challenges import Timelines
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import RoomView
from samedeal_records.timelines import Point, point_at

GHOSTS_SHOWN = 7
"""Together with the player as many as the seats of a full room."""
OWN_BEST = later("your best")
LOOKED_EVERY_S = 2.0
"""Seconds between two looks. News has to hold for two, so lines are at least twice
as far apart."""


class Ghosts(NamedTuple):
    """The ghosts that a player races, in one game."""

    game: str
    ghosts: tuple[Ghost, ...]
    """The best first."""

    def at(self, ms: int) -> tuple[GhostCount, ...]:
        """Return each ghost's count at `ms` after the start, in the same order."""
        return tuple(_count(ghost, ms) for ghost in self.ghosts)


async def ghosts_for(player: Player, asked: str | None) -> Ghosts | None:
    """Return the ghosts of a player in their room; None for none.

    At a challenge those who played its deal; else the player's own best, if `asked`
    for.
    """
    room = player.session.room
    if room is None:
        return None
    try:
        if room.kind == "challenge":
            found = await player.timelines(room.origin, rivals=True)
            return ghosts_of(found, player.id)
        return own_best(await player.own_best(room.game)) if asked else None
    except NotDone as refusal:
        if refusal.error.code is ErrorCode.UNKNOWN_MATCH:
            return None
        raise


def ghosts_of(found: Timelines, player: str) -> Ghosts:
    """Return the best players of a deal as ghosts, all but the player."""
    others = [seat for seat in found.seats if seat.player != player]
    return Ghosts(
        found.game,
        tuple(
            Ghost(
                seat.name,
                seat.bot,
                seat.score,
                seat.plies,
                seat.elapsed_ms,
                seat.state,
                seat.ended_ms,
                tuple(Point(*point) for point in seat.points),
                *(seat.match, seat.seat),
            )
            for seat in others[:GHOSTS_SHOWN]
        ),
    )


def own_best(found: Timelines) -> Ghosts:
    """Return the player's own best way through a game as a ghost."""
    ghosts = ghosts_of(found, "")
    named = (ghost._replace(name=tr(OWN_BEST)) for ghost in ghosts.ghosts)
    return ghosts._replace(ghosts=tuple(named))


def race_ms(room: RoomView, now_ms: int) -> int:
    """Return the ms that a room's match has been on, by a clock that can stand."""
    if room.started is None:
        return 0
    return max(0, match_now(room, now_ms) - room.started)


class GhostTeller:
    """Tells news of the ghosts in one match, and not too often.

    `look` is to be called every `LOOKED_EVERY_S`; news has to be seen twice.
    """

    def __init__(self, ghosts: Ghosts, about: About) -> None:
        self._ghosts = ghosts
        self._about = about
        self._told = _Seen(1, frozenset())
        self._last = self._told

    def look(self, ms: int, own_score: int) -> Lines:
        """Return a line for a lasting change, often nothing."""
        counts = self._ghosts.at(ms)
        seen = _seen(counts, own_score)
        before, self._last = self._last, seen
        if seen != before or seen == self._told:
            return ()
        told, self._told = self._told, seen
        ended = [counts[number] for number in sorted(seen.ended - told.ended)]
        place = None if seen.place == told.place else seen.place
        return (told_line(ended, place, 1 + len(counts), self._about),)


class _Seen(NamedTuple):
    place: int
    """The player's place among the ghosts, by the score so far."""
    ended: frozenset[int]
    """The indices of ghosts that have come to an end."""


def _seen(counts: Sequence[GhostCount], own_score: int) -> _Seen:
    return _Seen(
        1 + sum(count.score > own_score for count in counts),
        frozenset(_ended(counts)),
    )


def _ended(counts: Iterable[GhostCount]) -> Iterable[int]:
    """Yield the indices of ghosts that ended by themselves, not by the clock."""
    for number, count in enumerate(counts):
        if count.state not in ("playing", "timed_out"):
            yield number


def _count(ghost: Ghost, ms: int) -> GhostCount:
    point = point_at(ghost.points, ms)
    state = ghost.state if ms >= ghost.ended_ms else "playing"
    return GhostCount(ghost.name, ghost.bot, point.score, point.plies, state)
