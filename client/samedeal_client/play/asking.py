"""The rule that keeps one card from another, asked for in practice and in replays."""

from samedeal_client.families import family_of
from samedeal_client.families.asked import Place
from samedeal_client.language import later
from samedeal_client.language.typed import words_for
from samedeal_client.view.cards import Glyphs
from samedeal_games.game import AnyGame, Board

ASKS = later("Why not? The next move is told about, not made; Esc ends it.")
_WHY = words_for("why")


def read_question(text: str) -> list[str] | None:
    """Return the words of a question in a line; None for any other line."""
    first, *rest = text.lower().split() or [""]
    return rest if first in _WHY else None


def told(
    game: AnyGame, board: Board, asked: tuple[Place, Place], glyphs: Glyphs
) -> str:
    """Return the rule that keeps a card from a place, or that it may go there."""
    return family_of(game).why_not(board, *asked, glyphs)


def answer(game: AnyGame, board: Board, words: list[str], glyphs: Glyphs) -> str:
    """Return the same for places named in words; raises Refused."""
    family = family_of(game)
    return family.why_not(board, *family.asked(board, words), glyphs)
