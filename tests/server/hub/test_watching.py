"""Spectators over sockets: what they may see, and what nobody may learn by watching."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.server.house import serving
from tests.talk import Talker, hardly_reading, talking

from samedeal_client.wire.session import Session
from samedeal_protocol.digest import digest
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.updates import (
    Error,
    Heartbeat,
    MatchEnded,
    MatchStarted,
    News,
    Reset,
    RoomClosed,
    Watched,
)
from samedeal_server.edge import sockets
from samedeal_server.process.settings import Settings
from samedeal_server.rooms import spectators

CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
QUICK = Settings.model_validate({"countdown_ms": 200, "commands_per_s": 1_000})


@pytest_asyncio.fixture
async def url(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(spectators, "SHOWN_EVERY_S", 0.05)
    monkeypatch.setattr(spectators, "TOLD_EVERY_S", 0.02)
    async with serving(store_url, QUICK) as address:
        yield address


class Watcher:
    """A spectator that folds what it is sent, as the client does."""

    def __init__(self, talker: Talker) -> None:
        self.talker = talker
        self.session = Session()
        self.heard: list[object] = []

    async def watch(self, room: str) -> Joined:
        joined = await self.talker.ask(Joined, t="watch", room=room)
        self.session.is_watching = True
        self.session.join(joined.snapshot)
        return joined

    async def hear(self) -> object:
        message = await self.talker.receive()
        self.heard.append(message)
        match message:
            case News():
                self.session.hear(message)
            case Watched():
                self.session.see(message)
            case Reset(snapshot=snapshot):
                self.session.join(snapshot)
            case Heartbeat():
                self.session.check(message)
            case _:
                pass
        return message

    async def until(self, kind: type[object]) -> None:
        """Hear on up to news that hold an update of a kind."""
        while True:
            message = await self.hear()
            if isinstance(message, News) and any(
                isinstance(update, kind) for update in message.updates
            ):
                return

    async def next_opened(self) -> RoomView:
        """Hear on until another match is open."""
        while (room := self.session.room) is None or room.next_match is None:
            await self.hear()
        return room

    async def until_shown(self, *plies: int) -> None:
        """Hear on until the boards shown are so far."""
        while tuple(b.ply for _, b in sorted(self.session.watched.items())) != plies:
            await self.hear()


async def started(host: Talker, *others: Talker, watch: str = "counts") -> str:
    """Have them play a match; return the room's code."""
    room = await host.host(watch=watch)
    for talker in others:
        await talker.join(room)
    await play_on(host, *others)
    return room


async def play_on(*talkers: Talker) -> None:
    await asyncio.gather(*(talker.ready() for talker in talkers))
    await asyncio.gather(*(talker.start() for talker in talkers))


async def lay(talker: Talker, first: int, last: int) -> None:
    for ply in range(first, last):
        await talker.command(Moved, t="move", ply=ply, move=CELLS[ply])


# Counts


async def test_a_spectator_hears_what_everybody_in_the_room_may_know(url: str) -> None:
    async with talking(url, "Ann") as ann, talking(url, "Bob") as bob:
        room = await ann.host(watch="counts")
        await bob.join(room)
        async with talking(url, "Eve") as eve:
            watcher = Watcher(eve)
            joined = await watcher.watch(room.lower())
            assert (joined.snapshot.seat, joined.snapshot.board) == (None, None)
            assert joined.snapshot.room.watch == "counts"
            await play_on(ann, bob)
            await watcher.until(MatchStarted)
            await lay(ann, 0, 5)
            await ann.command(Done, t="finish")
            await bob.command(Done, t="resign")
            await watcher.until(MatchEnded)
            seen = watcher.session.room
            assert seen is not None
            plays = [seat.play for seat in seen.seats]
            assert [p and (p.ply, p.state) for p in plays] == [
                (5, "finished"),
                (0, "resigned"),
            ]
            assert watcher.session.watched == {}
            assert not any(isinstance(one, Watched) for one in watcher.heard)


async def test_a_spectators_heartbeat_fits_what_it_was_told(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob)
        watcher = Watcher(eve)
        await watcher.watch(room)
        for ply in range(10):
            await lay(ann, ply, ply + 1)
            await eve.send_message(watcher.session.heartbeat())
            while not isinstance(await watcher.hear(), Heartbeat):
                pass
        assert not any(isinstance(one, Reset) for one in watcher.heard)


async def test_a_spectator_who_knows_something_else_gets_a_snapshot(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob, watch="boards")
        watcher = Watcher(eve)
        await watcher.watch(room)
        await watcher.until_shown(0, 0)
        wrong = watcher.session.heartbeat().model_copy(update={"digest": b"8 wrong!"})
        await eve.send_message(wrong)
        while not isinstance(message := await watcher.hear(), Reset):
            pass
        assert message.why == "behind"
        assert watcher.session.room is not None
        own = digest(watcher.session.room, None)
        assert watcher.session.heartbeat().digest == own
        await watcher.until_shown(0, 0)


