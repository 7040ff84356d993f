"""The matches that were played on this machine: what is kept of them, and found."""

from pathlib import Path

import pytest
from tests.golden.screens.books import entries

from samedeal_client.kept.matches import KeptMatch, KeptMatches

HERE, THERE = "own", "wss://play.example"
SEALED = b"a record"


def kept(number: int, server: str = HERE) -> KeptMatch:
    """Return a match whose id begins with a number."""
    match = f"m-{number:05x}{number:027x}"
    entry = entries()[0].model_copy(update={"match": match, "at": number})
    return KeptMatch(server=server, player="p-1", entry=entry)


@pytest.fixture
def matches(tmp_path: Path) -> KeptMatches:
    return KeptMatches(tmp_path / "identity.json")


def test_a_match_is_found_by_its_id_or_the_beginning_of_it(
    matches: KeptMatches,
) -> None:
    one, other = kept(0x12340), kept(0x12341)
    matches.keep(one, SEALED)
    assert matches.find(one.entry.match) == one
    assert matches.find("1234") == matches.find("M-12340") == one
    assert matches.record(one.entry.match) == SEALED
    matches.keep(other)
    assert matches.record(other.entry.match) is None
    # Two begin so; and the rest is no part of an id.
    for text in ("1234", "m-1234", "123", "9999", "", "*", "../identity", "xyz"):
        assert matches.find(text) is None
    assert matches.record("../identity") is None
    assert matches.find("12341") == other


def test_what_was_kept_first_stays_and_a_record_comes_later(
    matches: KeptMatches,
) -> None:
    match = kept(7)
    matches.note(match.server, match.player, [match.entry])
    matches.keep(match, SEALED)
    matches.keep(match, b"another")
    assert matches.find(match.entry.match) == match
    assert matches.record(match.entry.match) == SEALED


def test_matches_are_told_by_server_newest_first(matches: KeptMatches) -> None:
    for number, server in ((1, HERE), (2, THERE), (3, HERE)):
        matches.keep(kept(number, server))
    game = kept(1).entry.game
    here, there = [kept(3).entry, kept(1).entry], [kept(2, THERE).entry]
    assert matches.by_server() == {HERE: here, THERE: there}
    assert matches.by_server(game, but=HERE) == {THERE: there}
    assert matches.by_server("squares/english") == {}


def test_only_its_owner_reads_what_is_kept(matches: KeptMatches) -> None:
    matches.keep(kept(1), SEALED)
    assert matches.folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in matches.folder.iterdir()} == {0o600}


def test_what_cannot_be_read_or_kept_is_done_without(matches: KeptMatches) -> None:
    match = kept(1)
    matches.keep(match, SEALED)
    for spoiled in ("", "{}", "[]", '{"server": 1}'):
        for note in matches.folder.glob("*.json"):
            note.write_text(spoiled)
        assert matches.find(match.entry.match) is None
        assert matches.by_server() == {}
    outside = match.entry.model_copy(update={"match": "../m-1"})
    matches.keep(match.model_copy(update={"entry": outside}), SEALED)
    assert len(list(matches.folder.iterdir())) == 2


def test_whoever_wants_nothing_kept_names_a_device() -> None:
    nothing = KeptMatches(Path("/dev/null"))
    nothing.keep(kept(1), SEALED)
    assert not nothing.folder.exists()
    assert nothing.by_server() == {}


def test_a_folder_that_cannot_be_made_ends_no_match(tmp_path: Path) -> None:
    matches = KeptMatches(tmp_path / "identity.json")
    matches.folder.write_text("a file")
    matches.keep(kept(1), SEALED)
    assert matches.find(kept(1).entry.match) is None
