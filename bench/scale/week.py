"""A week of a service, minute by minute: who comes, plays, is cut off and goes.

Players are counted, not told apart. Each is in the lobby or in a match; whoever has
lost the connection is still there, and comes back as fast as the processes that live
let people in. Matches go on meanwhile, as they do: only while a node of the store is
away do the clocks of its rooms stand.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from random import Random
from typing import NamedTuple

from bench.scale.dice import around, part, split
from bench.scale.figures import HANDSHAKES_PER_S, STORE_BACK_S
from bench.scale.habits import Habits, share_at
from bench.scale.lengths import LENGTHS, Length

MINUTES = 7 * 1440
LIMIT_MINUTES = 20
"""No match takes longer, by the limits of all games."""
AWAY_MINUTES = ceil(STORE_BACK_S.value / 60)


class Kind(NamedTuple):
    """Matches of one game that take equally many minutes."""

    game: str
    minutes: int
    chance: float
    """The chance that a match is one of these."""
    moves: float
    """The moves of all seats together."""


class Trouble(NamedTuple):
    """The troubles of a service in its week; minutes since it began."""

    deaths: Mapping[int, int] = {}
    """The number of processes that die, by minute; each is started again within it."""
    nodes: Mapping[int, int] = {}
    """The number of nodes of the store that are gone for a while, by minute."""
    restart: int | None = None
    """The minute in which processes begin to be replaced, one each minute."""
    cut: int | None = None
    """The minute in which everybody is cut off at once, as by a proxy that dies."""


class Size(NamedTuple):
    """The processes and nodes of a service."""

    processes: int = 1
    nodes: int = 1


class Minute(NamedTuple):
    """The events of a minute, and the state at its end."""

    came: int
    went: int
    in_lobby: int
    playing: int
    away: int
    """Players in the lobby or in a match, without a connection."""
    cut_off: int
    back: int
    began: int
    """Matches."""
    ended: Sequence[int]
    """Matches, by `GAMES`."""
    moves: float
    busiest_s: float
    """The seconds until all were let in who wanted to."""

    @property
    def present(self) -> int:
        """All who are there."""
        return self.in_lobby + self.playing


GAMES = tuple(LENGTHS)
ONE, CALM = Size(), Trouble()


def kinds_of(habits: Habits, lengths: Mapping[str, Length] = LENGTHS) -> list[Kind]:
    """Return all kinds of matches; every game is played as often as any other."""
    kinds: dict[tuple[str, int], Kind] = {}
    for game, length in lengths.items():
        typical = sum(length.longest) / len(length.longest)
        for longest in length.longest:
            minutes = min(LIMIT_MINUTES, max(1, ceil(longest * habits.pace_s / 60)))
            chance = 1 / len(length.longest) / len(lengths)
            moves = length.plies * longest / typical * habits.seats
            before = kinds.get((game, minutes), Kind(game, minutes, 0.0, 0.0))
            both = before.chance + chance
            mean = (before.moves * before.chance + moves * chance) / both
            kinds[game, minutes] = Kind(game, minutes, both, mean)
    return list(kinds.values())


def stay_minutes(habits: Habits, kinds: Sequence[Kind]) -> float:
    """Return for how long somebody stays, on average."""
    # And a minute before each, in the lobby.
    match = sum(kind.minutes * kind.chance for kind in kinds)
    return habits.matches_a_visit * (match + 1)


class Week:
    """A week that is played, with a number of players at once at its peak."""

    def __init__(
        self,
        players: int,
        habits: Habits,
        seed: int,
        size: Size = ONE,
        trouble: Trouble = CALM,
    ) -> None:
        self._players = players
        self._habits = habits
        self._dice = Random(seed)  # noqa: S311 - the same each time
        self._size = size
        self._trouble = trouble
        self._kinds = kinds_of(habits)
        self._chances = [kind.chance for kind in self._kinds]
        self._stay = stay_minutes(habits, self._kinds)
        horizon = LIMIT_MINUTES + AWAY_MINUTES + 1
        # By the minute in which it ends, as a ring.
        self._ends = [dict[str, int]() for _ in range(horizon)]
        self._moves = [0.0] * horizon
        self._in_lobby = self._playing = self._away = 0

    def play(self, minutes: int = MINUTES) -> list[Minute]:
        """Return all minutes from Monday's first on; nobody is there before."""
        return [self._minute(minute) for minute in range(minutes)]

    def _minute(self, minute: int) -> Minute:
        began = self._begin(minute)
        ended, went = self._end(minute)
        mean = self._players * share_at(minute) / self._stay
        came = around(self._dice, mean)
        self._in_lobby += came
        cut_off = self._cut_off(minute)
        self._away += cut_off
        living = max(1, self._size.processes - self._trouble.deaths.get(minute, 0))
        per_s = living * HANDSHAKES_PER_S.value
        wanted = self._away + came
        back = min(self._away, max(0, round(60 * per_s) - came))
        self._away -= back
        place = minute % len(self._moves)
        moves, self._moves[place] = self._moves[place], 0.0
        return Minute(
            came=came,
            went=went,
            in_lobby=self._in_lobby,
            playing=self._playing,
            away=self._away,
            cut_off=cut_off,
            back=back,
            began=began,
            ended=ended,
            moves=moves,
            busiest_s=wanted / per_s if cut_off else 0.0,
        )

    def _end(self, minute: int) -> tuple[list[int], int]:
        """End the matches of a minute; return their number, and that of leavers."""
        place = minute % len(self._ends)
        ending, self._ends[place] = self._ends[place], {}
        gone = self._trouble.nodes.get(minute, 0) / self._size.nodes
        if gone:
            later = self._ends[(minute + AWAY_MINUTES) % len(self._ends)]
            for game, matches in ending.items():
                standing = part(self._dice, matches, gone)
                ending[game] = matches - standing
                later[game] = later.get(game, 0) + standing
        players = sum(ending.values()) * self._habits.seats
        went = part(self._dice, players, 1 / self._habits.matches_a_visit)
        # Who goes while cut off is not waited for.
        there = self._in_lobby + self._playing
        lost = part(self._dice, went, self._away / there) if there else 0
        self._away -= min(self._away, lost)
        self._playing -= players
        self._in_lobby += players - went
        return [ending.get(game, 0) for game in GAMES], went

    def _begin(self, minute: int) -> int:
        """Begin matches for all in the lobby, as far as they fill tables."""
        matches = self._in_lobby // self._habits.seats
        for kind, some in zip(
            self._kinds, split(self._dice, matches, self._chances), strict=True
        ):
            ends = self._ends[(minute + kind.minutes) % len(self._ends)]
            ends[kind.game] = ends.get(kind.game, 0) + some
            for later in range(kind.minutes):
                place = (minute + later) % len(self._moves)
                self._moves[place] += some * kind.moves / kind.minutes
        self._in_lobby -= matches * self._habits.seats
        self._playing += matches * self._habits.seats
        return matches

    def _cut_off(self, minute: int) -> int:
        """Return the number of players who lose their connection in a minute."""
        trouble, size = self._trouble, self._size
        connected = self._in_lobby + self._playing - self._away
        if minute == trouble.cut:
            return connected
        dead = trouble.deaths.get(minute, 0)
        began = trouble.restart
        if began is not None and began <= minute < began + size.processes:
            dead += 1
        return part(self._dice, connected, min(1.0, dead / size.processes))
