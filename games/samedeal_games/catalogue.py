"""Everything that can be played: the one list of it."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from samedeal_games import squares
from samedeal_games.errors import UnknownGame
from samedeal_games.game import AnyGame

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {rules.key: squares.SquaresGame(rules) for rules in squares.RULESETS}
)
"""Every game by its key, in the order in which people are shown them."""


def find_game(key: str) -> AnyGame:
    """Return the game of a key; raises UnknownGame, which names the nearest."""
    game = GAMES.get(key)
    if game is None:
        near = difflib.get_close_matches(key, GAMES, n=1, cutoff=0.3)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UnknownGame(f"no game is called {key!r}{hint}")
    return game
