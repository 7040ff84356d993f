"""The rule that keeps a card of Poker Squares from a cell."""

from samedeal_client.failed import Refused
from samedeal_client.families.asked import TO_LAY, Place, read_asked_card
from samedeal_client.language import tr
from samedeal_client.view.boards.squares import cell_called, cell_name
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_games.cards import Card
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.game import Board
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.cells import FIRST_CELL, FIRST_GOES


def squares_place(game: SquaresGame, board: Board, word: str) -> Place:
    """Return a cell by its name, or by the card that lies there; raises Refused."""
    cell = cell_called(game, word)
    if cell is not None:
        return Place(game.format(cell))
    try:
        return Place(game.format(game.parse(word)))
    except InvalidMove:
        return _place_of(game, board, read_asked_card(word))


def _place_of(game: SquaresGame, board: Board, card: Card) -> Place:
    if board.zones.get("next", ())[:1] == (card,):
        return TO_LAY
    position = game.position_from(board)
    for cell, laid in zip(position.cells, position.cards, strict=False):
        if laid == card:
            return Place(game.format(cell))
    raise Refused(tr("That card is not seen yet."))


def why_not(
    game: SquaresGame, board: Board, source: Place, target: Place, glyphs: Glyphs
) -> str:
    """Return the rule that keeps the card to lay from a cell, or that it may go."""
    following = board.zones.get("next", ())[:1]
    if not following:
        return tr("All cards are laid.")
    card = card_name(following[0], glyphs)
    if source != TO_LAY:
        return tr("What lies stays where it is; {card} is to be laid.", card=card)
    if target == TO_LAY:
        return tr("{card} lies nowhere yet: it is to be laid.", card=card)
    cell = game.parse(target.pile)
    head = tr("{card} on {cell}", card=card, cell=cell_name(game, cell))
    try:
        game.apply(game.position_from(board), cell)
    except IllegalMove as error:
        return f"{head}: {refusal_reason(game, error)}."
    return f"{head}: {tr('that is allowed')}."


def refusal_reason(game: SquaresGame, error: IllegalMove) -> str:
    """Return the reason that no card can be laid on a cell, with cells by name."""
    if error.wording == FIRST_GOES:
        first = cell_name(game, FIRST_CELL)
        return tr("the first card goes to {cell}", cell=first)
    return tr(error.wording)
