"""A hostile client with an identity of its own, conversation after conversation.

It says a correct hello and goes into a room, so that what it spoils then is a
command of that room and that moment; a part of what it sends is not spoiled at
all. A conversation is the same for the same seed and number, but for the names
that the server gives to rooms, matches and players.
"""

import asyncio
import random

from bench.fuzz.corpus import packed
from bench.fuzz.faults import TEXT, a_fault, bad_handshake, fragmented, frame
from bench.fuzz.hearing import Awaited, Hearing, Tally, awaited
from bench.fuzz.knocks import a_knock
from bench.fuzz.mutations import Fields, Pool, mutate

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.boards import Snapshot
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import (
    MatchOpened,
    MatchStarted,
    News,
    PhaseChanged,
    Reset,
    ServerMessage,
)

NONCE = bytes(16)
MOVES = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
ENDS_WITHIN_S = 15.0


class Lane:
    """One identity and its room, as far as it knows it."""

    def __init__(self, port: int, seed: int, pool: Pool, tally: Tally) -> None:
        self._port = port
        self._seed = seed
        self._pool = pool
        self._tally = tally
        self._token: str | None = None
        self._player = ""
        self._room = ""
        self._match = ""
        self._phase = ""
        self._n = 0
        self._ply = 0
        self._last_id = 0

    async def converse(self, number: int) -> None:
        """Hold one conversation."""
        # Seeded, so that it can be held again.
        dice = random.Random(f"{self._seed}/{number}")  # noqa: S311
        self._tally.conversations += 1
        if dice.random() < 0.05:
            await self._spoil_handshake(dice, number)
            return
        hearing = Hearing(f"conversation {number}", self._tally, self._hear)
        await hearing.open(self._port)
        try:
            if dice.random() < 0.05:
                spoiled = mutate(packed(self._hello()), dice, self._pool)
                hearing.send(frame(spoiled), [awaited(spoiled)])
                await hearing.settle()
            elif await self._enter(hearing):
                await self._disturb(hearing, dice)
        finally:
            hearing.cut()

    # Parts of a conversation

    async def _enter(self, hearing: Hearing) -> bool:
        if not await self._say(hearing, self._hello()):
            return False
        if self._room and not await self._say(hearing, self._join()):
            return False
        return bool(self._room) or await self._say(hearing, self._host())

    async def _say(self, hearing: Hearing, fields: Fields) -> bool:
        payload = packed(fields)
        hearing.send(frame(payload), [awaited(payload)])
        return await hearing.settle()

    async def _disturb(self, hearing: Hearing, dice: random.Random) -> None:
        for _ in range(dice.choice((1, 1, 2, 4))):
            frames, due = self._batch(dice, dice.choice((8, 20, 40)))
            hearing.send(frames, due)
            if not await hearing.settle():
                return
        if dice.random() < 0.4:
            fault = a_fault(packed(self._honest(dice)), dice)
            hearing.send(fault.data, [])
            await hearing.end(fault.name, fault.closes, fault.data)

    def _batch(self, dice: random.Random, size: int) -> tuple[bytes, list[Awaited]]:
        frames: list[bytes] = []
        due: list[Awaited] = []
        for _ in range(size):
            payload = self._payload(dice)
            way = dice.random()
            if way < 0.02:
                payload = payload.hex()[:2000].encode()
                due.append(awaited(payload, is_text=True))
                frames.append(frame(payload, TEXT))
                continue
            due.append(awaited(payload))
            if way < 0.06:
                frames.append(fragmented(payload, dice))
            elif way < 0.1:
                frames.append(frame(payload, mask=dice.randbytes(4)))
            else:
                frames.append(frame(payload))
        return b"".join(frames), due

    def _payload(self, dice: random.Random) -> bytes:
        if dice.random() < 0.4:
            payload = dice.choice(self._pool.frames)
        else:
            payload = packed(self._honest(dice))
            if dice.random() < 0.4:
                return payload
        return mutate(payload, dice, self._pool)

    async def _spoil_handshake(self, dice: random.Random, number: int) -> None:
        """Send what is no handshake; whatever it is, the server is to end it."""
        data = bad_handshake(dice) if dice.random() < 0.5 else a_knock(dice)
        self._tally.handshakes += 1
        self._tally.frames += 1
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = b""
        try:
            writer.write(data)
            async with asyncio.timeout(ENDS_WITHIN_S):
                head = await reader.read(64)
                if not head.startswith(b"HTTP/1.1 101"):
                    while await reader.read(4096):
                        pass
        except ConnectionResetError:
            pass
        except TimeoutError:
            example = f"conversation {number}: {data[:400].hex()}"
            self._tally.findings.note("a bad handshake was not ended", example)
        finally:
            writer.transport.abort()
        self._tally.answers[head[:12].decode("latin-1") or "no answer"] += 1

    # What an honest client would say

    def _honest(self, dice: random.Random) -> Fields:
        """Return a command that fits the moment, or one of the others."""
        if dice.random() < 0.5:
            return self._due_now()
        match dice.randrange(10):
            case 0:
                return self._numbered("leave") if dice.random() < 0.1 else self._join()
            case 1:
                return self._asked("rooms")
            case 2:
                return self._asked("leaderboard", game="squares/english", limit=5)
            case 3:
                return self._host()
            case 4:
                return self._hello()
            case 5:
                return {"t": "heartbeat", "offset": 3, "ply": 0, "digest": b"8 bytes!"}
            case 6:
                return self._numbered("unready")
            case 7:
                return self._numbered(dice.choice(("finish", "resign")))
            case 8:
                return self._numbered("reveal", nonce=NONCE)
            case _:
                return self._moving()

    def _due_now(self) -> Fields:
        if self._phase == "countdown":
            return self._numbered("reveal", nonce=NONCE)
        if self._phase == "playing":
            return self._moving()
        commitment = commitment_to_nonce(self._match, self._player, NONCE)
        return self._numbered("ready", match=self._match, commitment=commitment)

    def _moving(self) -> Fields:
        move = MOVES[self._ply % len(MOVES)]
        return self._numbered("move", ply=self._ply, move=move)

    def _hello(self) -> Fields:
        return self._asked(
            "hello", client="fuzz", name="fuzz", token=self._token, bot=True
        )

    def _host(self) -> Fields:
        return self._asked("host", game="squares/english", public=False, seats=1)

    def _join(self) -> Fields:
        return self._asked("join", room=self._room or "7KQ4P", back=True)

    def _numbered(self, t: str, **fields: object) -> Fields:
        return self._asked(t, n=self._n + 1, **fields)

    def _asked(self, t: str, **fields: object) -> Fields:
        self._last_id += 1
        asked: Fields = {"t": t, "id": self._last_id}
        asked.update(fields)
        return asked

    # What is heard

    def _hear(self, message: ServerMessage, due: Awaited | None) -> None:
        match message:
            case Welcome(player=player, token=token):
                self._token, self._player = token or self._token, player
            case Joined(snapshot=snapshot) | Reset(snapshot=snapshot):
                self._take(snapshot)
            case Moved(ply=ply):
                self._ply = ply
                self._count(due)
            case Done():
                self._count(due)
            case News(updates=updates):
                for update in updates:
                    self._fold(update)
            case _:
                # A room that cannot be entered, or was left, is given up.
                if due is not None and b"\xa4join" in due.payload:
                    self._room = ""

    def _count(self, due: Awaited | None) -> None:
        if due is not None:
            self._n = max(self._n, due.n)

    def _take(self, snapshot: Snapshot) -> None:
        room = snapshot.room
        self._room, self._phase, self._n = room.room, room.phase, snapshot.n
        self._match = "" if room.next_match is None else room.next_match.id
        self._ply = 0 if snapshot.board is None else snapshot.board.ply
        if snapshot.room.phase == "closed":
            self._room = ""

    def _fold(self, update: object) -> None:
        match update:
            case PhaseChanged(phase=phase):
                self._phase = phase
            case MatchOpened(match=opened):
                self._match = opened.id
            case MatchStarted():
                self._ply = 0
            case _:
                pass
