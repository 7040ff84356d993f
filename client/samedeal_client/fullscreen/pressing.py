"""Which keys make a move."""

from samedeal_client.fullscreen.hand import Hand
from samedeal_client.table.learning import typed
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.squares import cell_name
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import (
    FOUNDATION,
    KINGS_FOUNDATION,
    REDEAL,
    WASTE,
    PatienceGame,
)
from samedeal_games.squares import SquaresGame

_SOURCES = {WASTE: "w"}
_TARGETS = {FOUNDATION: "f", KINGS_FOUNDATION: "k"}


def how_to(game: AnyGame, board: Board, move: str) -> str:
    """Return the keys that make a move, or what to type where keys do not."""
    keys = _keys(game, move)
    hand = Hand()
    hand.look(game, board)
    made = [hand.press(key).move for key in keys]
    if made[-1] == move:
        return " ".join(keys)
    return f": {typed(game, board, move)}"


def _keys(game: AnyGame, move: str) -> tuple[str, ...]:
    if isinstance(game, SquaresGame):
        return tuple(cell_name(game, game.parse(move)))
    if not isinstance(game, PatienceGame):
        return (move,)
    parsed = game.parse(move)
    if parsed.source == REDEAL:
        return (move.lower(), move.lower())
    if parsed.size == 0:
        return (move.lower(),)
    source, target = parsed.source, parsed.target
    return (
        _SOURCES.get(source) or key_of_column(source),
        _TARGETS.get(target) or key_of_column(target),
    )
