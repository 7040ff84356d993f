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
from collections.abc import Sequence

import uvloop
from bench.fuzz.live import Live, living
from bench.load.crowd import Crowd
from bench.load.figures import machine
from bench.load.paces import FlatOut
from bench.load.processes import Running
from bench.load.talker import Talker, new_measures

GAME = "squares/english"
LONG_S = 7 * 24 * 3600
"""What goes sooner than this is no burden."""
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


async def guests(live: Live, count: int) -> int:
    """Have so many be somebody new and go."""
    for _ in range(count):
        talker = await _greeted(live)
        talker.close()
    return count


async def rooms(live: Live, count: int) -> int:
    """Have one player open so many rooms and leave each."""
    talker = await _greeted(live)
    for _ in range(count):
        await talker.ask("host", game=GAME)
        talker.write({"t": "leave", "id": 1, "n": 1})
        # Answered in turn, so it has been left by then.
        await talker.ask("rooms")
    talker.close()
    return count


async def matches(live: Live, count: int) -> int:
    """Have eight people play so many rated matches of four; return how many it was.

    Fewer where a slow machine has a start void: then a room waits for whom it lost.
    """
    crowd = Crowd(
        (Running(live.pid, live.port),), 8, GAME, FlatOut(0.0), new_measures()
    )
    for player in crowd.players:
        player.is_bot = False
    await crowd.take_seats()
    await crowd.start()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PLAYED_WITHIN_S):
            while crowd.matches < 4 * count:  # noqa: ASYNC110 - many answers, no one event
                await asyncio.sleep(POLL_S)
    await crowd.stop()
    crowd.close()
    return crowd.matches // 4


async def _greeted(live: Live) -> Talker:
    talker = Talker("somebody", live.port, new_measures())
    talker.is_bot = False
    await talker.connect()
    await talker.say_hello()
    return talker


async def measure(count: int) -> list[str]:
    """Return a line for each kind of thing that a store keeps."""
    lines: list[str] = []
    for what, do in (("guest", guests), ("room opened", rooms), ("match", matches)):
        # The first ones make keys that all the others share.
        async with living(SETTINGS) as live:
            await do(live, 8)
            before = await weighed(live)
            done = await do(live, count)
            await asyncio.sleep(1)  # what is written behind the answers
            grown = await weighed(live)
        grown.subtract(before)
        each = {kind: round(grown[kind] / done) for kind in ("good", "long", "days")}
        lines.append(
            f"a {what}: {each['good']} bytes for good, {each['long']} for weeks or "
            f"more, {each['days']} for some days at most ({done} of them)"
        )
    return lines


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
