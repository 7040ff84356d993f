"""What is heard: resets, trouble with the service, and digests that never fit."""

import asyncio

import pytest
from tests.client.wire.test_session import ADA, BOARD, RESULT, ROOM
from tests.conditions import eventually

from samedeal_client.wire.exchange import Exchange
from samedeal_client.wire.happenings import (
    Checked,
    Happening,
    NotDone,
    NotReady,
    Renewed,
    Unseated,
)
from samedeal_client.wire.hearing import Hearing
from samedeal_client.wire.link import Link
from samedeal_client.wire.session import Session
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_client.wire.witness.memory import Before
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import Snapshot, VoidView
from samedeal_protocol.rooms.playing import (
    Done,
    Leave,
    Ready,
    Reveal,
    RoomCommand,
    Unready,
)
from samedeal_protocol.rooms.rooms import Joined, JoinRoom
from samedeal_protocol.shapes import Request
from samedeal_protocol.updates import (
    Error,
    Heartbeat,
    HostChanged,
    News,
    Reset,
    Service,
    StartVoided,
)
from samedeal_records.proof.witness import Witness


class Said(Link):
    """A link that keeps what is sent."""

    def __init__(self) -> None:
        self.said: list[object] = []

    async def send(self, message: object) -> None:
        self.said.append(message)


