"""Which family a game is of: the one question for its type outside the rules."""

from samedeal_client.families.family import Family
from samedeal_client.families.patience import PatienceFamily
from samedeal_client.families.squares import SquaresFamily
from samedeal_games.catalogue import GAMES
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame


def family_of(game: AnyGame) -> Family:
    """Return the faces of a game's family; raises LookupError where it has none."""
    # Where moves may be taken back it is another object, of the same faces.
    known = GAMES.get(game.about.key, game)
    if isinstance(known, SquaresGame):
        return SquaresFamily(known)
    if isinstance(known, PatienceGame):
        return PatienceFamily(known)
    raise LookupError(game.about.key)
