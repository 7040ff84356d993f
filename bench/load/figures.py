"""Figures, the goals they are held against, and the table they are printed in."""

import json
import math
import operator
import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.load.ledger import Findings


class Goal(NamedTuple):
    """A limit for a figure, from above or below."""

    at_most: bool
    limit: float

    def is_met(self, value: float) -> bool:
        """Tell whether a figure is good enough."""
        compare: Callable[[float, float], bool] = (
            operator.le if self.at_most else operator.ge
        )
        return compare(value, self.limit)

    def __str__(self) -> str:
        return f"{'<=' if self.at_most else '>='} {self.limit:g}"


GOALS = {
    "idle connections held": Goal(at_most=False, limit=5_000),
    "server memory an idle connection": Goal(at_most=True, limit=25),
    "server CPU, idle": Goal(at_most=True, limit=10),
    "lost, doubled or otherwise wrong": Goal(at_most=True, limit=0),
    "moves acknowledged": Goal(at_most=False, limit=2_000),
    "server CPU, playing": Goal(at_most=True, limit=55),
    "metrics read every 5 s, of the server's CPU": Goal(at_most=True, limit=2),
    "acknowledgement p99, synced every second": Goal(at_most=True, limit=25),
    "acknowledgement p99, synced always": Goal(at_most=True, limit=50),
    "a room mate's progress p99": Goal(at_most=True, limit=250),
    "the result p99": Goal(at_most=True, limit=60),
    "handshakes accepted": Goal(at_most=False, limit=500),
    "acknowledgement p99, storm to calm": Goal(at_most=True, limit=2),
    "refused above the limit without a Retry-After": Goal(at_most=True, limit=0),
    "resumed, 99 % of them": Goal(at_most=True, limit=5),
    "resumed, all of them": Goal(at_most=True, limit=10),
    "store round trips, a resume of its own": Goal(at_most=True, limit=2),
    "CPU a move to a bare echo": Goal(at_most=True, limit=2),
    "CPU a move to Colyseus": Goal(at_most=True, limit=1),
    "CPU a move, quiet to Colyseus": Goal(at_most=True, limit=1),
    "moves that a core of the store carries": Goal(at_most=False, limit=40_000),
    "server memory a seated player": Goal(at_most=True, limit=12),
    "ready from cold, slowest": Goal(at_most=True, limit=2),
    "two processes to one": Goal(at_most=False, limit=1.7),
    "CPU a move, mates apart to together": Goal(at_most=True, limit=1.5),
    "moves, pages to own, Node, flat out": Goal(at_most=False, limit=0.95),
    "CPU a move, pages to own, Node, at a rate": Goal(at_most=True, limit=1.05),
}
"""By the figure's name, in the figure's unit; a figure without a goal has none."""


class Figure(NamedTuple):
    """Something that was measured in this run."""

    id: str
    """The id of its promise or goal; empty for none."""
    name: str
    value: float
    unit: str
    note: str = ""

    @property
    def goal(self) -> Goal | None:
        """Its goal, if there is one."""
        return GOALS.get(self.name)

    @property
    def verdict(self) -> str:
        """Whether the goal was reached."""
        if self.goal is None:
            return ""
        if math.isnan(self.value):
            return "nothing measured"
        return "met" if self.goal.is_met(self.value) else "MISSED"


def wrongs(findings: Findings) -> Figure:
    """Return the figure of all that was wrong, of all that was compared."""
    name = "lost, doubled or otherwise wrong"
    return Figure("R2", name, findings.total, "", f"of {findings.checked}")


def table(part: str, figures: Sequence[Figure]) -> str:
    """Return a part's figures as text."""
    lines = [part, "-" * len(part)]
    for figure in figures:
        goal = "" if figure.goal is None else str(figure.goal)
        lines.append(
            f"{figure.id:4}{figure.name:46}{_short(figure.value):>10} "
            f"{figure.unit:8}{goal:>9}  {figure.verdict:7} {figure.note}".rstrip()
        )
    return "\n".join(lines)


def machine() -> dict[str, str]:
    """Describe what everything ran on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cores": str(os.cpu_count()),
        "processor": models[0] if models else platform.machine(),
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def as_json(parts: dict[str, Sequence[Figure]]) -> str:
    """Return everything for another program."""
    value = {
        "machine": machine(),
        "parts": {
            name: [_fields(figure) for figure in figures]
            for name, figures in parts.items()
        },
    }
    return json.dumps(value, indent=2, ensure_ascii=False)


def _fields(figure: Figure) -> dict[str, object]:
    value = None if math.isnan(figure.value) else figure.value
    goal = None if figure.goal is None else str(figure.goal)
    verdict = {"goal": goal, "verdict": figure.verdict}
    return {**figure._asdict(), "value": value, **verdict}


def _short(value: float) -> str:
    if math.isnan(value):
        return "-"
    if value == int(value) and abs(value) < 1e9:
        return f"{int(value)}"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.2f}"
