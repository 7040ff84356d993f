"""One load-generating player: a conversation, a ledger, and no rules.

It is driven by what the server tells it, as a person's client is: it gets ready,
reveals, plays when its pace lets it, and gets ready again. Everything that is not
as promised goes to the findings of the run.
"""

import asyncio
import random
import time
from collections.abc import Iterable
from typing import Any, Protocol

from bench.load.choices import Zones
from bench.load.histogram import Histogram
from bench.load.ledger import HOLE, REFUSED, STALE, Ledger
from bench.load.table import Table
from bench.load.talker import Measures, Refusal, Talker
from bench.load.wire import Message

from samedeal_games.fairness import commitment_to_nonce

NONCE = bytes(16)
RESUME_WITHIN_S = 8.0
"""After which a client gives an attempt to come back up, and makes another."""

now_s = time.perf_counter


class Pace(Protocol):
    """Decides when a player who may move does."""

    def began(self, player: "Player") -> None:
        """Take note that a match has started for a player."""
        ...

    def may_move(self, player: "Player") -> None:
        """Call `player.go`, now or later."""
        ...

    def over(self, player: "Player") -> None:
        """Take note that a player's board takes no more moves."""
        ...


class Player(Talker):
    """A player of one room."""

    def __init__(self, name: str, table: Table, pace: Pace, to: Measures) -> None:
        super().__init__(name, table.port, to)
        self.table = table
        self.pace = pace
        self.ledger = Ledger(name, to.findings)
        self.seat = -1
        self.offset = 0
        self.ply = 0
        self.score = 0
        self.zones: Zones = {}
        self.is_in = False
        """Whether this connection has been told a snapshot of the room."""
        self.is_playing = False
        self.is_unseated = False
        """Whether the room has given its seat up; that is noted when it happens."""
        self.moves = 0
        """Acknowledged moves of all matches."""
        self.matches = 0
        self.resets = 0
        self.resume_attempts = 0
        """Attempts to come back that failed without an answer."""
        self.meant_at = 0.0
        """The time at which the command that waits for its answer was meant to be
        sent."""
        self.outstanding: Message | None = None
        self._told: dict[int, int] = {}
        """By seat: up to which ply this viewer was told of it."""
        self._is_beating = False
        self._readied = self._revealed = ""

    # Coming and going

    async def sit(self) -> None:
        """Host the table's room, or join it once it has a code."""
        if self.table.code:
            joined = await self.ask("join", room=self.table.code)
        else:
            joined = await self.ask(
                "host",
                game=self.table.game,
                public=False,
                seats=self.table.seats_most,
            )
        self.seat = joined["snapshot"]["seat"]

    async def come_back(self) -> None:
        """Return after a lost connection, as often as told to come back later.

        Hello and join go out together; then the command that was not answered goes
        out again, with its number.
        """
        while not await self._is_back():
            self.cut()
        if self.outstanding is not None:
            self.write(self.outstanding)
            return
        self._act()
        if self.is_playing:
            self.pace.may_move(self)

    async def rejoin(self) -> Message:
        """Ask for a snapshot, and compare it with what is known here."""
        ply, started = self.ply, self.table.view["started"]
        snapshot: Message = (await self.ask("join", room=self.table.code))["snapshot"]
        # Between asking and hearing, the countdown to another match may have ended.
        if snapshot["board"] is not None and snapshot["room"]["started"] == started:
            self.ledger.compare("boards at the end", snapshot["board"]["ply"], ply)
        return snapshot

    def forget(self) -> None:
        """Expect nothing more of a connection that is gone."""
        super().forget()
        self.is_in = False

    async def _is_back(self) -> bool:
        try:
            async with asyncio.timeout(RESUME_WITHIN_S):
                await self._resume()
        except Refusal as refusal:
            retry = refusal.error["retry"]
            if type(retry) is not int:
                raise
            await asyncio.sleep(retry / 1000)
            return False
        except OSError:  # TimeoutError is one
            self.resume_attempts += 1
            await asyncio.sleep(random.random())  # noqa: S311 - not all at once
            return False
        return True

    async def _resume(self) -> None:
        await self.connect()
        hello = self.request(
            "hello", client="bench", bot=self.is_bot, resume=self.resume
        )
        join = self.request("join", room=self.table.code, back=True)
        self.welcome(await hello)
        await join

    # Playing

    def ready(self) -> None:
        """Get ready for the match that is open, once."""
        opened = self.table.view["next_match"]
        if self.is_stopped or opened is None or opened["id"] == self._readied:
            return
        self._readied = opened["id"]
        commitment = commitment_to_nonce(self._readied, self.id, NONCE)
        self._command("ready", match=self._readied, commitment=commitment)

    def go(self) -> None:
        """Make the next move, or finish; called by the pace."""
        if self.is_stopped or not self.is_in or not self.is_playing:
            return
        if self.outstanding is not None:
            return
        move = self.table.move(self.ply, self.zones)
        if move is None:
            self._command("finish")
        else:
            self._command("move", ply=self.ply, move=move)

    def _act(self) -> None:
        """Do what the room's phase asks of a player, once."""
        if self.outstanding is not None or self.is_stopped or not self.is_in:
            return
        view = self.table.view
        opened = view["next_match"]
        is_void = view["phase"] == "gathering" and self._readied != ""
        if view["phase"] == "result" or is_void:
            self.ready()
        elif view["phase"] == "countdown" and opened is not None:
            match = opened["id"]
            if self._readied == match and self._revealed != match:
                self._revealed = match
                self._command("reveal", nonce=NONCE)

    def _command(self, t: str, **fields: object) -> None:
        n = self.ledger.n + 1
        self.outstanding = {"t": t, "id": n, "n": n, **fields}
        self.write(self.outstanding)

    # Hearing

    def received(self, payload: bytes) -> None:
        """Take a message; the most frequent kinds first."""
        message = self.table.read(payload)
        kind = message["t"]
        if kind == "moved":
            self._hear_moved(message)
        elif kind == "news":
            self._hear_news(message)
        elif kind == "done":
            self._hear_done(message)
        elif kind == "heartbeat":
            self._check(message)
        elif kind == "error":
            self._hear_error(message)
        elif kind == "reset":
            self.resets += 1
            self._take(message["snapshot"])
            self._act()
        elif kind != "service":
            if kind == "joined":
                self._take(message["snapshot"])
            self.answered(message)

    def _hear_moved(self, moved: Message) -> None:
        now = now_s()
        asked = self._settle(moved)
        if asked is None:
            return
        self.measures.acks.record(now - self.meant_at)
        self.moves += 1
        self.ledger.compare("plies", moved["ply"], asked["ply"] + 1)
        self.ply, self.score = moved["ply"], moved["score"]
        if moved["full"]:
            self.zones = dict(moved["zones"])
        else:
            self.zones.update(moved["zones"])
        self.table.acked(self.seat, self.ply, now)
        if moved["state"] == "playing":
            self.pace.may_move(self)
        else:
            self.is_playing = False
            self.pace.over(self)

    def _hear_done(self, done: Message) -> None:
        asked = self._settle(done)
        if asked is not None and asked["t"] == "finish":
            self.is_playing = False
            self.table.last_ack_at = now_s()
        # Whatever news came before this answer found a command waiting.
        self._act()

    def _settle(self, answer: Message) -> Message | None:
        """Enter an answer in the ledger; return its command, if that waits."""
        self.ledger.acknowledge(answer["re"], answer["offset"])
        asked = self.outstanding
        if asked is None or asked["id"] != answer["re"]:
            return None
        self.outstanding = None
        return asked

    def _hear_news(self, news: Message) -> None:
        self.measures.findings.checks["news"] += 1
        if news["since"] != self.offset:
            example = f"{self.name}: {news['since']} after {self.offset}"
            self.measures.findings.note(HOLE, example)
        self.offset = news["offset"]
        tellings = self.measures.tellings
        if tellings is not None:
            self._hear_progress(news["updates"], tellings)
        for update in news["events"]:
            if update["t"] == "started":
                self._start(update)
            elif update["t"] == "ended":
                self._end(update["result"])
            elif update["t"] == "left" and update["seat"] == self.seat:
                self._lose_seat(update["why"])
            elif update["t"] == "closed":
                self._lose_seat(f"room closed, {update['why']}")
        if news["events"]:
            self._act()
        if self._is_beating:
            self.beat()

    def _hear_progress(self, updates: Iterable[Message], into: Histogram) -> None:
        """Record for every move that this is the first news of how old it is."""
        now = now_s()
        for update in updates:
            seat = update.get("seat", self.seat)
            if update["t"] != "progress" or seat == self.seat:
                continue
            before, ply = self._told.get(seat, 0), update["play"]["ply"]
            self._told[seat] = max(before, ply)
            acked_at = self.table.acked_at.get(seat, {})
            for number in range(before + 1, ply + 1):
                # Whoever hears of a move before its player does has not waited.
                into.record(now - acked_at.get(number, now))

    def _start(self, started: Message) -> None:
        self._told = {}
        board = started["board"]
        self.ply, self.score, self.zones = 0, board["score"], dict(board["zones"])
        self.is_playing = self.seat in started["seats"]
        if self.is_playing:
            self.pace.began(self)

    def _end(self, result: Message) -> None:
        waiting = 0 if self.outstanding is None else 1
        self.is_playing = False
        self.matches += 1
        for row in result["standings"]:
            if row["seat"] == self.seat:
                self.ledger.compare("results", row["plies"], self.ply, waiting)
        if self.table.last_ack_at and not waiting:
            self.measures.results.record(now_s() - self.table.last_ack_at)

    def _lose_seat(self, why: str) -> None:
        self.measures.findings.note("unseated", f"{self.name}: {why}")
        self.is_in = self.is_playing = False
        self.is_unseated = True
        self.outstanding = None

    def _take(self, snapshot: Message) -> None:
        """Know what a snapshot says."""
        self.is_in = True
        self.table.take(snapshot)
        self.offset = snapshot["offset"]
        waiting = 0 if self.outstanding is None else 1
        self.ledger.compare("snapshots", snapshot["n"], self.ledger.n, waiting)
        room: dict[str, Any] = snapshot["room"]
        plays = {seat["seat"]: seat["play"] for seat in room["seats"] if seat["play"]}
        # What a snapshot tells is not news; its age is no figure.
        self._told = {seat: play["ply"] for seat, play in plays.items()}
        board = snapshot["board"]
        if board is not None:
            self.ply, self.score = board["ply"], board["score"]
            self.zones = dict(board["zones"])
        own: dict[str, Any] = plays.get(snapshot["seat"], {})
        self.is_playing = room["phase"] == "playing" and own.get("state") == "playing"

    def _hear_error(self, error: Message) -> None:
        asked = self.outstanding
        if self.answered(error) or asked is None or asked["id"] != error["re"]:
            return
        if type(error["retry"]) is int:
            loop = asyncio.get_running_loop()
            loop.call_later(error["retry"] / 1000, self._again, asked)
            return
        why = f"{error['code']} ({error['detail']})"
        self.measures.findings.note(REFUSED, f"{self.name}: {why} {asked}")
        self.outstanding = None

    def _again(self, command: Message) -> None:
        if self.outstanding is command and self.is_in:
            self.write(command)

    # Heartbeats

    def beat(self) -> None:
        """Send a heartbeat, as soon as the view that all share is this viewer's."""
        if not self.is_in:
            super().beat()
            return
        self._is_beating = self.offset != self.table.offset
        if not self._is_beating:
            offset, ply, seen = self._seen()
            beat = {"t": "heartbeat", "offset": offset, "ply": ply, "digest": seen}
            self.write(beat)
            self._beat_later()

    def _check(self, heartbeat: Message) -> None:
        """Compare what the server thinks is known here with what is."""
        if not self.is_in or self.offset != self.table.offset or self.outstanding:
            return
        self.measures.findings.checks["views"] += 1
        told = (heartbeat["offset"], heartbeat["ply"], heartbeat["digest"])
        if told != self._seen():
            example = f"{self.name}: {told} here {self._seen()}"
            self.measures.findings.note(STALE, example)

    def _seen(self) -> tuple[int, int, bytes]:
        """Return offset, ply and digest of this viewer's view."""
        play = {"score": self.score, "ply": self.ply, "state": "playing"}
        own = play if self.is_playing else None
        board = (self.ply, self.score, self.zones) if self.zones else None
        seen = self.table.digest(self.seat, own, board)
        return self.offset, self.ply if self.zones else 0, seen
