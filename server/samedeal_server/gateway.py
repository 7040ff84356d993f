"""The gateway: one coroutine per socket, from hello to goodbye.

It turns frames into commands, keeps the budget, hands commands to the hub and
its answers back, and is the one place that turns what went wrong into wire
words.
"""

import asyncio
import http
import logging
import secrets
import time

from pydantic import BaseModel
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import (
    MAX_INBOUND_BYTES,
    decode_command,
    encode,
    request_id,
)
from samedeal_protocol.commands import (
    AskLeaderboard,
    ClientHeartbeat,
    Command,
    Hello,
    HostRoom,
    JoinRoom,
    ListRooms,
)
from samedeal_protocol.errors import (
    BadFrame,
    CloseCode,
    ErrorCode,
    ProtocolError,
    Retry,
)
from samedeal_protocol.updates import Error, Welcome
from samedeal_server import __version__
from samedeal_server.budget import Budget
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.hub import Hub
from samedeal_server.identities import introduce
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

HELLO_WITHIN_S = 5.0
HEARTBEAT_MS = 10_000
SILENT_AFTER_S = 35.0
"""Three heartbeats and a half without a word: nobody is there."""

MAX_WAITING_FRAMES = 64
MAX_WAITING_BYTES = 256 * 1024
WRITE_WITHIN_S = 10.0
"""Beyond any of these a reader is too slow; it is cut off and may come back."""

BACKSTOP_BYTES = 4 * MAX_INBOUND_BYTES
"""Frames beyond the limit and below this are answered; larger ones cut at once."""

RETRY_MS = 1_000

_NO_RETRY: dict[ErrorCode, Retry] = {ErrorCode.STALE_PLY: "now"}


class Connection:
    """One socket, as the hub sees it: a player and a bounded queue of frames."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.player = Player("", "", bot=False)
        self.connection = secrets.token_hex(8)
        self.goodbye: CloseCode | None = None
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._bytes = 0
        self._leaving = asyncio.Event()

    def send(self, frame: bytes) -> None:
        """Queue a frame; a reader that lets too many wait is cut off."""
        too_many = self._waiting.qsize() >= MAX_WAITING_FRAMES
        if too_many or self._bytes + len(frame) > MAX_WAITING_BYTES:
            self.close(CloseCode.TOO_SLOW)
        else:
            self._bytes += len(frame)
            self._waiting.put_nowait(frame)

    def say(self, message: BaseModel) -> None:
        """Queue a message."""
        self.send(encode(message))

    def close(self, code: CloseCode) -> None:
        """Say goodbye with a code; the first one counts."""
        if self.goodbye is None:
            self.goodbye = code
            self._leaving.set()

    async def write(self) -> None:
        """Send what is queued, until told to leave."""
        while True:
            frame = await self._waiting.get()
            self._bytes -= len(frame)
            try:
                async with asyncio.timeout(WRITE_WITHIN_S):
                    await self.socket.send(frame)
            except TimeoutError:
                self.close(CloseCode.TOO_SLOW)
                return

    async def flush(self) -> None:
        """Send what is still queued, as far as it goes quickly."""
        async with asyncio.timeout(1.0):
            while not self._waiting.empty():
                await self.socket.send(self._waiting.get_nowait())

    async def left(self) -> None:
        """Wait until somebody has said goodbye."""
        await self._leaving.wait()


class Gateway:
    """Serves sockets for one hub."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._connections: set[Connection] = set()

    async def listen(self, host: str, port: int) -> Server:
        """Start listening; raises OSError when the port cannot be had."""
        return await serve(
            self._serve,
            host,
            port,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            select_subprotocol=_choose_subprotocol,
            process_request=self._answer_http,
            # Frames are small and compression costs 38 KiB a connection.
            compression=None,
            server_header=None,
            max_size=BACKSTOP_BYTES,
            max_queue=8,
            # Heartbeats of our own also tell what the other side knows.
            ping_interval=None,
            open_timeout=HELLO_WITHIN_S,
            close_timeout=2,
            logger=logging.getLogger("samedeal_server.sockets"),
        )

    def send_away(self, code: CloseCode) -> None:
        """Say goodbye to everybody."""
        for connection in list(self._connections):
            connection.close(code)

    async def _answer_http(
        self, socket: ServerConnection, request: Request
    ) -> Response | None:
        if request.path == "/health":
            return _plain(http.HTTPStatus.OK, f"ok {__version__}\n")
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return _plain(
                http.HTTPStatus.UPGRADE_REQUIRED,
                f"This is a samedeal server; it speaks {SUBPROTOCOL} over WebSocket.\n",
            )
        offered = request.headers.get_all("Sec-WebSocket-Protocol")
        names = {name.strip() for line in offered for name in line.split(",")}
        if SUBPROTOCOL not in names:
            return _plain(
                http.HTTPStatus.BAD_REQUEST,
                f"Offer a subprotocol that is spoken here: {SUBPROTOCOL}\n",
            )
        return None

    async def _serve(self, socket: ServerConnection) -> None:
        connection = Connection(socket)
        self._connections.add(connection)
        try:
            await self._converse(connection)
        except* ConnectionClosed:
            pass
        except* Exception:
            log.exception("connection %s failed", connection.connection)
            connection.close(CloseCode.INTERNAL)
        finally:
            self._connections.discard(connection)
            self._hub.detach(connection)
            await _say_goodbye(connection)

    async def _converse(self, connection: Connection) -> None:
        """Run reader and writer until either is done or somebody says goodbye."""
        async with asyncio.TaskGroup() as tasks:
            reader = tasks.create_task(self._read(connection))
            writer = tasks.create_task(connection.write())
            leaving = tasks.create_task(connection.left())
            await asyncio.wait(
                (reader, writer, leaving), return_when=asyncio.FIRST_COMPLETED
            )
            for task in (reader, writer, leaving):
                task.cancel()

    async def _read(self, connection: Connection) -> None:
        budget = Budget(time.monotonic())
        if not await self._welcome(connection, budget):
            return
        while not budget.is_spent:
            try:
                async with asyncio.timeout(SILENT_AFTER_S):
                    frame = await connection.socket.recv()
            except TimeoutError:
                connection.close(CloseCode.SILENT)
                return
            await self._handle(connection, frame, budget)
        connection.close(CloseCode.TOO_FAST)

    async def _welcome(self, connection: Connection, budget: Budget) -> bool:
        """Have the other side say hello; tell whether it did."""
        try:
            async with asyncio.timeout(HELLO_WITHIN_S):
                frame = await connection.socket.recv()
        except TimeoutError:
            connection.close(CloseCode.NO_HELLO)
            return False
        try:
            hello = _decoded(frame)
            if not isinstance(hello, Hello):
                raise BadFrame("the first message is a hello")
            introduced = await introduce(self._store, hello)
        except (ProtocolError, Refused, StoreError) as error:
            _refuse(connection, _id_of(frame), error)
            connection.close(_close_code(error))
            return False
        connection.player = introduced.player
        connection.say(
            Welcome(
                re=hello.id,
                player=connection.player.id,
                name=connection.player.name,
                token=introduced.token,
                resume=introduced.resume,
                server=f"samedeal-server {__version__}",
                now=self._hub.now(),
                heartbeat_ms=HEARTBEAT_MS,
            )
        )
        return True

    async def _handle(
        self, connection: Connection, frame: bytes | str, budget: Budget
    ) -> None:
        """Answer one frame; a bug here costs one request, not the connection."""
        try:
            command = _decoded(frame)
        except ProtocolError as error:
            budget.strike()
            log.info("connection %s: %s", connection.connection, error)
            _refuse(connection, _id_of(frame), error)
            return
        wait_ms = budget.spend(time.monotonic())
        if isinstance(command, ClientHeartbeat):
            connection.say(self._hub.heartbeat(connection))
        elif wait_ms:
            _refuse(connection, command.id, Refused(ErrorCode.TOO_FAST), wait_ms)
        else:
            try:
                connection.say(await self._answer(connection, command))
            except (Refused, StoreError) as error:
                _refuse(connection, command.id, error)
            except Exception as error:
                _refuse(connection, command.id, error)

    async def _answer(self, connection: Connection, command: Command) -> BaseModel:
        match command:
            case Hello():
                raise Refused(ErrorCode.BAD_MESSAGE, "hello is said once")
            case ListRooms():
                return await self._hub.rooms(command.id)
            case AskLeaderboard():
                return await self._hub.leaderboard(command)
            case HostRoom():
                return await self._hub.host(connection, command)
            case JoinRoom():
                return await self._hub.join(connection, command.room, command.id)
            case ClientHeartbeat():
                return self._hub.heartbeat(connection)
            case _:
                return await self._hub.command(connection, command)


