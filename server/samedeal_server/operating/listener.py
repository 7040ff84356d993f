"""A listener of its own for whoever operates a process: metrics, and how it is.

Not at the public door, where strangers come; and in the same loop, so that an answer
shows that the loop turns.
"""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus as Status

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from samedeal_server.edge.knocks import METHODS, Known, is_alone, is_foreign, plain
from samedeal_server.edge.sockets import Socket

SOCKETS_MOST = 64
"""Open at once; an honest machine has one, every few seconds."""
SWEEP_EVERY_S = 1.0

_websockets_log = logging.getLogger("samedeal_server.websockets")

Page = Callable[[], Response]
"""The page at a path, made when it is asked for."""


class Listener:
    """Answers a few paths in HTTP; `run` is a task."""

    def __init__(self, pages: dict[str, Page], known: Known) -> None:
        self._pages = pages
        self._known = known
        self._sockets: set[Socket] = set()

    async def listen(self, host: str, port: int) -> asyncio.Server:
        """Start listening; raises OSError when the port cannot be had."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._socket, host, port)
        addresses = [each.getsockname()[0] for each in server.sockets]
        self._known = self._known._replace(is_alone=is_alone(addresses))
        return server

    async def run(self) -> None:
        """End what takes too long, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            for socket in list(self._sockets):
                socket.sweep(loop.time())

    def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        if is_foreign(request.headers.get_all("Host"), self._known):
            return plain(Status.MISDIRECTED_REQUEST, "Ask for it by its address.")
        page = self._pages.get(request.path.partition("?")[0])
        if page is None:
            return plain(Status.NOT_FOUND, f"There is {', '.join(self._pages)}.")
        if request.method not in METHODS:
            return plain(Status.METHOD_NOT_ALLOWED, "It answers GET and HEAD.")
        return page()

    def came(self, socket: Socket) -> None:
        """Count a socket; one too many is cut off."""
        self._sockets.add(socket)
        if len(self._sockets) > SOCKETS_MOST:
            socket.abort()

    def went(self, socket: Socket) -> None:
        """Forget a socket."""
        self._sockets.discard(socket)

    def _socket(self) -> Socket:
        socket = Socket(ServerProtocol(logger=_websockets_log))
        socket.serve(_Asker(socket, self))
        return socket


class _Asker:
    """Whoever asks, as the handler of their socket: one request, one answer."""

    def __init__(self, socket: Socket, listener: Listener) -> None:
        self._socket = socket
        self._listener = listener

    def connected(self) -> None:
        self._listener.came(self._socket)

    def answer(self, request: Request, response: Response) -> Response:
        del response  # to whoever wants a WebSocket, which there is none of
        return self._listener.answer(request)

    def unreadable(self, status: Status) -> Response:
        return plain(status, "This request cannot be understood.")

    def opened(self) -> None:
        pass

    def received(self, message: bytes | str) -> None:
        pass

    def is_noise_too_much(self) -> bool:
        return True

    def too_slow(self) -> None:
        self._socket.abort()

    def lost(self) -> None:
        self._listener.went(self._socket)
