"""Players at tables: real clients that play random legal moves and keep a ledger."""

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, TypeVar

from bench.chaos.dice import dice_for
from bench.chaos.ledger import Asked, Kind, Ledger, Outcome, Seen

from samedeal_client.bots import choose_at_random
from samedeal_client.wire.conversation import Pace
from samedeal_client.wire.happenings import Back, Happening, Lost, NotDone, Unseated
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.backoff import LONGEST_PAUSE_S, Backoff
from samedeal_client.wire.session import board_of
from samedeal_client.wire.trouble import Unreachable
from samedeal_games.catalogue import find_game
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import MatchEnded, RoomClosed, Service

COME_WITHIN_S = 60.0
"""The longest time that players try to come, before anything is harmed."""
COME_AGAIN_S = 0.5
HOME_WITHIN_S = 20.0
LOOK_AGAIN_S = 0.25
"""Whoever waits for news looks up so often, to see whether the evening is over."""
UNKNOWN = {
    ErrorCode.UNAVAILABLE,
    ErrorCode.INTERNAL,
    ErrorCode.NOT_SEATED,
    ErrorCode.DRAINING,
}
"""Refusals after which a command may have been carried out all the same."""

FINISHES, RESIGNS = 0.01, 0.002
"""The chances of a player's finishing, and resigning, instead of a move."""
GAMES = ("squares/english", "squares/english", "westcliff/american", "easthaven")
"""Short matches with one end, and long ones."""

now_s = time.monotonic
T = TypeVar("T")


class Manners(NamedTuple):
    """The manners of a crew's players."""

    pace_s: float = 0.1
    """Between an answer and the next move, about."""
    longest_pause_s: float = LONGEST_PAUSE_S
    """Between two attempts to come back; the client's own unless there is a hurry."""
    heartbeat_s: float | None = None
    """The seconds between heartbeats; the server's own wish unless told."""
    are_bots: bool = True
    """Whether they say that they are bots, which stand on no board."""


