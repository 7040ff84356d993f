"""Lines of styled text: what every view returns and every terminal can paint."""

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from samedeal_client.language import capitalised
from samedeal_client.printable import cut as cut
from samedeal_client.printable import printable as printable
from samedeal_client.printable import printable_row
from samedeal_client.printable import width_of as width_of
from samedeal_client.reader import is_linear
from samedeal_client.view.tints import Patch

FOLD_INDENT = 2
WORDS = r"\S+"
COMMAND = "samedeal "
SET_IN_WIDTH = 78
"""Cells of a table that can still be set in on a terminal of 80 columns."""
MOST_CELL = 120
"""Terminal cells of one cell of a table; no honest one is wider."""


_COLUMNS = re.compile(r"\S {2,}(?=\S)")


class Style(Enum):
    """The meaning of a piece of text; its look is left to the terminal."""

    PLAIN = "plain"
    DIM = "dim"
    """Labels, borders, empty places."""
    RED = "red"
    """A red card."""
    BLACK = "black"
    """A black card."""
    HIDDEN = "hidden"
    """A card face down."""
    TITLE = "title"
    GOOD = "good"
    """Points made, a place gained, a deal verified, a win."""
    WARNING = "warning"
    """A refusal, a place lost, a lost connection."""
    OWN = "own"
    """The viewer's own row among others'."""
    NEXT = "next"
    """The place for the eye: the card to lay, the last laid, what is chosen here."""
    HELD = "held"
    """Cards that the player has in hand."""
    TARGET = "target"
    """A place where these may go."""


class Span(NamedTuple):
    """A piece of text in one style; on the felt, in a tint upon another."""

    text: str
    style: Style | Patch = Style.PLAIN


Line: TypeAlias = tuple[Span, ...]
Lines: TypeAlias = tuple[Line, ...]


