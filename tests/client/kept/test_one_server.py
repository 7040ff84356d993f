"""Which server something is kept under: the one spelling of where it was reached."""

from pathlib import Path

import pytest
from tests.golden.screens.books import entries

from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.kept.evidence.heads import Heads, SeenHead
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_protocol.deals.dailies import CommitmentView

FRIEND, STRANGER = "wss://friend.example", "wss://stranger.example"
MATCH = f"m-{'a' * 32}"


@pytest.mark.parametrize(
    "typed",
    [
        "ws://127.0.0.1:8765",
        "ws://localhost:8765",
        "ws://LocalHost:8765/",
        "WS://[::1]:8765",
        "ws://[0:0:0:0:0:0:0:1]:8765",
        "ws://ada:secret@localhost:8765",
        *("ws://localhost.:8765", "ws://127.0.0.1.:8765", "ws://127.1:8765"),
        *("ws://0.0.0.0:8765", "ws://0:8765", "ws://[::]:8765"),
        *("ws://2130706433:8765", "ws://[::ffff:0.0.0.0]:8765"),
    ],
)
def test_a_port_of_this_machine_is_one_server_however_it_is_called(typed: str) -> None:
    assert kept_under(typed) == "ws://127.0.0.1:8765"


@pytest.mark.parametrize(
    ("typed", "server"),
    [
        ("wss://Play.Example", "wss://play.example"),
        ("wss://play.example:443/", "wss://play.example"),
        ("ws://play.example:80", "ws://play.example"),
        ("wss://play.example/cards", "wss://play.example/cards"),
        ("ws://[FD00::2]:8765", "ws://[fd00::2]:8765"),
        ("ws://[::ffff:10.0.0.2]:8765", "ws://10.0.0.2:8765"),
        ("wss://play.example.:443", "wss://play.example"),
        ("wss://play.example/?r=1", "wss://play.example"),
        ("wss://play.example/cards?r=1#top", "wss://play.example/cards"),
        ("wss://play.example/cards/", "wss://play.example/cards"),
        ("wss://play.example/./x/../cards//", "wss://play.example/cards"),
        ("wss://%70lay.example/%63ard%73%2f", "wss://play.example/cards%2F"),
        ("wss://PLÄY.example/ä", "wss://xn--ply-rla.example/%C3%A4"),
        ("wss://ｐlay。example", "wss://play.example"),
        ("own", "own"),
        ("nonsense", "nonsense"),
        ("ws://play.example:port", "ws://play.example:port"),
        ("ws://[zz]:1", "ws://[zz]:1"),
    ],
)
def test_an_address_has_one_spelling(typed: str, server: str) -> None:
    assert kept_under(typed) == server
    assert kept_under(server) == server


@pytest.mark.parametrize(
    "other",
    [
        "ws://play.example",
        "wss://play.example:8765",
        "wss://play.example/cards",
        "wss://play.example/Cards",
        "wss://localhost.play.example",
        "wss://play.example/cards%2F",
        "ws://127.0.0.1",
    ],
)
def test_another_place_is_another_server(other: str) -> None:
    assert kept_under(other) != kept_under("wss://play.example")


def played(server: str, *, score: int = 7) -> KeptMatch:
    """Return how a match of one id ended at a server."""
    entry = entries()[0].model_copy(update={"match": MATCH, "score": score})
    return KeptMatch(server=server, player="p-1", entry=entry)


def test_no_server_has_a_match_of_another_kept_as_its_own(tmp_path: Path) -> None:
    matches = KeptMatches(tmp_path / "identity.json")
    listed, own = played(STRANGER, score=1), played(FRIEND)
    matches.note(STRANGER, listed.player, [listed.entry])
    matches.keep(own, b"proven")
    assert matches.linked_at(FRIEND) == matches.linked_at(STRANGER) == (MATCH,)
    assert matches.find(MATCH) == matches.find(MATCH, FRIEND) == own
    assert matches.find("aaaa") == own
    assert matches.find(MATCH, STRANGER) == listed
    assert matches.record(MATCH) == matches.record(MATCH, FRIEND) == b"proven"
    assert matches.record(MATCH, STRANGER) is None
    matches.give_up(STRANGER, [MATCH])
    assert (matches.linked_at(FRIEND), matches.linked_at(STRANGER)) == ((MATCH,), ())


def test_no_server_keeps_the_record_of_another_s_match_away(tmp_path: Path) -> None:
    matches = KeptMatches(tmp_path / "identity.json")
    matches.keep(played(STRANGER), b"made up")
    matches.keep(played(FRIEND), b"proven")
    assert matches.record(MATCH, FRIEND) == b"proven"
    assert matches.record(MATCH, STRANGER) == b"made up"


def test_what_was_kept_by_its_id_alone_is_found_where_it_was_played(
    tmp_path: Path,
) -> None:
    matches = KeptMatches(tmp_path / "identity.json")
    matches.folder.mkdir()
    before = matches.folder / f"{MATCH}.json"
    before.write_text(played(FRIEND).model_dump_json())
    before.with_suffix(".samedeal").write_bytes(b"proven")
    matches.keep(played("wss://FRIEND.example/"), b"again")
    matches.keep(played(STRANGER), b"made up")
    assert matches.find(MATCH, FRIEND) == played(FRIEND)
    assert matches.record(MATCH, FRIEND) == b"proven"
    assert set(matches.by_server()) == {FRIEND, STRANGER}


def test_what_a_server_showed_counts_under_every_spelling_of_it(tmp_path: Path) -> None:
    identity = tmp_path / "identity.json"
    typed, otherwise = "ws://localhost:8765", "ws://127.0.0.1:8765/"
    seen = SeenHead(length=3, head="a" * 64, at=1)
    Heads(identity, typed).keep((seen,))
    assert Heads(identity, otherwise).seen() == (seen,)
    view = CommitmentView(
        deal="daily/x/2026-11-21", commitment=bytes(32), committed_at=0
    )
    Commitments(identity, typed).note([view], 1)
    assert Commitments(identity, otherwise).find(view.deal) is not None
    Revealed(identity, typed).note(MATCH)
    assert Revealed(identity, otherwise).matches() == (MATCH,)
    IdentityFile(identity).remember(typed, "Ada", "secret")
    assert IdentityFile(identity).find(otherwise).token == "secret"


def test_what_was_kept_as_it_was_typed_is_found_again(tmp_path: Path) -> None:
    identity = tmp_path / "identity.json"
    identity.write_text(
        '{"version": 1, "servers": {"wss://Play.example/": {"Ada": "a"},'
        ' "wss://play.example": {"Bob": "b"}}}'
    )
    file = IdentityFile(identity)
    assert file.find("wss://play.example:443", "Ada").token == "a"
    assert file.find("wss://play.example").name == "Bob"
    heads = Heads(identity, "wss://play.example")
    one = '[{"length": 3, "head": "%s", "at": %d}]'
    heads.path.write_text(
        '{"version": 1, "servers": {"wss://Play.example/": '
        + one % ("a" * 64, 2)
        + ', "wss://play.example": '
        + one % ("b" * 64, 1)
        + "}}"
    )
    assert [each.at for each in heads.seen()] == [1, 2]
    kept = Commitments(identity, "wss://play.example")
    shown = '{"daily/x": {"commitment": "%s", "at": %d}}'
    kept.path.write_text(
        '{"version": 1, "servers": {"wss://Play.example/": '
        + shown % ("aa", 1)
        + ', "wss://play.example": '
        + shown % ("bb", 2)
        + "}}"
    )
    first = kept.find("daily/x")
    assert first is not None
    assert first.commitment == b"\xaa"
