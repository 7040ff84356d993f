"""The patience engine: it deals, moves cards, and lets aces go up by themselves."""

from collections.abc import Callable, Iterable, Mapping

from samedeal_games.cards import FACE_DOWN, PACK_SIZE, Card
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove, InvalidDeck
from samedeal_games.game import About, Board, Contest
from samedeal_games.patience.moves import is_anything_left, legal_moves, why_not
from samedeal_games.patience.notation import (
    FOUNDATION,
    STOCK,
    WASTE,
    Move,
    format_move,
    parse_move,
)
from samedeal_games.patience.position import EMPTY, Column, PatiencePosition
from samedeal_games.patience.rulesets import Ruleset, Stock

PLY_LIMIT = 1000
"""Cards can be shuttled between two columns for ever; sensible games are over in
under 200 actions."""
TIME_LIMIT_S = 600


class PatienceGame:
    """One game of the Westcliff family, after its ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.about = About(
            key=ruleset.key,
            title=ruleset.title,
            contest=Contest.RACE,
            packs=1,
            cards_needed=PACK_SIZE,
            top_score=PACK_SIZE,
            ply_limit=PLY_LIMIT,
            time_limit_s=TIME_LIMIT_S,
            summary=ruleset.summary,
            rules_hash=ruleset.rules_hash,
        )

    def setup(self, deal: Deal) -> PatiencePosition:
        """Deal the tableau by rows, left to right; raises InvalidDeck."""
        if len(deal.cards) != PACK_SIZE:
            raise InvalidDeck(
                f"{self.about.title} needs all {PACK_SIZE} cards; "
                f"this deck has {len(deal.cards)}"
            )
        width, height = self.ruleset.columns, len(self.ruleset.rows)
        laid, stock = deal.cards[: width * height], deal.cards[width * height :]
        hidden = self.ruleset.rows.count("d")
        columns = [Column(laid[start::width], hidden) for start in range(width)]
        return _settled(columns, stock, (), [0, 0, 0, 0], range(width), 0)

    def legal_moves(self, position: PatiencePosition) -> tuple[Move, ...]:
        """List every legal move: columns from the left, the waste, then a deal."""
        if self.is_over(position):
            return ()
        return tuple(legal_moves(self.ruleset, position))

    def apply(self, position: PatiencePosition, move: Move) -> PatiencePosition:
        """Take an action and all that follows by itself; raises IllegalMove."""
        if position.plies >= PLY_LIMIT:
            raise IllegalMove(f"the game is over after {PLY_LIMIT} actions")
        if self.is_won(position):
            raise IllegalMove("the game is over: every card is up")
        reason = why_not(self.ruleset, position, move)
        if reason is not None:
            raise IllegalMove(reason)
        if not position.stock and self.is_over(position):
            raise IllegalMove("the game is over: nothing is left to do")
        if move.source == STOCK:
            return _DEAL[self.ruleset.stock](position)
        return _moved(position, move)

    def plies(self, position: PatiencePosition) -> int:
        """Count the actions taken."""
        return position.plies

    def score(self, position: PatiencePosition) -> int:
        """Count the cards on the foundations."""
        return sum(position.foundations)

    def is_over(self, position: PatiencePosition) -> bool:
        """Tell whether the game is out, worn out, or nothing is left to do."""
        return (
            position.plies >= PLY_LIMIT
            or self.is_won(position)
            or not is_anything_left(self.ruleset, position)
        )

    def is_won(self, position: PatiencePosition) -> bool:
        """Tell whether every card is on its foundation."""
        return sum(position.foundations) == PACK_SIZE

    def view(self, position: PatiencePosition) -> Board:
        """Show what lies face up; the stock is a count."""
        zones: dict[str, tuple[Card, ...]] = {
            "stock": (FACE_DOWN,) * len(position.stock)
        }
        if self.ruleset.stock is Stock.WASTE:
            zones["waste"] = position.waste
        for suit, height in enumerate(position.foundations):
            zones[f"foundation.{suit + 1}"] = _BUILT[suit][:height]
        for number, (cards, hidden) in enumerate(position.columns, 1):
            zones[f"column.{number}"] = (FACE_DOWN,) * hidden + cards[hidden:]
        return Board(position.plies, zones)

    def position_from(self, board: Board) -> PatiencePosition:
        """Rebuild a position, the hidden cards face down."""
        zones = board.zones
        width = self.ruleset.columns
        columns = tuple(
            Column(cards, cards.count(FACE_DOWN))
            for cards in (zones[f"column.{number}"] for number in range(1, width + 1))
        )
        heights = tuple(len(zones[f"foundation.{suit}"]) for suit in range(1, 5))
        waste = zones.get("waste", ())
        return PatiencePosition(columns, zones["stock"], waste, heights, board.plies)

    def parse(self, text: str) -> Move:
        """Read a move; raises InvalidMove."""
        return parse_move(text, self.ruleset.columns)

    def format(self, move: Move) -> str:
        """Write a move."""
        return format_move(move)


def _moved(position: PatiencePosition, move: Move) -> PatiencePosition:
    """Move cards that may be moved."""
    source, target, count = move
    columns, stock, waste, foundations, plies = position
    changed = list(columns)
    if source == WASTE:
        cards, waste = waste[-1:], waste[:-1]
    else:
        from_cards, hidden = columns[source - 1]
        cards = from_cards[-count:]
        changed[source - 1] = Column(from_cards[:-count], hidden)
    heights = list(foundations)
    if target == FOUNDATION:
        heights[cards[0] // 13] += 1
    else:
        onto, hidden = columns[target - 1]
        changed[target - 1] = Column(onto + cards, hidden)
    uncovered = () if source == WASTE else (source - 1,)
    return _settled(changed, stock, waste, heights, uncovered, plies + 1)


def _turned(position: PatiencePosition) -> PatiencePosition:
    """Turn one card of the stock to the waste."""
    columns, stock, waste, foundations, plies = position
    waste = (*waste, stock[0])
    return _settled(list(columns), stock[1:], waste, list(foundations), (), plies + 1)


def _row_dealt(position: PatiencePosition) -> PatiencePosition:
    """Deal a card on every column, spaces too; aces wait until the row is down."""
    columns, stock, waste, foundations, plies = position
    width = len(columns)
    row = stock[:width]
    changed = [
        Column((*column.cards, card), column.hidden)
        for column, card in zip(columns, row, strict=False)
    ]
    changed += columns[len(row) :]
    return _settled(
        changed, stock[width:], waste, list(foundations), range(len(row)), plies + 1
    )


def _settled(
    columns: list[Column],
    stock: tuple[Card, ...],
    waste: tuple[Card, ...],
    heights: list[int],
    uncovered: Iterable[int],
    plies: int,
) -> PatiencePosition:
    """Turn up what was uncovered, and send exposed aces up, until nothing changes.

    "Aces are removed, as they appear" (Whitmore Jones 1911); nothing could be
    packed on them anyway, so it never costs the player anything.
    """
    for index in uncovered:
        cards, hidden = columns[index]
        while cards:
            if hidden == len(cards):
                hidden -= 1
            if not _is_ace(cards[-1]):
                break
            heights[cards[-1] // 13] = 1
            cards = cards[:-1]
        columns[index] = Column(cards, hidden) if cards else EMPTY
    while waste and _is_ace(waste[-1]):
        heights[waste[-1] // 13] = 1
        waste = waste[:-1]
    return PatiencePosition(tuple(columns), stock, waste, tuple(heights), plies)


def _is_ace(card: Card) -> bool:
    return card >= 0 and card % 13 == 0


_DEAL: Mapping[Stock, Callable[[PatiencePosition], PatiencePosition]] = {
    Stock.WASTE: _turned,
    Stock.ROW: _row_dealt,
}

_BUILT = tuple(tuple(Card(suit * 13 + rank) for rank in range(13)) for suit in range(4))
"""The cards of a whole foundation, by suit."""