class Noting(Keeper):
    """A keeper that keeps doubts, and knows what it is told to."""

    def __init__(self) -> None:
        self.doubted: list[tuple[Witness, tuple[str, ...]]] = []
        self.known: Before | None = None

    def doubt(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        self.doubted.append((witness, doubts))

    def known_before(self, match: str, player: str) -> Before | None:
        return self.known


class Ear:
    """A hearing with nobody at the other end."""

    def __init__(self) -> None:
        self.session = Session()
        self.exchange = Exchange(self.session)
        self.keeper = Noting()
        self.hearing = Hearing(self.session, self.exchange, self.keeper)
        self.link = Said()

    async def sent(self) -> list[object]:
        """Return what has been sent since it was last asked."""
        sending = asyncio.create_task(self.exchange.send_over(self.link))
        for _ in range(5):
            await asyncio.sleep(0)
        sending.cancel()
        said, self.link.said = self.link.said, []
        return said

    def told(self) -> list[Happening]:
        """Return what happened since it was last asked."""
        queue = self.hearing.happenings
        return [queue.get_nowait() for _ in range(queue.qsize())]

    def beat(self, **changes: object) -> Heartbeat:
        """Return a heartbeat that fits what is known, but for the changes."""
        own = self.session.heartbeat()
        fits = {"offset": own.offset, "ply": own.ply, "digest": own.digest}
        return Heartbeat.model_validate({"now": 1, **fits, **changes})


SNAPSHOT = Snapshot(offset=3, seat=0, n=0, room=ROOM, board=None)


def seated() -> Ear:
    """Return an ear in seat 0."""
    ear = Ear()
    ear.exchange.attach()
    ear.hearing.take(Joined(re=99, snapshot=SNAPSHOT))
    return ear


def unready(ear: Ear) -> "asyncio.Task[None]":
    """Ask for a command."""

    def make(n: int) -> RoomCommand:
        return Unready(id=ear.exchange.next_id(), n=n)

    return asyncio.create_task(ear.exchange.command(make))


def ids_of(sent: list[object], kind: type[Request]) -> list[int]:
    """Return the ids of the requests of a kind."""
    return [one.id for one in sent if isinstance(one, kind)]


async def test_a_reset_replaces_what_was_known_and_what_was_not_told_yet() -> None:
    ear = seated()
    ear.hearing.take(News(since=3, offset=4, updates=(HostChanged(seat=1),)))
    room = ROOM.model_copy(update={"seats": (ADA,), "result": RESULT})
    snapshot = Snapshot(offset=9, seat=0, n=0, room=room, board=BOARD)
    ear.hearing.take(Reset(why="behind", snapshot=snapshot))
    renewed, checked = ear.told()
    assert isinstance(checked, Checked)
    assert checked.doubts
    assert ear.keeper.doubted == [(checked.witness, checked.doubts)]
    assert renewed == Renewed(
        is_rewound=False, has_other_board=True, has_new_result=True
    )
    assert (ear.session.room, ear.session.offset) == (room, 9)


async def test_commands_that_a_reset_does_not_know_are_sent_again() -> None:
    ear = seated()
    first, second = unready(ear), unready(ear)
    (one, two) = ids_of(await ear.sent(), Unready)
    ear.hearing.take(Reset(why="behind", snapshot=SNAPSHOT.model_copy(update={"n": 1})))
    await first
    assert ids_of(await ear.sent(), Unready) == [two]
    ear.hearing.take(Done(re=two, offset=4))
    ear.hearing.take(Done(re=one, offset=4))
    await second
    assert ear.session.n == 2


async def test_what_was_asked_after_a_late_reveal_is_asked_again() -> None:
    ear = seated()
    ear.hearing.commit_to("m-1")
    counting = ROOM.model_copy(update={"phase": "countdown"})
    counted = SNAPSHOT.model_copy(update={"room": counting})
    ear.hearing.take(Reset(why="behind", snapshot=counted))
    asked = [unready(ear), unready(ear)]
    sent = await ear.sent()
    (reveal,) = ids_of(sent, Reveal)
    for re in (reveal, *ids_of(sent, Unready)):
        code = ErrorCode.WRONG_PHASE if re == reveal else ErrorCode.COMMAND_GAP
        ear.hearing.take(Error(re=re, code=code, retry="never", trace=""))
    again = await ear.sent()
    assert [one.n for one in again if isinstance(one, Unready)] == [1, 2]
    for re in ids_of(again, Unready):
        ear.hearing.take(Done(re=re, offset=4))
    await asyncio.gather(*asked)
    assert (ear.session.n, ear.session.unanswered) == (2, {})


async def test_an_answer_that_comes_twice_counts_once() -> None:
    ear = seated()
    asked = unready(ear)
    (one,) = ids_of(await ear.sent(), Unready)
    ear.hearing.take(Done(re=one, offset=4))
    ear.hearing.take(Done(re=one, offset=4))
    await asked
    assert (ear.session.n, ear.session.unanswered) == (1, {})


async def test_facts_that_the_store_lost_are_told_and_end_later_commands() -> None:
    ear = seated()
    for _ in range(2):
        done = unready(ear)
        (one,) = ids_of(await ear.sent(), Unready)
        ear.hearing.take(Done(re=one, offset=4))
        await done
    waiting = unready(ear)
    await ear.sent()
    epoch_2 = ROOM.model_copy(update={"epoch": 2})
    rewound = SNAPSHOT.model_copy(update={"room": epoch_2, "n": 1, "offset": 2})
    ear.hearing.take(Reset(why="lost", snapshot=rewound))
    assert [one.is_rewound for one in ear.told() if isinstance(one, Renewed)] == [True]
    with pytest.raises(NotDone) as refusal:
        await waiting
    assert refusal.value.error.code is ErrorCode.COMMAND_GAP
    assert await ear.sent() == []


async def test_a_room_that_has_closed_meanwhile_shows_its_result_and_ends() -> None:
    ear = seated()
    ear.exchange.detach()
    join = ear.hearing.come_back()
    assert join is not None
    assert join.back
    ear.exchange.attach()
    room = ROOM.model_copy(
        update={"phase": "closed", "until": None, "next_match": None, "result": RESULT}
    )
    closed = Snapshot(offset=30, seat=0, n=0, room=room, board=None)
    ear.hearing.take(Joined(re=join.id, snapshot=closed))
    *_, renewed, checked, end = ear.told()
    assert isinstance(renewed, Renewed)
    assert renewed.has_new_result
    assert isinstance(checked, Checked)
    assert end == Unseated()


async def test_a_leave_whose_answer_was_lost_does_not_sit_down_again() -> None:
    ear = seated()
    leaving = asyncio.create_task(
        ear.exchange.command(lambda n: Leave(id=ear.exchange.next_id(), n=n))
    )
    await ear.sent()
    ear.exchange.detach()
    join = ear.hearing.come_back()
    assert join is not None
    ear.exchange.attach()
    in_a_new_seat = SNAPSHOT.model_copy(update={"n": 1, "offset": 8})
    ear.hearing.take(Joined(re=join.id, snapshot=in_a_new_seat))
    await leaving
    assert len(ids_of(await ear.sent(), Leave)) == 1


async def test_a_digest_that_never_fits_asks_for_two_snapshots_and_no_more() -> None:
    ear = seated()
    asked = 0
    for _ in range(6):
        ear.hearing.take(ear.beat(digest=b"other..."))
        for re in ids_of(await ear.sent(), JoinRoom):
            asked += 1
            ear.hearing.take(Joined(re=re, snapshot=SNAPSHOT))
    assert asked == 1, "the first snapshot was the one from sitting down"
    ear.hearing.take(News(since=3, offset=4, updates=(HostChanged(seat=1),)))
    ear.hearing.take(ear.beat(digest=b"other..."))
    assert len(ids_of(await ear.sent(), JoinRoom)) == 1


async def test_being_behind_by_offset_is_never_put_up_with() -> None:
    ear = seated()
    for round_ in range(5):
        ear.hearing.take(ear.beat(offset=7 + round_))
        (re,) = ids_of(await ear.sent(), JoinRoom)
        ear.hearing.take(Joined(re=re, snapshot=SNAPSHOT))


VOID = VoidView(match="m-1", commitment=bytes(32), why="service", withheld=())


async def test_being_ready_again_by_oneself_is_told_if_it_is_refused() -> None:
    ear = seated()
    ear.hearing.commit_to(VOID.match)
    ear.hearing.take(News(since=3, offset=4, updates=(StartVoided(void=VOID),)))
    (re,) = ids_of(await ear.sent(), Ready)
    ear.told()
    refusal = Error(re=re, code=ErrorCode.INTERNAL, retry=1000, trace="")
    ear.hearing.take(refusal)
    assert ear.told() == [NotReady(refusal)]


async def test_what_a_person_asked_for_is_not_told_twice_if_it_is_refused() -> None:
    ear = seated()
    asking = unready(ear)
    (re,) = ids_of(await ear.sent(), Unready)
    ear.hearing.take(Error(re=re, code=ErrorCode.RESTLESS, retry="never", trace=""))
    with pytest.raises(NotDone):
        await asking
    assert ear.told() == []


async def test_a_snapshot_that_was_put_off_is_asked_for_again() -> None:
    ear = seated()
    ear.hearing.take(ear.beat(offset=7))
    (re,) = ids_of(await ear.sent(), JoinRoom)
    ear.hearing.take(Error(re=re, code=ErrorCode.TOO_MANY, retry=1, trace=""))
    sending = asyncio.create_task(ear.exchange.send_over(ear.link))
    await eventually(lambda: bool(ear.link.said))
    sending.cancel()
    assert ids_of(ear.link.said, JoinRoom) != [re]


async def test_no_time_runs_down_while_the_service_is_degraded() -> None:
    ear = seated()
    clock = ear.hearing.clock
    ear.hearing.take(Service(state="degraded"))
    stood_at = clock.now_ms()
    ear.hearing.take(Heartbeat(now=stood_at + 60_000, offset=3))
    assert clock.now_ms() == stood_at
    ear.hearing.take(Service(state="ok"))
    assert clock.now_ms() >= stood_at + 60_000
    assert not clock.is_standing