def line(*parts: str | Span) -> Line:
    """Return a line of spans, bare text being plain."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def good_news(text: str) -> Line:
    """Return a line of good news, set in by one."""
    return (Span(" " + text, Style.GOOD),)


def note(text: str) -> Lines:
    """Return a line of a note beside the rest, set in by one."""
    return (line(" " + text),)


def warning(text: str) -> Lines:
    """Return a line of a warning, set in by one."""
    return ((Span(" " + text, Style.WARNING),),)


def set_in(rows: Lines) -> Lines:
    """Return a table set in by one, as all other lines are, if that leaves it whole."""
    widths = [width_of_row(row) for row in rows]
    is_wide = max(widths, default=0) > SET_IN_WIDTH
    return rows if is_wide else tuple(line(" ", *row) for row in rows)


def text_of(lines: Iterable[Line]) -> str:
    """Return lines as plain text, each of them one, without blanks at their ends."""
    return "\n".join(
        "".join(printable_row(span.text) for span in row).rstrip() for row in lines
    )


def width_of_row(row: Line) -> int:
    """Count the terminal cells that a row takes."""
    return sum(width_of(span.text) for span in row)


def padded(text: str, width: int) -> str:
    """Return a text of exactly `width` cells, cut if longer."""
    text = cut(text, width)
    return text + " " * (width - width_of(text))


def sentence(text: str) -> str:
    """Return the complaint of a command as a sentence of its own."""
    return capitalised(text) + ("" if text.endswith((".", "?")) else ".")


def wrapped(
    text: str, indent: int = 0, width: int = 79, style: Style | Patch = Style.DIM
) -> Lines:
    """Return a text as lines of at most `width` cells, broken at blanks."""
    rows = [""]
    for word in text.split(" "):
        if rows[-1] and indent + width_of(f"{rows[-1]} {word}") > width:
            rows.append("")
        rows[-1] += (" " if rows[-1] else "") + word
    return tuple((Span(" " * indent + row, style),) for row in rows)


def fold(row: Line, width: int, words: str = WORDS) -> Lines:
    """Return a line as lines that fit, broken at blanks; those after it are set in."""
    text = "".join(span.text for span in row)
    if width_of(text) <= width:
        return (row,)
    indent = len(text) - len(text.lstrip()) + FOLD_INDENT
    breaks, begin = [0], 0
    for word in re.finditer(words, text):
        taken = width_of(text[begin : word.end()]) + (indent if begin else 0)
        if taken > width and text[begin : word.start()].strip():
            begin = word.start()
            breaks.append(begin)
    ends = [*breaks[1:], len(text)]
    parts = [_part(row, *piece) for piece in zip(breaks, ends, strict=True)]
    return (parts[0], *((Span(" " * indent), *part) for part in parts[1:]))


def fold_prose(row: Line, width: int) -> Lines:
    """Return a line that is too long, broken at blanks unless it is drawn.

    A command in it stays whole for copying, where there is room for that.
    """
    text = "".join(span.text for span in row)
    is_drawn = len(_COLUMNS.findall(text)) > 1
    return (row,) if is_drawn else fold_around_command(row, width)


def fold_around_command(row: Line, width: int) -> Lines:
    """Return a line that fits, broken at blanks, but not within a command in it.

    It ends with the command, which stays whole for copying where there is room.
    """
    text = "".join(span.text for span in row)
    _, command, rest = text.partition(COMMAND)
    room = width - FOLD_INDENT - len(text) + len(text.lstrip())
    is_whole = bool(command) and width_of(command + rest) <= room
    return fold(row, width, f"{COMMAND}.*|{WORDS}" if is_whole else WORDS)


def fold_tightly(row: Line, width: int) -> Lines:
    """Return a line as lines that fit, as `fold_around_command` breaks it.

    A word that is wider than a line, as an id, is broken as well, a link at a slash if
    it has one: on a full screen, what is beyond the edge is lost.
    """
    return tuple(
        part
        for piece in fold_around_command(row, width)
        for part in _word_broken(piece, width)
    )


def _word_broken(row: Line, width: int) -> Lines:
    text = "".join(span.text for span in row)
    indent = len(text) - len(text.lstrip())
    is_word = text.isascii() and " " not in text.strip()
    if len(text.rstrip()) <= width or not is_word or width <= 2 * indent:
        return (row,)
    _, sign, behind = text.partition("://")
    begin = len(text) - len(behind)
    end = (text.rfind("/", begin, width) + 1 if sign else 0) or width
    rest = line(" " * indent, *_part(row, end, len(text)))
    return (_part(row, 0, end), *_word_broken(rest, width))


def _part(row: Line, begin: int, end: int) -> Line:
    """Return the characters of a line from one to another, in their styles."""
    spans: list[Span] = []
    at = 0
    for span in row:
        text = span.text[max(0, begin - at) : max(0, end - at)]
        at += len(span.text)
        if text:
            spans.append(span._replace(text=text))
    return tuple(spans)


def folded(rows: Lines, indent: int, width: int) -> Lines:
    """Return lines of one style each, broken at blanks where they are too wide."""
    return tuple(
        part
        for row in rows
        for part in wrapped(
            "".join(span.text for span in row).strip(),
            *(indent, width, row[0].style if row else Style.PLAIN),
        )
    )


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, own: int | None = None
) -> Lines:
    """Return an aligned table; columns of numbers are set to the right.

    Cells may be text of others. For readers of lines, each row names its cells.
    """
    rows = [[cut(printable(cell), MOST_CELL) for cell in row] for row in rows]
    if is_linear():
        return tuple(_told(header, row) for row in rows)
    widths = [
        max(width_of(cell) for cell in column)
        for column in zip(header, *rows, strict=True)
    ]
    right = [
        bool(rows) and all(_is_number(cell) for cell in column)
        for column in zip(*rows, strict=True)
    ] or [False] * len(header)
    lines = [(Span(_row(header, widths, right), Style.TITLE),)]
    for index, row in enumerate(rows):
        style = Style.OWN if index == own else Style.PLAIN
        lines.append((Span(_row(row, widths, right), style),))
    return tuple(lines)


def without_least(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    least: Sequence[int],
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return a table's header and rows, fit for `width` cells.

    Whole columns are left out, by their numbers in the order of `least`, until it has
    room.
    """
    kept = [*range(len(header))]

    def chosen() -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        return (
            tuple(header[k] for k in kept),
            [tuple(row[k] for k in kept) for row in rows],
        )

    for column in least:
        if max(width_of_row(row) for row in table(*chosen())) <= width:
            break
        kept.remove(column)
    return chosen()


def _told(header: Sequence[str], row: Sequence[str]) -> Line:
    cells = zip(header, row, strict=True)
    said = [f"{head} {cell}".strip() for head, cell in cells if cell.strip()]
    return (Span(", ".join(said)),)


def _row(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    return "  ".join(
        " " * (width - width_of(cell)) + cell if to_right else padded(cell, width)
        for cell, width, to_right in zip(cells, widths, right, strict=True)
    ).rstrip()


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell in ("", "-")
