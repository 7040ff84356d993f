"""A game played out by a player of skill, who sees what any player would."""

from random import Random

from samedeal_games.deals import Deal
from samedeal_games.game import AnyGame
from samedeal_players.player import AnyPlayer


def played_out(game: AnyGame, player: AnyPlayer, deal: Deal, dice: Random) -> int:
    """Return the score of a player on a deal; the same dice score the same."""
    position = game.setup(deal)
    while not game.is_over(position):
        moves = game.legal_moves(position)
        move = player.choose(game.view(position), moves, dice)
        position = game.apply(position, move)
    return game.score(position)
