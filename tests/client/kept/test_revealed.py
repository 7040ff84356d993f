"""Which matches a nonce was sent for is kept, until what became of them is known."""

import time
from pathlib import Path

import pytest

from samedeal_client.kept.evidence import revealed as kept
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.wire.witness.memory import Before

URL = "ws://one"


@pytest.mark.parametrize("match", ["m-1", "../../m-1", "\0", "m" * 60])
def test_a_match_may_be_called_anything(match: str, tmp_path: Path) -> None:
    revealed = Revealed(tmp_path / "identity.json", URL)
    revealed.note(match)
    revealed.note(match)
    assert revealed.matches() == (match,)
    (path,) = revealed.folder.iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert Revealed(tmp_path / "identity.json", "ws://other").matches() == ()
    revealed.forget([match, "m-9"])
    assert revealed.matches() == ()


def test_of_too_many_the_first_of_each_server_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MATCHES_MOST", 3)
    moments = iter(range(100))
    monkeypatch.setattr(time, "time", lambda: float(next(moments)))
    friends = Revealed(tmp_path / "identity.json", "ws://friend")
    friends.note("m-9")
    revealed = Revealed(tmp_path / "identity.json", URL)
    for number in range(5):
        revealed.note(f"m-{number}")
    assert revealed.matches() == ("m-0", "m-1", "m-2")
    assert friends.matches() == ("m-9",)


def test_noting_a_match_reads_none_of_those_noted_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    revealed = Revealed(tmp_path / "identity.json", URL)
    revealed.note("m-1")

    def never(path: Path) -> None:
        raise AssertionError(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", never)
        revealed.note("m-2")
    assert set(revealed.matches()) == {"m-1", "m-2"}


def test_nothing_is_kept_for_whoever_wants_nothing_kept() -> None:
    revealed = Revealed(Path("/dev/null"), URL)
    revealed.note("m-1")
    assert revealed.matches() == ()


BEFORE = Before(b"n" * 16, b"c" * 32, "", {"p-ada": b"a" * 32, "p-bob": b"b" * 32})


def test_what_was_known_when_it_was_sent_is_kept_for_each_who_plays_here(
    tmp_path: Path,
) -> None:
    revealed = Revealed(tmp_path / "identity.json", URL)
    bobs = Before(b"o" * 16, None, None, None)
    revealed.note("m-1", "p-ada", BEFORE)
    revealed.note("m-1", "p-bob", bobs)
    # Later everybody's nonce is known to the server: what was known first counts.
    revealed.note("m-1", "p-ada", BEFORE._replace(announced=b"x" * 32))
    again = Revealed(tmp_path / "identity.json", URL)
    assert again.known("m-1", "p-ada") == BEFORE
    assert again.known("m-1", "p-bob") == bobs
    assert again.known("m-1", "p-cleo") is None
    assert again.known("m-2", "p-ada") is None
    assert Revealed(tmp_path / "identity.json", "ws://o").known("m-1", "p-ada") is None
    again.forget(["m-1"])
    assert again.known("m-1", "p-ada") is None


@pytest.mark.parametrize("nonce", ['"zz"', "7"])
def test_what_is_kept_and_cannot_be_read_is_not_known(
    nonce: str, tmp_path: Path
) -> None:
    revealed = Revealed(tmp_path / "identity.json", URL)
    revealed.note("m-1", "p-ada", BEFORE)
    (path,) = revealed.folder.iterdir()
    text = path.read_text().replace(f'"{(b"n" * 16).hex()}"', nonce)
    path.write_text(text)
    assert revealed.known("m-1", "p-ada") is None


def test_what_was_noted_before_this_was_kept_is_still_noted(tmp_path: Path) -> None:
    revealed = Revealed(tmp_path / "identity.json", URL)
    revealed.note("m-1")
    assert revealed.known("m-1", "p-ada") is None
    (path,) = revealed.folder.iterdir()
    path.write_text(path.read_text().replace(',"known":{}', ""))
    assert revealed.matches() == ("m-1",)
