"""Everything that can be played: the one list of it."""

import difflib
from collections.abc import Iterable, Mapping
from functools import reduce
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


FAMILIES: tuple[str, ...] = tuple(
    dict.fromkeys(game.about.family for game in GAMES.values())
)
"""Every family of games that share a rating; some are called like a game of theirs."""


def find_game(key: str) -> AnyGame:
    """Return the game of a key; raises UnknownGame, which names the nearest."""
    game = GAMES.get(key)
    if game is not None:
        return game
    if key in FAMILIES:
        hint = Wording("it is the family of {games}", games=_named(key))
    else:
        hint = _nearest(key, GAMES)
    raise UnknownGame(Wording("no game is called {key!r}; {hint}", key=key, hint=hint))


def _named(family: str) -> Wording:
    """Return the keys of a family's games, each with what the game is called."""
    named = [
        Wording("{key} ({title})", key=key, title=Wording(game.about.title))
        for key, game in GAMES.items()
        if game.about.family == family
    ]
    return reduce(lambda all_, one: Wording("{all}, {one}", all=all_, one=one), named)


def find_in_family(key: str) -> AnyGame:
    """Return a game of a family, or the game of a key; raises UnknownGame."""
    if key in FAMILIES:
        return next(game for game in GAMES.values() if game.about.family == key)
    if key in GAMES:
        return GAMES[key]
    hint = _nearest(key, (*FAMILIES, *GAMES))
    raise UnknownGame(
        Wording("no game or family is called {key!r}; {hint}", key=key, hint=hint)
    )


def _nearest(key: str, known: Iterable[str]) -> Wording:
    near = difflib.get_close_matches(key.lower(), list(known), n=1, cutoff=0.6)
    if near:
        return Wording("did you mean {game}?", game=near[0])
    return Wording("there are {games}", games=", ".join(known))


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