# Boards


async def test_a_board_is_shown_as_far_as_everybody_has_seen_its_cards(
    url: str,
) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob, watch="boards")
        watcher = Watcher(eve)
        await watcher.watch(room)
        await lay(ann, 0, 9)
        await lay(bob, 0, 4)
        await watcher.until_shown(4, 4)
        await lay(bob, 4, 6)
        await watcher.until_shown(6, 6)
        await bob.command(Done, t="resign")
        await watcher.until_shown(9, 6)


async def test_who_comes_late_is_shown_what_was_played_before(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await started(ann, bob, watch="boards")
        await lay(ann, 0, 7)
        await lay(bob, 0, 5)
        async with talking(url) as eve, talking(url) as fay:
            for talker in (eve, fay):
                watcher = Watcher(talker)
                await watcher.watch(room)
                await watcher.until_shown(5, 5)


async def test_a_match_that_is_over_is_shown_whole_until_the_next(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob, watch="boards")
        watcher = Watcher(eve)
        await watcher.watch(room)
        await lay(ann, 0, 3)
        await ann.command(Done, t="finish")
        await bob.command(Done, t="resign")
        await watcher.until(MatchEnded)
        await watcher.until_shown(3, 0)
        async with talking(url) as fay:
            late = Watcher(fay)
            await late.watch(room)
            await late.until_shown(3, 0)
        ann.room = bob.room = await watcher.next_opened()
        await play_on(ann, bob)
        await watcher.until(MatchStarted)
        await watcher.until_shown(0, 0)


@pytest.mark.parametrize("asked", ["counts", "boards"])
async def test_bytes_do_not_depend_on_who_is_ahead_by_what(
    url: str, asked: str
) -> None:
    """The cards that only one has seen are in no frame to a spectator."""
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob, watch=asked)
        watcher = Watcher(eve)
        await watcher.watch(room)
        await lay(bob, 0, 1)
        ahead: set[int] = set()
        for ply in range(12):
            moved = await ann.command(Moved, t="move", ply=ply, move=CELLS[ply])
            if ply:
                ahead |= set(moved.zones.get("next", ()))
        await ann.send_message(watcher.session.heartbeat())
        await lay(bob, 1, 2)
        if asked == "boards":
            await watcher.until_shown(2, 2)
        shown = [one for one in watcher.heard if isinstance(one, Watched)]
        cards = {
            card
            for one in shown
            for board in one.boards
            for zone, cards in board.board.zones.items()
            if zone != "stock"
            for card in cards
        }
        in_common = 3 if asked == "boards" else 0
        assert len(cards) == in_common
        assert len(ahead & cards) == (1 if in_common else 0)


# Who may, and what others learn


