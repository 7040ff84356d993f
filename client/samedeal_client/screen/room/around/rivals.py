"""Those who played the deal of a challenge before: their places, and last boards."""

import asyncio
from collections.abc import Sequence

from samedeal_client.screen.end.known import Came
from samedeal_client.view.deals.ghosts import GHOST_SEATS, Ghost, Placed
from samedeal_client.view.standings import counted, state_name
from samedeal_client.view.times import reached
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.errors import GameError
from samedeal_games.game import About, AnyGame, Board
from samedeal_protocol.rooms.boards import SeatState
from samedeal_records.record import Unreadable, read_record
from samedeal_records.replays import Replay

BROKEN_OFF: tuple[SeatState, ...] = ("resigned", "timed_out")
"""Ends of a match that say more than the time of the score."""


def came_among(met: Sequence[Placed], about: About) -> tuple[Came, ...]:
    """Return everybody's result; a ghost has a seat that does not exist."""
    return tuple(_came(number, one, about) for number, one in enumerate(met))


def _came(number: int, one: Placed, about: About) -> Came:
    of = one.of
    note = state_name(of.state, about)
    return Came(
        seat=GHOST_SEATS + number if isinstance(of, Ghost) else of.seat,
        place=one.place,
        name=one.name,
        score=counted(of.score, about),
        points=of.score,
        time=note if of.state in BROKEN_OFF else reached(of.score, of.elapsed_ms),
        note=note,
        is_own=not isinstance(of, Ghost),
    )


async def boards_met(
    player: Player, met: Sequence[Placed], game: AnyGame
) -> dict[int, Board]:
    """Return the last board of each ghost by its seat, as far as a record has it."""
    ghosts = {
        came.seat: one.of
        for came, one in zip(came_among(met, game.about), met, strict=True)
        if isinstance(one.of, Ghost)
    }
    found: dict[int, Board] = {}
    for match in dict.fromkeys(ghost.match for ghost in ghosts.values()):
        try:
            sealed = await player.transcript(match)
            # Playing thousands of moves again takes its time.
            boards = await asyncio.to_thread(_last_boards, sealed, game)
        except (NotDone, Unreadable, GameError):
            continue
        for seat, ghost in ghosts.items():
            if ghost.match == match and ghost.seat in boards:
                found[seat] = boards[ghost.seat]
    return found


def _last_boards(sealed: bytes, game: AnyGame) -> dict[int, Board]:
    """Return everybody's last board, by seat; none of a record of another game."""
    transcript = read_record(sealed).transcript
    if transcript.game != game.about.key:
        return {}
    return {
        track.seat.seat: game.view(track.steps[-1].position)
        for track in Replay(transcript).tracks
    }
