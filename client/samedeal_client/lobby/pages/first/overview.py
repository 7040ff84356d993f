"""The panels of the first page: news in lines."""

from typing import NamedTuple

from samedeal_client.language import later, tr, tr_n
from samedeal_client.lobby.names import game_title
from samedeal_client.lobby.pages.first.panels import Panel, at_ends
from samedeal_client.view.cards import NAMED, UNICODE, Glyphs
from samedeal_client.view.deals.daily import clock_of_day
from samedeal_client.view.names import name_of
from samedeal_client.view.people.accounts import where_text
from samedeal_client.view.spans import Line, Span, Style, fold, line, padded, printable
from samedeal_client.view.standings import counted, ordinal
from samedeal_client.view.times import clock
from samedeal_games.catalogue import GAMES
from samedeal_protocol.deals.dailies import DailyView
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.deals.events import EventView
from samedeal_protocol.people.presence import Friends, InvitationView
from samedeal_protocol.rooms.boards import RoomSummary

NAME_WIDTH, LEAST_NAME = 18, 12
"""Cells for the game of a deal, in a narrow panel, and in the narrowest."""
SEATS_NAME_WIDTH = 14
"""Cells for the game of a room there, which leave room for eight seats."""
SEATS_FROM = 24
"""Cells of a row from which on the seats of a room are seen, and names are long."""
WIDE_NAME = 28
NARROW, WIDE = 42, 60
"""Cells of a row on a screen of 80 cells, and those from which there is room for words
and dots."""
FRIEND_WIDTH, SHORT_FRIEND = 12, 8
SHORT = 5
"""Letters of an event's id by which people know it."""
STREAK_SHOWN = 7
ALONE = (
    later("Nobody yet. Add each other:"),
    later("samedeal friends add NAME"),
)
UNSEEN = (later("You are not seen here:"), later("samedeal friends show"))
NO_ROOMS = (later("No public room is open."), later("3 opens one."))


class Marks(NamedTuple):
    """Signs for full, ongoing and empty."""

    full: str
    empty: str
    on: str


def marks_in(glyphs: Glyphs) -> Marks:
    """Return the signs that a terminal can show."""
    return Marks("●", "○", "▸") if glyphs == UNICODE else Marks("o", ".", ">")


def day_line(
    view: DailyView, best: DealRow | None, now_ms: int, width: int, glyphs: Glyphs
) -> Line:
    """Return the state of a deal of today: one's attempt, friends' best, the streak."""
    marks, attempt = marks_in(glyphs), view.attempt
    about = GAMES[view.game].about if view.game in GAMES else None
    friend = ""
    if best is not None:
        friend = tr("{name} {score}", name=printable(best.name), score=best.score)
    if attempt is None or not attempt.match:
        mark, style = glyphs.gap, Style.PLAIN
        told = friend or tr("not played yet")
    elif not attempt.is_over:
        mark, style = marks.on, Style.WARNING
        left = clock((attempt.until - now_ms) / 1000)
        told = tr("{time} left", time=left)
    else:
        mark, style = NAMED, Style.GOOD
        told = str(attempt.score)
        if about is not None and width > WIDE:
            told = counted(attempt.score, about)
        if attempt.rank:
            told += f", {ordinal(attempt.rank)}"
        told += f"; {friend}" if friend else ""
    name = padded(game_title(view.game), _name_width(width))
    start = (
        Span(f"{mark} ", style),
        Span(f"{name} ", Style.PLAIN),
        Span(told, Style.DIM if style is Style.PLAIN else style),
    )
    return at_ends(start, _streak(view.streak.current, width, marks), width)


