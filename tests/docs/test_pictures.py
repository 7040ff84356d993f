"""Pictures in the docs: small, drawn by a command, and asking nobody for anything."""

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docs.pictures.write import FOLDER, picture
from tests.house.repository import ROOT

MOST_BYTES = 150_000
PICTURES = tuple(sorted(FOLDER.glob("*.svg")))
NAMES = re.compile(r"http://www\.w3\.org/\S+|https://www\.textualize\.io")
"""Addresses that are names, and nothing that anybody fetches."""


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_small_and_fetches_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.encode()) <= MOST_BYTES
    assert "http" not in NAMES.sub("", text)
    assert ElementTree.fromstring(text).tag.endswith("svg")  # noqa: S314 - our own


def test_the_readme_shows_the_picture_with_its_words() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"!\[([^]]+)\]\(docs/pictures/([^)]+)\)", readme)
    assert [name for _, name in shown] == [path.name for path in PICTURES]
    assert all(len(words) > 40 for words, _ in shown)


async def test_the_picture_can_be_drawn_and_shows_a_race() -> None:
    before = os.environ.copy()
    drawn = await picture()
    assert os.environ == before
    for words in ("Easthaven", "Greta", "Bob"):
        assert words in drawn
