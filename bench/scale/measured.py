"""What the simulation has to know and no other command prints, measured here.

``python -m bench.scale.measured [--matches 40] [--seconds 30] [--players 40]``

How long matches of each game are, played by players of skill. Then a server is played
at over sockets, by players at a steady pace, some of it slower than people's: the bytes
on the line are what the kernel counted in players' sockets, with their frames and
without the headers of TCP and IP, which are told as packets; what the store has heard,
said and written is what it says itself. At last matches are booked one after the other
and by the dozen: CPU time of the store alone, which other load on the machine hardly
changes.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import socket
import struct
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from bench.archive.samples import samples
from bench.finished import NOON, Came, finished, keep
from bench.fuzz.live import Live, living
from bench.load.crowd import Crowd
from bench.load.paces import Steady
from bench.load.processes import Running
from bench.load.talker import new_measures
from redis.asyncio import Redis

from samedeal_games.catalogue import GAMES
from samedeal_records.sealing import unseal
from samedeal_records.transcripts import Transcript, from_plain
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

SEATS = 4
PLAYED = ("squares/english", "westcliff/american")
PACE_S = 0.5
SEED = "scale"
PEOPLE = 2_000
APART_MS = 7_000
DECILES = tuple(tenth / 20 for tenth in range(1, 20, 2))
COUNTED_AT = 120
"""In what Linux tells of a socket (``struct tcp_info``): bytes that were acknowledged
and received, each eight bytes long, and packets out and in, each four."""
TOLD_MOST = 256


class Counted(NamedTuple):
    """Counts since something began, or at a moment."""

    moves: int = 0
    up: int = 0
    """Bytes from players."""
    down: int = 0
    packets: int = 0
    """Both ways."""
    store_in: int = 0
    store_out: int = 0
    appended: int = 0
    """Bytes in the store's own file."""
    store_us: int = 0
    """CPU time of the store."""

    def since(self, before: "Counted") -> "Counted":
        """Return the counts from then to here."""
        return Counted(*(a - b for a, b in zip(self, before, strict=True)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale.measured")
    parser.add_argument("--matches", type=int, default=40, help="of each game")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--booked", type=int, default=1000)
    asked = parser.parse_args(arguments)
    for game in GAMES:
        print(length_told(game, *lengths(game, asked.matches)), flush=True)
    for game in PLAYED:
        print(asyncio.run(_traffic(game, asked.players, asked.seconds)), flush=True)
    print(asyncio.run(_booking(asked.booked)))


def lengths(game: str, count: int) -> tuple[float, tuple[int, ...]]:
    """Return moves of a seat, and of the seat with most of them, by deciles."""
    plies, longest = list[int](), list[int]()
    for sealed in samples(game, count, SEATS, SEED):
        of_seats = [len(seat.moves) for seat in from_plain(unseal(sealed)).seats]
        plies += of_seats
        longest.append(max(of_seats))
    longest.sort()
    return mean(plies), tuple(longest[int(at * count)] for at in DECILES)


def length_told(game: str, plies: float, longest: Sequence[int]) -> str:
    """Return a line as `figures` has it."""
    return f'"{game}": Length({plies:.1f}, {tuple(longest)}),'


async def _traffic(game: str, players: int, seconds: float) -> str:
    async with living({"SAMEDEAL_COUNTDOWN_MS": "1000"}) as live:
        base = live.rss_kib() // 1024
        measures = new_measures()
        servers = (Running(live.pid, live.port),)
        pace = Steady(PACE_S, 1)
        crowd = Crowd(servers, players, game, pace, measures, bots=False)
        await crowd.take_seats()
        await crowd.start()
        await asyncio.sleep(seconds / 3)
        before = await _counted(live, crowd)
        await asyncio.sleep(seconds)
        found = (await _counted(live, crowd)).since(before)
        await crowd.stop()
        crowd.close()
    each = [round(number / found.moves, 1) for number in found[1:]]
    names = ("up", "down", "packets", "store in", "store out", "appended", "store µs")
    told = ", ".join(f"{n} {v}" for n, v in zip(names, each, strict=True))
    return f"{game}, a move: {told}; {found.moves} moves; server at first {base} MiB"


async def _counted(live: Live, crowd: Crowd) -> Counted:
    up, down, packets = 0, 0, 0
    for player in crowd.players:
        kernels = None if player.link is None else player.link.socket
        if kernels is not None:
            told = kernels.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TOLD_MOST)
            acked, received, out, back = struct.unpack_from("=QQII", told, COUNTED_AT)
            up, down, packets = up + acked, down + received, packets + out + back
    info = await live.store.info()
    return Counted(
        crowd.moves,
        up,
        down,
        packets,
        info["total_net_input_bytes"],
        info["total_net_output_bytes"],
        info["aof_current_size"],
        round(1e6 * (info["used_cpu_user"] + info["used_cpu_sys"])),
    )


async def _booking(count: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedStore(Path(folder)) as embedded,
            Store(embedded.url) as store,
            Redis.from_url(embedded.url) as client,
        ):
            running = asyncio.create_task(store.run())
            writer = BooksWriter(store)
            matches = list(_finished(3 * count))
            await keep(store, *matches[:count])
            await writer.catch_up()
            alone = await _spent(client)
            for match in matches[count : 2 * count]:
                await keep(store, match)
                await writer.catch_up()
            alone = (await _spent(client)).since(alone)
            await keep(store, *matches[2 * count :])
            many = await _spent(client)
            await writer.catch_up()
            many = (await _spent(client)).since(many)
            running.cancel()
    told = (
        f"{name} {spent.own_us / count:.0f} µs here and {spent.store_us / count:.0f} "
        "in the store"
        for name, spent in (
            ("one by one, with transcript and link,", alone),
            ("many at once, in the books alone,", many),
        )
    )
    return f"a match of four, CPU: {'; '.join(told)}"


def _finished(count: int) -> Iterator[Transcript]:
    dice = Random(1)  # noqa: S311 - the same each time
    names = [f"p-{dice.randbytes(8).hex()}" for _ in range(PEOPLE)]
    for number in range(count):
        came = [
            Came(name, score=dice.randrange(150), elapsed_ms=dice.randrange(300_000))
            for name in dice.sample(names, SEATS)
        ]
        at = NOON + number * APART_MS
        yield finished(f"m-{dice.randbytes(16).hex()}", *came, at=at)


class Spent(NamedTuple):
    """CPU time, by this process and by the store."""

    own_us: int
    store_us: int

    def since(self, before: "Spent") -> "Spent":
        """Return the time spent from then to here."""
        return Spent(self.own_us - before.own_us, self.store_us - before.store_us)


async def _spent(client: Redis) -> Spent:
    info = await client.info("cpu")
    store_s = info["used_cpu_user"] + info["used_cpu_sys"]
    return Spent(round(1e6 * time.process_time()), round(1e6 * store_s))


if __name__ == "__main__":
    main()
