"""Talk over the wire: between processes, after a lost connection, and when refused."""

import asyncio
import unicodedata
from contextlib import AsyncExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.house import serving
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.rooms.talk import LINES_KEPT, TEXT_MAX, LineView, Said
from samedeal_protocol.updates import Error, Heartbeat, Reset, ServerMessage
from samedeal_server.people import limits
from samedeal_server.people.buckets import Rate
from samedeal_server.people.naming.names import why_not_said
from samedeal_server.process.settings import Settings

PATIENT = Settings.model_validate({"countdown_ms": 500, "command_burst": 1_000})


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait who talks much, but where that is looked at."""
    monkeypatch.setattr(limits, "LINES", Rate(1_000, 1_000.0))


async def say(talker: Talker, number: int, text: str = "hello") -> Done:
    return await talker.ask(Done, t="say", number=number, text=text)


async def signal(talker: Talker, number: int, phrase: str = "good_luck") -> Done:
    return await talker.ask(Done, t="phrase", number=number, phrase=phrase)


async def begin(*talkers: Talker) -> None:
    for one in talkers:
        await one.ready()
    await asyncio.gather(*(one.start() for one in talkers))


async def heard(talker: Talker) -> str:
    line = (await talker.hear(Said)).line
    return line.text or line.phrase


def texts(lines: list[LineView]) -> list[str]:
    return [line.text or line.phrase for line in lines]


async def test_what_is_said_is_heard_by_everybody_the_speaker_too(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url) as ann,
        talking(url, "Bob") as bob,
    ):
        await bob.join(await ann.host())
        done = await say(ann, 1, "shall we?")
        lines = [(await one.hear(Said)).line for one in (ann, bob)]
    assert lines[0] == lines[1]
    assert (lines[0].player, lines[0].name) == (ann.me, "Ada")
    assert lines[0].offset == done.offset


async def test_two_processes_tell_the_same_lines_in_the_same_order(
    store_url: str,
) -> None:
    async with AsyncExitStack() as held:
        enter = held.enter_async_context
        first, second = await enter(serving(store_url)), await enter(serving(store_url))
        ann, bob = await enter(talking(first)), await enter(talking(second, "Bob"))
        await bob.join(await ann.host())
        for number in range(1, 11):
            await ann.send(t="say", number=number, text=f"a{number}")
            await bob.send(t="say", number=number, text=f"b{number}")
        at_first = [await heard(ann) for _ in range(20)]
        at_second = [await heard(bob) for _ in range(20)]
    assert at_first == at_second
    assert [text for text in at_first if text[0] == "a"] == [
        f"a{number}" for number in range(1, 11)
    ]


async def test_who_comes_later_or_to_another_process_is_told_what_was_said(
    store_url: str,
) -> None:
    async with AsyncExitStack() as held:
        enter = held.enter_async_context
        first, second = await enter(serving(store_url)), await enter(serving(store_url))
        ann = await enter(talking(first))
        room = await ann.host()
        await say(ann, 1, "anybody?")
        await signal(ann, 2, "hello")
        for number, url in enumerate((first, second)):
            late = await enter(talking(url, f"Late{number}"))
            await late.join(room)
            await signal(late, 1, "thanks")
            assert texts(late.retold)[:2] == ["anybody?", "hello"]


async def test_a_false_digest_brings_no_talk_again(store_url: str) -> None:
    async with serving(store_url) as url, talking(url) as ann, talking(url) as eve:
        room = await ann.host()
        done = await say(ann, 1, "\U0001f0a1" * TEXT_MAX)
        watching = await eve.ask(Joined, t="watch", room=room)
        await eve.receive()
        assert len(eve.retold) == 1
        for talker, offset in ((ann, done.offset), (eve, watching.snapshot.offset)):
            talker.retold.clear()
            beat = ClientHeartbeat(offset=offset, digest=b"mistaken")
            heard = list[ServerMessage]()
            for _ in range(3):
                await talker.send_message(beat)
            while sum(isinstance(each, Heartbeat) for each in heard) < 3:
                heard.append(await talker.receive())
            assert any(isinstance(each, Reset) for each in heard)
            # Whatever was to come after it has come before the next answer.
            await talker.ask(Rooms, t="rooms")
            assert not talker.retold


async def test_who_comes_back_is_told_what_was_said_meanwhile(store_url: str) -> None:
    async with serving(store_url) as url, talking(url) as ann:
        room = await ann.host()
        async with talking(url, "Bob") as bob:
            await bob.join(room)
            await say(bob, 1, "one moment")
            token = bob.token
        await say(ann, 1, "no hurry")
        async with talking(url, "Bob", token) as bob:
            joined = await bob.join(room)
            assert joined.snapshot.said == 1
            await say(bob, 1, "one moment")
            await say(bob, 2, "back")
            assert texts(bob.retold) == ["one moment", "no hurry"]
            assert await heard(bob) == "back"


async def test_only_the_last_lines_are_told_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.core.aspects.talk.LINES_A_SEAT", 1_000)
    async with (
        serving(store_url, PATIENT) as url,
        talking(url) as ann,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host()
        for number in range(1, LINES_KEPT + 6):
            await say(ann, number, str(number) + "\U0001f0a1" * (TEXT_MAX - 2))
        await bob.join(room)
        await signal(bob, 1)
    assert [int(text[:2].strip("\U0001f0a1")) for text in texts(bob.retold)] == list(
        range(6, LINES_KEPT + 6)
    )


async def test_during_a_match_phrases_are_heard_and_words_are_refused(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url) as ann,
        talking(url, "Bob") as bob,
    ):
        await bob.join(await ann.host())
        await begin(ann, bob)
        refused = await ann.refused(t="say", number=1, text="put it top left")
        assert (refused.code, refused.retry) == (ErrorCode.WRONG_PHASE, "never")
        await signal(ann, 1, "oops")
        assert await heard(bob) == "oops"


async def test_talk_takes_no_number_from_a_command_and_never_delays_a_move(
    store_url: str,
) -> None:
    """Moves sent in one go with talk between them are all made."""
    async with (
        serving(store_url) as url,
        talking(url) as ann,
        talking(url, "Bob") as bob,
    ):
        await bob.join(await ann.host())
        await begin(ann, bob)
        cells = ("a1", "a2", "a3", "a4", "a5")
        last = 0
        for ply, cell in enumerate(cells):
            n = ann.n + 1 + ply
            last = await ann.send(t="move", n=n, ply=ply, move=cell)
            await bob.send(t="phrase", number=ply + 1, phrase="nice")
            await ann.send(t="phrase", number=ply + 1, phrase="wow")
        answers: dict[int, ServerMessage] = {}
        while last not in answers:
            message = await ann.receive()
            answers[getattr(message, "re", 0)] = message
        assert not [one for one in answers.values() if isinstance(one, Error)]
        assert [await heard(bob) for _ in cells]


async def test_who_only_watches_hears_and_cannot_speak(store_url: str) -> None:
    async with (
        serving(store_url) as url,
        talking(url) as ann,
        talking(url, "Eve") as eve,
    ):
        room = await ann.host()
        await say(ann, 1, "before")
        await eve.ask(Joined, t="watch", room=room)
        refused = await eve.refused(t="phrase", number=1, phrase="hurry")
        assert refused.code is ErrorCode.NOT_SEATED
        await say(ann, 2, "after")
        assert await heard(eve) == "after"
    assert texts(eve.retold) == ["before"]


async def test_nobody_talks_in_a_room_that_its_host_wants_quiet(store_url: str) -> None:
    async with serving(store_url) as url, talking(url) as ann:
        await ann.host(quiet=True)
        assert ann.room is not None
        assert ann.room.quiet
        refused = await ann.refused(t="phrase", number=1, phrase="hello")
    assert refused.code is ErrorCode.QUIET


async def test_who_talks_too_fast_is_told_when_to_go_on(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LINES", Rate(2, 0.01))
    async with serving(store_url) as url, talking(url) as ann:
        await ann.host()
        await signal(ann, 1)
        await signal(ann, 2)
        refused = await ann.refused(t="phrase", number=3, phrase="hello")
        assert refused.code is ErrorCode.TOO_FAST
        assert isinstance(refused.retry, int)
        # It costs nothing else.
        await ann.ready()


@pytest.mark.parametrize(
    "text",
    [
        "two\nlines",
        "a\tb",
        " led",
        "a  b",
        "\u202eback",
        "e\u0301",
        "\x1b[2J",
        "\U0001d159",
    ],
)
async def test_what_could_trick_a_screen_is_not_passed_on(
    store_url: str, text: str
) -> None:
    async with serving(store_url) as url, talking(url) as ann:
        await ann.host()
        refused = await ann.refused(t="say", number=1, text=text)
    assert refused.code is ErrorCode.BAD_TEXT


async def test_a_line_is_not_too_long(store_url: str) -> None:
    async with serving(store_url) as url, talking(url) as ann:
        await ann.host()
        await say(ann, 1, "\U0001f0a1" * TEXT_MAX)
        for text in ("", "x" * (TEXT_MAX + 1)):
            refused = await ann.refused(t="say", number=2, text=text)
            assert refused.code is ErrorCode.BAD_MESSAGE


@given(st.text(max_size=TEXT_MAX))
def test_what_is_passed_on_is_one_visible_line(text: str) -> None:
    if why_not_said(text) is None:
        assert text.splitlines() == [text] == [" ".join(text.split())]
        assert not {unicodedata.category(c) for c in text if c != " "} & {
            *("Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp")
        }


@pytest.mark.parametrize(
    "text", ["¿Otra?", "다시 하자!", "\U0001f600 well done", "10:05, ok?"]
)
def test_ordinary_words_of_any_language_are_passed_on(text: str) -> None:
    assert why_not_said(unicodedata.normalize("NFC", text)) is None


async def test_what_was_acknowledged_outlives_the_process_that_took_it(
    store_url: str,
) -> None:
    async with (
        running_server(store_url) as second,
        running_server(store_url) as first,
    ):
        async with talking(first.url) as ann:
            room = await ann.host()
            for number in range(1, 6):
                await say(ann, number, f"line {number}")
            # The answer to this one may come or not.
            await ann.send(t="say", number=6, text="line 6")
            await first.kill()
        async with talking(second.url, token=ann.token) as ann:
            joined = await ann.join(room)
            assert joined.snapshot.said >= 5
            await say(ann, 6, "line 6")
            await signal(ann, 7, "bye")
            lines: list[str] = []
            while lines[-1:] != ["bye"]:
                news = [said.line for said in ann.news if isinstance(said, Said)]
                lines = texts([*ann.retold, *news])
                await ann.socket.send(encode(ClientHeartbeat()))
                await ann.receive()
    assert lines == [*(f"line {number}" for number in range(1, 7)), "bye"]
