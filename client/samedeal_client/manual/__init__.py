"""The rules of every game as a page to read, made from what the engine plays by.

Each sentence belongs to one value of a ruleset, so the page of a game says what holds
in it and nothing else, and a new game has a page by itself.
"""

from samedeal_client.manual.chapters import Chapter
from samedeal_client.manual.lore import good_to_know
from samedeal_client.manual.matches import contest
from samedeal_client.manual.patience import patience_chapters
from samedeal_client.manual.squares import squares_chapters
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

__all__ = ["Chapter", "chapters"]


def chapters(game: AnyGame) -> tuple[Chapter, ...]:
    """Return the page of a game, in the language that is spoken."""
    own: tuple[Chapter, ...] = ()
    if isinstance(game, SquaresGame):
        own = squares_chapters(game)
    elif isinstance(game, PatienceGame):
        own = patience_chapters(game)
    return (*own, contest(game.about), *good_to_know(game))
