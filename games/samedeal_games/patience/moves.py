"""What may be moved where, and why not."""

from collections.abc import Callable, Iterator, Mapping

from samedeal_games.cards import Card, is_red, suit_of
from samedeal_games.patience.notation import (
    DEAL,
    FOUNDATION,
    STOCK,
    WASTE,
    Move,
)
from samedeal_games.patience.position import (
    IS_KING,
    PACKS_ON,
    RANKS,
    PatiencePosition,
    goes_up,
    run_length,
)
from samedeal_games.patience.rulesets import Ruleset, Space, Stock
from samedeal_games.words import SUIT_WORDS, card_words, colour_words, rank_words


def legal_moves(rules: Ruleset, position: PatiencePosition) -> Iterator[Move]:
    """Yield every legal move: to foundations and columns, the waste, then a deal."""
    for number, column in enumerate(position.columns, 1):
        if column.cards:
            if goes_up(position.foundations, column.cards[-1]):
                yield Move(number, FOUNDATION, 1)
            yield from _from_column(rules, position, number)
    if position.waste:
        yield from _from_waste(rules, position)
    if why_not_deal(rules, position) is None:
        yield DEAL


def why_not(rules: Ruleset, position: PatiencePosition, move: Move) -> str | None:
    """Return the reason why a move is not allowed, or None if it is."""
    source, target, count = move
    if source == STOCK:
        return why_not_deal(rules, position)
    if source == WASTE:
        return _why_not_from_waste(rules, position, target)
    column = position.columns[source - 1]
    if not column.cards:
        return f"column {source} is empty"
    if target == FOUNDATION:
        return why_not_up(position, column.cards[-1])
    if target == source:
        return "a column does not go onto itself"
    reason = _why_not_together(position, source, count)
    return reason or _why_not_onto(rules, position, column.cards[-count], target)


def why_not_deal(rules: Ruleset, position: PatiencePosition) -> str | None:
    """Return the reason why the stock may not be dealt now, or None."""
    if not position.stock:
        return "the stock is empty"
    return _WHY_NOT_DEAL[rules.space](position)


def why_not_up(position: PatiencePosition, card: Card) -> str | None:
    """Return the reason why a card does not go to its foundation yet, or None."""
    if goes_up(position.foundations, card):
        return None
    if card < 0:
        return "nobody knows that card yet"
    needed = position.foundations[suit_of(card)] + 1
    return (
        f"the {card_words(card)} does not go up yet: "
        f"the foundation of {SUIT_WORDS[suit_of(card)]} needs the {rank_words(needed)}"
    )


def is_anything_left(rules: Ruleset, position: PatiencePosition) -> bool:
    """Tell whether a move is left that changes more than where a column stands.

    Moving a whole column to a space changes nothing that matters once the stock
    is dealt, and while it is not there is something else to do.
    """
    if position.stock:
        # Where a deal is refused, a king can be moved to a space instead.
        return True
    return any(
        not _only_moves_house(position, move) for move in legal_moves(rules, position)
    )


def _only_moves_house(position: PatiencePosition, move: Move) -> bool:
    if move.source < 1 or move.target == FOUNDATION:
        return False
    whole = move.size == len(position.columns[move.source - 1].cards)
    return whole and not position.columns[move.target - 1].cards


def _from_column(
    rules: Ruleset, position: PatiencePosition, source: int
) -> Iterator[Move]:
    column = position.columns[source - 1]
    cards = column.cards
    run = run_length(column)
    exposed = RANKS[cards[-1]]
    for target, (onto, _) in enumerate(position.columns, 1):
        if target == source:
            continue
        if not onto:
            for count in range(1, run + 1):
                if _MAY_FILL[rules.space](cards[-count]):
                    yield Move(source, target, count)
            continue
        # Ranks fall by one along a run, so only one of its cards can fit.
        count = RANKS[onto[-1]] - exposed
        if 1 <= count <= run and cards[-count] in PACKS_ON[onto[-1]]:
            yield Move(source, target, count)


def _from_waste(rules: Ruleset, position: PatiencePosition) -> Iterator[Move]:
    card = position.waste[-1]
    if goes_up(position.foundations, card):
        yield Move(WASTE, FOUNDATION, 1)
    for target in range(1, len(position.columns) + 1):
        if _why_not_onto(rules, position, card, target) is None:
            yield Move(WASTE, target, 1)


def _why_not_from_waste(
    rules: Ruleset, position: PatiencePosition, target: int
) -> str | None:
    if rules.stock is not Stock.WASTE:
        return "this game has no waste"
    if not position.waste:
        return "the waste is empty"
    card = position.waste[-1]
    if target == FOUNDATION:
        return why_not_up(position, card)
    return _why_not_onto(rules, position, card, target)


def _why_not_together(
    position: PatiencePosition, source: int, count: int
) -> str | None:
    column = position.columns[source - 1]
    face_up = len(column.cards) - column.hidden
    if count > face_up:
        return f"column {source} has only {_cards(face_up)} face up"
    run = run_length(column)
    if count > run:
        verb = "is" if run == 1 else "are"
        return f"only {_cards(run)} of column {source} {verb} a run"
    return None


def _why_not_onto(
    rules: Ruleset, position: PatiencePosition, card: Card, target: int
) -> str | None:
    onto = position.columns[target - 1].cards
    if card < 0 or (onto and onto[-1] < 0):
        return "nobody knows that card yet"
    if not onto:
        return None if _MAY_FILL[rules.space](card) else "only a king may fill a space"
    if card in PACKS_ON[onto[-1]]:
        return None
    pair = f"a {colour_words(card)} does not go on a {colour_words(onto[-1])}"
    if IS_KING[card]:
        return f"{pair}: a king goes only to a space"
    other = "black" if is_red(card) else "red"
    return f"{pair}: it needs a {other} {rank_words(RANKS[card] + 1)}"


def _deal_any_time(position: PatiencePosition) -> str | None:
    return None


def _deal_after_filling(position: PatiencePosition) -> str | None:
    """Refuse to deal while a space could take a king that is free to move.

    A king at the bottom of its column has a column of its own already.
    """
    if all(column.cards for column in position.columns):
        return None
    for number, column in enumerate(position.columns, 1):
        run = run_length(column)
        if 0 < run < len(column.cards) and IS_KING[column.cards[-run]]:
            king = card_words(column.cards[-run])
            return f"fill the space with the {king} on column {number} before you deal"
    return None


def _any_card(card: Card) -> bool:
    return card >= 0


def _king(card: Card) -> bool:
    return IS_KING[card]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


_MAY_FILL: Mapping[Space, Callable[[Card], bool]] = {
    Space.ANY: _any_card,
    Space.KINGS: _king,
}
_WHY_NOT_DEAL: Mapping[Space, Callable[[PatiencePosition], str | None]] = {
    Space.ANY: _deal_any_time,
    Space.KINGS: _deal_after_filling,
}