def _decoded(frame: bytes | str) -> Command:
    if isinstance(frame, str):
        raise BadFrame("frames are binary")
    return decode_command(frame)


def _id_of(frame: bytes | str) -> int:
    return 0 if isinstance(frame, str) else request_id(frame)


def _refuse(
    connection: Connection, re: int, error: Exception, retry_ms: int = RETRY_MS
) -> None:
    """Turn what went wrong into an error message; the only place that does."""
    trace = secrets.token_hex(4)
    expected: int | None = None
    retry: Retry = "never"
    detail = str(error)
    if isinstance(error, Refused):
        code, detail, expected = error.code, error.detail, error.expected
        retry = retry_ms if code is ErrorCode.TOO_FAST else _NO_RETRY.get(code, "never")
        log.debug("%s refused to %s: %s", trace, connection.player.id, error)
    elif isinstance(error, ProtocolError):
        code = error.code
    elif isinstance(error, StoreUnavailable):
        code, retry, detail = ErrorCode.UNAVAILABLE, retry_ms, ""
        log.warning("%s %s", trace, error)
    else:
        code, retry, detail = ErrorCode.INTERNAL, retry_ms, ""
        log.error("%s a bug", trace, exc_info=error)
    connection.say(
        Error(
            re=re, code=code, retry=retry, trace=trace, detail=detail, expected=expected
        )
    )


def _close_code(error: Exception) -> CloseCode:
    if isinstance(error, StoreError):
        return CloseCode.UNAVAILABLE
    if isinstance(error, Refused) and error.code is ErrorCode.BAD_TOKEN:
        return CloseCode.BAD_TOKEN
    if isinstance(error, ProtocolError | Refused):
        return CloseCode.NO_HELLO
    return CloseCode.INTERNAL


async def _say_goodbye(connection: Connection) -> None:
    try:
        if connection.goodbye is not CloseCode.TOO_SLOW:
            await connection.flush()
        await connection.socket.close(connection.goodbye or 1000)
    except (ConnectionClosed, TimeoutError):
        pass


def _choose_subprotocol(
    socket: ServerConnection, offered: object
) -> Subprotocol | None:
    """Take ours; that it was offered has been checked with the request."""
    return Subprotocol(SUBPROTOCOL)


def _plain(status: http.HTTPStatus, text: str) -> Response:
    body = text.encode()
    headers = Headers(
        {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
    )
    return Response(status.value, status.phrase, headers, body)
