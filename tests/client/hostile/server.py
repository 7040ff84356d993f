"""A server that answers everything, and puts whatever it likes into every text."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, get_args

from pydantic import BaseModel
from tests.client.hostile.poison import CLIENT_MUST_KNOW, Fit, poisoned
from tests.golden.frames.examples import MESSAGES, NOW, UPDATES
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_command, encode
from samedeal_protocol.commands import ClientHeartbeat, Command
from samedeal_protocol.deals.challenges import (
    AskDealBoard,
)
from samedeal_protocol.deals.events import (
    AskEvent,
)
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.people.greeting import Hello
from samedeal_protocol.results.leaderboards import (
    AskLeaderboard,
)
from samedeal_protocol.results.records import AskTranscript
from samedeal_protocol.rooms.rooms import (
    Joined,
)
from samedeal_protocol.rooms.talk import Said, Talk
from samedeal_protocol.shapes import Request
from samedeal_protocol.updates import (
    Error,
    Heartbeat,
    News,
    RoomClosed,
    Update,
    Watched,
)

ANSWERS: Mapping[type[BaseModel], type[BaseModel]] = {
    kind: kind.answered_by if issubclass(kind, Request) else Heartbeat
    for kind in get_args(get_args(Command)[0])
}
"""The answer to each request; answers are made of the examples of the golden frames."""
ENOUGH_S = 20.0
"""A client that has not gone by then is sent away: a test would wait for ever."""


class Malice(NamedTuple):
    """A server's ways to misbehave."""

    poison: str
    spared: frozenset[str] = CLIENT_MUST_KNOW
    """Fields that hold what they should, so that a command goes on."""
    refuses: ErrorCode | None = None
    """The refusal of every request but the greeting."""
    transcript: bytes = b""
    """The record of every match."""

    fit: Fit | None = None
    """Cuts the poison to a text; as much as a client takes, if None."""
    honest: tuple[type[BaseModel], ...] = ()
    """Messages that are as they should be."""

    def put_into(self, message: BaseModel) -> BaseModel:
        """Return a message as this server sends it."""
        if isinstance(message, self.honest):
            return message
        return poisoned(message, self.poison, self.spared, self.fit)


class HostileServer:
    """Says to every client what its malice makes of the examples."""

    def __init__(self) -> None:
        self.malice = Malice("")
        self.asked: set[str] = set()
        """The kinds of requests that came."""

    async def talk(self, socket: ServerConnection) -> None:
        """Answer one client until it has gone."""
        try:
            async with asyncio.timeout(ENOUGH_S):
                async for frame in socket:
                    if isinstance(frame, bytes):
                        await self._answer(socket, decode_command(frame))
        except ConnectionClosed:
            return
        except TimeoutError:
            await self._hang_up(socket)

    async def _answer(self, socket: ServerConnection, request: BaseModel) -> None:
        self.asked.add(type(request).__name__)
        refuses = self.malice.refuses
        if refuses is not None and not isinstance(request, Hello | ClientHeartbeat):
            await self._send(socket, _refusal(request, refuses))
            return
        await self._send(socket, _reply(request, self.malice))
        if ANSWERS[type(request)] is Joined:
            for told in _told():
                await self._send(socket, told)
            await self._hang_up(socket)

    async def _hang_up(self, socket: ServerConnection) -> None:
        await socket.close(CloseCode.BAD_MESSAGE, self.malice.poison[:20])

    async def _send(self, socket: ServerConnection, message: BaseModel) -> None:
        await socket.send(encode(self.malice.put_into(message)))


def _reply(request: BaseModel, malice: Malice) -> BaseModel:
    kind = ANSWERS[type(request)]
    found = next(one for one in MESSAGES if type(one) is kind)
    number = getattr(request, "id", None)
    changed: dict[str, object] = {} if number is None else {"re": number}
    if isinstance(request, AskTranscript) and malice.transcript:
        size = len(malice.transcript)
        changed |= {"size": size, "start": 0, "data": malice.transcript}
    if isinstance(request, Hello):
        changed |= {"chain": 1, "now": NOW}
    if isinstance(request, AskLeaderboard | AskEvent | AskDealBoard) and request.start:
        changed |= {"rows": (), "start": request.start}
    return found.model_copy(update=changed)


def _refusal(request: BaseModel, code: ErrorCode) -> Error:
    number = int(getattr(request, "id", 0))
    return Error(re=number, code=code, retry="never", trace="t", detail="d")


def _told() -> Iterator[BaseModel]:
    """Yield news of every kind to somebody in a room, its closing last."""
    talk = next(one for one in MESSAGES if isinstance(one, Talk))
    watched = next(one for one in MESSAGES if isinstance(one, Watched))
    yield talk
    yield watched
    said = (Said(line=line) for line in talk.lines)
    others = (one for one in UPDATES if not isinstance(one, RoomClosed | Said))
    updates: tuple[Update, ...] = (*others, *said, RoomClosed(why="empty"))
    for offset, update in enumerate(updates, 3):
        yield News(since=offset, offset=offset + 1, updates=(update,))


@contextmanager
def hostile_server() -> Generator[tuple[str, HostileServer]]:
    """Yield the address of a hostile server and the server, in a thread of its own."""
    server = HostileServer()
    with _in_thread(lambda: _serving(server)) as port:
        yield f"ws://127.0.0.1:{port}", server


@contextmanager
def raw_server(answer: bytes) -> Generator[str]:
    """Yield an address at which somebody answers everything with the same bytes."""
    with _in_thread(lambda: _repeating(answer)) as port:
        yield f"ws://127.0.0.1:{port}"


async def _serving(server: HostileServer) -> Server:
    spoken = [Subprotocol(SUBPROTOCOL)]
    return await serve(server.talk, "127.0.0.1", 0, subprotocols=spoken)


async def _repeating(answer: bytes) -> asyncio.Server:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0)


@contextmanager
def _in_thread(
    start: Callable[[], Coroutine[None, None, Server | asyncio.Server]],
) -> Generator[int]:
    """Run a server in a loop of a thread's own; yield its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        running = asyncio.run_coroutine_threadsafe(start(), loop).result()
        yield int(next(iter(running.sockets)).getsockname()[1])
        asyncio.run_coroutine_threadsafe(_closed(running), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _closed(running: Server | asyncio.Server) -> None:
    running.close()
    await running.wait_closed()
