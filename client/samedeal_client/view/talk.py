"""Talk between people: phrases in the reader's language, and words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.view.names import name_of, told_apart
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    printable,
    width_of,
)
from samedeal_protocol.rooms.boards import SeatView
from samedeal_protocol.rooms.talk import TEXT_MAX, LineView, Phrase

WIDTH = 78
INDENT = "   "


class PhraseText(NamedTuple):
    """A phrase as it is typed, and as it is read."""

    short: str
    text: str


WORDINGS: Mapping[Phrase, PhraseText] = {
    "hello": PhraseText("hi", later("hello!")),
    "good_luck": PhraseText("gl", later("good luck!")),
    "have_fun": PhraseText("hf", later("have fun!")),
    "nice": PhraseText("nice", later("nice!")),
    "wow": PhraseText("wow", later("wow!")),
    "oops": PhraseText("oops", later("oops!")),
    "close": PhraseText("close", later("this is close!")),
    "hurry": PhraseText("hurry", later("hurry up!")),
    "thanks": PhraseText("ty", later("thanks!")),
    "sorry": PhraseText("sry", later("sorry!")),
    "well_played": PhraseText("wp", later("well played!")),
    "good_game": PhraseText("gg", later("good game!")),
    "again": PhraseText("again", later("again?")),
    "bye": PhraseText("bye", later("bye!")),
}


def said_lines(
    said: LineView,
    *,
    own: bool,
    seats: Iterable[SeatView] = (),
    width: int = WIDTH,
) -> Lines:
    """Return a line of talk by a player, on as many rows as it needs."""
    name = tr("You") if own else _speaker(said, seats)
    head = Span(f" {name}: ", Style.OWN if own else Style.TITLE)
    text = printable(said.text[:TEXT_MAX]) if said.text else phrase_text(said.phrase)
    first, *rest = _folded(text, width, width_of(head.text))
    return (line(head, first), *(line(INDENT + row) for row in rest))


def _speaker(said: LineView, seats: Iterable[SeatView]) -> str:
    """Return the name of a speaker, who may have left since."""
    others = [
        (seat.seat, name_of(seat.name, bot=seat.bot, named=seat.named))
        for seat in seats
    ]
    name = name_of(said.name, bot=said.bot, named=said.named)
    return told_apart(name, said.seat, others)


def phrase_text(code: str) -> str:
    """Return a phrase in the reader's language; the code of an unknown one."""
    for phrase, wording in WORDINGS.items():
        if phrase == code:
            return tr(wording.text)
    return printable(code[:TEXT_MAX].replace("_", " "))


def phrase_lines(width: int = WIDTH) -> Lines:
    """Return every phrase with the text to type for it."""
    cells = [f"/{each.short} {tr(each.text)}" for each in WORDINGS.values()]
    rows: list[Line] = []
    row = ""
    for cell in cells:
        if row and width_of(f"{row}   {cell}") > width - 1:
            rows.append(line(Span(f" {row}", Style.DIM)))
            row = ""
        row += ("   " if row else "") + cell
    return (*rows, line(Span(f" {row}", Style.DIM)))


def talk_help() -> Lines:
    """Return the phrases, and how words are said and people muted."""
    return (
        *phrase_lines(),
        line(tr(" / and words before and after a match, as in: /shall we go on?")),
        line(tr(" /mute NAME hides what they say, /unmute NAME shows it again")),
    )


def _folded(text: str, width: int, taken: int) -> Iterator[str]:
    """Break a text at blanks, or where a word alone is too wide."""
    row, left = "", width - taken
    for word in text.split(" "):
        if row and width_of(f"{row} {word}") > left:
            yield row
            row, left = "", width - len(INDENT)
        row += (" " if row else "") + word
        while width_of(row) > left:
            cut = _most(row, left)
            yield row[:cut]
            row, left = row[cut:], width - len(INDENT)
    yield row


def _most(text: str, cells: int) -> int:
    """Return the number of characters that fit into some cells, one at least."""
    return next(
        (end for end in range(len(text), 1, -1) if width_of(text[:end]) <= cells), 1
    )
