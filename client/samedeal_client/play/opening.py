"""A first card that can go to one place only: it lies by itself.

At Poker Patience cells are counted from the first card, so there is nothing to choose.
By the rules it is a move like any other, and stands in every record.
"""

from samedeal_client.families import family_of
from samedeal_client.language import later
from samedeal_games.deals import Deal
from samedeal_games.game import AnyGame

LIES = later("The first card is laid for you.")


def opened(game: AnyGame, deal: Deal) -> tuple[object, list[str]]:
    """Return the position that play begins with, and the moves that led to it."""
    position: object = game.setup(deal)
    move = family_of(game).only_move(game.view(position))
    if not move:
        return position, []
    return game.apply(position, game.parse(move)), [move]
