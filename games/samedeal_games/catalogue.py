"""Everything that can be played: the one list of it."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from samedeal_games import patience, squares
from samedeal_games.errors import UnknownGame
from samedeal_games.game import AnyGame
from samedeal_games.wording import Wording


def _catalogue() -> dict[str, AnyGame]:
    games: dict[str, AnyGame] = {}
    for lay in squares.RULESETS:
        games[lay.key] = squares.SquaresGame(lay)
    for rules in patience.RULESETS:
        games[rules.key] = patience.PatienceGame(rules)
    return games


GAMES: Mapping[str, AnyGame] = MappingProxyType(_catalogue())
"""Every game by its key, in the order in which people are shown them."""

_TAKING_BACK: Mapping[str, AnyGame] = MappingProxyType(
    {
        key: patience.TakingBack(game)
        for key, game in GAMES.items()
        if isinstance(game, patience.PatienceGame)
    }
)


def find_game(key: str) -> AnyGame:
    """Return the game of a key; raises UnknownGame, which names the nearest."""
    game = GAMES.get(key)
    if game is None:
        near = difflib.get_close_matches(key.lower(), GAMES, n=1, cutoff=0.6)
        hint = (
            Wording("did you mean {game}?", game=near[0])
            if near
            else Wording("they are {games}", games=", ".join(GAMES))
        )
        raise UnknownGame(
            Wording("no game is called {key!r}; {hint}", key=key, hint=hint)
        )
    return game


def can_take_back(key: str) -> bool:
    """Tell whether moves of a game could be taken back; raises UnknownGame.

    Of Poker Squares none can: each card that is laid shows the next one.
    """
    return find_game(key).about.key in _TAKING_BACK


def find_retraceable(key: str) -> AnyGame:
    """Return a game as it is where moves may be taken back; raises UnknownGame.

    Poker Squares is the same there.
    """
    game = find_game(key)
    return _TAKING_BACK.get(game.about.key, game)
