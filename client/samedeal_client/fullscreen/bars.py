"""Everybody's progress in a match, as bars."""

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded
from samedeal_client.view.standings import sitter_name, state_name
from samedeal_games.game import About, Contest
from samedeal_protocol.boards import PlayView, RoomView, SeatView

NAME_WIDTH = 16
FULL, EMPTY = "█", "░"
ASCII_FULL, ASCII_EMPTY = "#", "."
UP, DOWN = "▲", "▼"
ASCII_UP, ASCII_DOWN = "^", "v"


class Bars:
    """Remembers who was where, so that a change of places can be seen."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}

    def lines(
        self, room: RoomView, about: About, own: int | None, width: int, glyphs: Glyphs
    ) -> Lines:
        """Return a line for everybody in the match, the leader first."""
        playing = [(seat, seat.play) for seat in room.seats if seat.play is not None]
        places = {
            seat.seat: 1 + sum(_leads(other, play) for _, other in playing)
            for seat, play in playing
        }
        playing.sort(key=lambda one: (places[one[0].seat], one[0].seat))
        rows = [
            _bar(seat, play, places[seat.seat], about, seat.seat == own, width, glyphs)
            + self._change(seat.seat, places[seat.seat], glyphs)
            for seat, play in playing
        ]
        self._places = places
        return tuple(rows)

    def _change(self, seat: int, place: int, glyphs: Glyphs) -> Line:
        before = self._places.get(seat, place)
        if before == place:
            return ()
        plain = glyphs.bar == "|"
        if place < before:
            return (Span(f" {ASCII_UP if plain else UP}", Style.GOOD),)
        return (Span(f" {ASCII_DOWN if plain else DOWN}", Style.WARNING),)


def _leads(other: PlayView, play: PlayView) -> bool:
    """Tell whether somebody stands better as far as counts say."""
    if (other.state == "resigned") != (play.state == "resigned"):
        return play.state == "resigned"
    return other.score > play.score


def _bar(
    seat: SeatView,
    play: PlayView,
    place: int,
    about: About,
    own: bool,
    width: int,
    glyphs: Glyphs,
) -> Line:
    is_race = about.contest is Contest.RACE
    share = play.score / about.top_score if is_race else play.ply / about.ply_limit
    room = max(8, width - NAME_WIDTH - 30)
    filled = min(room, round(share * room))
    plain = glyphs.bar == "|"
    full, empty = (ASCII_FULL, ASCII_EMPTY) if plain else (FULL, EMPTY)
    name = "you" if own else sitter_name(seat)
    style = Style.OWN if own else Style.PLAIN
    state = "" if play.state == "playing" else f" {state_name(play.state, about)}"
    away = "" if seat.present else " away"
    return line(
        f" {place} ",
        Span(padded(name, NAME_WIDTH), style),
        " ",
        Span(full * filled, Style.GOOD),
        Span(empty * (room - filled), Style.DIM),
        Span(f"{play.score:>5}", Style.GOOD),
        Span(f"{state or f' {play.ply} moves'}{away}", Style.DIM),
    )
