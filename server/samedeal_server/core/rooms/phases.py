"""Phases: what a room takes in each, how long it lasts, and what it ends with.

Every phase has a time limit and an exit that needs nobody: a `Tick` after `deadline`
finds it. A phase is a row of `PHASES`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from samedeal_protocol.rooms.playing import Leave, Ready, Reveal, Unready
from samedeal_server.core.aspects.together import ASPECTS, TURNS, due
from samedeal_server.core.commands import (
    BOARD_COMMANDS,
    BeginEpoch,
    Bury,
    Come,
    Command,
    Go,
    Now,
    Shut,
    Sit,
    StandStill,
    Tick,
)
from samedeal_server.core.facts import (
    CountdownBegan,
    Entry,
    Fact,
    Finished,
    LeaveReason,
    MatchEnded,
    MatchStarted,
    RoomClosed,
    Seat,
    SeatLeft,
    Unreadied,
)
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.matches import seed_to_choose
from samedeal_server.core.rooms.openings import open_match
from samedeal_server.core.rooms.voids import (
    end_short,
    is_nonce_missing,
    own_match,
    reveals_until,
)
from samedeal_server.core.state import (
    Phase,
    Room,
    Sitter,
)
from samedeal_server.core.wear import (
    LOG_WORN_AT,
)

BOTS_BACK_MS = 10_000
"""The ms for which a match that only bots still play waits for those that are gone."""


def is_too_late(room: Room, now: Now) -> bool:
    """Tell whether no match of a room can be begun any more."""
    return 0 < room.opened.begin_by <= now.ms


def deadline(room: Room) -> int | None:
    """Return the time at which a room wants a Tick, in ms; None once it is closed."""
    return PHASES[room.course.phase].lasts_to(room)


def _for_ever(_: Room) -> None:
    return None


def _until_left(room: Room) -> int:
    """Return the time up to which a room waits: no longer than for those away."""
    back = (
        sitter.away_since + _waits_ms(room, seat, sitter)
        for seat, sitter in room.taken()
        if sitter.away_since is not None
    )
    return min([room.course.until, *back])


def _waits_ms(room: Room, seat: Seat, sitter: Sitter) -> int:
    """Return for how many ms nothing changes for somebody who is away.

    Then they are not ready any more, or their seat is free.
    """
    away_ms = room.opened.limits.away_ms
    return away_ms if sitter.commitment is not None else _kept_ms(room, seat)


def _kept_ms(room: Room, seat: Seat) -> int:
    """Return for how many ms a seat is kept for a lost connection.

    Whoever sends a room's link in another program is away meanwhile, on a phone: a room
    that gathers waits for them as long as for the friends whom they have asked.
    """
    limits = room.opened.limits
    if room.course.phase is Phase.GATHERING and seat == _keeper(room):
        return max(limits.away_ms, limits.host_away_ms)
    return limits.away_ms


def _keeper(room: Room) -> Seat | None:
    """Return the seat for whose sake a room is kept: the host's, if that is no bot.

    None in a public room in which other people are: they may be strangers, who have a
    use for the seat. And none at a table for one, to which nobody is asked.
    """
    if room.opened.seats_max == 1:
        return None
    people = [(k, s) for k, s in room.taken() if not s.player.bot]
    if room.opened.public and any(s.away_since is None for _, s in people):
        return None
    seats = [seat for seat, _ in people]
    return room.table.host if room.table.host in seats else min(seats, default=None)


def _until_dealt(room: Room) -> int:
    """Return the end of a countdown, in ms: it lasts for others, where some can be.

    At a table for one it is over with the only nonce; but no two matches begin within
    the time that it may last, or one alone could fill a store in no time.
    """
    if room.opened.seats_max > 1 or is_nonce_missing(room):
        return reveals_until(room)
    match = room.table.match
    began = 0 if match is None else match.started_at
    earliest = max(room.course.phase_since, began + room.opened.limits.countdown_ms)
    return min(earliest, room.course.until)


def _until_done(room: Room) -> int:
    at = room.course.phase_since if room.all_done() else _last_wait(room)
    return due(room, at)


def _last_wait(room: Room) -> int:
    """Return the time up to which a match lasts: not for bots alone that are gone.

    They live in the program of whoever called them, and people shall not wait for one
    that was killed.
    """
    since: list[int] = []
    for seat, sitter in room.taken():
        play = room.play_of(seat)
        if play is None or play.state != "playing":
            continue
        if not sitter.player.bot or sitter.away_since is None:
            return room.course.until
        since.append(sitter.away_since)
    return min(room.course.until, max(since, default=room.course.until) + BOTS_BACK_MS)


def decide_tick(room: Room, tick: Tick, now: Now) -> tuple[Fact, ...]:
    """Return the facts that follow from the time, if it is up."""
    phase = PHASES[room.course.phase]
    until = phase.lasts_to(room)
    return () if until is None or now.ms < until else phase.ends_with(room, tick, now)


def _end_waiting(room: Room, _: Tick, now: Now) -> tuple[Fact, ...]:
    """Free the seats of the long absent; end a ready check or an idle room.

    A room in which somebody waits for others is not idle: they lose their seats.
    """
    if now.ms >= room.course.until and not room.is_held_up:
        return (RoomClosed("idle"),)
    facts: list[Fact] = []
    for seat, sitter in room.taken():
        why = _why_unseat(room, seat, sitter, now)
        if why is not None:
            facts.append(SeatLeft(seat, why))
        elif _is_away(sitter, _waits_ms(room, seat, sitter), now):
            # Else others would begin with them, and wait for a nonce in vain.
            facts.append(Unreadied(seat))
    return and_begin(room, tuple(facts), now)


def _why_unseat(room: Room, seat: Seat, sitter: Sitter, now: Now) -> LeaveReason | None:
    if _is_away(sitter, _kept_ms(room, seat), now):
        return "away"
    if now.ms >= room.course.until and sitter.commitment is None:
        return "not_ready"
    return None


def _is_away(sitter: Sitter, ms: int, now: Now) -> bool:
    """Tell whether somebody has been away for so long."""
    return sitter.away_since is not None and now.ms >= sitter.away_since + ms


def _end_countdown(room: Room, tick: Tick, now: Now) -> tuple[Fact, ...]:
    """Start the match, or gather again; where the deal is still being chosen, wait.

    A deal that is made of nonces is dealt once they are all revealed, however few are
    left to play it: that they could stop it would let them choose.
    """
    if is_nonce_missing(room):
        return end_short(room, now, tick.silent)
    present = [s for _, s in room.taken() if not s.departed]
    needed = room.players_needed if own_match(room) is None else 1
    if len(present) >= needed:
        seed = seed_to_choose(room)
        if seed is None:
            return (MatchStarted(),)
        if tick.chosen is None or tick.chosen.seed != seed:
            return ()
        return (MatchStarted(tick.chosen.counter),)
    gone = tuple(SeatLeft(k, "left") for k, s in room.taken() if s.departed)
    if not present:
        return (*gone, RoomClosed("empty"))
    number = room.course.next_match.number if room.course.next_match else 1
    return (*gone, open_match(room.opened, number, room.course.turn, now))


def _stopped_bots(room: Room, now: Now) -> tuple[Fact, ...]:
    """Let gone bots keep what they have, where time is not up."""
    if now.ms >= room.course.until:
        return ()
    plays = ((seat, room.play_of(seat)) for seat, _ in room.taken())
    return tuple(Finished(k) for k, play in plays if play and play.state == "playing")


def _end_playing(room: Room, _: Tick, now: Now) -> tuple[Fact, ...]:
    turned: tuple[Fact, ...] = ()
    for turn in TURNS:
        more = turn(room, now)
        room, turned = _fold(room, more, now), (*turned, *more)
    if turned and not room.all_done():
        return turned
    stopped = _stopped_bots(room, now)
    ended = (*stopped, *_end_match(_fold(room, stopped, now), now))
    return (*turned, *ended)


def _end_match(room: Room, now: Now) -> tuple[Fact, ...]:
    ended = _fold(room, (MatchEnded(),), now)
    gone = tuple(SeatLeft(k, "left") for k, s in ended.taken() if s.departed)
    facts: tuple[Fact, ...] = (MatchEnded(), *gone)
    if len(gone) == len(ended.taken()):
        return (*facts, RoomClosed("empty"))
    if room.marks.offset >= LOG_WORN_AT:
        return (*facts, RoomClosed("worn"))
    number = (
        1
        if ended.course.series_over or ended.table.match is None
        else ended.table.match.number + 1
    )
    if is_too_late(room, now) or (room.opened.given and ended.course.series_over):
        # Its deals are known now, or soon.
        return facts
    return (*facts, open_match(room.opened, number, room.course.turn + 1, now))


def and_begin(room: Room, facts: tuple[Fact, ...], now: Now) -> tuple[Fact, ...]:
    """Add what follows at once: a countdown when all are ready, or the end."""
    after = _fold(room, facts, now)
    if not after.taken():
        return (*facts, RoomClosed("empty"))
    if room.course.phase not in (Phase.GATHERING, Phase.RESULT):
        # Who leaves a countdown does not make it begin anew.
        return facts
    ready = [s for _, s in after.taken() if s.commitment is not None]
    everybody = len(ready) == len(after.taken())
    if everybody and len(ready) >= after.players_needed:
        return (*facts, CountdownBegan())
    return facts


def _fold(room: Room, facts: tuple[Fact, ...], now: Now) -> Room:
    for fact in facts:
        room = evolve(room, Entry(room.marks.offset + 1, now.ms, "", 0, fact))
    return room


def _with_nothing(_room: Room, _tick: Tick, _now: Now) -> tuple[Fact, ...]:
    return ()


class PhaseRow(NamedTuple):
    """A phase."""

    takes: frozenset[type[Command]]
    """The commands that a room takes in it."""
    lasts_to: Callable[[Room], int | None]
    """The time at which it ends by itself, in ms."""
    ends_with: Callable[[Room, Tick, Now], tuple[Fact, ...]]
    """The facts that come of that."""


_ALWAYS = (Come, Go, Tick, StandStill, Bury, BeginEpoch, Shut, Leave)


def _takes(phase: Phase, *kinds: type[Command]) -> frozenset[type[Command]]:
    """Return the commands of a phase: `kinds`, aspects', and those that most take."""
    more = {
        kind
        for aspect in ASPECTS
        for kind, phases in aspect.takes.items()
        if phase in phases
    }
    return frozenset({*_ALWAYS, *kinds, *more})


_WAITING = PhaseRow(
    takes=_takes(Phase.GATHERING, Sit, Ready, Unready),
    lasts_to=_until_left,
    ends_with=_end_waiting,
)

PHASES: Mapping[Phase, PhaseRow] = {
    Phase.GATHERING: _WAITING,
    Phase.COUNTDOWN: PhaseRow(
        takes=_takes(Phase.COUNTDOWN, Reveal),
        lasts_to=_until_dealt,
        ends_with=_end_countdown,
    ),
    Phase.PLAYING: PhaseRow(
        takes=_takes(Phase.PLAYING, *BOARD_COMMANDS),
        lasts_to=_until_done,
        ends_with=_end_playing,
    ),
    Phase.RESULT: _WAITING,
    Phase.CLOSED: PhaseRow(
        takes=frozenset({Tick}),
        lasts_to=_for_ever,
        ends_with=_with_nothing,
    ),
}
