"""The gateway: everybody who is connected to this process, from hello to goodbye.

It is the set of connections, and the gate that each of them is at: who may come in, and
what is behind it.
"""

import asyncio
import logging
import ssl
import time
from collections import Counter
from collections.abc import Coroutine
from collections.abc import Set as AbstractSet
from http import HTTPStatus
from typing import Any

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import (
    MAX_INBOUND_BYTES,
    encode,
)
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.updates import Service
from samedeal_server import __version__
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.knocks import Sign
from samedeal_server.edge.porch import Entrance, Porch
from samedeal_server.edge.reach import Reach
from samedeal_server.edge.requests import Requests
from samedeal_server.edge.sockets import Socket
from samedeal_server.edge.stages import HELLO_WITHIN_S, Greeted, Stage
from samedeal_server.edge.wire_errors import error_for
from samedeal_server.hub.parts import Parts
from samedeal_server.meters.meters import EdgeMeters
from samedeal_server.people.accounts import why_ended
from samedeal_server.people.announced import Announced
from samedeal_server.people.bans import Ban, Bans
from samedeal_server.people.identities import introduce
from samedeal_server.people.limits import Budgets, Doorkeeper, OfAll
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

HEARTBEAT_MS = 10_000
SWEEP_EVERY_S = 0.25
STOOD_STILL_S = 0.5
"""A sweep this late is taken for a process that stood still, and ends nobody for it."""
SWEPT_AT_ONCE = 64
"""Connections looked at in one turn of the loop."""
ENDED_AT_ONCE = 8
"""The same, of those that are to end: to end one takes as long as some hundred looks,
and whatever a player asks needs some turns."""

BACKSTOP_BYTES = 4 * MAX_INBOUND_BYTES
"""Frames beyond the limit and below this are answered; larger ones cut at once."""

_websockets_log = logging.getLogger("samedeal_server.websockets")


