"""Lessons in patience: what is said of moves, each idea once."""

from collections.abc import Iterator, Mapping

from samedeal_client.language import capitalised, later, tr
from samedeal_client.lessons.steps import Step
from samedeal_games.cards import suit_of
from samedeal_games.choices import for_every
from samedeal_games.patience import (
    FOUNDATION,
    STOCK,
    WASTE,
    Move,
    PatienceGame,
    PatiencePosition,
    Space,
    Stock,
)
from samedeal_games.patience.rulesets import Packing
from samedeal_games.words import SUIT_WORDS, card_words

IDEAS: Mapping[str, str] = {
    "alternate": later("Columns are packed down in alternating colours."),
    "in-suit": later("Columns are packed in suit, up or down."),
    "run": later("Cards packed on each other are a run, and move together."),
    "up": later(
        "A foundation takes the next card of its suit; each card there is up, "
        "and a point."
    ),
    "turn": later("The stock is turned card by card, and gone through once."),
    "row": later("When you are stuck, deal a row: a card on every column."),
    "waste": later("The top card of the waste can be played."),
    "any-fills": later("A space takes any card or run: use it well."),
    "any-card-fills": later("A space takes any card: use it well."),
    "king-fills": later("Only a king, or a run that it heads, goes to a space."),
    "turned-up": later("The card under it turned up by itself."),
    "ace": later("An ace was exposed, and went up by itself."),
    "space": later("The column is empty: a space, the best thing to have."),
}

_PACKING = for_every({Packing.ALTERNATE: "alternate", Packing.IN_SUIT: "in-suit"})
_FILLING_WITH_RUNS = for_every({Space.ANY: "any-fills", Space.KINGS: "king-fills"})
_FILLING = for_every({Space.ANY: "any-card-fills", Space.KINGS: "king-fills"})
_OF_A_STOCK = ("ace", "turned-up", "run")
_STOCK: Mapping[Stock, tuple[str, ...]] = for_every(
    {
        Stock.WASTE: (*_OF_A_STOCK, "turn", "waste"),
        Stock.ROW: (*_OF_A_STOCK, "row"),
        Stock.NONE: (),
    }
)
_DEAL = for_every({Stock.WASTE: "turn", Stock.ROW: "row"}, but={Stock.NONE})
_DEAL_SAID = for_every(
    {
        Stock.WASTE: later("Turn a card of the stock."),
        Stock.ROW: later("Deal a row."),
    },
    but={Stock.NONE},
)


def ideas_of(game: PatienceGame) -> frozenset[str]:
    """Return the ideas that a lesson in a game should show, as far as one deal can.

    A redeal is left out: on a deal that comes out, none is needed.
    """
    stock = _STOCK[game.ruleset.stock]
    return frozenset(("up", "space", _packing(game), _filling(game), *stock))


def patience_steps(
    game: PatienceGame, position: PatiencePosition, moves: tuple[str, ...]
) -> tuple[Step, ...]:
    """Return the steps of a lesson that begins at a position."""
    told: set[str] = set()
    steps: list[Step] = []
    for text in moves:
        move = game.parse(text)
        after = game.apply(position, move)
        reasons = tuple(_before(game, position, move))
        results = tuple(_after(position, after, move))
        new = [idea for idea in reasons if idea not in told]
        came = [idea for idea in results if idea not in told]
        told.update(new, came)
        steps.append(
            Step(
                text,
                (
                    *(tr(IDEAS[idea]) for idea in new),
                    capitalised(_said(game, position, move)),
                ),
                tuple(tr(IDEAS[idea]) for idea in came),
                frozenset((*reasons, *results)),
            )
        )
        position = after
    return tuple(steps)


def _packing(game: PatienceGame) -> str:
    return _PACKING[game.ruleset.packing]


def _filling(game: PatienceGame) -> str:
    filling = _FILLING_WITH_RUNS if game.policies.runs else _FILLING
    return filling[game.ruleset.space]


def _before(
    game: PatienceGame, position: PatiencePosition, move: Move
) -> Iterator[str]:
    """Yield the ideas behind a move."""
    if move.source == STOCK:
        yield _DEAL[game.ruleset.stock]
    else:
        if move.source == WASTE:
            yield "waste"
        if move.target <= FOUNDATION:
            yield "up"
        elif not position.columns[move.target - 1].cards:
            yield _filling(game)
        else:
            yield _packing(game)
        if move.size > 1:
            yield "run"


def _after(
    position: PatiencePosition, after: PatiencePosition, move: Move
) -> Iterator[str]:
    """Yield the ideas that a move's consequences show."""
    if move.source < 1:
        return
    before, left = position.columns[move.source - 1], after.columns[move.source - 1]
    if left.hidden < before.hidden:
        yield "turned-up"
    moved_up = move.size if move.target <= FOUNDATION else 0
    if sum(after.foundations) - sum(position.foundations) > moved_up:
        yield "ace"
    if before.cards and not left.cards:
        yield "space"


def _said(game: PatienceGame, position: PatiencePosition, move: Move) -> str:
    """Return a move in words."""
    source, target, count = move
    if source == STOCK:
        return tr(_DEAL_SAID[game.ruleset.stock])
    cards = position.waste if source == WASTE else position.columns[source - 1].cards
    card = cards[-count]
    named = card_words(card)
    if target <= FOUNDATION:
        suit = SUIT_WORDS[suit_of(card)]
        return tr("Put the {card} on the foundation of {suit}.", card=named, suit=suit)
    onto = position.columns[target - 1].cards
    if not onto:
        template = later("Put the {card} in the space, column {column}.")
        if count > 1:
            template = later(
                "Take the run from the {card} to the space, column {column}."
            )
        return tr(template, card=named, column=target)
    template = later("Put the {card} on the {onto}, column {column}.")
    if count > 1:
        template = later("Take the run from the {card} to the {onto}, column {column}.")
    return tr(template, card=named, onto=card_words(onto[-1]), column=target)
