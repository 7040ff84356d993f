"""The rules of every game as the page shows them: the terminal's chapters, as data.

Without the one on writing a move, which nobody does at the page.
"""

import json
from pathlib import Path

from docs.reference.page_words.languages import ON_PAGE

from samedeal_client.families.rules import chapters
from samedeal_client.language import Language, speaking, tr
from samedeal_games.catalogue import GAMES
from samedeal_web.files import STATIC

RULES = STATIC / "rules"


def files() -> dict[Path, str]:
    """Return the text of every generated file."""
    return {RULES / f"{language}.js": _module(language) for language in ON_PAGE}


def _module(language: Language) -> str:
    with speaking(language):
        written = tr("Writing a move")
        rows = "".join(
            f"  {json.dumps(str(game.about.key))}: [\n"
            + "".join(
                f"    {json.dumps(chapter._asdict(), ensure_ascii=False)},\n"
                for chapter in chapters(game)
                if chapter.title != written
            )
            + "  ],\n"
            for game in GAMES.values()
        )
    return (
        "/** Rules, in the words of the terminal; written by `make docs`. */\n\n"
        f"export const RULES = {{\n{rows}}};\n"
    )