async def test_rooms_that_may_not_be_watched_are_as_unknown_as_none(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        closed_to = await ann.host(watch="no")
        private = await bob.host(watch="no", public=False)
        answers: list[dict[str, object]] = []
        for room in ("ZZZZZ", closed_to, private, "23456"):
            error = await eve.refused(t="watch", room=room)
            plain = error.model_dump(exclude={"re", "trace"})
            plain["detail"] = error.detail.replace(room, "CODE")
            answers.append(plain)
        assert answers == [answers[0]] * 4
        assert answers[0]["code"] is ErrorCode.UNKNOWN_ROOM


async def test_a_wrong_code_is_counted_as_with_join(store_url: str) -> None:
    strict = Settings.model_validate({"wrong_codes_per_minute": 3})
    async with serving(store_url, strict) as url, talking(url) as ann:
        room = await ann.host(watch="no")
        async with talking(url) as eve:
            asked = [("watch", "ZZZZZ"), ("watch", room), ("join", "ZZZZZ")]
            for kind, code in asked:
                error = await eve.refused(t=kind, room=code)
                assert error.code is ErrorCode.UNKNOWN_ROOM
            for kind in ("watch", "join"):
                error = await eve.refused(t=kind, room="ZZZZZ")
                assert error.code is ErrorCode.TOO_MANY


async def test_watching_is_counted_as_a_join_and_coming_back_is_not(
    store_url: str,
) -> None:
    strict = Settings.model_validate({"joins_per_minute": 3})
    async with serving(store_url, strict) as url, talking(url) as ann:
        room = await ann.host()
        async with talking(url) as eve:
            for _ in range(3):
                await eve.ask(Joined, t="watch", room=room)
            error = await eve.refused(t="watch", room=room)
            assert error.code is ErrorCode.TOO_MANY
            await eve.ask(Joined, t="watch", room=room, back=True)


async def test_a_private_room_is_watched_by_whoever_has_the_code(url: str) -> None:
    async with talking(url) as ann, talking(url) as eve:
        room = await ann.host(public=False)
        await Watcher(eve).watch(room)
        assert (await eve.ask(Rooms, t="rooms")).rooms == ()


async def test_a_spectator_can_change_nothing(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        room = await started(ann, bob)
        await Watcher(eve).watch(room)
        for fields in (
            {"t": "move", "ply": 0, "move": "a1"},
            {"t": "resign"},
            {"t": "leave"},
        ):
            error = await eve.command(Error, **fields)
            assert error.code is ErrorCode.NOT_SEATED
        assert (await ann.command(Moved, t="move", ply=0, move="a1")).ply == 1


async def test_who_sits_in_a_room_does_not_watch(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await ann.host()
        other = await bob.host()
        for code in (room, other, "ZZZZZ"):
            error = await ann.refused(t="watch", room=code)
            assert error.code is ErrorCode.ALREADY_IN_ROOM


async def test_who_watches_may_sit_down_and_hears_everything_once(url: str) -> None:
    async with talking(url) as ann, talking(url) as eve:
        room = await ann.host()
        await Watcher(eve).watch(room)
        joined = await eve.join(room)
        session = Session()
        session.join(joined.snapshot)
        assert session.seat == 1
        eve.news.clear()
        await ann.ready()
        message = await eve.receive()
        assert isinstance(message, News)
        session.hear(message)


async def test_who_watches_another_room_hears_no_more_of_the_first(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as eve:
        first, second = await ann.host(), await bob.host()
        watcher = Watcher(eve)
        await watcher.watch(first)
        await watcher.watch(second)
        await ann.ready()
        await bob.ready()
        message = await watcher.hear()
        assert isinstance(message, News)
        assert watcher.session.room is not None
        assert watcher.session.room.room == second


async def test_a_player_may_watch_from_another_connection(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await started(ann, bob, watch="boards")
        async with talking(url, None, ann.token) as again:
            watcher = Watcher(again)
            joined = await watcher.watch(room)
            assert (joined.snapshot.seat, joined.snapshot.board) == (None, None)
            await lay(ann, 0, 2)
            await watcher.until_shown(0, 0)


# Ends


async def test_a_spectator_hears_that_the_room_has_closed(url: str) -> None:
    async with talking(url) as ann, talking(url) as eve:
        room = await ann.host()
        watcher = Watcher(eve)
        await watcher.watch(room)
        await ann.command(Done, t="leave")
        await watcher.until(RoomClosed)
        assert watcher.session.room is not None
        assert watcher.session.room.phase == "closed"
        await eve.send_message(watcher.session.heartbeat())
        message = await watcher.talker.receive()
        assert isinstance(message, Heartbeat)
        assert message.offset == 0
        error = await eve.refused(t="watch", room=room, back=True)
        assert error.code is ErrorCode.UNKNOWN_ROOM


async def test_a_room_goes_on_when_its_spectators_hang_up(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await started(ann, bob, watch="boards")
        async with talking(url) as eve:
            await Watcher(eve).watch(room)
        await lay(ann, 0, 3)
        async with talking(url) as eve:
            watcher = Watcher(eve)
            await watcher.watch(room)
            await lay(bob, 0, 3)
            await watcher.until_shown(3, 3)


async def test_a_spectator_that_does_not_read_is_cut_like_anybody(
    store_url: str, monkeypatch: pytest.MonkeyPatch, cut: list[str]
) -> None:
    monkeypatch.setattr(sockets, "KERNEL_BUFFER_BYTES", 1)
    monkeypatch.setattr(sockets, "PAUSE_AT_BYTES", 1)
    monkeypatch.setattr(sockets, "MAX_WAITING_FRAMES", 2)
    monkeypatch.setattr(sockets, "CLOSE_WITHIN_S", 30.0)
    monkeypatch.setattr(spectators, "TOLD_EVERY_S", 0.0)
    patient = QUICK.model_copy(update={"command_burst": 1_000})
    async with (
        serving(store_url, patient) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Fay") as fay,
        hardly_reading(url, "Eve") as eve,
    ):
        room = await started(ann, bob, watch="boards")
        reader = Watcher(fay)
        await reader.watch(room)
        for _ in range(60):
            await eve.send(t="watch", room=room, back=True)
        await lay(ann, 0, 3)
        await lay(bob, 0, 3)
        await eventually(lambda: bool(cut))
        assert set(cut) == {"Eve"}
        assert await eve.closed() == CloseCode.TOO_SLOW
        await lay(ann, 3, 5)
        await lay(bob, 3, 5)
        await reader.until_shown(5, 5)
