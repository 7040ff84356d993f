"""Any game's board, and its moves in words."""

from samedeal_client.language import tr
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.patience import MOST_ROWS, patience_lines
from samedeal_client.view.reading import is_linear
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.squares import cell_name, squares_lines
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame

TEXT_WIDTH = 76


def board_lines(
    game: AnyGame, board: Board, glyphs: Glyphs, most_rows: int = MOST_ROWS
) -> Lines:
    """Return the board of any game of the catalogue."""
    if is_linear():
        # Few read boards so.
        from samedeal_client.view.spoken import told_board

        return told_board(game, board)
    if isinstance(game, SquaresGame):
        return squares_lines(game, board, glyphs)
    return patience_lines(game.about, board, glyphs, most_rows)


def move_name(game: AnyGame, notation: str) -> str:
    """Return what a player types for a move: mostly its notation."""
    if isinstance(game, SquaresGame):
        return cell_name(game, game.parse(notation))
    return notation


def legal_lines(game: AnyGame, board: Board, glyphs: Glyphs) -> Lines:
    """Return every legal move, in words where that says more."""
    position = game.position_from(board)
    moves = [game.format(move) for move in game.legal_moves(position)]
    if not moves:
        return (line(tr(" No move is left.")),)
    if isinstance(game, SquaresGame):
        cells = " ".join(cell_name(game, game.parse(move)) for move in moves)
        return (line(tr(" Lay the card on one of:")), *_wrapped(cells))
    return _in_columns([(move, _words(board, move, glyphs)) for move in moves])


def _words(board: Board, notation: str, glyphs: Glyphs) -> str:
    """Describe a patience move by the cards that it moves."""
    if notation == "D":
        return tr("deal from the stock")
    if notation == "R":
        return tr("gather and deal again")
    source, target = _ends(notation)
    cards = board.zones["waste" if source == "W" else f"column.{source}"]
    count = int(notation.partition("x")[2] or 1)
    moved = cards[-count]
    name = card_name(moved, glyphs)
    if count > 1:
        name = tr("{card} and {count} more", card=name, count=count - 1)
    if target == "F":
        return tr("{cards} up", cards=name)
    if target == "K":
        return tr("{cards} up, under the king", cards=name)
    below = board.zones[f"column.{target}"]
    if not below:
        return tr("{cards} onto a space", cards=name)
    return tr("{cards} onto {card}", cards=name, card=_target_name(below[-1], glyphs))


def _ends(notation: str) -> tuple[str, str]:
    if notation[-1] in "FK":
        return notation[:-1], notation[-1]
    source, _, target = notation.partition("x")[0].partition(">")
    return source, target


def _target_name(card: Card, glyphs: Glyphs) -> str:
    return tr("a card") if card == FACE_DOWN else card_name(card, glyphs)


def _in_columns(moves: list[tuple[str, str]]) -> Lines:
    """Set moves and words in as many columns as the width takes."""
    if is_linear():
        return tuple(line(f" {move}: {words}") for move, words in moves)
    label = max(len(move) for move, _ in moves)
    cell = label + 2 + max(len(words) for _, words in moves) + 3
    across = max(1, TEXT_WIDTH // cell)
    rows: list[tuple[Span, ...]] = []
    for first in range(0, len(moves), across):
        spans = [Span(" ")]
        for move, words in moves[first : first + across]:
            spans.append(Span(f"{move:<{label}}  ", Style.NEXT))
            spans.append(Span(words.ljust(cell - label - 2)))
        rows.append(tuple(spans))
    return tuple(rows)


def _wrapped(text: str) -> Lines:
    rows: list[str] = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) >= TEXT_WIDTH:
            rows.append("")
        rows[-1] += " " + word
    return tuple((Span(" " + row, Style.NEXT),) for row in rows)
