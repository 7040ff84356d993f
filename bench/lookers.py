"""What those cost a server who look at the list of public rooms.

``python -m bench.lookers [--lookers 100] [--rooms 50] [--changes 2] [--seconds 20]``

So many rooms stay open, and one more is opened and left in turn, so many times a
second, while nobody looks; while everybody asks for the list again every two seconds,
as clients did before it could be followed; and while everybody follows it. Told are the
CPU of server and store, in ms a second, the store's commands a second, and what a
looker heard of it in a second: answers, and changes.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, NamedTuple

import uvloop
from bench.load.crowd import in_turn
from bench.load.figures import machine
from bench.load.processes import Served, Usage, serving
from bench.load.talker import Measures, Talker, new_measures

GAME = "squares/english"
ASKED_EVERY_S = 2.0
HEARD_WITHIN_S, POLL_S = 60.0, 0.1
NOBODY, ASKING, FOLLOWING = "nobody looks", "everybody asks", "everybody follows"


class Looker(Talker):
    """Somebody who looks at the list of rooms."""

    def __init__(self, name: str, port: int, measures: Measures) -> None:
        super().__init__(name, port, measures)
        self.heard = 0
        """How many lists and changes came."""

    def received(self, payload: bytes) -> None:
        """Count what is told of rooms."""
        self.heard += b"rooms" in payload
        super().received(payload)

    async def ask_again(self, dice: Random) -> None:
        """Ask for the list again and again, until cancelled."""
        await asyncio.sleep(dice.random() * ASKED_EVERY_S)
        while True:
            await self.ask("rooms")
            await asyncio.sleep(ASKED_EVERY_S)


class Cost(NamedTuple):
    """What was used in a second."""

    server_ms: float
    store_ms: float
    commands: float
    """Of the store."""
    heard: float
    """By each who looks."""


async def measure(
    served: Served, lookers: Sequence[Looker], how: str, seconds: float
) -> Cost:
    """Return the cost while they look."""
    dice = Random(1)  # noqa: S311 - nothing secret
    async with asyncio.TaskGroup() as tasks:
        asking: list[asyncio.Task[None]] = []
        if how == ASKING:
            asking = [tasks.create_task(each.ask_again(dice)) for each in lookers]
        if how == FOLLOWING:
            for each in lookers:
                await each.ask("rooms", follow=True)
        before = [each.heard for each in lookers]
        commands = await _commands(served)
        usage = Usage(served.servers[0].pid, served.store_pid)
        await asyncio.sleep(seconds)
        if how != NOBODY:
            await _until_heard(lookers, before)
        passed_s, (server_s, store_s) = usage.read()
        commands = await _commands(served) - commands
        heard = sum(each.heard for each in lookers) - sum(before)
        for task in asking:
            task.cancel()
    return Cost(
        server_s / passed_s * 1000,
        store_s / passed_s * 1000,
        commands / passed_s,
        heard / passed_s / len(lookers),
    )


async def _until_heard(lookers: Sequence[Looker], before: Sequence[int]) -> None:
    """Return once everybody has heard something, on however slow a machine."""
    async with asyncio.timeout(HEARD_WITHIN_S):
        while any(  # noqa: ASYNC110 - told to nobody
            each.heard == was for each, was in zip(lookers, before, strict=True)
        ):
            await asyncio.sleep(POLL_S)


async def _commands(served: Served) -> int:
    info: Any = await served.store.info("stats")
    return int(info["total_commands_processed"])


async def _connected(talker: Talker) -> None:
    await talker.connect()
    await talker.say_hello()


async def _host(talker: Talker) -> None:
    await _connected(talker)
    await talker.ask("host", game=GAME, seats=4)


async def _come_and_go(talker: Talker, changes_s: float) -> None:
    """Open a room and leave it, in turn, until cancelled."""
    for _ in count():
        await talker.ask("host", game=GAME, seats=4)
        await asyncio.sleep(1 / changes_s)
        talker.write({"t": "leave", "id": 1, "n": 1})
        # Answered in turn, so it has been left by then.
        await talker.ask("rooms", most=1)
        await asyncio.sleep(1 / changes_s)


async def run(asked: argparse.Namespace) -> dict[str, Cost]:
    """Return the cost of each way to look."""
    measures = new_measures()
    async with serving() as served:
        port = served.servers[0].port
        hosts = [Talker(f"host {n}", port, measures) for n in range(asked.rooms)]
        lookers = [Looker(f"looker {n}", port, measures) for n in range(asked.lookers)]
        one = Talker("who comes and goes", port, measures)
        await in_turn(_host, hosts)
        await in_turn(_connected, [*lookers, one])
        coming = asyncio.create_task(_come_and_go(one, asked.changes))
        costs = {
            how: await measure(served, lookers, how, asked.seconds)
            for how in (NOBODY, ASKING, FOLLOWING)
        }
        coming.cancel()
        with suppress(asyncio.CancelledError):
            await coming
        for each in (*hosts, *lookers, one):
            each.close()
    return costs


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each way to look."""
    parser = argparse.ArgumentParser(prog="python -m bench.lookers")
    parser.add_argument("--lookers", type=int, default=100)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--changes", type=float, default=2.0, help="a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args(arguments)
    print(", ".join(machine().values()), flush=True)
    for how, cost in uvloop.run(run(asked)).items():
        print(
            f"{how}: server {cost.server_ms:.1f} and store {cost.store_ms:.1f} ms of "
            f"CPU a second, {cost.commands:.0f} commands of the store, "
            f"{cost.heard:.2f} heard by each"
        )


if __name__ == "__main__":
    main()
