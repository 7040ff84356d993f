"""What operators order: who is kept out, what is said to all, which process ends."""

import argparse
import json
from functools import partial
from ipaddress import ip_network

import pytest
from tests.conditions import eventually_told
from tests.server.house import opened, serving
from tests.server.operators import admin, admin_process
from tests.servers import running_server
from tests.talk import Talker, silent, talking

from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, Service
from samedeal_server.admin.ordering import said_in_another, span, why_not_banned
from samedeal_server.people.bans import Ban, Bans, network_of, pack_ban

WHY = "Insults, again."
SAID = {
    "en": "Back at nine.",
    "es": "Volvemos a las nueve.",
    "pt-BR": "Voltamos às nove.",
}


async def service(talker: Talker) -> Service:
    """Return what is said of the service next."""
    while True:
        message = await talker.receive()
        if isinstance(message, Service):
            return message


async def refused_at(url: str, token: str | None) -> Error | None:
    """Come back with a token; return the refusal, if it is one."""
    async with silent(url) as again:
        await again.send(t="hello", client="talk", name="Ann", token=token)
        told = await again.receive()
        if not isinstance(told, Error):
            return None
        assert await again.closed() == CloseCode.NO_HELLO
        return told


async def test_whoever_is_banned_is_sent_away_and_told_why(store_url: str) -> None:
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Ann") as ann,
        talking(other, "Bob") as bob,
    ):
        status, said, error = await admin(
            *("ban", ann.me, "--for", "7d", "--why", WHY), REDIS_URL=store_url
        )
        assert (status, error) == (0, "")
        assert f"{ann.me} is kept out until 2" in said
        assert await ann.closed() == CloseCode.SENT_AWAY
        for url in (one, other):
            # Each process reads by itself what operators ordered, once a second.
            refused = await eventually_told(partial(refused_at, url, ann.token), bool)
            assert refused is not None
            assert (refused.code, refused.detail) == (ErrorCode.BANNED, WHY)
            assert refused.retry == "never"
        assert await bob.ask(Rooms, t="rooms")  # and nobody else
        _, said, _ = await admin("bans", REDIS_URL=store_url)
        assert f": {WHY}\n1 is kept out.\n" in said
        assert (await admin("unban", ann.me, REDIS_URL=store_url))[0] == 0
    async with serving(store_url) as url, talking(url, "Ann", ann.token) as back:
        assert back.me == ann.me
    _, said, _ = await admin("log", "--json", REDIS_URL=store_url)
    assert [each["verb"] for each in json.loads(said)["log"]] == ["ban", "unban"]


async def test_a_process_that_has_just_started_lets_nobody_slip_in(
    store_url: str,
) -> None:
    async with opened(store_url) as store:
        await store.orders.ban("127.0.0.0/8", pack_ban(Ban("127.0.0.0/8", 0, WHY)))
    async with serving(store_url) as url, silent(url) as ann:
        refused = await ann.ask(Error, t="hello", client="talk", name="Ann")
        assert refused.code is ErrorCode.BANNED


async def test_a_ban_that_is_over_keeps_nobody_out(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.orders.ban("127.0.0.1/32", pack_ban(Ban("127.0.0.1/32", 1, WHY)))
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        assert ann.me
    # The next ban forgets it.
    words = ("ban", "192.0.2.7", "--why", WHY)
    assert (await admin(*words, REDIS_URL=store_url))[0] == 0
    async with opened(store_url) as store:
        assert list((await store.orders.read("")).bans) == ["192.0.2.7/32"]


async def test_who_is_kicked_may_come_back_in_a_minute(store_url: str) -> None:
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        words = ("kick", ann.me, "--why", "Cool down.")
        status, _, error = await admin(*words, REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert await ann.closed() == CloseCode.SENT_AWAY
        async with opened(store_url) as store:
            (ban,) = Bans((await store.orders.read("")).bans).all
            assert 0 < ban.until - store.now() <= 60_000


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("127.0.0.1", "that is this machine"),
        ("::1", "that is this machine"),
        ("0.0.0.0/0", "that is this machine"),
        ("192.0.0.0/16", "it is a whole network of strangers"),
        ("2001:db8::/32", "it is a whole network of strangers"),
        ("10.1.2.3", "a proxy of SAMEDEAL_TRUSTED_PROXIES is in it"),
        ("198.51.100.0/24", "you are in it yourself"),
    ],
)
async def test_oneself_and_whole_networks_are_asked_about(
    store_url: str, monkeypatch: pytest.MonkeyPatch, who: str, why: str
) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "198.51.100.9 22 192.0.2.1 22")
    words = ("ban", who, "--why", WHY)
    settings = {
        "REDIS_URL": store_url,
        "SAMEDEAL_TRUSTED_PROXIES": "10.1.2.0/24",
    }
    status, said, error = await admin(*words, **settings)
    assert (status, said, error.count("\n")) == (2, "", 1)
    assert f"is not banned, as {why}" in error
    assert "--all-the-same" in error
    dry = ("--all-the-same", "--dry-run")
    assert (await admin(*words, *dry, **settings))[0] == 0
    assert (await admin("bans", REDIS_URL=store_url))[1] == "0 are kept out.\n"
    assert (await admin("log", REDIS_URL=store_url))[1] == "0 changes by operators.\n"