class Member:
    """One player of a crew, from hello to goodbye."""

    def __init__(self, url: str, name: str, dice: Random, manners: Manners) -> None:
        self.player = Player(
            url,
            name=name,
            bot=manners.are_bots,
            pace=Pace(
                backoff=Backoff(longest_s=manners.longest_pause_s, dice=dice),
                heartbeat_s=manners.heartbeat_s,
            ),
        )
        self.ledger = Ledger("", "")
        self.dice = dice
        self.pace_s = manners.pace_s
        self.outages: list[tuple[float, float]] = []
        """The times when the connection was lost, and when it was there again."""
        self.services: list[tuple[float, str]] = []
        """The times at which the service was said to be in a state, and the state."""
        self.acks: list[float] = []
        """The times of acknowledgements."""
        self.is_pending = False
        """Whether a command waits for its answer."""
        self.is_closing = False
        """Whether to stop at the next occasion, and play no more matches."""
        self.is_unseated = False
        self.is_idle = asyncio.Event()
        self._has_news = asyncio.Event()
        self._lost_at: float | None = None
        self._match = self._readied = ""

    @property
    def is_away(self) -> bool:
        """Tell whether the connection is lost."""
        return self._lost_at is not None

    def seen(self) -> Seen:
        """Return the state of the room as this player has it now."""
        session = self.player.session
        own = session.heartbeat()
        return Seen(
            self.player.id,
            session.seat,
            session.offset,
            session.room,
            session.board,
            own.digest,
        )

    def sat_down(self) -> None:
        """Open the book, once there is a seat."""
        room = self.player.session.room
        self.ledger = Ledger(self.player.id, "" if room is None else room.room)

    async def play(self) -> None:
        """Play until told to close, then until the match is over, or unseated."""
        while not self.is_unseated:
            self._has_news.clear()
            if await self._act():
                continue
            if self.is_closing and self._is_between_matches():
                self.is_idle.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN_S):
                    await self._has_news.wait()
        self.is_idle.set()

    async def listen(self) -> None:
        """Hear what happens at the moment when it happens, until cancelled."""
        while True:
            self._hear(await self.player.happenings.get())
            self._has_news.set()

    def _is_between_matches(self) -> bool:
        room = self.player.session.room
        return room is None or room.phase in ("gathering", "result", "closed")

    def _hear(self, happening: Happening) -> None:
        room = self.player.session.room
        match happening:
            case Lost(again=again, code=code):
                self._lost_at = self._lost_at or now_s()
                if not again:
                    self.ledger.wrongs.append(f"was sent away with {code}")
            case Back():
                self.outages.append((self._lost_at or now_s(), now_s()))
                self._lost_at = None
            case Unseated():
                self.is_unseated = True
                self.ledger.was_unseated = True
            case Service(state=state):
                self.services.append((now_s(), state))
            case RoomClosed(why="lost"):
                self.ledger.was_told_lost = True
            case MatchEnded(result=result):
                epoch = 1 if room is None else room.epoch
                self.ledger.results[result.match] = (epoch, result)
            case _:
                pass

    async def _act(self) -> bool:
        """Do what there is to do; tell whether there was anything."""
        session, player = self.player.session, self.player
        room, own = session.room, session.own
        if room is None or own is None:
            return False
        if session.may_move and session.board is not None:
            await self._move()
            return True
        if room.phase not in ("gathering", "result") or room.next_match is None:
            return False
        self._match = room.next_match.id
        if self.is_closing:
            if not own.ready:
                return False
            self._readied = ""
            await self._ask("unready", player.order("unready"))
            return True
        # Ready may have been lost with the store's data.
        if self._readied == self._match and own.ready:
            return False
        if await self._ask("ready", player.ready()):
            self._readied = self._match
        return True

    async def _move(self) -> None:
        player, board = self.player, self.player.session.board
        room = player.session.room
        assert room is not None
        assert board is not None
        if not self.is_closing and self.pace_s:
            await asyncio.sleep(self.pace_s * self.dice.uniform(0.5, 1.5))
            board = player.session.board
            if board is None or not player.session.may_move:
                return
        move = choose_at_random(find_game(room.game), board_of(board), self.dice)
        if self.is_closing or move is None or self.dice.random() < FINISHES:
            await self._ask("finish", player.finish())
        elif self.dice.random() < RESIGNS:
            await self._ask("resign", player.resign())
        else:
            await self._ask("move", player.move(move), board.ply, move)

    async def _ask(
        self, kind: Kind, asking: Awaitable[None], ply: int = -1, move: str = ""
    ) -> bool:
        """Send a command, and enter it and its answer in the ledger."""
        room = self.player.session.room
        epoch = 1 if room is None else room.epoch
        asked_at, match = now_s(), self._match
        outcome: Outcome = "unknown"
        code, pause_s = "", 0.0
        self.is_pending = True
        try:
            await asking
            outcome = "acknowledged"
        except NotDone as refusal:
            code = refusal.error.code.value
            outcome = "unknown" if refusal.error.code in UNKNOWN else "refused"
            retry = refusal.error.retry
            pause_s = retry / 1000 if isinstance(retry, int) else 0.05
        finally:
            self.is_pending = False
            after = self.player.session.room
            if outcome == "acknowledged" and after is not None:
                # What is sent again after a loss belongs to the new epoch.
                epoch = after.epoch
            self.ledger.asked.append(
                Asked(kind, match, epoch, asked_at, now_s(), outcome, code, ply, move)
            )
        if outcome == "acknowledged":
            self.acks.append(now_s())
        await asyncio.sleep(pause_s)
        return outcome == "acknowledged"


