"""The patience engine: it deals, moves cards, and does what follows by itself."""

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import is_not

from samedeal_games.cards import FACE_DOWN, PACK_SIZE, Card
from samedeal_games.choices import for_every
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove, InvalidDeck
from samedeal_games.game import About, Board, Contest
from samedeal_games.patience.dealing import dealt, gathered
from samedeal_games.patience.foundations import goes_up_on
from samedeal_games.patience.moves import (
    goes_nowhere,
    is_anything_left,
    legal_moves,
    why_not,
)
from samedeal_games.patience.notation import (
    FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Move,
    format_move,
    parse_move,
)
from samedeal_games.patience.policies import Policies, policies_of
from samedeal_games.patience.position import EMPTY, Column, PatiencePosition
from samedeal_games.patience.rulesets import Ruleset, Stock
from samedeal_games.wording import Wording

PLY_LIMIT = 1000
"""Actions for each pack. Cards can be shuttled between two columns for ever;
sensible games with one pack are over in under 200 actions."""
TIME_LIMIT_S = 600
"""For each pack."""


_FOUNDATIONS = tuple(f"foundation.{number}" for number in range(1, 9))
_COLUMNS = tuple(f"column.{number}" for number in range(1, 27))
"""The names of zones; a game has far fewer columns."""


