"""What was doubted of matches is kept: bounded, and whatever a server calls them."""

from pathlib import Path

import pytest
from tests.records.proof.test_witness import HONEST, seen_by

from samedeal_client.kept.evidence import doubts as kept
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_records.proof.witness import Witness

URL = "ws://one"


def witness_of(match: str) -> Witness:
    return seen_by(0, HONEST._replace(match=match))


@pytest.mark.parametrize("match", ["m-1", "../../m-1", "\0", "m" * 60])
def test_a_match_may_be_called_anything(match: str, tmp_path: Path) -> None:
    doubts = Doubts(tmp_path / "identity.json", URL)
    doubts.keep(witness_of(match), ("a" * 10_000,) * 100)
    found = doubts.find(match)
    assert found is not None
    assert found.announced == HONEST.commitment.hex()
    (path,) = doubts.folder.iterdir()
    assert path.stat().st_size < 10_000


def test_a_match_of_the_same_id_elsewhere_is_another(tmp_path: Path) -> None:
    doubts = Doubts(tmp_path / "identity.json", URL)
    doubts.keep(witness_of("m-1"), ("it is not fair",))
    other = Doubts(tmp_path / "identity.json", "ws://other")
    assert other.find("m-1") is None
    assert other.find_anywhere("m-1") == doubts.find("m-1")


def test_of_too_many_doubts_the_first_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MATCHES_MOST", 3)
    doubts = Doubts(tmp_path / "identity.json", URL)
    for number in range(5):
        doubts.keep(witness_of(f"m-{number}"), ("it is not fair",))
    there = [doubts.find(f"m-{number}") is not None for number in range(5)]
    assert there == [True, True, True, False, False]
