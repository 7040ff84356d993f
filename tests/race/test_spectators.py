"""Spectators of whole matches, on other server processes than the players."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import pairwise

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.happenings import Checked, Renewed
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.backoff import Backoff
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_protocol.rooms.boards import BoardView
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.updates import MatchStarted

SETTINGS = {
    "SAMEDEAL_COUNTDOWN_MS": "1500",
    "SAMEDEAL_CONNECTIONS_PER_ADDRESS": "1000",
    "SAMEDEAL_JOINS_PER_MINUTE": "1000",
}
PLIES = 12
SPECTATORS = 300


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def servers(embedded_url: str) -> AsyncIterator[tuple[str, str]]:
    """Run two server processes on one store."""
    async with (
        running_server(embedded_url, **SETTINGS) as one,
        running_server(embedded_url, **SETTINGS) as other,
    ):
        yield one.url, other.url


async def seated(ann: Talker, bob: Talker, game: str, watch: str) -> str:
    room = await ann.host(game, watch=watch)
    await bob.join(room)
    return room


async def start(*players: Talker) -> list[MatchStarted]:
    await asyncio.gather(*(player.ready() for player in players))
    return await asyncio.gather(*(player.start() for player in players))


async def play(player: Talker, game: str, opening: BoardView) -> bool:
    """Make the same moves as the other: the first that the rules allow.

    Return whether the attempt goes on; a deal may be stuck before.
    """
    rules, zones, goes_on = find_game(game), dict(opening.zones), True
    for ply in range(PLIES):
        if not goes_on:
            break
        board = BoardView(ply=ply, score=0, zones=zones)
        moves = rules.legal_moves(rules.position_from(board_of(board)))
        move = rules.format(moves[0])
        moved = await player.command(Moved, t="move", ply=ply, move=move)
        zones |= moved.zones
        zones = {k: v for k, v in zones.items() if v or not k.startswith("cell")}
        goes_on = moved.state == "playing"
    return goes_on


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_watched_from_another_process_to_its_proof(
    servers: tuple[str, str], game: str
) -> None:
    one, other = servers
    async with talking(one, "Ann") as ann, talking(one, "Bob") as bob:
        room = await seated(ann, bob, game, "boards")
        async with Player(
            other, name="Eve", pace=Pace(heartbeat_s=0.2)
        ).connected() as eve:
            await eve.watch(room)
            started = await start(ann, bob)
            for player, start_of in zip((ann, bob), started, strict=True):
                if await play(player, game, start_of.board):
                    await player.command(Done, t="finish")
            session = eve.session
            await eventually(
                lambda: session.room is not None and session.room.result is not None
            )
            assert session.room is not None
            assert session.room.result is not None
            scores = {r.seat: r.score for r in session.room.result.standings}
            await eventually(
                lambda: {k: b.score for k, b in session.watched.items()} == scores
            )
            await eventually(lambda: len(eve.proven) == 1)
            assert all(eve.proven.values())
            told = [eve.happenings.get_nowait() for _ in range(eve.happenings.qsize())]
            assert [c.doubts for c in told if isinstance(c, Checked)] == [()]


async def test_a_spectator_comes_back_by_itself_when_its_process_dies(
    embedded_url: str, servers: tuple[str, str]
) -> None:
    one, _ = servers
    async with talking(one, "Ann") as ann, talking(one, "Bob") as bob:
        room = await seated(ann, bob, "squares/english", "boards")
        async with running_server(embedded_url, **SETTINGS) as short_lived:
            eve = Player(short_lived.url, name="Eve", pace=Pace(backoff=Backoff()))
            async with eve.connected():
                await eve.watch(room)
                await short_lived.kill()
                await eventually(lambda: not eve.is_connected)
                eve.url = one
                await eventually(lambda: eve.is_connected)
                started = await start(ann, bob)
                await play(ann, "squares/english", started[0].board)
                await play(bob, "squares/english", started[1].board)
                session = eve.session
                await eventually(
                    lambda: [b.ply for b in session.watched.values()] == [PLIES] * 2
                )


async def test_three_hundred_watch_and_nobody_misses_anything(
    servers: tuple[str, str],
) -> None:
    one, _ = servers
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(talking(one, "Ann"))
        bob = await stack.enter_async_context(talking(one, "Bob"))
        room = await seated(ann, bob, "squares/english", "boards")
        crowd = [Player(one, name=f"Eve {k}") for k in range(SPECTATORS)]
        for eve in crowd:
            await stack.enter_async_context(eve.connected())
        await asyncio.gather(*(eve.watch(room) for eve in crowd))
        started = await start(ann, bob)
        await asyncio.gather(
            play(ann, "squares/english", started[0].board),
            play(bob, "squares/english", started[1].board),
        )
        for player in (ann, bob):
            await player.command(Done, t="finish")
        for player in (ann, bob):
            await player.ended()
            assert all(
                before[1] == after[0] for before, after in pairwise(player.spans)
            )
        await eventually(lambda: all(map(knows_all, crowd)))
        assert not any(
            isinstance(eve.happenings.get_nowait(), Renewed)
            for eve in crowd
            for _ in range(eve.happenings.qsize())
        )


def knows_all(eve: Player) -> bool:
    room = eve.session.room
    return (
        room is not None
        and room.result is not None
        and [seat.play and seat.play.ply for seat in room.seats] == [PLIES] * 2
        and [board.ply for board in eve.session.watched.values()] == [PLIES] * 2
    )