def test_a_single_address_of_ipv6_is_the_network_of_who_has_it() -> None:
    assert network_of("2001:db8::7") == ip_network("2001:db8::/64")
    assert why_not_banned(network_of("2001:db8::7"), ()) == ""
    bans = Bans({"2001:db8::/64": pack_ban(Ban("", 0, WHY))})
    assert bans.of("", "2001:db8::/64", 1)
    assert not bans.of("", "2001:db8:0:1::/64", 1)
    assert not bans.of("", "192.0.2.1", 1)
    assert not bans.of("", "", 1)


async def test_everybody_is_told_in_every_language_it_was_said_in(
    store_url: str,
) -> None:
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        words = ("announce", "--en", "Back at nine.", "--es", "Volvemos a las nueve.")
        more = ("--in", "pt-BR=Voltamos às nove.", "--for", "1h")
        status, said, error = await admin(*words, *more, REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert "who comes within 60 minutes:\nBack at nine." in said
        told = await service(ann)
        assert (told.state, told.said) == ("ok", SAID)
        async with silent(url) as bob:
            await bob.ask(Welcome, t="hello", client="talk", name="Bob")
            assert (await service(bob)).said == SAID
        nothing = ("announce", "--nothing")
        assert (await admin(*nothing, REDIS_URL=store_url))[0] == 0
    async with serving(store_url) as url, talking(url, "Cid") as cid:
        rooms = await cid.send(t="rooms")
        # Nothing else came before its answer.
        answer = await cid.receive()
        assert isinstance(answer, Rooms)
        assert answer.re == rooms


async def test_a_process_is_drained_from_elsewhere(store_url: str) -> None:
    async with (
        running_server(store_url) as server,
        running_server(store_url) as other,
        talking(server.url, "Ann") as ann,
    ):
        room = await ann.host()
        _, said, _ = await admin_process("room", room, "--json", REDIS_URL=store_url)
        # Whoever says nothing while programs start on a busy machine is let go.
        assert await ann.ask(Rooms, t="rooms")
        process = json.loads(said)["seated"][0]["process"]
        words = ("drain", process)
        status, _, _ = await admin_process(*words, "--dry-run", REDIS_URL=store_url)
        assert status == 0
        assert await ann.ask(Rooms, t="rooms")
        status, said, error = await admin_process(*words, REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert await ann.closed() == CloseCode.GOING_AWAY
        assert await server.process.wait() == 0
        async with talking(other.url, "Bob") as bob:
            assert await bob.ask(Rooms, t="rooms")


TOO_MANY = tuple(word for n in range(51) for word in ("--in", f"aa-{n}=Hi."))


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("drain", "nobody"), 1, "there is no process nobody"),
        (("ban", "p-0123456789abcdef", "--why", "x"), 1, "there is none: p-0"),
        (("ban", "1.2.3.4/99", "--why", "x"), 1, "there is none: 1.2.3.4/99"),
        (("unban", "192.0.2.1"), 1, "192.0.2.1/32 is not banned"),
        (("announce",), 2, "say what with --en, --es or --in"),
        (("announce", *TOO_MANY), 2, "say it in 50 languages at most"),
    ],
)
async def test_what_cannot_be_done_is_one_sentence(
    store_url: str, words: tuple[str, ...], status: int, said: str
) -> None:
    got, out, error = await admin(*words, REDIS_URL=store_url)
    assert (got, out, error.count("\n")) == (status, "", 1)
    assert said in error


def test_how_long_is_written_in_one_way() -> None:
    assert (span("30m"), span("12h"), span("7d")) == (
        1_800_000,
        43_200_000,
        604_800_000,
    )
    for text in ("", "0m", "-1d", "1w", "1.5h", "99999d", "٣m", "1d "):
        with pytest.raises(argparse.ArgumentTypeError):
            span(text)


def test_words_in_another_language_are_written_with_its_tag() -> None:
    assert said_in_another("pt-BR=1 = um.") == ("pt-BR", "1 = um.")
    for text in ("Bonjour", "=Bonjour", "fr=", "fr Bonjour", "state=ok", "f=x"):
        with pytest.raises(argparse.ArgumentTypeError):
            said_in_another(text)
