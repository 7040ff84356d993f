"""What comes back, and in which order: as the pages for authors of clients say."""

from typing import get_args, get_type_hints

import pytest
from tests.server.edge.crowding import seated
from tests.server.house import QUICK, opened
from tests.talk import silent, talking

from samedeal_protocol.commands import ClientHeartbeat, Command, Question
from samedeal_protocol.errors import WITH_EXPECTED, ErrorCode
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import Reply
from samedeal_server.core.refusals import Refused
from samedeal_server.edge.wire_errors import PASSING, error_for
from samedeal_server.process.process import Process


async def test_every_question_is_answered_by_what_the_pages_say(
    store_url: str,
) -> None:
    async with opened(store_url) as store:
        answerers = Process(store, QUICK).gateway.requests.answerers
        every = {*get_args(get_args(Command)[0])} - {ClientHeartbeat}
        assert answerers.keys() == every
        for kind in Question.__args__:
            says = get_type_hints(answerers[kind].how)["return"]
            assert says is kind.answered_by


@pytest.mark.parametrize("code", ErrorCode)
def test_a_refusal_says_what_comes_of_asking_again(code: ErrorCode) -> None:
    error = error_for(1, Refused(code, "", 7), "somebody", retry_ms=250)
    assert error.retry == (250 if code in PASSING else "never")


async def test_what_came_of_a_command_is_told_before_it_is_done(url: str) -> None:
    async with talking(url) as ann:
        await ann.host(seats=2)
        assert ann.room is not None
        assert ann.room.next_match is not None
        opened_match = ann.room.next_match.id
        for fields in (
            {"t": "ready", "match": opened_match, "commitment": bytes(32)},
            {"t": "unready"},
        ):
            done = await ann.command(Done, **fields)
            assert ann.spans[-1][1] == done.offset
        said = await ann.ask(Done, t="phrase", number=1, phrase="hello")
        assert ann.spans[-1][1] == said.offset
        left = await ann.command(Done, t="leave")
        assert ann.spans[-1][1] >= left.offset


async def test_the_answer_to_a_move_comes_before_the_news_of_it(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        for ply, cell in enumerate(("a1", "b1", "c1")):
            moved = await ann.command(Moved, t="move", ply=ply, move=cell)
            assert ann.spans[-1][1] < moved.offset
            while ann.spans[-1][1] < moved.offset:
                await ann.receive()


async def test_requests_sent_at_once_are_answered_in_their_order(url: str) -> None:
    """Joining may follow hello at once, and commands what leads into a room."""
    async with talking(url) as ann:
        room = await ann.host(seats=2)
        async with silent(url) as bob:
            asked = [
                await bob.send(t="hello", client="talk", name="Bob"),
                await bob.send(t="join", room=room),
                await bob.send(t="phrase", number=1, phrase="hello"),
                await bob.send(t="leave", n=1),
                await bob.send(t="join", room=room),
            ]
            answers = [await bob.receive()]
            while len(answers) < len(asked):
                message = await bob.receive()
                answers += [message] if isinstance(message, Reply) else []
            kinds = [type(message) for message in answers]
            assert kinds == [Welcome, Joined, Done, Done, Joined]
            assert [m.re for m in answers if isinstance(m, Reply)] == asked


async def test_a_refusal_has_a_number_that_was_expected_or_none(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        for fields in (
            {"n": ann.n + 1, "t": "move", "ply": 1, "move": "a1"},
            {"n": ann.n + 2, "t": "move", "ply": 0, "move": "a1"},
            {"n": ann.n + 1, "t": "move", "ply": 0, "move": "?"},
            {"n": ann.n + 1, "t": "ready", "match": "m", "commitment": bytes(32)},
            {"t": "join", "room": "ZZZZZ"},
        ):
            error = await ann.refused(**fields)
            assert (error.expected is not None) == (error.code in WITH_EXPECTED)
