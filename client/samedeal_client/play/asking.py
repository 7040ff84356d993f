"""Why one card does not go on another: asked in words, in practice and in replays."""

from samedeal_client.families import family_of
from samedeal_client.families.asked import Place
from samedeal_client.language import later
from samedeal_client.language.typed import words_for
from samedeal_client.view.cards import Glyphs
from samedeal_games.game import AnyGame, Board

ASKS = later("Why not? The next move is told about, not made; Esc ends it.")
_WHY = words_for("why")


def read_question(text: str) -> list[str] | None:
    """Return what a line asks about, None for one that asks nothing."""
    first, *rest = text.lower().split() or [""]
    return rest if first in _WHY else None


def told(
    game: AnyGame, board: Board, asked: tuple[Place, Place], glyphs: Glyphs
) -> str:
    """Return why a card does not go where it is asked for, or that it does."""
    return family_of(game).why_not(board, *asked, glyphs)


def answer(game: AnyGame, board: Board, words: list[str], glyphs: Glyphs) -> str:
    """Return why a card does not go where it is asked for; raises Refused."""
    family = family_of(game)
    return family.why_not(board, *family.asked(board, words), glyphs)
