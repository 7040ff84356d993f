"""Which keys make a move, and how somebody is told."""

from samedeal_client.fullscreen.hand import Hand
from samedeal_client.fullscreen.words import TYPE
from samedeal_client.language import tr
from samedeal_client.play.input import typed
from samedeal_client.terminal.keys import bound_to, key_of_column
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


def keys_of(game: AnyGame, board: Board, move: str) -> tuple[str, ...]:
    """Return the keys that make a move while nothing is in hand.

    Where two or three do not, what is typed for it after the key that opens a line.
    """
    keys = _keys(game, move)
    hand = Hand()
    hand.look(game, board)
    made = [hand.press(key).move for key in keys]
    if made[-1] == move:
        return keys
    return (TYPE, *typed(game, board, move), "enter")


def how_to(game: AnyGame, board: Board, move: str) -> str:
    """Return how a move is made, to stand in a sentence: ``press 3 5``."""
    keys = keys_of(game, board, move)
    if keys[0] != TYPE:
        return tr("press {keys}", keys=" ".join(map(bound_to, keys)))
    line = bound_to(TYPE) + "".join(keys[1:-1])
    return tr("type {line} and Enter", line=line)


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
