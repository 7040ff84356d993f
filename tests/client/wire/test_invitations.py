"""An invitation that one machine writes is read as the same on every other."""

import pytest

from samedeal_client.wire.reach.addresses import is_this_machine, without_login
from samedeal_client.wire.reach.invitations import (
    Invitation,
    NoInvitation,
    addresses_for_others,
    link_to,
    link_to_match,
    read_invitation,
    read_match_link,
    written,
)

COLUMNS = 80
COMPLAINT = "samedeal: "
"""What stands before a complaint on the command line."""


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("ws://192.168.1.20:8765", "7KQ4P@192.168.1.20:8765"),
        ("ws://127.0.0.2:9000", "7KQ4P@127.0.0.2:9000"),
        ("ws://localhost:8765", "7KQ4P@localhost:8765"),
        ("ws://[fd00::2]:8765", "7KQ4P@[fd00::2]:8765"),
        ("wss://cards.example", "7KQ4P@cards.example"),
        ("wss://cards.example:8443/play", "7KQ4P@cards.example:8443/play"),
        ("wss://203.0.113.5:8765", "7KQ4P@203.0.113.5:8765"),
        # Not what the shorter one would be taken for.
        ("ws://cards.example:8765", "7KQ4P@ws://cards.example:8765"),
        ("wss://192.168.1.20:8765", "7KQ4P@wss://192.168.1.20:8765"),
        ("ws://192.0.2.2:8765", "7KQ4P@ws://192.0.2.2:8765"),
        ("ws://192.168.1.20", "7KQ4P@ws://192.168.1.20"),
    ],
)
def test_what_is_written_is_read_back(url: str, line: str) -> None:
    assert written("7KQ4P", url) == line
    assert read_invitation(line)[:2] == ("7KQ4P", url)


@pytest.mark.parametrize(
    "text",
    [
        *("7kq4p@192.168.1.20", "192.168.1.20:8765/7KQ4P", "192.168.1.20/7kq4p"),
        *("ws://192.168.1.20:8765/7KQ4P", "7KQ4P@ws://192.168.1.20:8765"),
        *("samedeal join 7KQ4P@192.168.1.20:8765", " 7KQ4P@192.168.1.20:8765\n"),
        "Others join with:  samedeal join 7KQ4P@192.168.1.20:8765",
        "$ .venv/bin/samedeal watch 7KQ4P@192.168.1.20:8765 --name Bob",
        "samedeal bot `7KQ4P@192.168.1.20:8765`.",
        *("http://192.168.1.20:8765/7KQ4P", "HTTP://192.168.1.20:8765/7kq4p"),
        "samedeal join http://192.168.1.20:8765/7KQ4P",
    ],
)
def test_a_friends_line_is_read_however_it_was_pasted(text: str) -> None:
    assert read_invitation(text)[:2] == ("7KQ4P", "ws://192.168.1.20:8765")


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("ws://192.168.1.20:8765", "http://192.168.1.20:8765/7KQ4P"),
        ("ws://[fd00::2]:8765", "http://[fd00::2]:8765/7KQ4P"),
        ("wss://cards.example", "https://cards.example/7KQ4P"),
        ("wss://ann:secret@cards.example/play/", "https://cards.example/play/7KQ4P"),
    ],
)
def test_the_link_of_a_page_leads_where_the_line_does(url: str, link: str) -> None:
    assert link_to("7KQ4P", url) == link
    assert read_invitation(link)[:2] == ("7KQ4P", without_login(url).rstrip("/"))


def test_tls_is_asked_for_where_the_line_asks_for_it() -> None:
    found = read_invitation("wss://cards.example/play/7KQ4P")
    assert found == Invitation("7KQ4P", "wss://cards.example/play")
    assert read_invitation("cards.example/7kq4p").server == "wss://cards.example"


@pytest.mark.parametrize("text", ["7KQ4P", " 7kq4p ", "samedeal join 7kq4P"])
def test_a_code_alone_names_no_server(text: str) -> None:
    assert read_invitation(text) == Invitation("7KQ4P")


