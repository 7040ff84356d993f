"""A server with limits, two who play there, and others who come."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from tests.conditions import PATIENCE_S
from tests.talk import Talker
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.rooms.playing import Moved
from samedeal_protocol.updates import Progress
from samedeal_server.process.settings import Settings

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


def house(**limits: object) -> Settings:
    return Settings.model_validate({"countdown_ms": 500, **limits})


async def seated(one: Talker, other: Talker, game: str = "squares/english") -> str:
    """Seat two players and start a match between them."""
    room = await one.host(game, seats=2)
    await other.join(room)
    await one.ready()
    await other.ready()
    await asyncio.gather(one.start(), other.start())
    return room


async def play_on(one: Talker, other: Talker, ply: int) -> None:
    """Let both make a move, and each see the other's."""
    for talker, mate in ((one, other), (other, one)):
        moved = await talker.command(Moved, t="move", ply=ply, move=CELLS[ply])
        assert moved.ply == ply + 1
        while (await mate.hear(Progress)).play.ply <= ply:
            pass


@asynccontextmanager
async def knocking(
    url: str, forwarded: str | None = None
) -> AsyncGenerator[ClientConnection]:
    """Connect, maybe as a proxy would for this address, and say nothing."""
    headers = None if forwarded is None else {"X-Forwarded-For": forwarded}
    async with connect(
        url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=headers,
        compression=None,
        proxy=None,
        open_timeout=PATIENCE_S,
        close_timeout=1,
        ping_interval=None,
    ) as client:
        yield client


async def is_let_in(url: str, forwarded: str | None = None) -> bool:
    """Tell whether a connection is let in; a refusal is to say when to come again."""
    try:
        async with knocking(url, forwarded):
            return True
    except InvalidStatus as refused:
        response = refused.response
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) >= 1
        return False
