"""Void starts at a server: told, linked, in the record, and not without end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from tests.conditions import PATIENCE_S, eventually
from tests.faults.inside import Inside, inside, until
from tests.talk import Talker, talking
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from samedeal_client.auditing.service import audit
from samedeal_client.view.records.audit import audit_lines
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Checked
from samedeal_client.wire.player import Player
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import ResultView
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.updates import MatchOpened, PhaseChanged, SeatLeft, StartVoided
from samedeal_records.proof.witness import contradictions
from samedeal_records.record import read_record
from samedeal_server.core.rooms.voids import HELD_UP_MOST, HELD_UP_MS
from samedeal_server.process.settings import Settings

SETTINGS = Settings.model_validate(
    {"countdown_ms": 1000, "commands_per_s": 1000, "trusted_proxies": "127.0.0.1"}
)
PLACE = "192.0.2.7"


@asynccontextmanager
async def from_elsewhere(url: str, name: str, address: str) -> AsyncGenerator[Talker]:
    """Connect as somebody at another address would."""
    async with connect(
        url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={"X-Forwarded-For": address},
        compression=None,
        proxy=None,
        open_timeout=PATIENCE_S,
        close_timeout=1,
        ping_interval=None,
    ) as socket:
        talker = Talker(socket)
        await talker.hello(name)
        yield talker


async def checked(player: Player) -> Checked:
    """Return what a player's client makes of the match that has ended."""
    while True:
        happening = await player.happenings.get()
        if isinstance(happening, Checked):
            return happening


async def resign_when_dealt(player: Player) -> ResultView:
    await eventually(lambda: player.session.may_move)
    await player.resign()
    return await result_for(player)


async def play_when_dealt(player: Player) -> ResultView:
    """Play enough for a row on a board."""
    await eventually(lambda: player.session.may_move)
    await player.move("a1")
    await player.finish()
    return await result_for(player)


async def result_for(player: Player) -> ResultView:
    await eventually(lambda: result_of(player) is not None)
    result = result_of(player)
    assert result is not None
    return result


def result_of(player: Player) -> ResultView | None:
    return None if player.session.room is None else player.session.room.result


async def settled(house: Inside) -> None:
    """Wait until this process knows every link that there is."""
    await house.server.hub.carrier.all_kept.wait()
    chain = house.server.parts.chain

    async def is_known() -> bool:
        return (await house.store.chain.end()) == (chain.length, chain.head)

    await until(is_known)


async def test_the_others_go_on_by_themselves_and_everything_tells_of_it(
    store_url: str,
) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        Player(house.url, name="Bob").connected() as bob,
        talking(house.url, "Eve") as eve,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await eve.join(code)
        assert eve.room is not None
        assert eve.room.next_match is not None
        void = eve.room.next_match.id
        for player in (ada, bob, eve):
            await player.ready()
        # Nobody has to be ready again from here on.
        result, _ = await asyncio.gather(play_when_dealt(ada), play_when_dealt(bob))
        told = await eve.hear(StartVoided)
        assert (await eve.hear(SeatLeft)).why == "no_show"
        assert result.voids == (told.void,)
        assert told.void.match == void
        assert [(who.player, who.name) for who in told.void.withheld] == [
            (eve.me, "Eve")
        ]
        for player in (ada, bob):
            seen = await checked(player)
            assert seen.doubts == ()
            record = read_record(await player.transcript(result.match))
            assert record.is_proven, record.checks
            assert contradictions(seen.witness, record) == ()
            assert [each.match for each in record.transcript.voids or ()] == [void]
        await settled(house)
        found = await audit(bob, lambda what, done: None)
        assert (found.findings, found.voids, found.voids_checked) == ((), 1, 1)
        assert found.withheld == ((eve.me, "Eve", 1),)
        assert found.by_service == 0
        assert "not revealed by: Eve 1" in text_of(audit_lines(found))


async def test_leaving_in_the_countdown_makes_the_others_begin_anew(
    store_url: str,
) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        Player(house.url, name="Bob").connected() as bob,
        talking(house.url, "Eve") as eve,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await eve.join(code)
        for player in (ada, bob, eve):
            await player.ready()
        await eve.command(Done, t="leave")
        result, _ = await asyncio.gather(resign_when_dealt(ada), resign_when_dealt(bob))
        assert [void.why for void in result.voids] == ["withheld"]
        assert [(await checked(player)).doubts for player in (ada, bob)] == [(), ()]


async def test_one_address_holds_a_public_room_up_a_few_times_and_no_more(
    store_url: str,
) -> None:
    """However many guests it sends, by whichever process, and however they go."""
    async with (
        inside(store_url, SETTINGS) as other,
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        talking(house.url, "Bob") as bob,
    ):
        code = await ada.host("squares/english", seats=3, public=True)
        await bob.join(code)
        await ada.ready()  # and by herself again, after each void start
        for number in range(HELD_UP_MOST):
            where = (other, house)[number % 2]
            async with from_elsewhere(where.url, f"P{number}", PLACE) as puppet:
                await puppet.join(code)
                await puppet.ready()
                await bob.ready()
                while (await bob.hear(PhaseChanged)).phase != "countdown":
                    pass
            # The process that took its word has let go of it before the end.
            await bob.command(Done, t="reveal", nonce=bob.nonce)
            await next_match(bob)
        for where in (other, house):
            async with from_elsewhere(where.url, "More", PLACE) as puppet:
                refusal = await puppet.refused(t="join", room=code)
                assert refusal.code is ErrorCode.HELD_UP
                assert isinstance(refusal.retry, int)
                assert HELD_UP_MS / 2 < refusal.retry <= HELD_UP_MS
        await bob.ready()
        await bob.start()
        await bob.command(Done, t="resign")
        result = await resign_when_dealt(ada)
        assert len(result.voids) == HELD_UP_MOST


async def test_who_lives_where_somebody_holds_a_room_up_plays_elsewhere_and_on(
    store_url: str,
) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        talking(house.url, "Cid") as cid,
        from_elsewhere(house.url, "Neighbour", PLACE) as neighbour,
        from_elsewhere(house.url, "Guest", PLACE) as guest,
        AsyncExitStack() as stack,
    ):
        code = await ada.host("squares/english", seats=4, public=True)
        await neighbour.join(code)
        for number in range(HELD_UP_MOST):
            puppet = await stack.enter_async_context(
                from_elsewhere(house.url, f"P{number}", PLACE)
            )
            await puppet.join(code)
            await puppet.ready()
            await neighbour.ready()
            if not number:
                await ada.ready()
            while (await neighbour.hear(PhaseChanged)).phase != "countdown":
                pass
            await neighbour.command(Done, t="reveal", nonce=neighbour.nonce)
            await next_match(neighbour)
        # Whoever sits there plays on, as if nobody had done anything at that address.
        await neighbour.ready()
        assert len((await neighbour.start()).seats) == 2
        # And the door of every other room is as open as ever.
        elsewhere = await cid.host(public=True)
        await guest.join(elsewhere)
        await guest.ready()


async def next_match(talker: Talker) -> None:
    opened = await talker.hear(MatchOpened)
    assert talker.room is not None
    talker.room = talker.room.model_copy(update={"next_match": opened.match})
