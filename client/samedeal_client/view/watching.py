"""A match as spectators see it: the progress of each seat, and a board."""

from collections.abc import Mapping

from samedeal_client.language import tr, tr_n
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name, sitter_name
from samedeal_client.view.phases import PHASES
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    padded,
    width_of,
)
from samedeal_client.view.standings import (
    counted,
    is_away,
    ordinal,
    series_text,
    state_name,
)
from samedeal_client.view.times import clock, is_late
from samedeal_client.wire.clock import match_now
from samedeal_games.catalogue import find_game
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import BoardView, PlayView, RoomView, SeatView

NAME_WIDTH = 26
"""Cells of a name of 20 characters with a bot's mark."""
BAR_WIDTH = 14
COUNT_WIDTH = 12


def head_line(room: RoomView, now_ms: int) -> Line:
    """Return the room that is watched, its phase and its time."""
    about = find_game(room.game).about
    series = series_text(room.best_of, room.scoring)
    named = tr(" Room {code}: {game}", code=room.room, game=tr(about.title))
    title = Span(named + series, Style.TITLE)
    phase = f"   {tr(PHASES[room.phase].to_spectators)}"
    if room.phase in ("countdown", "playing") and room.until is not None:
        left_ms = room.until - match_now(room, now_ms)
        left = Span(
            f" {clock((left_ms + 999) / 1000)}",
            Style.NEXT if is_late(left_ms) else Style.TITLE,
        )
        return (title, Span(phase, Style.DIM), left)
    return (title, Span(phase, Style.DIM))


def seat_lines(room: RoomView, glyphs: Glyphs) -> Lines:
    """Return a line for each seat, numbered from 1: a bar, a count, a place."""
    about = find_game(room.game).about
    places = _places(room)
    counts = [counted(s.play.score, about) for s in room.seats if s.play is not None]
    width = max((COUNT_WIDTH, *map(width_of, counts)))
    return tuple(
        _seat(room, seat, places.get(seat.seat), glyphs, width) for seat in room.seats
    )


def watched_seat(
    room: RoomView, boards: Mapping[int, BoardView], chosen: int | None
) -> SeatView | None:
    """Return the chosen seat, or the leader's; None where no board is shown."""
    seats = [seat for seat in room.seats if seat.seat in boards]
    places = _places(room)
    return next(
        (seat for seat in seats if seat.seat == chosen),
        min(seats, key=lambda seat: places.get(seat.seat, 99), default=None),
    )


def best_rival(room: RoomView, own: int) -> int | None:
    """Return the seat that stands best of the others, of those who still play first.

    None where nobody else is in the match.
    """
    places = _places(room)
    rivals = [
        (seat.play.state != "playing", places[seat.seat], seat.seat)
        for seat in room.seats
        if seat.play is not None and seat.seat != own
    ]
    return min(rivals)[-1] if rivals else None


def board_head(room: RoomView, seat: SeatView, board: BoardView) -> Line:
    """Return the player of a board, and the part of their moves that it shows."""
    score = counted(board.score, find_game(room.game).about)
    made = plies_made(seat, board)
    moves = tr_n("{count} move", "{count} moves", made)
    if made > board.ply:
        moves = tr("{part} of {whole}", part=board.ply, whole=moves)
    return line(
        Span(f" {sitter_name(seat, room.seats)}", Style.TITLE),
        Span(tr("  after {moves}: {score}", moves=moves, score=score), Style.DIM),
    )


def plies_made(seat: SeatView, board: BoardView) -> int:
    """Return the number of moves of a seat, which its board may not show yet."""
    return board.ply if seat.play is None else max(board.ply, seat.play.ply)


def _places(room: RoomView) -> dict[int, int]:
    """Return the place of each seat of the match as it stands; ties share it."""
    ranks = {s.seat: _rank(s.play) for s in room.seats if s.play is not None}
    return {
        seat: 1 + sum(other < rank for other in ranks.values())
        for seat, rank in ranks.items()
    }


def _rank(play: PlayView) -> tuple[bool, bool, int]:
    return (play.state == "resigned", play.state != "out", -play.score)


def _seat(
    room: RoomView, seat: SeatView, place: int | None, glyphs: Glyphs, width: int
) -> Line:
    about = find_game(room.game).about
    number = Span(f" {seat.seat + 1} ", Style.DIM)
    name = Span(padded(cut_name(sitter_name(seat, room.seats), NAME_WIDTH), NAME_WIDTH))
    away = "" if seat.present else f"  {tr('away')}"
    if seat.play is None or place is None:
        ready = Span(tr("ready"), Style.GOOD) if seat.ready else Span("-", Style.DIM)
        return (number, name, Span(" "), ready, Span(away, Style.WARNING))
    play = seat.play
    state = "" if play.state == "playing" else f"  {state_name(play.state, about)}"
    is_missed = is_away(seat, room.phase)
    return (
        number,
        name,
        Span(" "),
        *_bar(_share(play, about), glyphs),
        Span(f" {counted(play.score, about):>{width}}", Style.GOOD),
        Span(f"  {ordinal(place)}", Style.PLAIN if place == 1 else Style.DIM),
        Span(away, Style.WARNING) if is_missed else Span(state, Style.DIM),
    )


def _share(play: PlayView, about: About) -> float:
    """Return the part of the way that is gone, from 0 to 1."""
    if about.contest is Contest.SCORE:
        return play.ply / about.ply_limit
    return play.score / about.top_score


def _bar(share: float, glyphs: Glyphs) -> Line:
    if is_linear():
        return ()
    full = round(min(1.0, share) * BAR_WIDTH)
    done = Span(glyphs.back[0] * full, Style.NEXT)
    return (done, Span(glyphs.gap * (BAR_WIDTH - full), Style.DIM))
