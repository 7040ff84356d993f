"""What a week takes: processes, nodes, memory and disk, from measured figures."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from bench.scale import figures
from bench.scale.habits import Habits
from bench.scale.lengths import LENGTHS
from bench.scale.week import GAMES, Minute, Size

from samedeal_server.records.archiving import DAYS

DAY = 1440
SPANS = (1, 7, 365 / 12)
"""Days that there are in a day, a week and a month."""
KIB, MIB, GIB = 2**10, 2**20, 2**30


class Peak(NamedTuple):
    """The most of each in any minute of a week."""

    present: int
    came_per_s: float
    ended_per_s: float
    moves_per_s: float


class Kept(NamedTuple):
    """Bytes of the store's memory and of the archive."""

    live: int
    """The most there ever is of rooms that are open or were closed within a day, and
    of what says for two days that links were made."""
    matches_a_day: int
    """For good, of matches, on the average day of the week."""
    boards: int
    """On boards of the days, weeks and months that are under way, and of those that
    are over and not in the archive yet; each visit is a day's only one, and of one
    game."""
    players: int
    """The bytes in the books of all who came in the week."""
    disk_a_day: int
    """In the archive, for good."""


class Needs(NamedTuple):
    """The needs of a service at its peak."""

    server_cores: float
    """The cores that its processes keep busy."""
    store_cores: float
    books_core: float
    """The share of the core of the one node that has the books, by books and chain."""
    server_memory: int
    size: Size


def peak_of(week: Sequence[Minute]) -> Peak:
    """Return the most of each in any minute."""
    return Peak(
        max(minute.present for minute in week),
        max(minute.came for minute in week) / 60,
        max(sum(minute.ended) for minute in week) / 60,
        max(minute.moves for minute in week) / 60,
    )


def needs_at(
    peak: Peak, habits: Habits, live: int = 0, memory: int = 64 * GIB
) -> Needs:
    """Return the needs of a peak, on nodes with `memory` bytes for what is live."""
    server_us = (
        peak.moves_per_s * figures.MOVE_US.value
        + peak.came_per_s * figures.HANDSHAKE_US.value
        + peak.present * figures.IDLE_US.value
    )
    store_us = peak.moves_per_s * figures.STORE_MOVE_US.value
    processes = max(1, ceil(server_us / 1e6 / habits.filling))
    nodes = max(1, ceil(store_us / 1e6 / habits.filling), ceil(live / memory))
    held = processes * figures.PROCESS_MIB.value * MIB
    held += peak.present * figures.SEATED_KIB.value * KIB
    return Needs(
        server_us / 1e6,
        store_us / 1e6,
        peak.ended_per_s * figures.BOOKED_STORE_US.value / 1e6,
        round(held),
        Size(processes, nodes),
    )


def kept_of(week: Sequence[Minute], habits: Habits) -> Kept:
    """Return the bytes that a week leaves behind."""
    ended = [sum(column) for column in zip(*(m.ended for m in week), strict=True)]
    days = len(week) / DAY
    people = sum(minute.came for minute in week) / days * 7 / habits.visits_a_week
    rows = {span: people * _games_of(habits, span) for span in SPANS}
    new_rows = sum(number / span for span, number in rows.items())
    disk = new_rows * days * figures.WINDOW_DISK_BYTES.value
    pages = figures.LINKS_DISK_BYTES.value + figures.PAGES_DISK_BYTES.value
    disk += sum(
        matches * (figures.ARCHIVED_BYTES[game] + pages)
        for game, matches in zip(GAMES, ended, strict=True)
    )
    # Those under way, at their ends, and those that were over within so many days.
    held = sum(number * (1 + DAYS / span) for span, number in rows.items())
    live = _most(_logs(week, habits), DAY) + _most(
        (sum(m.ended) * figures.MADE_BYTES.value for m in week), 2 * DAY
    )
    return Kept(
        round(live),
        round(sum(ended) * figures.PAGES_BYTES.value / days),
        round(held * figures.WINDOW_BYTES.value),
        round(people * figures.PLAYER_BYTES.value),
        round(disk / days),
    )


def _games_of(habits: Habits, days: float) -> float:
    """Return the number of games that somebody plays in some days, one a visit."""
    visits, games = habits.visits_a_week / 7 * days, len(GAMES)
    return games * (1 - math.pow(1 - 1 / games, visits))


def _logs(week: Iterable[Minute], habits: Habits) -> Iterator[float]:
    """Yield bytes of the logs of rooms whose matches ended, by minute."""
    room = figures.ROOM_BYTES.value / habits.matches_a_visit
    each = [
        room + LENGTHS[game].plies * habits.seats * figures.LOG_BYTES.value
        for game in GAMES
    ]
    for minute in week:
        yield sum(n * size for n, size in zip(minute.ended, each, strict=True))


def _most(values: Iterable[float], width: int) -> float:
    """Return the largest sum of `width` values in a row."""
    window, total, most = deque[float](), 0.0, 0.0
    for value in values:
        window.append(value)
        total += value
        if len(window) > width:
            total -= window.popleft()
        most = max(most, total)
    return most


# What breaks first


class Limit(NamedTuple):
    """Something of which there is one, whatever is added."""

    what: str
    players: int | None
    """At once, at which it is reached; None where there is no such thing."""
    apart: int | None
    """The same once all boards are set apart."""
    why: str


def limits_of(peak: Peak, needs: Needs, kept: Kept, memory: int) -> list[Limit]:
    """List the limits to more players, the nearest first.

    All of it grows as the players do; `memory` is of the largest machine, in bytes.
    """
    ended, gib = peak.ended_per_s, f"{memory / GIB:.0f} GiB"
    booked, core = figures.BOOKED_US.value, figures.CORE
    store, part = figures.BOOKED_STORE_US.value, figures.BUSIEST_PART
    pages = 365 * kept.matches_a_day
    # How much of one is used by now, and then with boards apart.
    yields: Mapping[str, tuple[float, float, str]] = {
        "the chain and the books": (
            ended * booked / 1e6,
            ended * core.us / 1e6,
            f"one order of all matches, {a_second(booked)} a second; then "
            + a_second(core.us),
        ),
        "books of the part that takes most": (
            0.0,
            ended * part.us / 1e6,
            f"one order of its matches, {a_second(part.us)} a second of all",
        ),
        "the node that has them": (
            needs.books_core,
            needs.books_core * core.store,
            f"{store:.0f} µs of one core for each match; then {store * core.store:.0f}",
        ),
        "memory of that node, after a year": (
            (pages + kept.boards + kept.players) / memory,
            (pages + kept.players) / memory,
            f"{gib}, for boards and all who came; then for these alone",
        ),
        "memory of the node that has a game": (
            0.0,
            kept.boards / len(GAMES) / memory,
            f"{gib}, for its boards",
        ),
        "one server process": (needs.server_cores, needs.server_cores, "one core"),
        "one node of the store": (needs.store_cores, needs.store_cores, "one core"),
    }

    def at(used: float) -> int | None:
        return round(peak.present / used) if used else None

    limits = [
        Limit(what, at(used), at(apart), why)
        for what, (used, apart, why) in yields.items()
    ]
    return sorted(limits, key=lambda limit: limit.players or limit.apart or 0)


def a_second(us: float) -> str:
    """Say how many matches a second there may be that take so long one by one."""
    return f"{1e6 / us:,.0f}"
