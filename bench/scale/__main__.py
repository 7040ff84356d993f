"""What so many players at once take, by a week that is played and measured figures.

``python -m bench.scale [PLAYERS ...] [--seed 1] [--pace 2.0] [--matches-a-visit 4]
[--filling 0.6] [--gib 64]``

A week is played minute by minute: first untroubled, which says how many processes and
nodes there have to be, and then on that many, with processes and nodes that die, one
release and one proxy that loses everybody at the busiest minute. Printed is what the
page on scale shows. How people play is supposed (`habits`); what it costs was measured
(`figures`, `lengths`), some of it on a busy machine.
"""

import argparse
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bench.scale import figures
from bench.scale.dice import around
from bench.scale.habits import Habits
from bench.scale.needs import (
    DAY,
    GIB,
    Kept,
    Limit,
    Needs,
    Peak,
    a_second,
    kept_of,
    limits_of,
    needs_at,
    peak_of,
)
from bench.scale.week import MINUTES, Minute, Size, Trouble, Week

USUAL = (100_000, 1_000_000)
RELEASE_AT = 2 * DAY + 10 * 60
"""Wednesday at ten."""
GB, MBIT = 1e9, 1e6
HEADS = ("at how many players", "with boards set apart", "why")


class Found(NamedTuple):
    """The outcome of the week of a service."""

    week: Sequence[Minute]
    trouble: Trouble
    peak: Peak
    needs: Needs
    kept: Kept
    limits: Sequence[Limit]
    memory: int
    """The memory of a node, in bytes."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play weeks and print what they take."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale")
    parser.add_argument("players", nargs="*", type=int, metavar="PLAYERS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", type=float, default=Habits().pace_s, help="s a move")
    parser.add_argument("--matches-a-visit", type=float, default=4.0)
    parser.add_argument("--filling", type=float, default=Habits().filling)
    parser.add_argument("--gib", type=int, default=64, help="memory of a node")
    asked = parser.parse_args(arguments)
    habits = Habits(asked.pace, matches_a_visit=asked.matches_a_visit)
    habits = habits._replace(filling=asked.filling)
    found = [
        played(players, habits, asked.seed, asked.gib * GIB)
        for players in asked.players or USUAL
    ]
    print(*lines(found), sep="\n")


def played(players: int, habits: Habits, seed: int, memory: int) -> Found:
    """Play a week for as many players at once at its peak."""
    calm = Week(players, habits, seed).play()
    live = kept_of(calm, habits).live
    size = needs_at(peak_of(calm), habits, live, memory).size
    trouble = troubles(habits, size, seed, _busiest(calm))
    week = Week(players, habits, seed, size, trouble).play()
    peak = peak_of(week)
    kept = kept_of(week, habits)
    needs = needs_at(peak, habits, kept.live, memory)._replace(size=size)
    limits = limits_of(peak, needs, kept, memory)
    return Found(week, trouble, peak, needs, kept, limits, memory)


def troubles(habits: Habits, size: Size, seed: int, busiest: int) -> Trouble:
    """Return the deaths of a week, a release in it, and a cut at the busiest minute."""
    dice = Random(f"trouble/{seed}")  # noqa: S311 - the same each time
    return Trouble(
        _deaths(dice, size.processes * 7 / habits.process_days),
        _deaths(dice, size.nodes * 7 / habits.node_days),
        RELEASE_AT,
        busiest,
    )


def _deaths(dice: Random, mean: float) -> dict[int, int]:
    deaths: dict[int, int] = {}
    for _ in range(around(dice, mean)):
        minute = dice.randrange(MINUTES)
        deaths[minute] = deaths.get(minute, 0) + 1
    return deaths


def _busiest(week: Sequence[Minute]) -> int:
    return max(range(len(week)), key=lambda minute: week[minute].present)


# In words


def lines(found: Sequence[Found]) -> list[str]:
    """Return the tables, as the page has them."""
    heads = [f"{each.peak.present:,}" for each in found]
    told = [_row("at the peak of a week, players at once", heads)]
    told.append(_row("---", ["---:"] * len(heads)))
    told += [_row(name, list(map(tell, found))) for name, tell in ROWS.items()]
    told += ["", _row("what there is one of", HEADS)]
    told.append(_row("---", ["---:", "---:", "---"]))
    told += [
        _row(limit.what, [_many(limit.players), _many(limit.apart), limit.why])
        for limit in found[-1].limits
    ]
    return told


def _many(players: int | None) -> str:
    return "–" if players is None else f"{players:,}"


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join([name, *cells])} |"


def _matches_a_day(found: Found) -> float:
    return sum(sum(minute.ended) for minute in found.week) / len(found.week) * DAY


def _cut_off_by_deaths(found: Found) -> str:
    cut = [found.week[minute].cut_off for minute in found.trouble.deaths]
    return f"{max(cut, default=0):,}"


def _gib(value: float) -> str:
    return f"{value / GIB:,.1f} GiB" if value < 10 * GIB else f"{value / GIB:,.0f} GiB"


def _gb(value: float) -> str:
    return f"{value / GB:,.1f} GB" if value < 10 * GB else f"{value / GB:,.0f} GB"


def _mbit(found: Found, bytes_a_move: float) -> str:
    return f"{found.peak.moves_per_s * bytes_a_move * 8 / MBIT:,.0f} Mbit/s"


def _longest_queue(found: Found, minutes: Sequence[int]) -> str:
    seconds = max((found.week[minute].busiest_s for minute in minutes), default=0.0)
    return f"{seconds:.1f} s"


HEADERS = figures.PACKETS.value * figures.HEADER_BYTES
BETWEEN = figures.UP_BYTES.value + figures.DOWN_BYTES.value + HEADERS
YEAR = 365

ROWS: dict[str, Callable[[Found], str]] = {
    "visits a week": lambda of: f"{sum(m.came for m in of.week):,}",
    "matches a day": lambda of: f"{_matches_a_day(of):,.0f}",
    "matches that end, a second": lambda of: f"{of.peak.ended_per_s:,.0f}",
    "… that one order of all books takes": lambda _: a_second(figures.BOOKED_US.value),
    "… with boards set apart": lambda _: a_second(figures.CORE.us),
    "moves a second": lambda of: f"{of.peak.moves_per_s:,.0f}",
    "**server processes**": lambda of: f"**{of.needs.size.processes}**",
    "memory of all of them": lambda of: _gib(of.needs.server_memory),
    "**nodes of the store**": lambda of: f"**{of.needs.size.nodes}**",
    "memory of all of them, for rooms of a day": lambda of: _gib(of.kept.live),
    "memory of the one that has the books, for all who came": lambda of: _gib(
        of.kept.players
    ),
    "… for boards of days, weeks and months": lambda of: _gib(of.kept.boards),
    "… for what names pages in the archive, a year": lambda of: _gib(
        YEAR * of.kept.matches_a_day
    ),
    "archive on disk, a day": lambda of: _gb(of.kept.disk_a_day),
    "the same, a year, on disk": lambda of: _gb(YEAR * of.kept.disk_a_day),
    "the store's own files written, at the peak": lambda of: _mbit(
        of, figures.APPENDED_BYTES.value
    ),
    "between players and processes": lambda of: _mbit(of, BETWEEN),
    "between processes and store": lambda of: _mbit(of, figures.STORE_BYTES.value),
    "processes that die in the week": lambda of: f"{sum(of.trouble.deaths.values())}",
    "players cut off by one of them, at most": _cut_off_by_deaths,
    "until they are let in again, once they knock": lambda of: _longest_queue(
        of, list(of.trouble.deaths)
    ),
    "nodes that die in the week": lambda of: f"{sum(of.trouble.nodes.values())}",
    "all players cut off at the busiest minute": lambda of: _longest_queue(
        of, [of.trouble.cut or 0]
    ),
}
"""The rows that are printed of a week."""


if __name__ == "__main__":
    main()
