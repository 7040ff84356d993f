"""Talking at a table: what is typed, what is shown, and what nobody has to see."""

import asyncio
import unicodedata
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from tests.client.paper import Paper
from tests.client.terminal.hostile import tricks_in
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.language import speaking
from samedeal_client.lines.room import RoomLines
from samedeal_client.lines.watching import WatchLines
from samedeal_client.play.room import talking
from samedeal_client.play.room.talking import (
    Listing,
    Mute,
    Spoken,
    Talking,
    Wish,
    Words,
    read_wish,
    tidied,
)
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.view.talk import (
    WORDINGS,
    phrase_lines,
    phrase_text,
    said_lines,
    talk_help,
)
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import Back, Lost, NotDone, Renewed
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import Relate, Related
from samedeal_protocol.rooms.talk import PHRASES, TEXT_MAX, LineView, Said
from samedeal_protocol.shapes import Request

LINE = LineView(offset=9, at=1, seat=0, player="p-1", name="Ada", named=True)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


class Shaky(Player):
    """A player whose connection can be cut."""

    def cut(self) -> None:
        assert self._link is not None
        self._link.cut()


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("/", Listing()),
        ("say", Listing()),
        ("/gl", Spoken("good_luck")),
        ("/GG", Spoken("good_game")),
        ("/well played", Spoken("well_played")),
        ("/hello", Spoken("hello")),
        # As listed, in the line that / has opened.
        ("//hi", Spoken("hello")),
        ("//mute Bob", Mute("Bob", is_on=True)),
        ("//hello there", Words("hello there")),
        ("/hello there", Words("hello there")),
        ("say hello", Words("hello")),
        (" say  it again", Words(" it again")),
        ("/mute Bob", Mute("Bob", is_on=True)),
        ("/unmute Bob the Great", Mute("Bob the Great", is_on=False)),
        ("/mute", Listing()),
        ("di hola", Words("hola")),
        ("decir", Listing()),
        ("/silenciar Bob", Mute("Bob", is_on=True)),
        ("//Oír Bob the Great", Mute("Bob the Great", is_on=False)),
        ("/oir", Listing()),
        ("ready", None),
        ("35", None),
        ("", None),
    ],
)
def test_what_is_typed_is_read(typed: str, wish: Wish | None) -> None:
    assert read_wish(typed) == wish


def test_every_phrase_has_a_wording_and_a_short_way_to_type_it() -> None:
    assert tuple(WORDINGS) == PHRASES
    assert len({wording.short for wording in WORDINGS.values()}) == len(PHRASES)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_phrases_fit_on_the_screen(language: str) -> None:
    with speaking(language):
        rows = [text_of((row,)) for row in (*phrase_lines(), *talk_help())]
    assert max(map(width_of, rows)) <= 79
    assert all(f"/{each.short} " in "".join(rows) for each in WORDINGS.values())


def test_a_phrase_is_read_in_the_readers_language() -> None:
    said = LINE.model_copy(update={"phrase": "good_luck"})
    assert text_of(said_lines(said, own=False)) == " Ada ✓: good luck!"
    with speaking("es"):
        assert text_of(said_lines(said, own=True)) == " Tú: ¡suerte!"
    assert phrase_text("pass_the_salt") == "pass the salt"


def test_a_bot_that_talks_is_seen_to_be_one() -> None:
    said = LINE.model_copy(update={"text": "beep", "bot": True, "named": False})
    assert text_of(said_lines(said, own=False)) == " Ada [bot]: beep"


@given(st.text(min_size=1, max_size=TEXT_MAX), st.integers(40, 100))
def test_words_stay_on_their_lines_whatever_they_are(text: str, width: int) -> None:
    """Also those of a server that lets everything through."""
    said = LINE.model_copy(update={"text": text})
    rows = [text_of((row,)) for row in said_lines(said, own=False, width=width)]
    assert not any(map(tricks_in, rows))
    assert max(map(width_of, rows)) <= width + 1
    assert rows[0].startswith(" Ada ✓:")


