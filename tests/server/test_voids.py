"""Void starts at a server: told, linked, in the record, and not without end."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from tests.conditions import eventually
from tests.faults.inside import Inside, inside, until
from tests.talk import Talker, talking
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from samedeal_client.commands.audit import audit
from samedeal_client.proof.records import read_record
from samedeal_client.proof.witness import contradictions
from samedeal_client.wire.happenings import Checked
from samedeal_client.wire.player import Player
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.boards import ResultView
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import (
    Done,
    MatchOpened,
    PhaseChanged,
    SeatLeft,
    StartVoided,
)
from samedeal_server.settings import Settings

SETTINGS = Settings.model_validate(
    {"countdown_ms": 1000, "commands_per_s": 1000, "trusted_proxies": "127.0.0.1"}
)
WITHHELD_AT_ONCE = 3


@asynccontextmanager
async def from_elsewhere(url: str, name: str, address: str) -> AsyncGenerator[Talker]:
    """Connect as somebody at another address would."""
    async with connect(
        url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers={"X-Forwarded-For": address},
        compression=None,
        proxy=None,
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
    await eventually(lambda: result_of(player) is not None)
    result = result_of(player)
    assert result is not None
    return result


def result_of(player: Player) -> ResultView | None:
    return None if player.session.room is None else player.session.room.result


async def settled(house: Inside) -> None:
    """Wait until this process knows every link that there is."""
    await house.server.hub.carrier.all_kept.wait()
    chain = house.server.hub.chain

    async def is_known() -> bool:
        return (await house.store.chain()) == (chain.length, chain.head)

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
        # Nobody presses a key from here on.
        result, _ = await asyncio.gather(resign_when_dealt(ada), resign_when_dealt(bob))
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
        assert (found.findings, found.voids) == ((), 1)


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


async def test_one_address_holds_a_room_up_for_three_countdowns_and_no_more(
    store_url: str,
) -> None:
    """However many guests it sends, and however they take turns."""
    async with (
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        Player(house.url, name="Bob").connected() as bob,
        AsyncExitStack() as stack,
    ):
        code = await ada.host("squares/english", seats=8)
        await bob.join(code)
        puppets = [
            await stack.enter_async_context(
                from_elsewhere(house.url, f"P{number}", "192.0.2.7")
            )
            for number in range(6)
        ]
        for puppet in puppets:
            await puppet.join(code)
        await ada.ready()
        await bob.ready()
        delays = 0
        while (refusal := await all_ready(puppets)) is None:
            silent = puppets.pop()
            while (await silent.hear(PhaseChanged)).phase != "countdown":
                pass
            for puppet in puppets:
                await puppet.command(Done, t="reveal", nonce=puppet.nonce)
            for puppet in puppets:
                await next_match(puppet)
            delays += 1
        assert delays == WITHHELD_AT_ONCE
        assert refusal > 60_000
        for puppet in puppets:
            await puppet.command(Done, t="leave")
        result, _ = await asyncio.gather(resign_when_dealt(ada), resign_when_dealt(bob))
        assert len(result.voids) == WITHHELD_AT_ONCE


async def all_ready(puppets: list[Talker]) -> int | None:
    """Have them be ready; return for how long they are told to wait, None for not."""
    for puppet in puppets:
        assert puppet.room is not None
        assert puppet.room.next_match is not None
        reply = await puppet.ask_ready()
        if reply is not None:
            assert reply.code is ErrorCode.HELD_UP
            assert isinstance(reply.retry, int)
            return reply.retry
    return None


async def next_match(puppet: Talker) -> None:
    opened = await puppet.hear(MatchOpened)
    assert puppet.room is not None
    puppet.room = puppet.room.model_copy(update={"next_match": opened.match})
