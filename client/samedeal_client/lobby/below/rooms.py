"""What lies below a room in the list: its game's table, and what is played there."""

from samedeal_client.language import tr
from samedeal_client.lobby.below.facts import game_rows
from samedeal_client.lobby.names import game_title
from samedeal_client.lobby.pages.first.overview import marks_in
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below
from samedeal_client.screen.gathering.tables import in_play
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import Line, Span, Style, cut, line, printable
from samedeal_client.view.standings import series_text
from samedeal_client.view.times import clock
from samedeal_protocol.rooms.boards import RoomSummary


def room_below(room: RoomSummary, glyphs: Glyphs) -> Below:
    """Return a room's seats, and the rules of its host and of its game."""
    marks = marks_in(glyphs)
    free = room.seats_max - room.seats_taken
    seats = marks.full * room.seats_taken + marks.empty * free
    host = name_of(room.host, named=room.host_named)
    played = clock(room.time_limit_s) + series_text(room.best_of, room.scoring)
    rules: list[Line] = [line(Span(rule, Style.DIM)) for rule in _rules(room)]
    rows = (
        line(Span(f"{seats} ", Style.GOOD), cut(tr("host {name}", name=host), 30)),
        line(tr("{time} a match", time=played)),
        *rules,
        (),
        *game_rows(room.game, glyphs, timed=False),
    )
    return Below(in_play(room.game), game_title(room.game), printable(room.room), rows)


def _rules(room: RoomSummary) -> list[str]:
    told = (
        (room.certified, tr("only deals that can be won")),
        (room.takes_back, tr("moves may be taken back; nothing counts")),
        (room.named_only, tr("only players with a claimed name; no bots")),
    )
    return [cut(text, TOLD_WIDTH) for is_so, text in told if is_so]
