"""The commitments that a player has seen: the first one counts."""

from pathlib import Path

import pytest

from samedeal_client.failed import Failed
from samedeal_client.kept.evidence.commitments import KEPT_MS, NAME, Commitments
from samedeal_protocol.deals.dailies import CommitmentView
from samedeal_records.proof.reveals import Seen

URL = "ws://one"
NOW = 1_700_000_000_000


def shown(deal: str, byte: int) -> CommitmentView:
    return CommitmentView(deal=deal, commitment=bytes([byte] * 32), committed_at=0)


def test_the_commitment_that_was_shown_first_is_kept(tmp_path: Path) -> None:
    known = Commitments(tmp_path / "identity.json", URL)
    assert known.find("a") is None
    known.note([shown("a", 1)], NOW)
    known.note([shown("a", 2), shown("b", 3)], NOW + 5)
    assert known.find("a") == Seen(b"\1" * 32, NOW)
    assert known.find("b") == Seen(b"\3" * 32, NOW + 5)
    assert (tmp_path / NAME).is_file()


def test_servers_are_kept_apart(tmp_path: Path) -> None:
    one = Commitments(tmp_path / "identity.json", URL)
    other = Commitments(tmp_path / "identity.json", "ws://other")
    one.note([shown("a", 1)], NOW)
    other.note([shown("a", 2)], NOW)
    assert one.find("a") == Seen(b"\1" * 32, NOW)
    assert other.find("a") == Seen(b"\2" * 32, NOW)


def test_what_is_very_old_is_forgotten(tmp_path: Path) -> None:
    known = Commitments(tmp_path / "identity.json", URL)
    known.note([shown("a", 1)], NOW)
    known.note([shown("b", 1)], NOW + KEPT_MS + 1)
    assert known.find("a") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', "no json"])
def test_a_file_that_is_none_is_not_written_over(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, "utf-8")
    known = Commitments(tmp_path / "identity.json", URL)
    with pytest.raises(Failed, match="not a file of commitments"):
        known.note([shown("a", 1)], NOW)
    assert (tmp_path / NAME).read_text("utf-8") == text


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("", "utf-8")
    known = Commitments(tmp_path / "folder" / "identity.json", URL)
    with pytest.raises(Failed, match="cannot"):
        known.note([shown("a", 1)], NOW)