class Crew:
    """Players in rooms of two to four, each in a task of its own."""

    def __init__(self, seed: object, url: str, players: int, manners: Manners) -> None:
        self.members = [
            Member(url, f"p{k}", dice_for(seed, "player", k), manners)
            for k in range(players)
        ]
        self.tables: dict[str, list[Member]] = {}
        self._dice = dice_for(seed, "tables")
        self._tasks: list[asyncio.Task[None]] = []
        self._playing: list[asyncio.Task[None]] = []
        self._goodbye = asyncio.Event()

    async def sit_down(self) -> None:
        """Connect everybody, fill the tables, and have them play."""
        here = [asyncio.Event() for _ in self.members]
        self._tasks = [
            asyncio.create_task(self._evening(member, event))
            for member, event in zip(self.members, here, strict=True)
        ]
        waiting = asyncio.gather(*(event.wait() for event in here))
        failing = asyncio.gather(*self._tasks)
        await asyncio.wait((waiting, failing), return_when=asyncio.FIRST_COMPLETED)
        if failing.done():
            failing.result()
        rest = list(self.members)
        sitting: list[Awaitable[None]] = []
        while rest:
            size = min(len(rest), self._dice.randint(2, 4))
            size += len(rest) - size == 1  # nobody sits alone
            table, rest = rest[:size], rest[size:]
            sitting.append(self._sit_at(table, self._dice.choice(GAMES)))
        await asyncio.gather(*sitting)

    async def _sit_at(self, table: list[Member], game: str) -> None:
        host, *others = table
        # An hour: no match is to be ended by its time limit.
        code = await _at_last(
            lambda: host.player.host(
                game, public=False, seats=len(table), time_limit_s=3600
            )
        )
        for member in others:
            await _at_last(partial(member.player.join, code))
        self.tables[code] = table
        for member in table:
            member.sat_down()
            self._playing += (
                asyncio.create_task(member.listen()),
                asyncio.create_task(member.play()),
            )

    async def _evening(self, member: Member, here: asyncio.Event) -> None:
        """Be there from hello to goodbye.

        On a busy machine a proxy may take servers that have just started for dead.
        """
        until_s = now_s() + COME_WITHIN_S
        while not here.is_set():
            try:
                async with member.player.connected():
                    here.set()
                    await self._goodbye.wait()
            except Unreachable:
                if here.is_set() or now_s() > until_s:
                    raise
                await asyncio.sleep(COME_AGAIN_S)

    def close(self) -> None:
        """Let nobody begin another match."""
        for member in self.members:
            member.is_closing = True

    async def go_home(self) -> None:
        """End everything."""
        self._goodbye.set()
        # An answer that one of them waits for may never come now.
        for task in self._playing:
            task.cancel()
        leaving = asyncio.gather(*self._playing, *self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOME_WITHIN_S):
                await leaving

    def failures(self) -> list[str]:
        """Return the exceptions that ended players' tasks before their time."""
        return [
            f"a player failed: {task.exception()!r}"
            for task in (*self._tasks, *self._playing)
            if task.done() and not task.cancelled() and task.exception() is not None
        ]

    def acks(self) -> int:
        """Count the commands that were acknowledged."""
        return sum(len(member.acks) for member in self.members)

    def away_s(self, since: float = 0.0) -> list[float]:
        """Return every time without a connection since then, shortest first."""
        return sorted(
            back - lost
            for member in self.members
            for lost, back in member.outages
            if lost >= since
        )

    def answers_s(self, since: float = 0.0, until: float = math.inf) -> list[float]:
        """Return the seconds that each acknowledgement took then, shortest first."""
        return sorted(
            asked.answered_at - asked.asked_at
            for member in self.members
            for asked in member.ledger.asked
            if asked.outcome == "acknowledged"
            and asked.answered_at >= since
            and asked.asked_at <= until
        )


async def _at_last(ask: Callable[[], Awaitable[T]]) -> T:
    """Return the answer of a server that does not take its store for away.

    Nobody has harmed it yet, but a busy machine may.
    """
    until_s = now_s() + COME_WITHIN_S
    while True:
        try:
            return await ask()
        except NotDone as refusal:
            if refusal.error.code is not ErrorCode.UNAVAILABLE or now_s() > until_s:
                raise
            await asyncio.sleep(COME_AGAIN_S)


def most(values: Sequence[float], part: float = 1.0) -> float:
    """Return the value that `part` of sorted values do not exceed; 0 for none."""
    if not values:
        return 0.0
    return values[min(len(values) - 1, math.ceil(part * len(values)) - 1)]
