"""Events in rooms, as an operator reads them: counted, and a line in the log."""

import logging

from samedeal_server.core.facts import (
    EpochBegan,
    Fact,
    MatchEnded,
    RoomClosed,
    RoomShut,
)
from samedeal_server.core.state import Match, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.people.printable import printable

log = logging.getLogger(__name__)


def note(meters: RoomMeters, state: Room, fact: Fact) -> None:
    """Note a fact where it was decided, or an operator's anywhere it is heard of.

    `state` is the room's after it.
    """
    if isinstance(fact, RoomClosed):
        meters.closed[fact.why] += 1
        log.info("room %s: closed, %s", state.code, fact.why)
    elif isinstance(fact, RoomShut):
        # By no process, so it is told, and not counted, wherever the room is.
        because = printable(fact.because)
        log.info("room %s: closed by an operator: %s", state.code, because)
    elif isinstance(fact, EpochBegan):
        meters.epochs += 1
    elif isinstance(fact, MatchEnded) and state.table.match is not None:
        _note_end(meters, state, state.table.match)


def _note_end(meters: RoomMeters, state: Room, match: Match) -> None:
    game, kind, how = state.table.game.about.key, state.opened.kind, how_ended(match)
    meters.matches[game, kind, how] += 1
    players = sum(play is not None for play in match.plays)
    log.info(
        *("room %s: match %s of %s is over (%s); %d played", state.code, match.id),
        *(game, how, players),
    )


def how_ended(match: Match) -> str:
    """Return `done` where all who played were, or `time` where it was up for one."""
    is_late = any(play and play.state == "timed_out" for play in match.plays)
    return "time" if is_late else "done"
