"""What holds of all games: matches, where each game comes from, how often it comes out.

Words of books are theirs; the results of our bots and of the solver are measured, and
explained in docs/explanation/players.md.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.manual.chapters import Chapter
from samedeal_games.game import About, AnyGame, Contest


class Odds(NamedTuple):
    """The deals of a hundred that are won."""

    expert: int
    """By expert bots, who see what a player sees."""
    possible: int
    """By somebody who knows every card, at least."""


class Points(NamedTuple):
    """The points of a board on average."""

    expert: int
    possible: int | None = None
    """With all 25 cards known beforehand, where that has been measured."""


ODDS: Mapping[str, Odds] = {
    "westcliff/classic": Odds(66, 91),
    "westcliff/american": Odds(99, 99),
    "pas-seul": Odds(27, 55),
    "easthaven": Odds(18, 59),
    "easthaven/open": Odds(41, 81),
    "westhaven": Odds(97, 99),
    "capricieuse": Odds(100, 100),
    "russian": Odds(88, 98),
}
POINTS: Mapping[str, Points] = {
    "squares/patience": Points(54),
    "squares/patience-american": Points(124),
    "squares/english": Points(54, 91),
    "squares/american": Points(126, 217),
    "squares/serpent": Points(17),
}

_MOST_ENGLISH = later(
    "230 is the most there is: five straight flushes one way, 30 each, and five fours "
    "the other way, 16 each. Ace to five of every suit in four rows and six to ten of "
    "any in the fifth does it."
)
_MOST_AMERICAN = later(
    "725 is the most there is: four royal flushes and a straight flush one way, five "
    "fours the other."
)
_NAPOLEON = later(
    "It belongs to the family of Napoleon at St Helena: one card at a time from a "
    "stock that is gone through once."
)
_STORIES: Mapping[str, tuple[str, ...]] = {
    "squares/patience": (
        later(
            "Basil Dalton writes that more than 100 points are most unusual. The board "
            "in his book counts 99; a player in Newcastle laid it, and C. V. Diehl "
            "made it known."
        ),
        _MOST_ENGLISH,
    ),
    "squares/patience-american": (
        _MOST_AMERICAN,
        later("Morehead and Mott-Smith call 200 points a win."),
    ),
    "squares/english": (
        later("Morehead and Mott-Smith call 70 points a win."),
        _MOST_ENGLISH,
    ),
    "squares/american": (
        _MOST_AMERICAN,
        later("Morehead and Mott-Smith call 200 points a win."),
    ),
    "squares/serpent": (
        later("The game comes from KingSol, which calls 25 points a win, 1 in 15."),
        later(
            "Begin in a corner, in the middle, or on any cell of their colour if the "
            "grid were a chessboard: from the other 12 cells nobody can fill it."
        ),
    ),
    "westcliff/classic": (
        later(
            "Mary Whitmore Jones published it in 1911. In 1949 Morehead and Mott-Smith "
            "gave its name to a game of ten columns; with rows dealt from the stock, "
            "this layout has been called Easthaven since."
        ),
        _NAPOLEON,
        later("The books give it five minutes, and odds of 1 in 4."),
    ),
    "westcliff/american": (
        later(
            "Until 1949 Westcliff had seven columns. Morehead and Mott-Smith gave the "
            "name to this one, and called the other Easthaven."
        ),
        _NAPOLEON,
        later(
            "The books give it five minutes, and odds of 9 in 10. Getting all "
            "cards up is not the question, then; being first is. But a few "
            "deals cannot be won at all."
        ),
    ),
    "pas-seul": (
        later("The name is French for a dance on one's own."),
        later(
            "It is Westcliff with one column less, and that makes all the difference."
        ),
    ),
    "easthaven": (
        later(
            "Its layout is that of Westcliff as it was in 1911. In 1949 Morehead and "
            "Mott-Smith let rows be dealt on it, allowed less in its spaces, and "
            "needed another name: they had given Westcliff to a game of ten columns."
        ),
        later("It is counted among the games that came from Klondike."),
    ),
    "easthaven/open": (
        later(
            "Many programs have dropped the rule that keeps spaces for kings. That "
            "makes this by far the easier Easthaven."
        ),
    ),
    "westhaven": (
        later(
            "It is to Easthaven what American Westcliff is to Westcliff: three more "
            "columns, and nearly every deal comes out."
        ),
    ),
    "capricieuse": (
        later(
            "Professor Hoffmann published it in England in 1892. In America, where it "
            "came in 1939, some call it Capricious."
        ),
        later(
            "It belongs to the family of Bisley: every card is face up from the "
            "start, so only thought is needed."
        ),
    ),
    "russian": (
        later(
            "H. E. Heather wrote it down in 1876, sixteen years before Capricieuse, "
            "which may have come from it."
        ),
        later("The redeals are shuffled: what you leave to them is luck."),
    ),
}


def good_to_know(game: AnyGame) -> tuple[Chapter, ...]:
    """Return the chapter of lore about a game; none where there is none."""
    key = game.about.key
    sentences = (*map(tr, _STORIES.get(key, ())), *_measured(key))
    return (Chapter(tr("Good to know"), sentences),) if sentences else ()


def _measured(key: str) -> Iterator[str]:
    odds, points = ODDS.get(key), POINTS.get(key)
    if odds is not None and odds.expert == 100:
        yield tr("Our expert bots have won every deal that they were given.")
    elif odds is not None:
        yield tr(
            "Of 100 deals our expert bots, who see what you see, win {expert}. "
            "Somebody who knew every card could win {possible} or more.",
            expert=odds.expert,
            possible=odds.possible,
        )
    if points is not None:
        yield tr(
            "Our expert bots make {expert} points on average.", expert=points.expert
        )
    if points is not None and points.possible is not None:
        yield tr(
            "Somebody who knew all 25 cards beforehand could reach {possible} on "
            "average.",
            possible=points.possible,
        )


_WINS: Mapping[Contest, tuple[str, ...]] = {
    Contest.SCORE: (
        later("The highest score wins; equal scores share the place."),
        later("Nobody sees the next card before theirs is laid."),
    ),
    Contest.RACE: (
        later("The first to get all cards up wins."),
        later(
            "Among the others, more cards up comes first; of equals, whoever "
            "had them sooner. With none up, it is a tie."
        ),
    ),
}


def contest(about: About) -> Chapter:
    """Return the chapter on comparing players of one deal."""
    return Chapter(
        tr("In a match"),
        (
            tr(
                "Everybody has the same deal, and as a rule {minutes} minutes.",
                minutes=about.time_limit_s // 60,
            ),
            *(tr(sentence) for sentence in _WINS[about.contest]),
            tr("You may stop early and keep what you have; to resign is to come last."),
            tr(
                "With nothing made of the deal you win only against those who resigned."
            ),
        ),
    )
