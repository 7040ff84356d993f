"""A server that hangs is said to be slow, and one that is well never is."""

import asyncio
import heapq
import signal
import time
from collections.abc import AsyncIterator, Callable
from itertools import count

import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st
from tests.client.paper import Paper
from tests.client.screen.rooms import SIZE, shown, started
from tests.conditions import PATIENCE_S, eventually
from tests.screens import opened
from tests.servers import Running, running_server

from samedeal_client.lines.room import RoomLines
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.answers import SLOW_AFTER_S, SURE_AFTER_S, Answers
from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.happenings import Answering, Happening, Lost, Slow
from samedeal_client.wire.player import Player
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import ListRooms
from samedeal_protocol.updates import Heartbeat

SOON_S = 0.3


class Hands:
    """A clock that is set by hand, and calls back as an event loop does."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], object]]] = []

    def time(self) -> float:
        return self.now_s

    def call_later(self, delay: float, callback: Callable[[], object]) -> None:
        entry = (self.now_s + delay, next(self._order), callback)
        heapq.heappush(self._due, entry)

    def go_on(self, seconds: float) -> None:
        end_s = self.now_s + seconds
        while self._due and self._due[0][0] <= end_s:
            due_s, _, callback = heapq.heappop(self._due)
            self.now_s = max(self.now_s, due_s)
            callback()
        self.now_s = end_s

    def hang(self, seconds: float) -> None:
        """Let time go by without a call, as for a program that is stopped."""
        self.now_s += seconds

    @property
    def timers(self) -> int:
        return len(self._due)


def watched() -> tuple[Hands, Answers, list[Slow | Answering]]:
    told: list[Slow | Answering] = []
    hands = Hands()
    return hands, Answers(hands, told.append), told


def question(number: int) -> ListRooms:
    return ListRooms(id=number)


def answer(number: int) -> Done:
    return Done(re=number, offset=0)


def test_what_is_not_answered_is_told_and_taken_back() -> None:
    hands, answers, told = watched()
    answers.sent(question(1))
    hands.go_on(SLOW_AFTER_S)
    assert not told
    hands.go_on(SURE_AFTER_S)
    assert [round(one.silent_s) for one in told] == [3]
    assert answers.is_slow
    hands.go_on(4)
    assert round(answers.silent_s) == 7
    answers.heard(answer(1))
    assert [type(one) for one in told] == [Slow, Answering]
    assert round(told[-1].silent_s) == 7
    hands.go_on(100)
    assert len(told) == 2


def test_a_heartbeat_that_is_not_answered_is_told_too() -> None:
    hands, answers, told = watched()
    answers.sent(ClientHeartbeat())
    hands.go_on(1)
    answers.heard(Heartbeat(now=0))
    hands.go_on(100)
    assert not told
    answers.sent(ClientHeartbeat())
    hands.go_on(4)
    assert [type(one) for one in told] == [Slow]


def test_whoever_talks_about_others_is_not_slow_and_is_watched_on() -> None:
    hands, answers, told = watched()
    answers.sent(question(1))
    for _ in range(10):
        hands.go_on(1)
        answers.heard(Heartbeat(now=0))
    assert not told
    hands.go_on(4)
    assert [type(one) for one in told] == [Slow]
    answers.heard(Heartbeat(now=0))
    hands.go_on(4)
    assert [type(one) for one in told] == [Slow, Answering, Slow]


def test_a_program_that_was_stopped_itself_reads_before_it_complains() -> None:
    hands, answers, told = watched()
    answers.sent(question(1))
    hands.hang(60)
    hands.go_on(0)
    answers.heard(answer(1))
    hands.go_on(100)
    assert not told


def test_a_link_that_is_gone_is_not_slow() -> None:
    hands, answers, told = watched()
    answers.sent(question(1))
    answers.close()
    hands.go_on(100)
    assert not told


@given(
    st.lists(
        st.tuples(
            st.integers(1, 5), st.floats(0, SLOW_AFTER_S - 0.01), st.floats(0, 20)
        ),
        max_size=40,
    )
)
def test_whoever_answers_in_time_is_never_slow_and_costs_one_timer(
    talks: list[tuple[int, float, float]],
) -> None:
    hands, answers, told = watched()
    number = 0
    for burst, wait_s, pause_s in talks:
        asked = range(number + 1, number + burst + 1)
        number += burst
        for each in asked:
            answers.sent(question(each))
        hands.go_on(wait_s)
        for each in asked:
            answers.heard(answer(each))
        hands.go_on(pause_s)
        assert hands.timers <= 1
    assert not told


# Against a server that hangs without dying


@pytest_asyncio.fixture
async def running(embedded_url: str) -> AsyncIterator[Running]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running
        running.process.send_signal(signal.SIGCONT)


async def test_a_hanging_server_is_told_line_by_line_and_taken_back(
    running: Running,
) -> None:
    async with Player(
        running.url, name="Ada", pace=Pace(slow_after_s=SOON_S)
    ).connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Type the cell"))
        paper.shown.clear()
        began = time.monotonic()
        paper.typed.put_nowait("a1")
        await eventually(lambda: paper.has("card 2 of 25"))
        # A machine that has much else to do may be slow in truth.
        is_slow = time.monotonic() - began > SOON_S
        assert is_slow or not paper.has("slow to answer")
        running.process.send_signal(signal.SIGSTOP)
        paper.typed.put_nowait("b2")
        await eventually(lambda: ada.slow_s is not None)
        await eventually(lambda: paper.has("The server is slow to answer: silent for"))
        running.process.send_signal(signal.SIGCONT)
        await eventually(lambda: paper.has("The server answers again, after"))
        await eventually(lambda: paper.has("card 3 of 25"))
        assert ada.slow_s is None
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_a_missed_heartbeat_is_told_and_followed_by_the_usual_return(
    running: Running,
) -> None:
    ada = Player(
        running.url, name="Ada", pace=Pace(slow_after_s=SOON_S, heartbeat_s=0.6)
    )
    async with ada.connected():
        await ada.host("squares/english", seats=1)
        heard: list[Happening] = []

        async def told(kind: type[Happening]) -> None:
            async with asyncio.timeout(PATIENCE_S):
                while not heard or not isinstance(heard[-1], kind):
                    heard.append(await ada.happenings.get())

        # A machine that has much else to do may have been slow before.
        await eventually(lambda: ada.slow_s is None)
        while not ada.happenings.empty():
            ada.happenings.get_nowait()
        running.process.send_signal(signal.SIGSTOP)
        await told(Slow)
        await told(Lost)
        assert ada.slow_s is None
        assert not any(isinstance(one, Answering) for one in heard)


async def test_a_hanging_server_stands_above_the_foot_of_the_screen(
    running: Running,
) -> None:
    async with Player(
        running.url, name="Ada", pace=Pace(slow_after_s=SOON_S)
    ).connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            running.process.send_signal(signal.SIGSTOP)
            await pilot.press("a", "1")
            await eventually(lambda: "is slow to answer" in shown(app, "#notes"))
            running.process.send_signal(signal.SIGCONT)
            await eventually(lambda: "answers again, after" in shown(app, "#notes"))
            assert "is slow to answer" not in shown(app, "#notes")
            await pilot.press("ctrl+x", "ctrl+x")
