"""The reference page on rulesets is made from the catalogue as it is."""

import subprocess
import sys
from pathlib import Path

from samedeal_games.catalogue import GAMES

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "reference" / "rulesets.md"


def test_the_page_is_what_the_catalogue_says() -> None:
    made = subprocess.run(
        [sys.executable, DOCS / "generate_rulesets.py"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert PAGE.read_text("utf-8") == made.stdout, "run `make docs`"


def test_the_page_names_every_game() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"`{key}`" in page for key in GAMES)
