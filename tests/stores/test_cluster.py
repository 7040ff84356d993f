"""A Redis Cluster of three nodes: whole matches, one slot for each room, a death."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import cast

import pytest
from bench.finished import finished, keep, series
from bench.stores.cluster import Cluster
from tests.conditions import PATIENCE_S, eventually_told
from tests.server.books_told import told
from tests.server.house import opened as store_at
from tests.server.operators import admin_process
from tests.servers import hurried_server
from tests.stores.losing import WAYS, next_write_loses
from tests.stores.playing import CELLS, Match, opened
from tests.talk import talking

from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_server.core.books.books import counts, history, ratings
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.booking.parting import SCOPES, set_apart
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.clients import Client
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import book_key, room_keys

SETTINGS = {
    # Nonces have to come before it ends, however busy the machine is.
    "SAMEDEAL_COUNTDOWN_MS": "3000",
    "SAMEDEAL_COMMAND_BURST": "1000",
    "SAMEDEAL_COMMANDS_PER_S": "1000",
}


async def slot_of(cluster: Cluster, key: str) -> int:
    return cast("int", await cluster.nodes[0].ask("CLUSTER KEYSLOT", key))


async def keys_of(cluster: Cluster, room: str) -> set[str]:
    found: set[str] = set()
    for node in cluster.nodes:
        found.update(cast("list[str]", await node.ask("KEYS", f"*{room}*")))
    return found


async def test_commands_for_one_key_keep_their_order(cluster: Cluster) -> None:
    client = await Client.connect(cluster.url)
    assert client.is_cluster
    commands = [
        command
        for turn in range(50)
        for key in ("one", "two", "three", "four")
        for command in (("RPUSH", key, turn), ("LLEN", key))
    ]
    answers = await client.many(commands)
    expected = [turn + 1 for turn in range(50) for _ in range(8)]
    assert answers == expected
    for key in ("one", "two", "three", "four"):
        numbers = [str(turn).encode() for turn in range(50)]
        assert await client.one("LRANGE", key, 0, -1) == numbers
    await client.aclose()


@pytest.mark.parametrize("error", WAYS, ids=lambda error: type(error).__name__)
async def test_a_call_whose_connection_is_lost_is_sent_again(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    client = await Client.connect(cluster.url)
    await client.one("SET", "key", "value")
    for _ in range(2):
        lost = next_write_loses(monkeypatch, error)
        assert await client.one("GET", "key") == b"value"
        assert lost
    next_write_loses(monkeypatch, error)
    assert await client.many([("GET", "key"), ("EXISTS", "key")]) == [b"value", 1]
    await client.aclose()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("is_apart", [False, True])
async def test_whole_matches_are_played_on_a_cluster(
    cluster: Cluster, *, is_apart: bool
) -> None:
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(hurried_server(cluster.url, **SETTINGS))
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        matches = [await opened(held, one, two, f"room {k}") for k in range(4)]
        await asyncio.gather(*(match.play(10) for match in matches))
        if is_apart:
            # An operator sets boards apart, while servers run and people play.
            words, settings = ("set-apart", "--json"), {"REDIS_URL": cluster.url}
            done, _ = await asyncio.gather(
                admin_process(*words, **settings), matches[0].play(len(CELLS))
            )
            assert done.status == 0, done.complained
        await asyncio.gather(*(match.play(len(CELLS)) for match in matches))
        places: set[int] = set()
        for match in matches:
            result = await match.result()
            assert [row.plies for row in result.standings] == [len(CELLS)] * 2
            keys = await keys_of(cluster, match.room)
            assert set(room_keys(match.room)) <= keys
            slots = {await slot_of(cluster, key) for key in keys}
            assert len(slots) == 1
            places |= slots
        assert len(places) > 1
        players = {player.me for match in matches for player in match.players}
        await leaderboard_has(two, players)
        async with store_at(cluster.url) as store:
            assert (await compare(store)).differences == ()
            assert bool(store.books.parts.apart) == is_apart


async def leaderboard_has(url: str, players: set[str]) -> None:
    async with asyncio.timeout(PATIENCE_S), talking(url) as talker:
        while True:
            rows = await talker.ask(
                Leaderboard, t="leaderboard", game="squares/english", limit=100
            )
            if players <= {row.player for row in rows.rows}:
                return


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("number", "is_long"), [(0, False), (1, True)])
async def test_rooms_go_on_after_a_node_was_killed_and_came_back(
    cluster: Cluster, number: int, is_long: bool
) -> None:
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(hurried_server(cluster.url, **SETTINGS))
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        matches = await rooms_on_every_node(held, cluster, one, two)
        await asyncio.gather(*(match.play(10) for match in matches))
        await cluster.nodes[number].kill()
        await asyncio.gather(
            start_again(cluster, number, is_long),
            *(match.play(20) for match in matches),
        )
        await asyncio.gather(*(match.play(len(CELLS)) for match in matches))
        for match in matches:
            result = await match.result()
            assert [row.plies for row in result.standings] == [len(CELLS)] * 2
            assert len({row.score for row in result.standings}) == 1


@pytest.mark.timeout(120)
async def test_rooms_go_on_while_their_slots_are_moved_to_another_node(
    cluster: Cluster,
) -> None:
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(hurried_server(cluster.url, **SETTINGS))
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        matches = await rooms_on_every_node(held, cluster, one, two)
        await asyncio.gather(*(match.play(10) for match in matches))

        async def move(match: Match) -> None:
            slot = await slot_of(cluster, room_keys(match.room).log)
            start = cluster.node_of(slot)
            number = cluster.nodes.index(start)
            goal = cluster.nodes[(number + 1) % len(cluster.nodes)]
            await cluster.move_slot(slot, start, goal)
            assert await cluster.keys_in(slot, start) == []
            assert await cluster.keys_in(slot, goal)

        for match in matches:
            await asyncio.gather(move(match), match.play(20))
        await asyncio.gather(*(match.play(len(CELLS)) for match in matches))
        for match in matches:
            result = await match.result()
            assert [row.plies for row in result.standings] == [len(CELLS)] * 2
            assert len({row.score for row in result.standings}) == 1


async def start_again(cluster: Cluster, number: int, is_long: bool) -> None:
    """Start a node, at once or after the others have taken it for dead."""
    if is_long:
        await cluster.until_down(cluster.nodes[number - 1])
    await cluster.nodes[number].start()


async def rooms_on_every_node(
    held: AsyncExitStack, cluster: Cluster, one: str, two: str
) -> list[Match]:
    """Open rooms until every node has one; their codes are the server's choice."""
    matches: list[Match] = []
    without = {node.name for node in cluster.nodes}
    while without:
        match = await opened(held, one, two, f"room {len(matches)}")
        matches.append(match)
        slot = await slot_of(cluster, room_keys(match.room).log)
        without.discard(cluster.node_of(slot).name)
    return matches


