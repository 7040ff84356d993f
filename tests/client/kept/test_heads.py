"""The heads of chains that a player was shown: kept, bounded, and nobody else's."""

import stat
from pathlib import Path

import pytest

from samedeal_client.failed import Failed
from samedeal_client.kept.evidence.heads import (
    HEADS_MOST,
    NAME,
    SERVERS_MOST,
    Heads,
    SeenHead,
)

URL = "ws://one"


def head(length: int) -> SeenHead:
    return SeenHead(length=length, head=f"{length:064x}", at=1)


def test_heads_are_kept_by_server_in_a_private_file(tmp_path: Path) -> None:
    known = Heads(tmp_path / "identity.json", URL)
    assert known.seen() == ()
    known.keep((head(1), head(2)))
    assert known.seen() == (head(1), head(2))
    assert Heads(tmp_path / "identity.json", "ws://other").seen() == ()
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_of_too_many_heads_the_first_and_the_newest_stay(tmp_path: Path) -> None:
    known = Heads(tmp_path / "identity.json", URL)
    known.keep(tuple(head(number) for number in range(3 * HEADS_MOST)))
    kept = known.seen()
    assert len(kept) == HEADS_MOST
    assert (kept[0], kept[-1]) == (head(0), head(3 * HEADS_MOST - 1))


def test_many_heads_drive_out_neither_old_ones_nor_those_of_own_matches(
    tmp_path: Path,
) -> None:
    """A server that lets a match disappear shows another chain again and again."""
    known = Heads(tmp_path / "identity.json", URL)
    old = tuple(head(number) for number in range(3))
    own = head(9).model_copy(update={"is_of_own": True})
    known.keep((*old, *(head(10 + number) for number in range(9)), own))
    for number in range(4 * HEADS_MOST):
        known.keep((*known.seen(), head(100 + number)))
    assert len(known.seen()) == HEADS_MOST
    assert known.seen()[:3] == old
    assert own in known.seen()


def test_of_too_many_servers_those_visited_last_stay(tmp_path: Path) -> None:
    visited = [f"ws://{number}" for number in range(SERVERS_MOST + 1)]
    for server in visited:
        Heads(tmp_path / "identity.json", server).keep((head(1),))
    kept = [bool(Heads(tmp_path / "identity.json", s).seen()) for s in visited]
    assert kept == [False] + [True] * SERVERS_MOST


def test_whoever_wants_nothing_kept_has_nothing_kept(tmp_path: Path) -> None:
    (tmp_path / "identity").mkdir()
    Heads(tmp_path / "identity", URL).keep((head(1),))
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2, "servers": {}}', "no json"])
def test_a_file_that_is_none_is_not_written_over(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, "utf-8")
    with pytest.raises(Failed, match="not a file of heads"):
        Heads(tmp_path / "identity.json", URL).keep((head(1),))
    assert (tmp_path / NAME).read_text("utf-8") == text
