"""The players of each game: the one list of them."""

from samedeal_games.catalogue import find_game
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_players.player import Players


def players_for(game_key: str) -> Players:
    """Return the players of a game by level; raises UnknownGame.

    Nobody is returned for a game that no player of skill has learned.

    >>> [level.value for level in players_for("squares/english")]
    ['casual', 'good', 'strong', 'expert']
    """
    game = find_game(game_key)
    # What they know takes long to load, and nobody needs that of another game.
    if isinstance(game, SquaresGame):
        from samedeal_players.squares import squares_players

        return squares_players(game)
    if isinstance(game, PatienceGame):
        from samedeal_players.patience import patience_players

        return patience_players(game)
    return {}
