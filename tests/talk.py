"""A raw client: the codec over a socket, with nothing that tidies up after it."""

import secrets
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar, get_args

import msgpack
from pydantic import BaseModel
from tests.conditions import PATIENCE_S
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.commands import Command
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.boards import BoardView, RoomView, SeatState
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.rooms.talk import LineView, Talk
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.updates import (
    Error,
    MatchEnded,
    MatchStarted,
    News,
    PhaseChanged,
    ServerMessage,
    Update,
)

REPLIES: dict[object, type[Reply]] = {
    asked.model_fields["t"].default: asked.answered_by
    for asked in get_args(get_args(Command)[0])
    if issubclass(asked, Request)
}
"""The type of the answer to each kind of request, by its name on the wire."""

A = TypeVar("A", bound=ServerMessage)
U = TypeVar("U", bound=Update)


class Talker:
    """One socket, its request ids and command numbers, and the news it heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last_id = 0
        self.asked: dict[int, object] = {}
        """The kind of each request, by its id."""
        self.n = 0
        self.me = ""
        self.token: str | None = None
        self.room: RoomView | None = None
        self.news: list[Update] = []
        self.spans: list[tuple[int, int]] = []
        """From which offset to which each news was."""
        self.nonce = secrets.token_bytes(16)
        self.retold: list[LineView] = []
        """Lines of talk from before it came."""

    async def send(self, **fields: object) -> int:
        self.last_id += 1
        self.asked[self.last_id] = fields.get("t")
        await self.socket.send(msgpack.packb({"id": self.last_id, **fields}))
        return self.last_id

    async def send_message(self, message: BaseModel) -> None:
        await self.socket.send(encode(message))

    async def receive(self) -> ServerMessage:
        message = decode_message(await self.socket.recv(decode=False))
        if isinstance(message, News):
            self.news += message.updates
            self.spans.append((message.since, message.offset))
        if isinstance(message, Talk):
            self.retold += message.lines
        return message

    async def ask(self, answer: type[A], **fields: object) -> A:
        """Send a request and return its reply, which is to be of this kind."""
        return await self.reply(answer, await self.send(**fields))

    async def reply(self, answer: type[A], re: int) -> A:
        while True:
            message = await self.receive()
            if not isinstance(message, Reply):
                continue
            if message.re == re:
                assert isinstance(message, answer), message
                right = REPLIES.get(self.asked.get(re, ""), Error)
                assert isinstance(message, right | Error), "not the answer of the pages"
                return message

    async def command(self, answer: type[A], **fields: object) -> A:
        """Send the next numbered command; its number is used up if it is done."""
        reply = await self.ask(answer, n=self.n + 1, **fields)
        if isinstance(reply, Done | Moved):
            self.n += 1
        return reply

    async def hear(self, kind: type[U]) -> U:
        """Return the first update of a kind that is not yet used, hearing on."""
        while True:
            for index, update in enumerate(self.news):
                if isinstance(update, kind):
                    del self.news[: index + 1]
                    return update
            await self.receive()

    async def closed(self) -> int:
        """Read until the socket is closed; return the code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closing:
            return 1006 if closing.rcvd is None else closing.rcvd.code

    async def hello(
        self, name: str | None = "Ada", token: str | None = None, *, bot: bool = False
    ) -> None:
        welcome = await self.ask(
            Welcome, t="hello", client="talk", name=name, token=token, bot=bot
        )
        self.me, self.token = welcome.player, welcome.token or token

    async def host(self, game: str = "squares/english", **fields: object) -> str:
        joined = await self.ask(Joined, t="host", game=game, **fields)
        return self._took(joined).room

    async def join(self, room: str) -> Joined:
        joined = await self.ask(Joined, t="join", room=room)
        self._took(joined)
        return joined

    def _took(self, joined: Joined) -> RoomView:
        self.room = joined.snapshot.room
        self.n = joined.snapshot.n
        return self.room

    async def ready(self) -> None:
        refusal = await self.ask_ready()
        assert refusal is None, refusal

    async def ask_ready(self) -> Error | None:
        """Be ready with the nonce of this talker; return why it may not."""
        assert self.room is not None
        assert self.room.next_match is not None
        match = self.room.next_match.id
        commitment = commitment_to_nonce(match, self.me, self.nonce)
        asked = {"t": "ready", "match": match, "commitment": commitment}
        re = await self.send(n=self.n + 1, **asked)
        while True:
            message = await self.receive()
            if isinstance(message, Error) and message.re == re:
                return message
            if isinstance(message, Done) and message.re == re:
                self.n += 1
                return None

    async def start(self) -> MatchStarted:
        """Reveal when the countdown begins; return the start."""
        while (await self.hear(PhaseChanged)).phase != "countdown":
            pass
        await self.command(Done, t="reveal", nonce=self.nonce)
        return await self.hear(MatchStarted)

    async def ended(self) -> MatchEnded:
        return await self.hear(MatchEnded)

    async def refused(self, **fields: object) -> Error:
        return await self.ask(Error, **fields)


@asynccontextmanager
async def talking(
    url: str,
    name: str | None = "Ada",
    token: str | None = None,
    *,
    ping_every_s: float | None = None,
) -> AsyncGenerator[Talker]:
    """Connect and say hello; with pings it is heard however long it has nothing to say.

    Without them a server hangs up on whoever is silent.
    """
    async with silent(url, ping_every_s) as talker:
        await talker.hello(name, token)
        yield talker


@asynccontextmanager
async def hardly_reading(url: str, name: str = "Ann") -> AsyncGenerator[Talker]:
    """Connect with hardly any room for what is sent and not yet read."""
    host, port = url.removeprefix("ws://").split(":")
    raw = socket.socket()
    # Before the connection is made, or much more has been promised already.
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    raw.connect((host, int(port)))
    async with connect(
        url,
        sock=raw,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None,
        max_queue=1,
        open_timeout=PATIENCE_S,
        close_timeout=1,
        ping_interval=None,
    ) as client:
        talker = Talker(client)
        await talker.hello(name)
        yield talker


@asynccontextmanager
async def silent(url: str, ping_every_s: float | None = None) -> AsyncGenerator[Talker]:
    """Connect and say nothing yet."""
    async with connect(
        url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None,
        open_timeout=PATIENCE_S,
        close_timeout=1,
        ping_interval=ping_every_s,
        ping_timeout=None,
    ) as socket:
        yield Talker(socket)


class OwnBoard:
    """A player's own board, kept from the start and the answers to moves."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.state: SeatState = "playing"

    def take(self, moved: Moved) -> None:
        zones = moved.zones if moved.full else {**self.board.zones, **moved.zones}
        # A zone that a changed board no longer has is sent as empty.
        kept = {k: v for k, v in zones.items() if v or not k.startswith("cell")}
        self.board = BoardView(ply=moved.ply, score=moved.score, zones=kept)
        self.state = moved.state
