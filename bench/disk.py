"""What a store keeps of guests, of rooms that were opened, and of matches: bytes each.

Counted by the store itself, key by key, on a server of its own: `python -m bench.disk`.
What is kept for good is what somebody could fill a disk with.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence

import uvloop
from bench.fuzz.live import Live, living
from bench.load.crowd import Crowd
from bench.load.figures import machine
from bench.load.paces import FlatOut
from bench.load.processes import Running
from bench.load.talker import Talker, new_measures

from samedeal_server.store.keys import daily_key, room_keys

GAME = "squares/english"
LONG_S = 7 * 24 * 3600
"""The seconds of a life so short that it is no burden."""
POLL_S = 0.1
PLAYED_WITHIN_S = 60.0
SETTINGS = {"SAMEDEAL_COUNTDOWN_MS": "500"}
"""Long enough for every nonce to come, or there would be void starts among them."""

Weights = Counter[str]


async def weighed(live: Live) -> Weights:
    """Return the bytes that are kept for good, for long, and for some days at most."""
    weights: Weights = Counter()
    async for key in live.store.scan_iter(count=1000):
        ttl_s = await live.store.ttl(key)
        bytes_ = await live.store.memory_usage(key, samples=0) or 0
        kind = "good" if ttl_s < 0 else "long" if ttl_s > LONG_S else "days"
        weights[kind] += bytes_
    return weights


async def settled(live: Live) -> Weights:
    """Return the same once every room that was left is closed."""
    async with asyncio.timeout(PLAYED_WITHIN_S):
        while await _is_any_open(live):  # noqa: ASYNC110 - told to nobody who is gone
            await asyncio.sleep(POLL_S)
    await asyncio.sleep(1)  # what is written behind the answers
    return await weighed(live)


async def _is_any_open(live: Live) -> bool:
    logs = await _keys(live, room_keys("*").log)
    return any([await live.store.ttl(log) < 0 for log in logs])


async def _keys(live: Live, pattern: str) -> list[bytes]:
    return [key async for key in live.store.scan_iter(match=pattern, count=1000)]


async def guests(live: Live, count: int) -> int:
    """Let `count` new guests come and go."""
    for _ in range(count):
        talker = await _greeted(live)
        talker.close()
    return count


async def rooms(live: Live, count: int) -> int:
    """Let one player open `count` rooms and leave each."""
    talker = await _greeted(live)
    for _ in range(count):
        await talker.ask("host", game=GAME)
        talker.write({"t": "leave", "id": 1, "n": 1})
        # Answered in turn, so it has been left by then.
        await talker.ask("rooms")
    talker.close()
    return count


async def matches(live: Live, count: int) -> int:
    """Play rated matches of four; return how many it was.

    Fewer where a slow machine has a start void: then a room waits for whom it lost.
    """
    return await _played(live, count, 4)


async def matches_alone(live: Live, count: int) -> int:
    """Play matches of one, which are not rated; return how many it was."""
    return await _played(live, count, 1)


async def _played(live: Live, count: int, seats: int) -> int:
    servers = (Running(live.pid, live.port),)
    crowd = Crowd(servers, 8, GAME, FlatOut(0.0), new_measures(), seats=seats)
    for player in crowd.players:
        player.is_bot = False
    await crowd.take_seats()
    # At least one at each table: what was begun there is kept, too.
    count = max(count, len(crowd.players) // seats)
    await crowd.start()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PLAYED_WITHIN_S):
            while crowd.matches < seats * count:  # noqa: ASYNC110 - many answers, no one event
                await asyncio.sleep(POLL_S)
    await crowd.stop()
    for player in crowd.players:
        n = player.ledger.n + 1
        player.write({"t": "leave", "id": n, "n": n})
        # Answered in turn; a room that nobody is in any more keeps its log for days.
        await player.ask("rooms")
    crowd.close()
    return crowd.matches // seats


async def _greeted(live: Live) -> Talker:
    talker = Talker("somebody", live.port, new_measures())
    talker.is_bot = False
    await talker.connect()
    await talker.say_hello()
    return talker


KINDS: Mapping[str, Callable[[Live, int], Awaitable[int]]] = {
    "guest": guests,
    "room opened": rooms,
    "match of four": matches,
    "match of one": matches_alone,
}


async def measure(count: int) -> list[str]:
    """Return a line for each kind of thing that a store keeps."""
    # Nothing is timed, so all may be counted at once, each with a store of its own.
    return await asyncio.gather(*(_counted(what, count) for what in KINDS))


async def _counted(what: str, count: int) -> str:
    async with living(SETTINGS) as live:
        # A server makes its first days, and the first ones keys that others share.
        while not await _keys(live, daily_key("*")):  # noqa: ASYNC110 - told to nobody
            await asyncio.sleep(POLL_S)
        await KINDS[what](live, 8)
        before = await settled(live)
        done = await KINDS[what](live, count)
        grown = await settled(live)
    grown.subtract(before)
    each = {kind: round(grown[kind] / done) for kind in ("good", "long", "days")}
    return (
        f"a {what}: {each['good']} bytes for good, {each['long']} for weeks or "
        f"more, {each['days']} for some days at most ({done} of them)"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.disk", description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    asked = parser.parse_args(arguments)
    print(", ".join(machine().values()), flush=True)
    for line in uvloop.run(measure(asked.count)):
        print(line)


if __name__ == "__main__":
    main()
