"""The rules of Poker Squares, as a page."""

from collections.abc import Mapping

from samedeal_client.language import later, tr
from samedeal_client.manual.chapters import Chapter
from samedeal_games.choices import for_every
from samedeal_games.squares import Hand, Laying, SquaresGame

_LAYING: Mapping[Laying, tuple[str, ...]] = for_every(
    {
        Laying.GRID: (
            later("A card may go on any empty cell of a grid of five by five."),
        ),
        Laying.TOUCHING: (
            later(
                "The first card lies anywhere; every other touches one already laid, "
                "at a side or a corner."
            ),
            later(
                "There is no frame at first: the layout may grow as long as it stays "
                "at most five wide and five high."
            ),
        ),
        Laying.SERPENT: (
            later(
                "The first card goes on any cell of a grid of five by five; every "
                "other lies beside the card laid last, at a side and not at a corner."
            ),
            later(
                "A serpent that has caught itself is over; only its complete lines "
                "count."
            ),
        ),
    }
)
_WRITING: Mapping[Laying, tuple[tuple[str, str], ...]] = for_every(
    {
        Laying.GRID: (("c4", later("column c, row 4; row 1 is at the top")),),
        Laying.TOUCHING: (
            ("+0+0", later("the first card")),
            ("+1-2", later("one column right of the first card, two rows above it")),
        ),
        Laying.SERPENT: (("c4", later("column c, row 4; row 1 is at the top")),),
    }
)
EXAMPLES: Mapping[Hand, str] = {
    Hand.ROYAL_FLUSH: "TS JS QS KS AS",
    Hand.STRAIGHT_FLUSH: "5H 6H 7H 8H 9H",
    Hand.FOUR_OF_A_KIND: "9C 9D 9H 9S 4D",
    Hand.FULL_HOUSE: "KC KH KS 3D 3S",
    Hand.FLUSH: "2D 5D 9D JD KD",
    Hand.STRAIGHT: "AC 2H 3S 4S 5D",
    Hand.THREE_OF_A_KIND: "7C 7D 7S 2H JD",
    Hand.TWO_PAIRS: "QC QH 8D 8S 5C",
    Hand.ONE_PAIR: "AD AH 4C 9S TD",
    Hand.NOTHING: "2C 6H 9D JS KD",
}
"""One of each hand, as anybody would lay it out."""


def squares_chapters(game: SquaresGame) -> tuple[Chapter, ...]:
    """Return the chapters about a game of Poker Squares."""
    laying = game.ruleset.laying
    return (
        Chapter(
            tr("The game"),
            (
                tr(
                    "Twenty-five cards come one by one from one pack; each is laid "
                    "before the next is seen, and is never moved again."
                ),
                *(tr(sentence) for sentence in _LAYING[laying]),
            ),
        ),
        _points(game),
        Chapter(
            tr("Writing a move"),
            rows=tuple((text, tr(meaning)) for text, meaning in _WRITING[laying]),
        ),
    )


def _points(game: SquaresGame) -> Chapter:
    points = game.ruleset.points
    return Chapter(
        tr("What counts"),
        (
            tr(
                "Each of the five rows and five columns counts as its best poker "
                "hand, once it is complete, in whatever order its cards lie."
            ),
            tr("The ace is high or low, never both in one hand."),
        ),
        (tr("hand"), tr("points"), tr("for example")),
        tuple(
            (tr(hand.value), str(points[hand]), EXAMPLES[hand])
            for hand in Hand
            if points[hand]
        ),
    )
