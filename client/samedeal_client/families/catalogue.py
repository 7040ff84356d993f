"""The family of a game: the one place in the client that asks for its type."""

from samedeal_client.families.family import Family
from samedeal_client.families.patience import PatienceFamily
from samedeal_client.families.squares import SquaresFamily
from samedeal_games.catalogue import GAMES
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame


def family_of(game: AnyGame) -> Family:
    """Return the family's faces of a game; raises LookupError if it has none."""
    # Where moves may be taken back it is another object, of the same faces.
    known = GAMES.get(game.about.key, game)
    if isinstance(known, SquaresGame):
        return SquaresFamily(known)
    if isinstance(known, PatienceGame):
        return PatienceFamily(known)
    raise LookupError(game.about.key)
