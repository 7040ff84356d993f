"""Matches played through trouble, by players who try again as they are told to."""

import asyncio
from contextlib import AsyncExitStack
from typing import NamedTuple

from tests.talk import OwnBoard, Talker, talking

from samedeal_protocol.rooms.boards import ResultView, Snapshot
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.shapes import Reply
from samedeal_protocol.updates import (
    Error,
    Reset,
    ServerMessage,
)

PING_EVERY_S = 10.0
"""The seconds between pings: who has moved waits for the others, as long as a busy
machine takes."""
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
"""A whole game of squares, the same for everybody."""


class Match(NamedTuple):
    """Two players of one room."""

    room: str
    players: tuple[Talker, Talker]
    boards: tuple[OwnBoard, OwnBoard]

    async def play(self, plies: int) -> None:
        """Let both move until each has made `plies` moves."""
        for talker, own in zip(self.players, self.boards, strict=True):
            while own.board.ply < plies:
                moved = await insisted(
                    talker, t="move", ply=own.board.ply, move=CELLS[own.board.ply]
                )
                assert isinstance(moved, Moved)
                own.take(moved)

    async def until_lost(self) -> int:
        """Return the plies left to both, once they were told of a loss.

        Both are told of the same epoch, and go on from the board that came with it.
        """
        plies = 0
        for talker, own in zip(self.players, self.boards, strict=True):
            snapshot = await _new_epoch(talker)
            assert snapshot.board is not None
            talker.n = snapshot.n
            own.board = snapshot.board
            plies += snapshot.board.ply
        return plies

    async def result(self) -> ResultView:
        """Return the result, which both are told alike."""
        results = [(await player.ended()).result for player in self.players]
        assert results[0] == results[1]
        return results[0]


async def opened(held: AsyncExitStack, first: str, second: str, name: str) -> Match:
    """Let two players, on two servers, start a match in a room of their own."""
    one, two = [
        await held.enter_async_context(
            talking(url, f"{name} {which}", ping_every_s=PING_EVERY_S)
        )
        for url, which in ((first, "one"), (second, "two"))
    ]
    room = await one.host(seats=2)
    await two.join(room)
    await one.ready()
    await two.ready()
    starts = await asyncio.gather(one.start(), two.start())
    boards = [OwnBoard(start.board) for start in starts]
    return Match(room, (one, two), (boards[0], boards[1]))


async def insisted(talker: Talker, **fields: object) -> ServerMessage:
    """Send the next command as often as the server says to try again later."""
    n = talker.n + 1
    while True:
        answer = await answered(talker, await talker.send(n=n, **fields))
        if not isinstance(answer, Error):
            assert isinstance(answer, Moved | Done), answer
            talker.n = n
            return answer
        assert isinstance(answer.retry, int), answer
        await asyncio.sleep(answer.retry / 1000)


async def _new_epoch(talker: Talker) -> Snapshot:
    """Read on until a snapshot of the second epoch comes in place of everything."""
    while True:
        message = await talker.receive()
        if isinstance(message, Reset):
            assert message.why == "lost"
            if message.snapshot.room.epoch == 2:
                return message.snapshot


async def answered(talker: Talker, re: int) -> ServerMessage:
    """Return the answer to a request; fails if facts of the room were lost."""
    while True:
        message = await talker.receive()
        if isinstance(message, Reset):
            assert message.why != "lost", "what was acknowledged is gone"
        elif not isinstance(message, Reply):
            continue
        elif message.re == re:
            return message