def _name_width(width: int) -> int:
    """Return the cells for the game of a deal, on a row of some cells."""
    least, usual = (WIDE_NAME, WIDE) if width > WIDE else (NAME_WIDTH, NARROW)
    return max(LEAST_NAME, least + (width - usual) // 2)


def _streak(days: int, width: int, marks: Marks) -> Line:
    style = Style.TITLE if days else Style.DIM
    if width <= WIDE:
        return line(Span(f"{days or ' '} {marks.full if days else marks.empty}", style))
    full = min(days, STREAK_SHOWN)
    dots = marks.full * full + marks.empty * (STREAK_SHOWN - full)
    told = tr_n("{count} day", "{count} days", days)
    return line(Span(f"{dots} {told:>8}", style))


def event_line(event: EventView, now_ms: int, width: int) -> Line:
    """Return the event that closes next, with its time."""
    left = clock_of_day(event.closes_at - now_ms)
    name = tr("Event {event}", event=printable(event.event)[: 2 * SHORT])
    deals = tr_n("{count} deal", "{count} deals", len(event.deals))
    start = line(Span(tr("next  "), Style.DIM), f"{name}, {deals}")
    return at_ends(start, line(Span(tr("open {left}", left=left), Style.TITLE)), width)


def friends_panel(found: Friends | None, width: int, glyphs: Glyphs) -> Panel:
    """Return the friends, with the place of each; `width` is of a row."""
    title = tr("Friends here")
    if found is None:
        return Panel(title, ())
    if not found.seen:
        return Panel(title, tuple(line(Span(tr(t), Style.DIM)) for t in UNSEEN))
    if not found.friends:
        return Panel(title, tuple(line(Span(tr(t), Style.DIM)) for t in ALONE))
    marks = marks_in(glyphs)
    signs = {"lobby": marks.full, "table": marks.on, "away": marks.empty}
    cells = FRIEND_WIDTH if width >= SEATS_FROM else SHORT_FRIEND
    rows: list[Line] = []
    for one in found.friends:
        is_here = one.place != "away"
        name = padded(name_of(one.who.name, named=one.who.named), cells)
        rows.append(
            line(
                Span(f"{signs[one.place]} ", Style.GOOD if is_here else Style.DIM),
                Span(f"{name} ", Style.PLAIN if is_here else Style.DIM),
                Span(where_text(one), Style.DIM),
            )
        )
    here = any(one.place != "away" for one in found.friends)
    return Panel(title, tuple(rows), below=tr("i invites") if here else "")


def rooms_panel(
    rooms: tuple[RoomSummary, ...] | None, width: int, glyphs: Glyphs
) -> Panel:
    """Return the public rooms, by their seats; `width` is of a row."""
    title, marks = tr("Rooms"), marks_in(glyphs)
    if not rooms:
        told = () if rooms is None else NO_ROOMS
        lines = (line(Span(tr(t), Style.DIM)) for t in told)
        return Panel(title, tuple(part for row in lines for part in fold(row, width)))
    ordered = sorted(rooms, key=lambda room: room.seats_taken >= room.seats_max)
    shown = tuple(_room_line(room, width, marks) for room in ordered)
    note = tr("{count} open", count=len(rooms))
    return Panel(title, shown, note=note)


def _room_line(room: RoomSummary, width: int, marks: Marks) -> Line:
    is_open = room.seats_taken < room.seats_max and room.phase == "gathering"
    is_open = is_open and not room.host_away
    seats = marks.full * room.seats_taken
    seats += marks.empty * (room.seats_max - room.seats_taken)
    end = f"{room.seats_taken}/{room.seats_max}"
    tone = Style.GOOD if is_open else Style.DIM
    if width < SEATS_FROM:
        name = padded(game_title(room.game), width - len(end) - 1)
        return line(f"{name} ", Span(end, tone))
    name_width = max(SEATS_NAME_WIDTH, width - 8 - 1 - 5 - 6)
    start = line(
        Span(f"{padded(game_title(room.game), name_width)} "), Span(seats, tone)
    )
    if width > 40:
        end = f"{room.room}  {end}"
    return at_ends(start, line(Span(end, Style.DIM)), width)


def asking(one: InvitationView) -> tuple[str, str]:
    """Return the words of an invitation, and its subject."""
    name = name_of(one.who.name, named=one.who.named)
    if one.match is None:
        return (
            tr("{name} invites you", name=name),
            tr(
                "{game}, room {room}",
                game=game_title(one.game),
                room=printable(one.room or ""),
            ),
        )
    return (
        tr("{name} challenges you", name=name),
        tr("{game}, {score} to beat", game=game_title(one.game), score=one.score),
    )


def closing(closes_at: int, now_ms: int) -> str:
    """Return the time until today's deals close."""
    return tr("close in {left}", left=clock_of_day(closes_at - now_ms))
