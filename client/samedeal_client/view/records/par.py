"""The best arrangement of the cards of Poker Squares, as lines and as a document."""

from samedeal_client.language import later, tr
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import Glyphs, index_row
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import counted
from samedeal_games.cards import card_text
from samedeal_games.choices import for_every
from samedeal_games.squares import Laying, SquaresGame
from samedeal_games.words import card_words
from samedeal_players.squares.par import Par

GRID = 5
CELLS = 3
"""Of a card, so that a ten is as wide as the others."""
FREELY = later(" if they could be laid in any order; this game allows less.")
_ALLOWS_ALL = for_every(
    {Laying.GRID: True, Laying.TOUCHING: False, Laying.SERPENT: False}
)
"""Whether the cards can be laid in a way that leads to any arrangement."""


def par_document(game: SquaresGame, par: Par) -> dict[str, object]:
    """Return the document of ``samedeal solve --json`` about Poker Squares."""
    return {
        "game": game.about.key,
        "par": par.points,
        "rows": [
            [card_text(card) for card in par.cards[first : first + GRID]]
            for first in range(0, len(par.cards), GRID)
        ],
    }


def par_lines(game: SquaresGame, par: Par, glyphs: Glyphs) -> Lines:
    """Return an arrangement and its points."""
    said = tr(
        "{game}: the best arrangement found of these cards scores {score}",
        game=tr(game.about.title),
        score=counted(par.points, game.about),
    )
    is_all = _ALLOWS_ALL[game.ruleset.laying]
    rows: list[Line] = [line(said, "." if is_all else ",")]
    for number, first in enumerate(range(0, len(par.cards), GRID), 1):
        cards = par.cards[first : first + GRID]
        if is_linear():
            named = tr("Row {name}", name=number)
            rows.append(
                line(f"{named}: {', '.join(tr(card_words(c)) for c in cards)}.")
            )
        else:
            rows.append((Span(" "), *index_row(cards, glyphs, CELLS)))
    if not is_all:
        rows.append(line(Span(tr(FREELY), Style.DIM)))
    return tuple(rows)
