"""R10, R11: the store is killed, or stands still, and comes back with its data."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import NamedTuple

from bench.chaos.crew import Member, now_s
from bench.chaos.logs import read_logs
from bench.chaos.processes import StoreKind
from bench.chaos.world import Report, World, world
from bench.load.proxies import Kind

from samedeal_server.core import facts
from samedeal_server.core.facts import Entry

UNDER_WAY_S = 0.3
"""The seconds for which answers may still be on their way when the store is gone."""
SURELY_SEEN_S = 2.5
"""The seconds after which every process notices an outage and puts it on record."""


class Outage(NamedTuple):
    """A time without a store; seconds by the monotonic clock, ms by the store's."""

    since: float
    until: float
    since_ms: int
    until_ms: int

    @property
    def is_long(self) -> bool:
        """Tell whether it must have been noticed."""
        return self.until - self.since > SURELY_SEEN_S


class Seen(NamedTuple):
    """An outage as the players felt it."""

    outage: Outage
    went_on_s: float
    """From the store's return until the last command that waited was answered."""
    findings: list[str]


async def kills_store(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Kill the store 100 times at full scale; synced always, nothing is lost."""
    return await _kills(seed, scale, StoreKind(fsync="always"), behind)


async def kills_store_everysec(
    seed: int, scale: float, behind: Kind | None = None
) -> Report:
    """Do the same where the store syncs every second."""
    return await _kills(seed, scale, StoreKind(fsync="everysec"), behind)


async def store_gone(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Make the store stand still, for 30 s at full scale."""
    players = min(120, max(8, round(120 * scale)))
    async with world(
        seed, scale, players=players, servers=2, behind=behind
    ) as all_of_it:
        store = all_of_it.store
        await all_of_it.acked(players)
        before = [server.kib() for server in all_of_it.servers]
        seen = await _be_without(
            all_of_it, _calling(store.pause), _calling(store.resume), max(3, 30 * scale)
        )
        after = [server.kib() for server in all_of_it.servers]
        grown = max(b - a for a, b in zip(before, after, strict=True))
        await all_of_it.acked(players)
        return await _report(all_of_it, [seen], memory_grown_KiB=grown)


async def _kills(
    seed: int, scale: float, kind: StoreKind, behind: Kind | None
) -> Report:
    wanted = max(2, round(100 * scale))
    players = min(120, max(8, wanted * 4))
    seen: list[Seen] = []
    async with world(
        seed, scale, players=players, servers=2, store=kind, behind=behind
    ) as all_of_it:
        store, dice = all_of_it.store, all_of_it.dice
        for number in range(wanted):
            await all_of_it.acked(dice.randint(10, 60))
            is_long = number == 0 or dice.random() < 0.4
            for_s = dice.uniform(2.6, 3.5) if is_long else dice.uniform(0, 0.6)
            seen.append(await _be_without(all_of_it, store.kill, store.start, for_s))
        await all_of_it.acked(players)
        return await _report(all_of_it, seen, kills=wanted)


def _calling(what: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    async def do() -> None:
        what()

    return do


async def _be_without(
    all_of_it: World,
    take: Callable[[], Awaitable[None]],
    bring: Callable[[], Awaitable[None]],
    for_s: float,
) -> Seen:
    """Be without a store for a while, and see how everybody takes it."""
    members = all_of_it.crew.members
    await take()
    since, since_ms = now_s(), _now_ms()
    await asyncio.sleep(for_s)
    until, until_ms = now_s(), _now_ms()
    waiting = [member for member in members if member.is_pending]
    await bring()
    is_there = now_s()
    outage = Outage(since, until, since_ms, until_ms)
    findings = [found for member in members for found in _told(member, outage)]
    await all_of_it.becomes(
        lambda: all(_answered_at(member) > until for member in waiting),
        "what waited for the store is answered",
    )
    last = max((_answered_at(member) for member in waiting), default=is_there)
    return Seen(outage, max(0.0, last - is_there), findings)


def _now_ms() -> int:
    return int(time.time() * 1000)


def _answered_at(member: Member) -> float:
    asked = member.ledger.asked
    return asked[-1].answered_at if asked and not member.is_unseated else now_s()


def _told(member: Member, outage: Outage) -> Iterable[str]:
    """Yield the wrong, and the missing, news that a player had of an outage."""
    who, since = member.ledger.player, outage.since + UNDER_WAY_S
    if any(since < at < outage.until for at in member.acks):
        yield f"{who} was told of something done while there was no store"
    states = [
        state for at, state in member.services if outage.since < at < outage.until
    ]
    if outage.is_long and "degraded" not in states and not member.is_unseated:
        yield f"{who} was not told that the store was gone"


async def _report(all_of_it: World, seen: list[Seen], **figures: object) -> Report:
    findings = [found for each in seen for found in each.findings]
    long = [each.outage for each in seen if each.outage.is_long]
    logs = await read_logs(all_of_it.store.url, list(all_of_it.crew.tables))
    stood = 0
    for room, entries in logs.items():
        for outage in long:
            if _is_playing(entries, outage.since_ms):
                stood += 1
                if not any(map(partial(_is_of, outage), entries)):
                    findings.append(f"{room}: the clock ran while there was no store")
    return await all_of_it.report(
        findings,
        longest_outage_s=max(each.outage.until - each.outage.since for each in seen),
        clocks_stood=stood,
        last_went_on_after_s=max(each.went_on_s for each in seen),
        **figures,
    )


def _is_of(outage: Outage, entry: Entry) -> bool:
    """Tell whether an entry says that the clock stood for all of an outage."""
    fact = entry.fact
    return (
        isinstance(fact, facts.ClockStood)
        and fact.since <= outage.since_ms
        and fact.until >= outage.until_ms
    )


def _is_playing(entries: Iterable[Entry], at: int) -> bool:
    """Tell whether a match was on at a time."""
    is_on = False
    for entry in entries:
        if entry.at > at:
            break
        if isinstance(entry.fact, facts.MatchStarted | facts.MatchEnded):
            is_on = isinstance(entry.fact, facts.MatchStarted)
    return is_on
