"""The moves that are allowed, and the reasons against others."""

from collections.abc import Iterator, Mapping

from samedeal_games.cards import Card
from samedeal_games.patience.foundations import goes_up_on, why_not_up
from samedeal_games.patience.notation import (
    DEAL,
    DEAL_AGAIN,
    FOUNDATION,
    KINGS_FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Move,
)
from samedeal_games.patience.packing import why_not_pair
from samedeal_games.patience.policies import Policies
from samedeal_games.patience.position import PatiencePosition
from samedeal_games.wording import Wording
from samedeal_games.words import card_words


def legal_moves(policies: Policies, position: PatiencePosition) -> Iterator[Move]:
    """Yield every legal move: from columns, from the waste, a deal, a redeal."""
    hosting: dict[Card, list[int]] = {}
    spaces: list[int] = []
    for number, column in enumerate(position.columns, 1):
        if column.cards:
            hosting.setdefault(column.cards[-1], []).append(number)
        else:
            spaces.append(number)
    for number, column in enumerate(position.columns, 1):
        cards = column.cards
        if cards:
            takers = goes_up_on(policies.places, position.foundations, cards[-1])
            if takers:
                yield from _up(number, takers)
            run = cards[-policies.run_length(column) :]
            yield from _onto(policies, hosting, spaces, number, run)
    if position.waste:
        top = position.waste[-1:]
        yield from _up(WASTE, goes_up_on(policies.places, position.foundations, top[0]))
        yield from _onto(policies, hosting, spaces, WASTE, top)
    if why_not_deal(policies, position) is None:
        yield DEAL
    if position.redeals:
        yield DEAL_AGAIN


def why_not(
    policies: Policies, position: PatiencePosition, move: Move
) -> Wording | None:
    """Return the reason why a move is not allowed, or None if it is."""
    source, target, count = move
    if source == STOCK:
        return why_not_deal(policies, position)
    if source == REDEAL:
        return _why_not_redeal(policies, position)
    if source == WASTE:
        cards = position.waste
        if not policies.has_waste:
            return Wording("this game has no waste")
    else:
        cards = position.columns[source - 1].cards
    if not cards:
        if source == WASTE:
            return Wording("the waste is empty")
        return Wording("column {column} is empty", column=source)
    if target <= FOUNDATION:
        return _why_not_up(policies, position, cards[-1], target)
    if target == source:
        return Wording("a column cannot be moved onto itself")
    if count > 1:
        reason = _why_not_together(policies, position, source, count)
        if reason is not None:
            return reason
    return _why_not_onto(policies, position, cards[-count], target)


def why_not_deal(policies: Policies, position: PatiencePosition) -> Wording | None:
    """Return the reason why the stock may not be dealt now, or None."""
    if position.stock:
        if policies.fills_first:
            return _why_not_before_filling(policies, position)
        return None
    if not policies.has_stock:
        return Wording("this game has no stock")
    return Wording("the stock is empty")


def goes_nowhere(position: PatiencePosition, move: Move) -> bool:
    """Tell whether a legal move only takes a whole column to a space."""
    source, target, count = move
    if source < 1 or target < 1:
        return False
    columns = position.columns
    return count == len(columns[source - 1].cards) and not columns[target - 1].cards


def is_anything_left(policies: Policies, position: PatiencePosition) -> bool:
    """Tell whether a move is left that changes more than where a column stands.

    Moving a whole column to a space changes nothing that matters once the stock
    is dealt, and while it is not there is something else to do: where a deal is
    refused, a king can be moved to a space instead.
    """
    if position.stock or position.redeals:
        return True
    return any(
        not goes_nowhere(position, move) for move in legal_moves(policies, position)
    )


def _up(source: int, takers: list[int]) -> list[Move]:
    """List the moves to the foundations that take a card."""
    targets = (FOUNDATION, KINGS_FOUNDATION)
    return [Move(source, target, 1) for target in targets[: len(takers)]]


def _onto(
    policies: Policies,
    hosting: Mapping[Card, list[int]],
    spaces: list[int],
    source: int,
    run: tuple[Card, ...],
) -> list[Move]:
    """List the moves of a run's parts to other columns, from the left."""
    found: list[tuple[int, int]] = []
    count = len(run)
    for card in run:
        for host in policies.hosts[card]:
            if host in hosting:
                found += [(target, count) for target in hosting[host]]
        if spaces and policies.fills_space[card]:
            found += [(target, count) for target in spaces]
        count -= 1
    if not found:
        return []
    found.sort()
    return [Move(source, target, size) for target, size in found if target != source]


def _why_not_redeal(policies: Policies, position: PatiencePosition) -> Wording | None:
    if position.redeals:
        return None
    if not policies.rules.redeals:
        return Wording("this game has no redeal")
    return Wording("no redeal is left")


def _why_not_up(
    policies: Policies, position: PatiencePosition, card: Card, target: int
) -> Wording | None:
    reason = why_not_up(policies.places, policies.built, position.foundations, card)
    if reason is not None or target == FOUNDATION:
        return reason
    if len(goes_up_on(policies.places, position.foundations, card)) > 1:
        return None
    template = "only one foundation takes the {card}: write F"
    return Wording(template, card=card_words(card))


def _why_not_together(
    policies: Policies, position: PatiencePosition, source: int, count: int
) -> Wording | None:
    column = position.columns[source - 1]
    if not policies.runs:
        return Wording("only one card can be moved at a time")
    face_up = len(column.cards) - column.hidden
    if count > face_up:
        template = "column {column} has only {cards} face up"
        return Wording(template, column=source, cards=_cards(face_up))
    run = policies.run_length(column)
    if count > run:
        template = "only {count} cards of column {column} are a run"
        if run == 1:
            template = "only 1 card of column {column} is a run"
        return Wording(template, column=source, count=run)
    return None


def _why_not_onto(
    policies: Policies, position: PatiencePosition, card: Card, target: int
) -> Wording | None:
    onto = position.columns[target - 1].cards
    if card < 0 or (onto and onto[-1] < 0):
        return Wording("nobody knows that card yet")
    if not onto:
        if policies.fills_space[card]:
            return None
        return Wording("only a king may fill a space")
    if onto[-1] in policies.hosts[card]:
        return None
    return why_not_pair(policies.rules.packing, card, onto[-1])


def _why_not_before_filling(
    policies: Policies, position: PatiencePosition
) -> Wording | None:
    """Refuse to deal while a space could take a king that is free to move.

    A king at the bottom of its column has a column of its own already.
    """
    if all(column.cards for column in position.columns):
        return None
    for number, column in enumerate(position.columns, 1):
        run = policies.run_length(column)
        if 0 < run < len(column.cards) and policies.fills_space[column.cards[-run]]:
            return Wording(
                "fill the space with the {king} on column {column} before you deal",
                king=card_words(column.cards[-run]),
                column=number,
            )
    return None


def _cards(count: int) -> Wording:
    return Wording("1 card") if count == 1 else Wording("{count} cards", count=count)