class Gateway:
    """Serves the sockets of one process; `run` owns every task it starts."""

    def __init__(
        self,
        parts: Parts,
        store: Store,
        budgets: Budgets,
        entrance: Entrance,
        sockets_most: int | None = None,
        *,
        rooms_by_path: bool = False,
        sign: Sign = Sign(),  # noqa: B008 - a value
    ) -> None:
        self._sign = sign
        self._hub = parts.hub
        self._chain = parts.chain
        self._presence = parts.presence
        self._store = store
        self._doorkeeper = Doorkeeper(budgets)
        self._of_all = OfAll(store.people, budgets)
        self.meters = EdgeMeters()
        self.allowance = self._doorkeeper.commands_of
        self.requests = Requests(
            *(parts.answerers, self._doorkeeper, self.meters, self._of_all),
            self.spawn,
            rooms_by_path=rooms_by_path,
        )
        self.begin = self.requests.begin
        self._porch = Porch(self._doorkeeper, self.meters, entrance)
        self._sockets_most = sockets_most
        self._connections: set[Connection] = set()
        self._made = 0
        self._tasks: asyncio.TaskGroup | None = None
        self._service = Service(state="ok")
        self._announced: Announced = {}
        self._bans: Bans | None = None
        self.reach = Reach()
        """The places at which this process is reached, once it listens."""

    async def listen(
        self, host: str, port: int, tls: ssl.SSLContext | None = None
    ) -> asyncio.Server:
        """Start listening, by TLS if so; raises OSError when the port cannot be had."""
        loop = asyncio.get_running_loop()
        # Who does not come to the end of a handshake in TLS is counted nowhere else.
        server = await loop.create_server(
            self._socket,
            host,
            port,
            backlog=1024,
            ssl=tls,
            ssl_handshake_timeout=None if tls is None else HELLO_WITHIN_S,
        )
        addresses = [each.getsockname()[0] for each in server.sockets]
        self._porch.listens_at(addresses)
        return server

    async def run(self) -> None:
        """End what takes too long and own the requests' tasks, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            try:
                now_s = time.monotonic()
                while True:
                    before_s, due_s = now_s, time.monotonic() + SWEEP_EVERY_S
                    await asyncio.sleep(SWEEP_EVERY_S)
                    now_s = time.monotonic()
                    self.meters.lags.note(max(0.0, now_s - due_s))
                    # The last sweep was no more than turns of the loop: the process
                    # may have stood still in one of those, too.
                    await self._sweep(now_s, now_s - before_s - SWEEP_EVERY_S)
            finally:
                self._tasks = None

    async def _sweep(self, now_s: float, late_s: float) -> None:
        # Not in `run`, whose frame would keep the last of them.
        connections = list(self._connections)
        if late_s > STOOD_STILL_S:
            for connection in connections:
                connection.socket.spare(late_s)
        done = 0
        for connection in connections:
            if connection in self._connections:  # it may have ended meanwhile
                is_ended = connection.sweep(now_s)
                done += SWEPT_AT_ONCE // ENDED_AT_ONCE if is_ended else 1
            if done >= SWEPT_AT_ONCE:
                await asyncio.sleep(0)
                done = 0

    def tell_service(self, service: Service) -> None:
        """Tell everybody how the service is, now and when they come."""
        self._service = service
        frame = encode(service)
        for connection in self._connections:
            if connection.stage is Stage.WELCOME:
                connection.send(frame)

    def announce(self, announced: Announced) -> None:
        """Tell everybody what an operator says, now and when they come."""
        self._announced = announced
        if not announced:
            return
        frame = encode(self._service_with_words())
        for connection in self._connections:
            if connection.stage is Stage.WELCOME:
                connection.send(frame)

    def _service_with_words(self) -> Service:
        return self._service.model_copy(update=self._announced)

    def keep_out(self, bans: Bans) -> None:
        """Send those away whom an operator has banned, and let them in no more."""
        self._bans = bans
        now = self._hub.now()
        for connection in list(self._connections):
            if connection.stage is not Stage.WELCOME:
                continue
            ban = bans.of(connection.player.id, connection.address, now)
            if ban is not None:
                _dismiss(connection, _banned(ban), CloseCode.SENT_AWAY)

    def part_with(self, ended: AbstractSet[str]) -> None:
        """Hang up on players, by their ids, who have ended their identity."""
        for connection in list(self._connections):
            is_theirs = connection.player.id in ended
            if is_theirs and connection.stage is Stage.WELCOME:
                _dismiss(connection, why_ended(), CloseCode.BAD_TOKEN)

    async def _known_bans(self) -> Bans:
        if self._bans is None:
            # Just started: nobody is to slip in.
            ordered = await self._store.orders.read(self._store.process)
            self._bans = Bans(ordered.bans)
        return self._bans

    @property
    def count(self) -> int:
        """Count the connections."""
        return len(self._connections)

    def stages(self) -> Counter[Stage]:
        """Count the connections by how far they have come."""
        return Counter(connection.stage for connection in self._connections)

    @property
    def has_room(self) -> bool:
        """Tell whether one more would be let in, as far as their number goes."""
        return self._doorkeeper.has_room

    def send_away(self, code: CloseCode, most: int, *, is_late: bool = False) -> None:
        """Close a number of connections, idle ones first.

        A busy one is closed after its answer, for what was carried out is to be
        answered; at once if it is late.
        """
        by_need = sorted(self._connections, key=lambda one: one.is_busy)
        for connection in by_need[:most]:
            if is_late:
                connection.close(code)
            else:
                connection.close_when_answered(code)

    # Connections

    def _socket(self) -> Socket:
        protocol = ServerProtocol(
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            # Frames are small and compression costs 38 KiB a connection.
            extensions=None,
            max_size=BACKSTOP_BYTES,
            logger=_websockets_log,
        )
        socket = Socket(protocol)
        self._made += 1
        name = f"{self._store.process}.{self._made}"
        connection = Connection(socket, self, name)
        socket.serve(connection)
        return socket

    def knock(self, connection: Connection) -> None:
        """Count a socket by where it comes from, unless a proxy brings all."""
        # Not before: what is swept must be there to be cut off.
        self._connections.add(connection)
        most = self._sockets_most
        if most is not None and len(self._connections) > most:
            self.meters.limits["sockets"] += 1
            log.warning("more than %d sockets: see the limit of open files", most)
            connection.socket.abort()
            return
        self._porch.knock(connection)

    def answer(
        self, connection: Connection, request: Request, response: Response
    ) -> Response:
        """Return the answer to a request: `response`, if it is to be let in."""
        return self._porch.answer(connection, request, response)

    def unreadable(self, connection: Connection, status: HTTPStatus) -> Response:
        """Return the answer to bytes that are no request."""
        return self._porch.unreadable(connection, status)

    def forget(self, connection: Connection) -> None:
        """Hear that a connection has ended."""
        self._connections.discard(connection)
        self._porch.forget(connection)
        if connection.address:
            self._presence.went(connection)
        self._hub.detach(connection)

    # Behind the gate

    async def greet(self, connection: Connection, hello: Hello) -> Greeted:
        """Return the player who says hello, and what is told; raises Refused."""
        if hello.token is None and hello.resume is None:
            wait_ms = self._doorkeeper.guest(connection.address, time.monotonic())
            wait_ms = wait_ms or await self._of_all.guests.spend("", connection.address)
            if wait_ms:
                self.meters.limits["guests"] += 1
                raise Wait(ErrorCode.TOO_MANY, wait_ms)
        bans, now = await self._known_bans(), self._hub.now()
        if ban := bans.of("", connection.address, now):
            raise _banned(ban)
        player, token, resume, lists = await introduce(self._store, hello)
        # As they are by now: somebody may have been banned meanwhile.
        bans = await self._known_bans()
        if ban := bans.of(player.id, connection.address, now):
            raise _banned(ban)
        if lists and connection.stage is Stage.GREETING:
            self._presence.came(connection, player)
        welcome = Welcome(
            re=hello.id,
            player=player.id,
            name=player.name,
            named=player.named,
            token=token,
            resume=resume,
            server=f"samedeal-server {__version__}",
            server_name=self._sign.name,
            greeting=self._sign.greeting,
            now=self._hub.now(),
            heartbeat_ms=HEARTBEAT_MS,
            chain=self._chain.length,
            chain_head=self._chain.head,
            addresses=self.reach.told_to(connection.address),
        )
        how = _known_by(hello)
        self.meters.greeted[how] += 1
        log.info(
            *("%s comes: %s (%s), from %s, %s", connection.connection),
            *(player.name, player.id, connection.address, how),
        )
        is_quiet = self._service.state == "ok" and not self._announced
        service = () if is_quiet else (self._service_with_words(),)
        return Greeted(player, (welcome, *service))

    def beat(self, connection: Connection, said: ClientHeartbeat) -> None:
        """Answer a heartbeat."""
        for message in self._hub.heartbeat(connection, said):
            connection.say(message)

    def spawn(self, task: Coroutine[Any, Any, None]) -> None:
        """Start a task; raises Refused while the process stops."""
        if self._tasks is None:
            task.close()
            raise Refused(ErrorCode.DRAINING, "this process is stopping")
        self._tasks.create_task(task)

    def leave(self, connection: Connection) -> None:
        """Hear that a connection is in no room any more."""
        self._hub.detach(connection)


def _dismiss(connection: Connection, why: Refused, code: CloseCode) -> None:
    connection.say(error_for(0, why, connection.connection))
    connection.close_when_answered(code)


def _banned(ban: Ban) -> Refused:
    return Refused(ErrorCode.BANNED, ban.why)


def _known_by(hello: Hello) -> str:
    if hello.token is not None:
        return "token"
    return "new" if hello.resume is None else "resume"
