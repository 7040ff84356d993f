"""R11, R22: a server is paused and wakes up into a world that has moved on."""

import asyncio
import time
from collections.abc import Iterable
from typing import NamedTuple

from bench.chaos.crew import Manners, most, now_s
from bench.chaos.logs import read_logs
from bench.chaos.world import Report, World, world

from samedeal_server.core import facts
from samedeal_server.core.connections import process_of
from samedeal_server.core.facts import Entry

WATCHFUL = Manners(longest_pause_s=1.0, heartbeat_s=0.6)
"""Players who find out within 1.2 s that nobody answers."""
QUICK = Manners(pace_s=0.03, longest_pause_s=0.5)
"""Players who nearly always have a command under way."""
TAKEN_FOR_DEAD_S = 9.0
"""After eight seconds without a pulse a process is buried."""
LONG_SLEEPS = 0.1


class Sleep(NamedTuple):
    """A pause of a server, in ms by the store's clock."""

    since: int
    until: int


async def pauses(seed: int, scale: float) -> Report:
    """Pause servers 20 times at full scale; its players find out and go on."""
    wanted = max(1, round(20 * scale))
    players = min(60, max(8, wanted * 6))
    went_on: list[float] = []
    async with world(
        seed, scale, players=players, servers=2, manners=WATCHFUL
    ) as all_of_it:
        front, dice = all_of_it.front, all_of_it.dice
        for _ in range(wanted):
            await all_of_it.acked(players)
            number = dice.randrange(2)
            since = now_s()
            # Whoever balances the load sees that this one does not answer.
            front.shut.add(number)
            all_of_it.servers[number].pause()
            await asyncio.sleep(dice.uniform(2.0, 5.0 if scale >= 0.5 else 2.5))
            await all_of_it.all_back(since)
            all_of_it.servers[number].resume()
            front.shut.discard(number)
            went_on.append(most(all_of_it.crew.answers_s(since)))
            front.cut(dice)
        return await all_of_it.report(
            pauses=wanted,
            slowest_answer_s=max(went_on),
            longest_away_s=most(all_of_it.crew.away_s()),
        )


async def stale_writers(seed: int, scale: float) -> Report:
    """Wake servers up too late, in 1,000 rooms at full scale.

    A trial is a room in which a player sat at a server that was paused, came to
    the other one, and something was written before the first one woke up.
    """
    wanted = max(8, round(1_000 * scale))
    players = min(120, max(8, wanted * 2))
    manners = QUICK._replace(pace_s=max(QUICK.pace_s, players / 1_500))
    sleeps: list[Sleep] = []
    trials = left = 0
    async with world(
        seed, scale, players=players, servers=2, manners=manners
    ) as all_of_it:
        while trials < wanted:
            await all_of_it.acked(players)
            number = len(sleeps) % 2
            for_s = _length(all_of_it, scale)
            slept, commands = await _sleep(all_of_it, number, for_s)
            sleeps.append(slept)
            left += commands
            logs = await read_logs(all_of_it.store.url, list(all_of_it.crew.tables))
            trials += sum(was_trial(entries, slept) for entries in logs.values())
            # Some to each again: those who came were all sent to the other one.
            all_of_it.front.cut(all_of_it.dice)
        return await all_of_it.report(
            trials=trials,
            pauses=len(sleeps),
            longest_pause_s=max(s.until - s.since for s in sleeps) / 1000,
            commands_left_with_sleepers=left,
        )


def _length(all_of_it: World, scale: float) -> float:
    """Draw how long a server sleeps, once everybody has gone on elsewhere."""
    if scale >= 0.2 and all_of_it.dice.random() < LONG_SLEEPS:
        return TAKEN_FOR_DEAD_S
    return all_of_it.dice.uniform(0.0, 0.5)


async def _sleep(all_of_it: World, number: int, for_s: float) -> tuple[Sleep, int]:
    """Pause a server while its players go on elsewhere; count what they left there."""
    front, server = all_of_it.front, all_of_it.servers[number]
    since, since_ms = now_s(), _now_ms()
    front.shut.add(number)
    server.pause()
    # Long enough for most who are there to send what it will not answer.
    await asyncio.sleep(0.1)
    members = all_of_it.crew.members
    left = sum(member.is_pending for member in members)
    front.strand(number)
    await all_of_it.all_back(since)
    await all_of_it.acked(len(members))
    await asyncio.sleep(for_s)
    until_ms = _now_ms()
    server.resume()
    front.shut.discard(number)
    await all_of_it.acked(len(members))
    return Sleep(since_ms, until_ms), left


def was_trial(entries: Iterable[Entry], slept: Sleep) -> bool:
    """Tell whether a room was carried by a sleeper, and written to by another."""
    processes: dict[int, str] = {}
    has_moved = False
    for entry in entries:
        is_meanwhile = slept.since < entry.at < slept.until
        match entry.fact:
            case facts.SeatTaken(seat=seat, connection=connection):
                processes[seat] = process_of(connection)
            case facts.CameBack(seat=seat, connection=connection):
                before, now = processes.get(seat), process_of(connection)
                has_moved |= is_meanwhile and before != now
                processes[seat] = now
            case _ if has_moved and is_meanwhile:
                return True
            case _:
                pass
    return False


def _now_ms() -> int:
    return int(time.time() * 1000)