async def test_a_cluster_that_is_gone_as_a_whole_is_unavailable_and_then_there_again(
    cluster: Cluster,
) -> None:
    async with store_at(cluster.url) as store:
        await store.pulse()
        for node in cluster.nodes:
            await node.kill()
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await store.pulse()
            with pytest.raises(StoreUnavailable):
                await store.chain.end()
        for node in cluster.nodes:
            await node.start()
        await cluster.until_ok()

        async def answers() -> bool:
            try:
                await store.pulse()
                return await store.chain.end() == (0, b"")
            except StoreUnavailable:
                return False

        await eventually_told(answers, bool)


async def test_books_are_kept_compared_and_put_right_on_a_cluster(
    cluster: Cluster,
) -> None:
    async with store_at(cluster.url) as store:
        await keep(store, *series(Random(1), 60))
        await BooksWriter(store).catch_up()
        assert (await compare(store)).differences == ()
        changed = ratings("westcliff")
        await store.calls.write("HSET", book_key(changed), "eve", b"nonsense")
        await store.calls.write("DEL", book_key(history("p-1")))
        found = await rebuild(store)
        books = {difference.book for difference in found.differences}
        assert books == {changed, history("p-1")}
        assert (await compare(store)).differences == ()


async def test_boards_of_windows_that_are_over_leave_a_cluster_too(
    cluster: Cluster, tmp_path: Path
) -> None:
    async with store_at(cluster.url) as store:
        await keep(store, *series(Random(4), 15))
        await BooksWriter(store).catch_up()
        before = await told(store)
        # Whatever the clock says, all are over.
        await Archiving(store, str(tmp_path), 10_000, days=-10_000).move_sheets()
        assert await sheets_over(store, -10_000) == []
        assert await told(store) == before
        assert (await compare(store)).differences == ()
        await keep(store, finished("m-late", "p-1", "p-2"))
        await BooksWriter(store).catch_up()
        assert await sheets_over(store, -10_000) != []


@pytest.mark.timeout(180)
async def test_boards_that_are_apart_are_on_several_nodes_of_a_cluster(
    cluster: Cluster, tmp_path: Path
) -> None:
    matches = [*series(Random(4), 90)]
    async with store_at(cluster.url) as store, store_at(cluster.url) as other:
        await keep(store, *matches[:30])
        writers = [BooksWriter(store), BooksWriter(other)]
        await writers[0].catch_up()

        async def played() -> None:
            for match in matches[30:60]:
                await keep(other, match)
                await asyncio.gather(*(writer.catch_up() for writer in writers))

        playing = asyncio.create_task(played())
        for scope in SCOPES:
            await set_apart(store, scope)
        await playing
        assert (await compare(other)).differences == ()
        for node in cluster.nodes:
            assert await node.ask("KEYS", "samedeal:{books:*:cursor")
        before = await told(store)
        await Archiving(store, str(tmp_path), 10_000, days=-10_000).move_sheets()
        assert await sheets_over(store, -10_000) == []
        assert await told(store) == before
        # A node goes while its parts are behind, and comes back.
        await keep(other, *matches[60:])
        await cluster.nodes[1].kill()
        with pytest.raises(StoreUnavailable):
            await writers[0].catch_up()
        await cluster.nodes[1].start()
        await cluster.until_ok()
        await asyncio.gather(*(booked(writer) for writer in writers))
        assert (await compare(store)).differences == ()
        changed = book_key(counts("russian", "all"), "russian")
        await store.calls.write("HSET", changed, "eve", b"nonsense")
        assert len((await rebuild(store)).differences) == 1
        assert (await compare(store)).differences == ()


async def booked(writer: BooksWriter) -> None:
    """Book all there is, as soon as the store can be written to."""

    async def is_done() -> bool:
        try:
            await writer.catch_up()
        except StoreUnavailable:
            return False
        return True

    await eventually_told(is_done, bool)
