"""The racers of a replay and their boards, as they were at the moment it is at."""

from samedeal_client.play.replay.replayed import seen_head
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.places import GAP
from samedeal_client.screen.felt.small import fits, small_felt
from samedeal_client.screen.table.race.racers import Racer
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.standings import STATES
from samedeal_protocol.rooms.boards import SeatState
from samedeal_records.replays import Replay, Track


def boards_beside(
    replay: Replay, glyphs: Glyphs, height: int, width: int
) -> Felt | None:
    """Return the watched boards, small, beside each other; None where they do not fit.

    They may be `height` rows high and `width` cells wide together.
    """
    room = (width + GAP) // len(replay.watched) - GAP
    heads = [seen_head(replay, number, glyphs, room) for number in replay.watched]
    rows = max(map(len, heads))
    brush = Brush()
    for place, number in enumerate(replay.watched):
        board = replay.board_of(number)
        small = small_felt(
            *(replay.game, board, glyphs, height - rows, room), is_least=True
        )
        if not fits(small, height - rows, room):
            return None
        x = place * (room + GAP)
        brush.lay(Felt(heads[place], ()), x, 0)
        brush.lay(small, x, rows)
    return brush.felt()


def racers_at(replay: Replay, own: int | None) -> tuple[Racer, ...]:
    """Return the racers as far as they were, those watched marked, and one's own."""
    return tuple(
        _racer(replay, number, track)._replace(is_own=number == own)
        for number, track in enumerate(replay.tracks)
    )


def _racer(replay: Replay, number: int, track: Track) -> Racer:
    done = [step for step in track.steps if step.at_ms <= replay.at_ms and step.move]
    last = done[-1] if done else track.steps[0]
    is_over = len(done) == len(track.steps) - 1
    state: SeatState = _state(track.seat.state) if is_over else "playing"
    return Racer(
        number,
        seat_name(track.seat, replay.transcript.seats),
        last.score,
        len(done),
        state,
        is_followed=number in replay.watched,
    )


def _state(text: str) -> SeatState:
    """Return the end of an attempt; a record in doubt may say anything."""
    for state in STATES:
        if state == text:
            return state
    return "over"