class PatienceGame:
    """One patience game, after its ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.policies = policies_of(ruleset)
        self._cards = PACK_SIZE * ruleset.packs
        self._ply_limit = PLY_LIMIT * ruleset.packs
        self.about = About(
            key=ruleset.key,
            family=ruleset.family,
            title=ruleset.title,
            contest=Contest.RACE,
            packs=ruleset.packs,
            cards_needed=self._cards,
            top_score=self._cards,
            ply_limit=self._ply_limit,
            time_limit_s=TIME_LIMIT_S * ruleset.packs,
            summary=ruleset.summary,
            rules_hash=ruleset.rules_hash,
        )

    def setup(self, deal: Deal) -> PatiencePosition:
        """Deal the tableau; raises InvalidDeck where cards or redeals are missing."""
        if len(deal.cards) != self._cards:
            raise InvalidDeck(
                Wording(
                    "{game} needs all {needed} cards; this deck has {count}",
                    game=Wording(self.about.title),
                    needed=self._cards,
                    count=len(deal.cards),
                )
            )
        policies = self.policies
        heights = [0] * len(policies.built)
        layout = dealt(self.ruleset, policies.places, deal.cards, heights)
        return _settled(
            policies,
            layout.columns,
            layout.stock,
            (),
            layout.heights,
            range(self.ruleset.columns),
            0,
            self._redeals(deal),
        )

    def legal_moves(self, position: PatiencePosition) -> tuple[Move, ...]:
        """List every legal move: columns from the left, the waste, then deals."""
        if self._is_at_its_end(position):
            return ()
        moves = tuple(legal_moves(self.policies, position))
        if position.stock or position.redeals:
            return moves
        if all(goes_nowhere(position, move) for move in moves):
            return ()
        return moves

    def apply(self, position: PatiencePosition, move: Move) -> PatiencePosition:
        """Take an action and all that follows by itself; raises IllegalMove."""
        if position.plies >= self._ply_limit:
            template = "the game is over: it allows {count} actions"
            raise IllegalMove(Wording(template, count=self._ply_limit))
        if self.is_won(position):
            raise IllegalMove(Wording("the game is over: every card is up"))
        reason = why_not(self.policies, position, move)
        if reason is not None:
            raise IllegalMove(reason)
        if goes_nowhere(position, move) and self.is_over(position):
            raise IllegalMove(Wording("the game is over: nothing is left to do"))
        if move.source == STOCK:
            return _DEAL[self.ruleset.stock](self.policies, position)
        if move.source == REDEAL:
            return _dealt_again(self.policies, position)
        return _moved(self.policies, position, move)

    def plies(self, position: PatiencePosition) -> int:
        """Count the actions taken."""
        return position.plies

    def score(self, position: PatiencePosition) -> int:
        """Count the cards on the foundations."""
        return sum(position.foundations)

    def is_over(self, position: PatiencePosition) -> bool:
        """Tell whether the game is out, worn out, or nothing is left to do."""
        return self._is_at_its_end(position) or not is_anything_left(
            self.policies, position
        )

    def is_won(self, position: PatiencePosition) -> bool:
        """Tell whether every card is on its foundation."""
        return sum(position.foundations) == self._cards

    def view(self, position: PatiencePosition) -> Board:
        """Show the cards that lie face up; stock and redeals are counts."""
        zones: dict[str, tuple[Card, ...]] = {}
        if self.policies.has_stock:
            zones["stock"] = (FACE_DOWN,) * len(position.stock)
        if self.policies.has_waste:
            zones["waste"] = position.waste
        if self.ruleset.redeals:
            zones["redeals"] = (FACE_DOWN,) * len(position.redeals)
        built = self.policies.built
        for number, height in enumerate(position.foundations):
            zones[_FOUNDATIONS[number]] = built[number][:height]
        for number, column in enumerate(position.columns):
            zones[_COLUMNS[number]] = _shown(column)
        return Board(position.plies, zones)

    def changed(
        self, before: PatiencePosition, after: PatiencePosition
    ) -> Mapping[str, tuple[Card, ...]]:
        """Return the zones of a view that are not those of an earlier one, in order."""
        columns, stock, waste, foundations, _, redeals = after
        zones: dict[str, tuple[Card, ...]] = {}
        if len(stock) != len(before.stock):
            zones["stock"] = (FACE_DOWN,) * len(stock)
        if waste != before.waste:
            zones["waste"] = waste
        if len(redeals) != len(before.redeals):
            zones["redeals"] = (FACE_DOWN,) * len(redeals)
        if foundations != before.foundations:
            for number, height in enumerate(foundations):
                if height != before.foundations[number]:
                    built = self.policies.built[number]
                    zones[_FOUNDATIONS[number]] = built[:height]
        # A column that nobody touched is the same one, and so are nearly all.
        touched = compress(
            zip(_COLUMNS, before.columns, columns, strict=False),
            map(is_not, before.columns, columns),
        )
        for name, known, column in touched:
            shown = _shown(column)
            if shown != _shown(known):
                zones[name] = shown
        return zones

    def position_from(self, board: Board) -> PatiencePosition:
        """Rebuild a position, the hidden cards face down."""
        zones = board.zones
        width, height = self.ruleset.columns, len(self.policies.built)
        columns = tuple(
            Column(cards, cards.count(FACE_DOWN))
            for cards in (zones[f"column.{number}"] for number in range(1, width + 1))
        )
        return PatiencePosition(
            columns,
            zones.get("stock", ()),
            zones.get("waste", ()),
            tuple(len(zones[f"foundation.{n}"]) for n in range(1, height + 1)),
            board.plies,
            ((),) * len(zones.get("redeals", ())),
        )

    def parse(self, text: str) -> Move:
        """Read a move; raises InvalidMove."""
        return parse_move(text, self.ruleset.columns)

    def format(self, move: Move) -> str:
        """Write a move."""
        return format_move(move)

    def _is_at_its_end(self, position: PatiencePosition) -> bool:
        return position.plies >= self._ply_limit or self.is_won(position)

    def _redeals(self, deal: Deal) -> tuple[tuple[Card, ...], ...]:
        count = self.ruleset.redeals
        if not self.policies.shuffles:
            return ((),) * count
        if len(deal.redeals) < count:
            game = Wording(self.about.title)
            raise InvalidDeck(
                Wording("{game} needs a deal with its redeals", game=game)
            )
        return deal.redeals[:count]


def _shown(column: Column) -> tuple[Card, ...]:
    """Return a column as it is seen; most hide nothing, and are seen as they are."""
    cards, hidden = column
    return (FACE_DOWN,) * hidden + cards[hidden:] if hidden else cards


def _moved(
    policies: Policies, position: PatiencePosition, move: Move
) -> PatiencePosition:
    """Move cards that may be moved."""
    source, target, count = move
    columns, stock, waste, foundations, plies, redeals = position
    changed = list(columns)
    if source == WASTE:
        cards, waste = waste[-1:], waste[:-1]
    else:
        from_cards, hidden = columns[source - 1]
        cards = from_cards[-count:]
        changed[source - 1] = Column(from_cards[:-count], hidden)
    heights = list(foundations)
    if target <= FOUNDATION:
        heights[goes_up_on(policies.places, foundations, cards[0])[-target]] += 1
    else:
        onto, hidden = columns[target - 1]
        changed[target - 1] = Column(onto + cards, hidden)
    uncovered = () if source == WASTE else (source - 1,)
    return _settled(
        policies, changed, stock, waste, heights, uncovered, plies + 1, redeals
    )


def _turned(policies: Policies, position: PatiencePosition) -> PatiencePosition:
    """Turn one card of the stock to the waste."""
    columns, stock, waste, foundations, plies, redeals = position
    return _settled(
        policies,
        list(columns),
        stock[1:],
        (*waste, stock[0]),
        list(foundations),
        (),
        plies + 1,
        redeals,
    )


def _row_dealt(policies: Policies, position: PatiencePosition) -> PatiencePosition:
    """Deal a card on every column, spaces too; aces wait until the row is down."""
    columns, stock, waste, foundations, plies, redeals = position
    width = len(columns)
    row = stock[:width]
    changed = [
        Column((*column.cards, card), column.hidden)
        for column, card in zip(columns, row, strict=False)
    ]
    changed += columns[len(row) :]
    return _settled(
        policies,
        changed,
        stock[width:],
        waste,
        list(foundations),
        range(len(row)),
        plies + 1,
        redeals,
    )


def _dealt_again(policies: Policies, position: PatiencePosition) -> PatiencePosition:
    """Gather the columns and deal them as at first, on foundations as they stand."""
    rules = policies.rules
    columns, stock, waste, foundations, plies, redeals = position
    cards = gathered(rules.redeal, columns, redeals[0])
    layout = dealt(rules, policies.places, cards, list(foundations))
    return _settled(
        policies,
        layout.columns,
        stock,
        waste,
        layout.heights,
        range(len(columns)),
        plies + 1,
        redeals[1:],
    )


def _settled(
    policies: Policies,
    columns: list[Column],
    stock: tuple[Card, ...],
    waste: tuple[Card, ...],
    heights: list[int],
    uncovered: Iterable[int],
    plies: int,
    redeals: tuple[tuple[Card, ...], ...],
) -> PatiencePosition:
    """Turn up what was uncovered, and send exposed aces up, until nothing changes.

    "Aces are removed, as they appear" (Whitmore Jones 1911); nothing could be
    packed on them anyway, so it never costs the player anything.
    """
    goes = policies.goes_by_itself
    for index in uncovered:
        cards, hidden = columns[index]
        while cards:
            if hidden == len(cards):
                hidden -= 1
            if not goes[cards[-1]]:
                break
            heights[cards[-1] // 13] = 1
            cards = cards[:-1]
        columns[index] = Column(cards, hidden) if cards else EMPTY
    while waste and goes[waste[-1]]:
        heights[waste[-1] // 13] = 1
        waste = waste[:-1]
    return PatiencePosition(
        tuple(columns), stock, waste, tuple(heights), plies, redeals
    )


_DEAL: Mapping[Stock, Callable[[Policies, PatiencePosition], PatiencePosition]] = (
    for_every({Stock.WASTE: _turned, Stock.ROW: _row_dealt}, but={Stock.NONE})
)
