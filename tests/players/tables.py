"""Plans, small positions, and a search of their own for the tests of the solver."""

from collections import Counter
from random import Random

from samedeal_games.cards import Card
from samedeal_games.deals import Deal
from samedeal_games.patience import (
    Column,
    PatienceGame,
    PatiencePosition,
    Ruleset,
    Space,
    Stock,
)
from samedeal_games.patience.position import EMPTY
from samedeal_games.patience.rulesets import RULESETS, Foundations
from samedeal_players.solver import Limits, Verdict, solve
from samedeal_players.solver.problem import Pass, Plan, plan_for
from samedeal_players.solver.solving import Search

NO_LIMITS = Limits(seconds=None)
GAMES = {rules.key: PatienceGame(rules) for rules in RULESETS}


def solved(
    game: str | PatienceGame,
    deal: Deal | PatiencePosition,
    limits: Limits = NO_LIMITS,
    *,
    plan: Plan | None = None,
    searching: Search | None = None,
) -> Verdict:
    """Solve while no time goes by."""
    return solve(game, deal, limits, clock=float, plan=plan, searching=searching)


def plan_of(game: PatienceGame, kept: int, *, plain: bool = False) -> Plan:
    """Return a game's plan, with passes that keep so few positions."""
    passes = plan_for(game.ruleset).passes
    fewer = tuple(Pass(each.weights, min(kept, each.kept)) for each in passes)
    return Plan(fewer, plain=plain)


def small_rules(dice: Random) -> Ruleset:
    """Return rules for few columns, of every family."""
    columns = dice.choice((2, 3, 4))
    like = dice.choice(RULESETS)
    return Ruleset(
        key="small",
        title="Small",
        summary="",
        family="",
        columns=columns,
        packs=like.packs,
        dealing=like.dealing,
        foundations=like.foundations,
        aces=like.aces,
        packing=like.packing,
        unit=like.unit,
        space=like.space if like.stock is Stock.ROW else dice.choice(tuple(Space)),
        stock=like.stock,
        redeal=like.redeal,
        redeals=min(like.redeals, dice.randrange(2)),
    )


def small_position(rules: Ruleset, dice: Random) -> PatiencePosition:
    """Return a position in which most cards are up already."""
    if rules.foundations is Foundations.ACES_UP:
        heights, cards = _one_pack(dice)
    else:
        heights, cards = _two_packs(dice)
    dice.shuffle(cards)
    stock: list[Card] = []
    if rules.stock is not Stock.NONE:
        stock = cards[len(cards) // 2 :]
        del cards[len(cards) // 2 :]
    columns = [
        _column(cards[index :: rules.columns], rules, dice)
        for index in range(rules.columns)
    ]
    # As after each action: no card is exposed that goes up by itself.
    return PatiencePosition(
        tuple(columns),
        tuple(stock),
        (),
        heights,
        0,
        tuple(_order(dice) for _ in range(rules.redeals)),
    )


def _one_pack(dice: Random) -> tuple[tuple[int, ...], list[Card]]:
    lowest = dice.choice((1, 8, 9))
    if lowest == 1:
        heights = (1, 13, 13, 1) if dice.random() < 0.5 else (1, 1, 13, 13)
    else:
        heights = (lowest, lowest, lowest, lowest)
    cards = [
        Card(suit * 13 + rank)
        for suit, height in enumerate(heights)
        for rank in range(height, 13)
    ]
    return heights, cards


def _two_packs(dice: Random) -> tuple[tuple[int, ...], list[Card]]:
    up, down = [13] * 4, [13] * 4
    for suit in dice.sample(range(4), 2):
        up[suit], down[suit] = dice.randrange(8, 14), dice.randrange(8, 14)
    left = Counter(dict.fromkeys(range(52), 2))
    for suit in range(4):
        left.subtract(suit * 13 + rank for rank in range(up[suit]))
        left.subtract(suit * 13 + 12 - rank for rank in range(down[suit]))
    cards = [Card(card) for card in left.elements()]
    return (*up, *down), cards


def _column(cards: list[Card], rules: Ruleset, dice: Random) -> Column:
    if not cards:
        return EMPTY
    hidden = dice.randrange(len(cards)) if rules.packs == 1 else 0
    return Column(tuple(cards), hidden)


def _order(dice: Random) -> tuple[Card, ...]:
    order = [Card(card % 52) for card in range(104)]
    dice.shuffle(order)
    return tuple(order)


def can_be_won(
    game: PatienceGame, position: PatiencePosition, most: int
) -> bool | None:
    """Go through all that the rules allow; None where that is too much.

    Shares nothing with the solver: it leaves nothing out, and knows positions by
    what lies where.
    """
    met = {position._replace(plies=0)}
    waiting = list(met)
    while waiting:
        stand = waiting.pop()
        if game.is_won(stand):
            return True
        for move in game.legal_moves(stand):
            after = game.apply(stand, move)._replace(plies=0)
            if after not in met:
                met.add(after)
                waiting.append(after)
        if len(met) > most:
            return None
    return False
