"""The store comes back with an older copy of its data, and in the end with none."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bench.chaos.crew import Member, now_s
from bench.chaos.logs import fold, read_logs
from bench.chaos.world import Report, World, world
from bench.load.proxies import Kind

from samedeal_server.core.facts import Entry

Logs: TypeAlias = Mapping[str, tuple[Entry, ...]]


async def lost_data(seed: int, scale: float, behind: Kind | None = None) -> Report:
    """Lose the end of every log ten times at full scale, and then everything."""
    rounds = max(2, round(10 * scale))
    players = min(60, max(8, rounds * 6))
    findings: list[str] = []
    async with world(
        *(seed, scale), players=players, servers=2, behind=behind, is_lossy=True
    ) as all_of_it:
        store = all_of_it.store
        for number in range(rounds):
            await all_of_it.acked(players)
            # Every other time the copy is one that was put back before.
            if number % 2 == 0:
                store.copy_data()
            await all_of_it.acked(2 * players)
            before = await _logs(all_of_it)
            await store.kill()
            store.lose_data()
            await store.start()
            await _gone_on(all_of_it)
            findings += unmarked(before, await _logs(all_of_it))
        report = await all_of_it.report(findings, losses=rounds)
        return Report(report.figures, report.findings + await _lose_all(all_of_it))


async def _gone_on(all_of_it: World) -> None:
    members = all_of_it.crew.members
    since = now_s()
    await all_of_it.all_back(since)
    await all_of_it.acked(2 * len(members))


async def _logs(all_of_it: World) -> Logs:
    return await read_logs(all_of_it.store.url, list(all_of_it.crew.tables))


def unmarked(before: Logs, after: Logs) -> list[str]:
    """Return the rooms whose logs have lost facts without a new epoch."""
    findings: list[str] = []
    for code, entries in before.items():
        epoch, now = _epoch_of(entries), _epoch_of(after[code])
        if after[code][: len(entries)] != entries and now <= epoch:
            findings.append(f"{code}: facts were lost, and the epoch is still {now}")
    return findings


def _epoch_of(entries: Sequence[Entry]) -> int:
    room = fold(entries).room
    return 0 if room is None else room.marks.epoch


async def _lose_all(all_of_it: World) -> list[str]:
    """Lose everything; return who was not told so."""
    await all_of_it.store.kill()
    all_of_it.store.lose_everything()
    await all_of_it.store.start()
    members = [m for m in all_of_it.crew.members if not m.ledger.was_unseated]
    await all_of_it.becomes(
        lambda: all(map(_knows, members)), "everybody is told that the room is lost"
    )
    return [
        f"{member.ledger.player} was not told why the room is gone"
        for member in members
        if not member.ledger.was_told_lost
    ]


def _knows(member: Member) -> bool:
    return member.is_unseated
