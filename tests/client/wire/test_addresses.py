"""What somebody types for a server is taken as an address where it can be one."""

import pytest

from samedeal_client.wire.reach.addresses import Address, read_address, without_password


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("localhost", "ws://localhost:8765"),
        ("localhost:9000", "ws://localhost:9000"),
        ("LOCALHOST:9000", "ws://LOCALHOST:9000"),
        ("127.0.0.1:8765", "ws://127.0.0.1:8765"),
        ("192.168.1.20", "ws://192.168.1.20:8765"),
        ("10.0.0.2:80/cards", "ws://10.0.0.2:80/cards"),
        ("[::1]:8765", "ws://[::1]:8765"),
        ("[fd00::2]", "ws://[fd00::2]:8765"),
        ("example.org", "wss://example.org"),
        ("example.org:8765", "wss://example.org:8765"),
        ("play.example.org/cards", "wss://play.example.org/cards"),
        ("cards:8765", "wss://cards:8765"),
        ("8.8.8.8:8765", "wss://8.8.8.8:8765"),
        ("[2606:4700::1]:443", "wss://[2606:4700::1]:443"),
        ("ñandú.example", "wss://ñandú.example"),
        ("0.0.0.0:9000", "ws://0.0.0.0:9000"),
        ("172.16.0.9", "ws://172.16.0.9:8765"),
        # Teredo, NAT64 and the like: they lead through the internet.
        ("[2001:0:4136:e378::1]", "wss://[2001:0:4136:e378::1]"),
        ("[64:ff9b:1::808:808]", "wss://[64:ff9b:1::808:808]"),
        ("203.0.113.5", "wss://203.0.113.5"),
    ],
)
def test_a_host_is_enough_and_private_ones_are_asked_without_tls(
    typed: str, url: str
) -> None:
    assert read_address(typed) == Address(url, is_completed=True)


@pytest.mark.parametrize("url", ["ws://example.org", "wss://127.0.0.1:1/a"])
def test_a_whole_address_is_left_as_it_is(url: str) -> None:
    assert read_address(url) == Address(url)


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "nonsense", "two words:8765", "http://play.example", "ws://"),
        *("localhost:", "localhost:port", "localhost:0", "localhost:65536", ":8765"),
        *("example.org:8765:9", "::1", "[::1", "[zz]:1", "-a.example", "a..example"),
        *("wss://play.example/?r=1", "wss://play.example#x", "ws://127.0.0.1:1/a?"),
        *("user@example.org", "example.org?x", "ws://play.example:port", "a\n.example"),
    ],
)
def test_nonsense_is_no_address(typed: str) -> None:
    assert read_address(typed) is None


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("ws://ada:se@cret@example.org:1/a", "ws://ada:***@example.org:1/a"),
        ("wss://ada:secret@[::1", "wss://ada:***@[::1"),
        ("ada:secret@example.org", "ada:***@example.org"),
        ("ws://example.org:1/a:b@c", "ws://example.org:1/a:b@c"),
        ("[::1]:8765", "[::1]:8765"),
    ],
)
def test_a_password_in_an_address_is_not_shown(typed: str, shown: str) -> None:
    assert without_password(typed) == shown