def test_what_was_left_out_of_an_address_is_known() -> None:
    found = read_invitation("7KQ4P@192.168.1.20")
    assert found.typed == "192.168.1.20"
    assert not read_invitation("7KQ4P@ws://192.168.1.20:8765").typed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("192.168.1.20:8765", "names no room"),
        ("ws://192.168.1.20:8765", "names no room"),
        ("ws://192.168.1.20:8765/", "names no room"),
        ("7KQ4P@", "is no address"),
        ("7KQ4P@::1", "is no address"),
        ("7KQ4P@http://cards.example", "is no address"),
        ("ftp://cards.example/7KQ4P", "is no address"),
        ("7KQ4P@cards.example:port", "is no address"),
        ("7KQ4P@ada:secret@cards.example", "is no address"),
        ("ada:secret@cards.example/7KQ4P", "is no address"),
        ("wss://ada:secret@cards.example:1:2/7KQ4P", "is no address"),
        ("7KQ4P@wss://cards.example/a?b", "is no address"),
        ("wss://cards.example/?r=1/7KQ4P", "is no address"),
        ("", "not a room's code"),
        ("two words", "not a room's code"),
        ("ÄÖÜ", "not a room's code"),
        ("x" * 17, "not a room's code"),
        ("7KQ4P@" + "x" * 400, "is no address"),
        ("\x1b[31m7KQ4P", "not a room's code"),
    ],
)
def test_what_invites_nowhere_is_refused_in_a_line_that_says_what_to_write(
    text: str, why: str
) -> None:
    with pytest.raises(NoInvitation, match=why) as refused:
        read_invitation(text)
    told = str(refused.value)
    assert told.endswith("CODE@HOST:PORT")
    assert len(COMPLAINT + told) < COLUMNS
    assert "secret" not in told
    assert told.isprintable()


def test_no_password_is_sent_to_a_friend() -> None:
    url = "ws://ada:se@cret@cards.example:8765"
    assert written("7KQ4P", url) == "7KQ4P@ws://cards.example:8765"
    assert addresses_for_others(url, ()) == ("ws://cards.example:8765",)
    assert without_login("wss://cards.example/a@b") == "wss://cards.example/a@b"


@pytest.mark.parametrize(
    ("url", "is_here"),
    [
        *(("ws://127.0.0.1:8765", True), ("ws://127.0.0.3", True)),
        *(("ws://[::1]:1", True), ("ws://LOCALHOST", True), ("ws://0.0.0.0:1", True)),
        *(("ws://a.localhost:1", True), ("ws://10.0.0.1", False)),
        *(("wss://cards.example", False), ("ws://[::1", False)),
    ],
)
def test_a_machines_own_name_for_itself_is_known(url: str, is_here: bool) -> None:
    assert is_this_machine(url) == is_here


def test_others_go_the_way_that_was_gone_or_the_ways_that_the_server_tells() -> None:
    told = ("ws://192.168.1.20:8765", "ws://10.0.0.2:8765")
    assert addresses_for_others("ws://127.0.0.1:8765", told) == told
    assert addresses_for_others("ws://127.0.0.1:8765", ()) == ()
    here = "ws://192.168.1.20:8765"
    assert addresses_for_others(here, ("wss://other.example",)) == (here,)


@pytest.mark.parametrize(
    "told",
    [
        *("nonsense", "http://evil.example", "10.0.0.2:8765", "ws://a b:1"),
        *("ws://10.0.0.2:1/\x1b[31m", "ws://ada:secret@10.0.0.2", "ws://\u202eevil"),
        "wss://" + "x" * 200,
    ],
)
def test_a_server_cannot_have_anything_else_printed(told: str) -> None:
    assert addresses_for_others("ws://127.0.0.1:8765", (told,)) == ()


def test_few_of_many_addresses_are_told() -> None:
    told = [f"ws://10.0.0.{number}:8765" for number in range(1, 30)]
    assert len(addresses_for_others("ws://localhost:8765", told)) == 3


def test_the_link_of_a_match_leads_to_it_at_its_server() -> None:
    match = f"m-{'5f' * 16}"
    for url in ("ws://192.168.1.20:8765", "wss://cards.example/play"):
        link = link_to_match(match, url)
        assert read_match_link(f" {link}.") == Invitation(match, url)
    for text in (match, "http://a.example/7KQ4P", f"ws://a.example:1/m/{match}", "/m/"):
        assert read_match_link(text) is None
