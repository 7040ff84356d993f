"""The rules of every game as a page to read, made from what the engine plays by.

A page holds the rules of its game alone, and a new game has a page by itself.
"""

import textwrap
from collections.abc import Iterator

from samedeal_client.families.catalogue import family_of
from samedeal_client.language import tr
from samedeal_client.manual.chapters import Chapter
from samedeal_client.manual.lore import contest, good_to_know
from samedeal_client.view.cards import Glyphs, index_row
from samedeal_client.view.spans import Line, Lines, Span, Style, line, padded, width_of
from samedeal_games.cards import read_cards
from samedeal_games.errors import InvalidDeck
from samedeal_games.game import AnyGame

AROUND = 3
"""Blanks before a sentence, and after it."""
GAP = "  "


def chapters(game: AnyGame) -> tuple[Chapter, ...]:
    """Return the page of a game, in the language that is spoken."""
    own = family_of(game).chapters()
    return (*own, contest(game.about), *good_to_know(game))


def rules_lines(game: AnyGame, glyphs: Glyphs, width: int = 79) -> Lines:
    """Return the rules of a game, at most `width` cells wide but for its tables."""
    most = width - AROUND
    about = game.about
    return (
        (Span(f" {tr(about.title)}", Style.TITLE), Span(f"  {about.key}", Style.DIM)),
        *_wrapped(tr(about.summary), most),
        *(row for chapter in chapters(game) for row in _chapter(chapter, glyphs, most)),
        (),
        line(
            Span(f" {tr('Learn it by playing:')}", Style.DIM),
            f"  samedeal learn {about.key}",
        ),
    )


def _chapter(chapter: Chapter, glyphs: Glyphs, most: int) -> Iterator[Line]:
    yield ()
    yield (Span(f" {chapter.title}", Style.TITLE),)
    for sentence in chapter.sentences:
        yield from _wrapped(sentence, most, "- ")
    columns = list(zip(*(chapter.head and [chapter.head]), *chapter.rows, strict=True))
    widths = [max(map(width_of, column)) for column in columns]
    if chapter.head:
        yield (Span(_row(chapter.head, widths), Style.DIM),)
    for row in chapter.rows:
        yield _with_cards(row, widths, glyphs)


def _wrapped(text: str, most: int, mark: str = "") -> Lines:
    rows = textwrap.wrap(text, most - len(mark))
    return tuple(
        line(f" {mark if first == 0 else ' ' * len(mark)}{row}")
        for first, row in enumerate(rows)
    )


def _row(cells: tuple[str, ...], widths: list[int]) -> str:
    padded_cells = [
        padded(cell, width) for cell, width in zip(cells, widths, strict=True)
    ]
    return "   " + GAP.join(padded_cells)


def _with_cards(row: tuple[str, ...], widths: list[int], glyphs: Glyphs) -> Line:
    """Return a row of a table, with cards drawn where its last cell has cards."""
    try:
        cards = read_cards(row[-1])
    except InvalidDeck:
        return line(_row(row, widths))
    return (Span(_row(row[:-1], widths[:-1]) + GAP), *index_row(cards, glyphs)[1:])
