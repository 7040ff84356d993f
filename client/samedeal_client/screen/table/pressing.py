"""The keys that make a move, and the words for them."""

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.play.input import typed
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys.key_hints import TYPE
from samedeal_client.terminal.keys import bound_to
from samedeal_games.game import AnyGame, Board


def keys_of(game: AnyGame, board: Board, move: str) -> tuple[str, ...]:
    """Return the keys that make a move while nothing is in hand.

    Where two or three do not, what is typed for it after the key that opens a line.
    """
    keys = family_of(game).strokes(move)
    hand = Hand()
    hand.look(game, board)
    made = [hand.press(key).move for key in keys]
    if made[-1] == move:
        return keys
    return (TYPE, *typed(game, board, move), "enter")


def how_to(game: AnyGame, board: Board, move: str) -> str:
    """Return the way to make a move, to stand in a sentence: ``press 3 5``."""
    keys = keys_of(game, board, move)
    if keys[0] != TYPE:
        return tr("press {keys}", keys=" ".join(map(bound_to, keys)))
    line = bound_to(TYPE) + "".join(keys[1:-1])
    return tr("type {line} and Enter", line=line)
