"""What is kept of matches: as long as it is to be, and linked."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import Sequence
from typing import NoReturn

import pytest
from redis.asyncio import Redis
from tests.conditions import eventually, eventually_told
from tests.faults.inside import inside
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.updates import MatchOpened
from samedeal_records.sealing import digest_of, unseal
from samedeal_records.transcripts import VERSION, from_plain
from samedeal_server.core.commands import StandStill
from samedeal_server.core.rooms.transcripts import transcript_of, with_salts
from samedeal_server.process.settings import Settings
from samedeal_server.records import records
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import link_of, unpack_link
from samedeal_server.records.records import SERVER
from samedeal_server.rooms import carrier
from samedeal_server.store import redis
from samedeal_server.store.calls import Calls
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import ERASED, SALTING, transcript_key
from samedeal_server.store.readings import Log
from samedeal_server.store.redis import Store

DAY_S = 24 * 3600
SETTINGS = Settings.model_validate({"countdown_ms": 200, "transcript_days": 3})
FIRST_ROW = ("a1", "b1", "c1", "d1", "e1")


async def played(*talkers: Talker, plies: int) -> str:
    """Play a match in which everybody lays so many cards; return its id."""
    await asyncio.gather(*(talker.ready() for talker in talkers))
    await asyncio.gather(*(talker.start() for talker in talkers))
    for talker in talkers:
        for ply, cell in enumerate(FIRST_ROW[:plies]):
            await talker.command(Moved, t="move", ply=ply, move=cell)
        await talker.command(Done, t="finish")
    return (await talkers[0].ended()).result.match


async def away(*_: object) -> NoReturn:
    """Fail as a chain does whose node is away."""
    raise StoreUnavailable("the node of the chain is away")


async def kept_for_s(store_url: str, match: str) -> int:
    """Return how long a transcript is kept: -1 for ever, -2 not at all."""
    async with Redis.from_url(store_url) as client:
        return int(await client.ttl(transcript_key(match)))


async def test_a_rated_match_is_kept_for_ever(store_url: str) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        await bob.join(await ann.host("squares/english", seats=2))
        match = await played(ann, bob, plies=2)
        await house.server.hub.carrier.all_kept.wait()
        assert await kept_for_s(store_url, match) == -1


async def test_a_match_that_is_not_rated_is_kept_for_its_days(store_url: str) -> None:
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        await talker.host("squares/english", seats=1)
        match = await played(talker, plies=2)
        await house.server.hub.carrier.all_kept.wait()
        assert 0 < await kept_for_s(store_url, match) <= 3 * DAY_S


async def test_a_transcript_that_was_written_and_not_linked_is_linked(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(chain: Chain, kind: str, match: str, proof: bytes = b"") -> None:
        """Die before the link is made."""

    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        code = await talker.host("squares/english", seats=1)
        with monkeypatch.context() as broken:
            broken.setattr(Chain, "link", lost)
            match = await played(talker, plies=2)
            await house.server.hub.carrier.all_kept.wait()
        (sealed,) = await house.store.transcripts.read([match])
        assert sealed is not None
        async with inside(store_url, SETTINGS) as other:
            # Whoever carries the room next.
            await other.server.hub.carrier.carry(code)
            await other.server.hub.carrier.all_kept.wait()
        links = [unpack_link(link) for link in await house.store.chain.links(0, 200)]
        assert link_of("end", match, digest_of(sealed)) in links


async def test_a_match_that_ended_while_the_store_was_away_is_linked_when_it_is_back(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "AGAIN_S", 0.01)
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        chain = house.store.chain
        with monkeypatch.context() as broken:
            broken.setattr(ChainStore, "append", away)
            await talker.host("squares/english", seats=1)
            first = await played(talker, plies=2)
            await house.server.hub.carrier.all_kept.wait()
            # The room goes on: nobody who reads it comes across the first match again.
            opened = (await talker.hear(MatchOpened)).match
            assert talker.room is not None
            talker.room = talker.room.model_copy(update={"next_match": opened})
            second = await played(talker, plies=3)
            assert await chain.end() == (0, b"")

        async def made() -> list[tuple[str, str]]:
            links = map(unpack_link, await chain.links(0, 200))
            return [(link.kind, link.match) for link in links if link.kind != "deal"]

        both = [(kind, match) for match in (first, second) for kind in ("open", "end")]
        found = await eventually_told(made, lambda links: {*links} >= {*both})
        for match in (first, second):
            assert found.index(("open", match)) < found.index(("end", match))


async def test_what_nobody_could_keep_before_they_died_is_kept_by_who_reads_the_room(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The room goes on, and nobody makes a snapshot of it without the first match.
    monkeypatch.setattr(carrier, "SNAPSHOT_EVERY", 1)
    with monkeypatch.context() as broken:
        broken.setattr(ChainStore, "append", away)
        async with (
            inside(store_url, SETTINGS) as house,
            talking(house.url, "Ann") as ann,
            talking(house.url, "Bob") as bob,
        ):
            code = await ann.host("squares/english", seats=2)
            await bob.join(code)
            matches = [await played(ann, bob, plies=2)]
            await house.server.hub.carrier.all_kept.wait()
            opened = [(await each.hear(MatchOpened)).match for each in (ann, bob)]
            for talker, following in zip((ann, bob), opened, strict=True):
                assert talker.room is not None
                talker.room = talker.room.model_copy(update={"next_match": following})
            matches.append(await played(ann, bob, plies=3))
    async with inside(store_url, SETTINGS) as house:
        assert await house.store.chain.end() == (0, b"")
        assert await house.server.hub.carrier.carry(code)

        async def made() -> list[tuple[str, str]]:
            links = map(unpack_link, await house.store.chain.links(0, 200))
            return [(link.kind, link.match) for link in links if link.kind != "deal"]

        both = [(kind, match) for match in matches for kind in ("open", "end")]
        found = await eventually_told(made, lambda links: {*links} >= {*both})
        for match in matches:
            assert found.index(("open", match)) < found.index(("end", match))
        for match, plies in zip(matches, (2, 3), strict=True):
            (sealed,) = await house.store.transcripts.read([match])
            assert sealed is not None
            transcript = from_plain(unseal(sealed))
            assert [len(seat.moves) for seat in transcript.seats] == [plies] * 2


async def test_the_last_match_of_a_closed_room_is_kept_by_who_buries_its_server(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(ChainStore, "append", away)
        async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
            await talker.host("squares/english", seats=1)
            match = await played(talker, plies=2)
            await talker.command(Done, t="leave")
            rooms = house.server.hub.carrier.rooms
            await eventually(lambda: not rooms)
    monkeypatch.setattr(redis, "DEAD_AFTER_MS", 100)
    async with inside(store_url, SETTINGS) as house:
        chain, process = house.store.chain, house.store.process

        async def ended() -> list[str]:
            links = map(unpack_link, await chain.links(0, 200))
            return [link.match for link in links if link.kind == "end"]

        await eventually_told(ended, lambda found: found == [match])
        # And nobody looks after the room any more.
        await eventually_told(lambda: house.store.rooms_of(process), lambda of: not of)


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_the_log_is_read_only_for_a_match_that_was_not_seen_whole(
    store_url: str, monkeypatch: pytest.MonkeyPatch, *, is_replaced: bool
) -> None:
    read = list[str]()
    read_log = Store.read_log

    async def noted(store: Store, room: str, after: str = "") -> Log:
        read.append(room)
        return await read_log(store, room, after)

    monkeypatch.setattr(Store, "read_log", noted)
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        code = await talker.host("squares/english", seats=1)
        carrier = house.server.hub.carrier
        live = carrier.rooms[code]
        await talker.ready()
        await talker.start()
        await talker.command(Moved, t="move", ply=0, move="a1")
        # The store's clock is known to some ms here: a second more covers the move.
        until = house.store.now() + 1_000
        await carrier.runtime.carry_out(live, StandStill(until - 60_000, until))
        if is_replaced:
            live.replace(live.state)
        await talker.command(Moved, t="move", ply=1, move="b1")
        await talker.command(Done, t="finish")
        match = (await talker.ended()).result.match
        await carrier.all_kept.wait()
        assert read == ([code] if is_replaced else [])
        (sealed,) = await house.store.transcripts.read([match])
        log = await carrier.logs.read(code)
        salting = await house.store.transcripts.erased.salting()
    assert sealed is not None
    found = from_plain(unseal(sealed))
    made = transcript_of(live.state, log, SERVER)
    assert made is not None
    assert found == with_salts(made, salting)
    assert found.version == VERSION
    assert [made.move for made in found.seats[0].moves] == ["a1", "b1"]
    # What was noted while the clock stood was done when it stopped.
    assert found.seats[0].moves[0].at_ms == 0


async def test_salts_and_who_was_erased_are_asked_for_in_one_round_trip(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[list[object]]()
    read = Calls.read

    async def noted(calls: Calls, commands: Sequence[Command]) -> list[object]:
        asked.append([key for _, key, *_ in commands])
        return await read(calls, commands)

    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        await house.store.transcripts.erased.salting()  # drawn by the first match
        await talker.host("squares/english", seats=1)
        monkeypatch.setattr(Calls, "read", noted)
        await played(talker, plies=2)
        await house.server.hub.carrier.all_kept.wait()
    of_transcript, *of_books = [keys for keys in asked if {SALTING, ERASED} & {*keys}]
    assert of_transcript == [SALTING, ERASED]
    assert of_books == [[ERASED]]


async def test_a_match_of_which_nothing_is_kept_is_said_to_be_unknown(
    store_url: str,
) -> None:
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        refusal = await talker.refused(t="transcript", match="m-nobody")
        assert refusal.code is ErrorCode.UNKNOWN_MATCH