def test_no_server_can_keep_a_client_busy_with_words() -> None:
    long = LINE.model_copy(update={"text": "\u6f22" * 60_000})
    assert len(said_lines(long, own=False)) < 10
    strange = LINE.model_copy(update={"phrase": "x" * 60_000})
    assert len(said_lines(strange, own=False)) < 10


@given(st.text(max_size=TEXT_MAX))
def test_tidied_words_show_all_that_they_are(text: str) -> None:
    tidy = tidied(text)
    assert tidy == unicodedata.normalize("NFC", tidy)
    assert not [c for c in tidy if unicodedata.category(c)[0] == "C"]


def test_a_heart_and_a_family_can_be_sent_as_they_are_typed() -> None:
    assert tidied(" I \u2764\ufe0f\tthis\u200d ") == "I \u2764 this"


async def test_people_talk_at_their_tables(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        left, right = Paper(), Paper()
        sitting = [
            asyncio.create_task(RoomLines(ada, left).run()),
            asyncio.create_task(RoomLines(bob, right).run()),
        ]
        left.typed.put_nowait("/shall we?")
        await eventually(lambda: right.has(" Ada: shall we?"))
        await eventually(lambda: left.has(" You: shall we?"))
        for paper in (left, right):
            paper.typed.put_nowait("ready")
        await eventually(lambda: left.has("Go!"))
        left.typed.put_nowait("say top left!")
        await eventually(lambda: left.has("only phrases can be sent; / lists them"))
        right.typed.put_nowait("/gl")
        await eventually(lambda: left.has(" Bob: good luck!"))
        left.typed.put_nowait("/")
        await eventually(lambda: left.has("/gg good game!"))
        assert not right.has("top left")
        for paper in (left, right):
            paper.typed.put_nowait("leave")
            paper.typed.put_nowait("leave")
        assert await asyncio.gather(*sitting) == [0, 0]


async def test_who_comes_later_sees_what_was_said(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        room = await ada.host("squares/english")
        await Talking(ada).say("anybody here?")
        async with Player(server, name="Bob").connected() as bob:
            await bob.join(room)
            paper = Paper()
            sitting = asyncio.create_task(RoomLines(bob, paper).run())
            await eventually(lambda: paper.has(" Ada: anybody here?"))
            paper.typed.put_nowait("leave")
            assert await sitting == 0


async def test_who_watches_sees_what_is_said(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        room = await ada.host("squares/english")
        async with Player(server, name="Eve").connected() as eve:
            await eve.watch(room)
            paper = Paper()
            standing = asyncio.create_task(WatchLines(eve, paper).run())
            await Talking(ada).say_phrase("hello")
            await eventually(lambda: paper.has(" Ada: hello!"))
            with pytest.raises(NotDone) as refused:
                await Talking(eve).say_phrase("hello")
            assert refused.value.error.code is ErrorCode.NOT_SEATED
            paper.typed.put_nowait("q")
            await standing


async def test_nobody_sees_what_those_say_whom_they_have_blocked(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cid").connected() as cid,
    ):
        blocking = Relate(id=ada.next_id(), who=bob.id, relation="blocked")
        await ada.ask(blocking, Related)
        room = await cid.host("squares/english")
        await bob.join(room)
        await ada.join(room)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        await Talking(bob).say("look at me")
        await Talking(cid).say("good evening")
        await eventually(lambda: paper.has("Cid: good evening"))
        assert not paper.has("look at me")
        paper.typed.put_nowait("leave")
        await sitting


async def test_whom_somebody_has_blocked_is_asked_for_until_it_is_known(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talking, "LEARN_AGAIN_S", 0.01)
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await ada.ask(Relate(id=ada.next_id(), who=bob.id, relation="blocked"), Related)
        ask, failures = (
            ada.ask,
            [TimeoutError(), NotDone(local_error(ErrorCode.TOO_FAST))],
        )

        async def badly(asked: Request, kind: type[Any]) -> Any:
            if failures:
                raise failures.pop()
            return await ask(asked, kind)

        monkeypatch.setattr(ada, "ask", badly)
        hearing = Talking(ada)
        await hearing.learn()
        line = LINE.model_copy(update={"player": bob.id})
        assert hearing.hides(Said(line=line))


async def test_talk_that_was_held_back_is_told_before_what_was_said_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada = Player("ws://nowhere.example", name="Ada")

    async def nobody(asked: Request, kind: type[Any]) -> Any:
        return kind(re=1, people=())

    def said(player: str, text: str) -> Said:
        return Said(line=LINE.model_copy(update={"player": player, "text": text}))

    monkeypatch.setattr(ada, "ask", nobody)
    hearing = Talking(ada)
    for held in (said("p-1", "one"), said(ada.id, "two"), said("p-1", "three")):
        assert hearing.hides(held)
    ada.happenings.put_nowait(said("p-1", "four"))
    await hearing.learn()
    told = [ada.happenings.get_nowait() for _ in range(ada.happenings.qsize())]
    lines = [one.line.text for one in told if isinstance(one, Said)]
    assert lines == ["one", "two", "three", "four"]


async def test_a_player_is_muted_and_heard_again(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english"))
        paper, talking = Paper(), Talking(bob)
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("/mute bob")
        await eventually(lambda: paper.has("no longer see what Bob says"))
        await talking.say("one")
        await eventually(lambda: len(ada.session.talk) == 1)
        paper.typed.put_nowait("/unmute Bob")
        await eventually(lambda: paper.has("what Bob says again"))
        await talking.say("two")
        await eventually(lambda: paper.has("Bob: two"))
        assert not paper.has("Bob: one")
        paper.typed.put_nowait("/mute Zoe")
        await eventually(lambda: paper.has("Nobody here is called Zoe."))
        paper.typed.put_nowait("leave")
        await sitting


async def test_a_line_that_is_under_way_when_the_connection_breaks_is_said_once(
    server: str,
) -> None:
    async with (
        Shaky(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english"))
        talking = Talking(ada)
        for number in range(4):
            saying = asyncio.create_task(talking.say(f"line {number}"))
            await asyncio.sleep(0)
            ada.cut()
            await saying
        await eventually(lambda: len(bob.session.talk) == 4)
        texts = [line.text for line in bob.session.talk]
        await eventually(lambda: len(ada.session.talk) == 4)
        assert texts == [f"line {number}" for number in range(4)]
        assert [line.text for line in ada.session.talk] == texts


async def test_what_was_said_while_a_connection_was_lost_is_told_in_order(
    server: str,
) -> None:
    async with (
        Shaky(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english"))
        talking = Talking(bob)
        await talking.say("one")
        await eventually(lambda: len(ada.session.talk) == 1)
        ada.cut()
        await talking.say("two")
        await talking.say("three")
        await eventually(lambda: len(ada.session.talk) == 3)
        told = [ada.happenings.get_nowait() for _ in range(ada.happenings.qsize())]
        lines = [one.line.text for one in told if isinstance(one, Said)]
        assert lines == ["one", "two", "three"]
        assert any(isinstance(one, Lost) for one in told)
        assert any(isinstance(one, Back | Renewed) for one in told)


async def test_too_many_words_are_refused_before_they_are_sent(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english")
        for text in ("x" * (TEXT_MAX + 1), " \u200d "):
            with pytest.raises(NotDone) as refused:
                await Talking(ada).say(text)
            assert refused.value.error.code is ErrorCode.BAD_TEXT


async def test_a_quiet_room_says_so(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", quiet=True)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        await eventually(lambda: paper.has(", quiet"))
        paper.typed.put_nowait("/hi")
        await eventually(lambda: paper.has("turned off talk"))
        paper.typed.put_nowait("leave")
        await sitting
