"""The head and the foot of a page: the player, the other pages, and the keys."""

from collections.abc import Iterator

from samedeal_client.language import tr, tr_n
from samedeal_client.lobby.lobby import Lobby, Page, Pages
from samedeal_client.lobby.pages.reading import ReadingPage
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.sheet import Sheet
from samedeal_client.lobby.visit import Visit
from samedeal_client.play.sentences.service import slow_text, welcome_lines
from samedeal_client.screen.keys.foot import CAP, ENTER_CAP
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    cut,
    line,
    printable,
    sentence,
    warning,
    width_of,
    wrapped,
)
from samedeal_protocol.rooms.boards import RoomSummary

Rooms = tuple[RoomSummary, ...] | None

GAP = "   "
"""Between two keys at the foot."""


def titles_line(pages: Pages, width: int) -> Line:
    """Return the names of all pages, each with its key; the one shown is set off."""
    names = [f"{number} {tr(page.title)}" for number, page in enumerate(pages.own, 1)]
    here = pages.own.index(pages.here)
    taken = sum(map(width_of, names))
    gap = "  " if taken + 2 * len(names) <= width else " "
    over = taken + len(gap) * len(names) - width
    spans = [Span(" ")]
    for number, name in enumerate(_shortened(names, over, here)):
        spans += [Span(name, Style.NEXT if number == here else Style.PLAIN)]
        spans += [Span(gap)]
    return tuple(spans)


def _shortened(names: list[str], over: int, here: int) -> list[str]:
    """Return names with so many cells less: cut are the longest, but the one shown."""
    widths = [width_of(name) for name in names]
    others = [number for number in range(len(names)) if number != here]
    for _ in range(over):
        widths[max(others, key=lambda number: widths[number])] -= 1
    return [cut(name, width) for name, width in zip(names, widths, strict=True)]


def name_at(lines: Lines, x: int) -> int | None:
    """Return the number of the page whose name is at a cell; None for none."""
    at = 0
    for number, span in enumerate(lines[0][1:] if lines else ()):
        at += width_of(span.text)
        if x < at:
            return number // 2
    return None


def foot_line(
    told: tuple[str, ...], seen: tuple[int, int, int], width: int, *, colour: bool
) -> Line:
    """Return the keys of a page, the key for help, and the numbers of rows seen.

    Where there is no room for all keys, those that take most words are left out. In
    colours keys have caps, with a blank between them and their words.
    """
    first, last, total = seen
    where = f"{first}-{last}/{total} " if total else ""
    keys = told[0]
    if len(told) > 1:
        keys = _fitting(GAP.join(told).split(GAP), width - len(where) - 2)
    room = max(1, width - width_of(keys) - len(where) - 1 - colour)
    return (*_capped(keys, colour), Span(f"{' ' * room}{where}", Style.DIM))


def _capped(keys: str, apart: int) -> Iterator[Span]:
    """Yield hints with their keys on caps, and blanks behind these, as at tables."""
    for number, hint in enumerate(keys.split(GAP)):
        key, blank, words = hint.partition(" ")
        if number:
            yield Span(" " * (len(GAP) - 1 - apart), Style.DIM)
        yield Span(f" {key}{blank}", ENTER_CAP if key == tr("Enter") else CAP)
        yield Span(" " * apart + words, Style.DIM)


def keys_told(page: Page, sheet: Sheet, *, is_typed: bool) -> tuple[str, ...]:
    """Return the keys of a page with the one for help, or those while text is typed."""
    if is_typed:
        return (tr("Enter done   Esc cancel"),)
    helped = () if isinstance(page, ReadingPage) else (tr("? keys"),)
    return (sheet.keys, *helped)


def below(more: str, notes: list[str], prompt: str | None, width: int) -> Lines:
    """Return the rest of a row that is too short, the last notes, and the prompt."""
    whole = wrapped(more, 2, width - 2) if more else ()
    told = [
        r for text in notes[-2:] for r in wrapped(text, 1, width - 1, Style.WARNING)
    ]
    asked = () if prompt is None else (line(Span(f" {prompt}", Style.NEXT)),)
    return (*whole, *told, *asked)


def _fitting(told: list[str], room: int) -> str:
    """Return the key hints that fit into a width.

    The longest is dropped first, the first hint last, the last hint never.
    """
    while len(told) > 1 and width_of(GAP.join(told)) > room:
        told.remove(max(told[1:-1] or told[:1], key=width_of))
    return GAP.join(told)


def above(lobby: Lobby, width: int) -> tuple[Lines, Lines, Lines]:
    """Return the headline, the titles of the pages, and the banner."""
    visit, pages = lobby.visit, lobby.pages
    head = headline(visit, lobby.who.name, pages.of(RoomsPage).rooms)
    if pages.shown.is_bare:
        return (head,), (), ()
    return (head,), (titles_line(pages, width),), banner(visit, width)


def headline(visit: Visit, known: str | None, rooms: Rooms) -> Line:
    """Return the player's name, the server, and how busy it is.

    `known` is the name that is usually played under; `rooms` is None while not known.
    """
    player = visit.player
    where = printable(visit.context.shown_server.split("://")[-1])
    title = Span(" samedeal", Style.TITLE)
    if player is None:
        return (title, Span(f"  {where}", Style.DIM))
    name = name_of(player.name, named=player.is_named)
    if visit.is_guest:
        # Known here by no name yet; the one to play under is, as a rule.
        name = printable(known or tr("guest"))
    busy = "" if rooms is None else f"   {_busy(rooms)}"
    return (
        title,
        Span(f"  {name}", Style.OWN),
        Span(f"  {where}{busy}", Style.DIM),
    )


def banner(visit: Visit, width: int) -> Lines:
    """Return trouble with the connection; else the words of the server's operator."""
    if visit.player is None and visit.trouble:
        text = sentence(visit.trouble)
        more = tr("Retrying every few seconds; bots and practice need no server.")
        told = wrapped(text, 1, width - 1)
        return (
            *(tuple(s._replace(style=Style.WARNING) for s in row) for row in told),
            *wrapped(more, 1, width - 1),
        )
    if visit.player is None:
        return ((Span(" " + tr("Connecting..."), Style.DIM),),)
    if not visit.is_connected:
        text = tr("The connection is lost; connecting again.")
        return warning(text)
    if (slow_s := visit.player.slow_s) is not None:
        return warning(slow_text(slow_s))
    return welcome_lines(visit.player, width - 1)


def _busy(rooms: tuple[RoomSummary, ...]) -> str:
    if not rooms:
        return tr("no public rooms")
    seated = sum(room.seats_taken for room in rooms)
    told = tr_n("{count} room", "{count} rooms", len(rooms))
    return tr("{rooms}, {seated} seated", rooms=told, seated=seated)
