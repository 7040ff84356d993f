"""R20: the proofs that a run owes, from its samples alone."""

import math
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bench.soak.samples import Sample

SLOPE_MOST_KIB_H = 1024.0
"""The growth of the servers' memory, once warm."""
JUDGED_FROM_S = 20 * 60.0
"""A slope over less than this is told, and not judged: one page more or less, in
some seconds, is megabytes an hour."""
WARM_AFTER = 0.25
"""The part of a run after which everything has been used once."""


class Run(NamedTuple):
    """Everything that a verdict needs to know of a run."""

    start: Sample
    """Before anybody came."""
    samples: Sequence[Sample]
    end: Sample
    """After everybody had left."""
    wrong: int
    """Things lost, doubled or otherwise wrong."""
    left_over: int
    """Entries in the store that keep a closed room open, or for ever."""


class Verdict(NamedTuple):
    """One thing that was promised."""

    name: str
    value: float
    limit: float
    """The most that the value may be."""
    is_judged: bool = True

    @property
    def is_met(self) -> bool:
        """Tell whether it is as promised, or could not be judged."""
        return not self.is_judged or self.value <= self.limit


def verdicts(run: Run) -> list[Verdict]:
    """Return whether R20 holds, one thing after the other."""
    warm = run.samples[int(len(run.samples) * WARM_AFTER) :]
    span_s = warm[-1].at_s - warm[0].at_s if warm else 0.0
    slope = slope_kib_h(warm, lambda sample: sample.rss_kib)
    return [
        Verdict("lost, doubled or otherwise wrong", run.wrong, 0),
        Verdict(
            "server memory, slope in KiB/h",
            slope,
            SLOPE_MOST_KIB_H,
            is_judged=span_s >= JUDGED_FROM_S,
        ),
        Verdict("tasks more than at the start", run.end.tasks - run.start.tasks, 0),
        Verdict("descriptors more than at the start", run.end.fds - run.start.fds, 0),
        Verdict("rooms still carried", run.end.rooms, 0),
        Verdict("connections still open", run.end.connections, 0),
        Verdict("entries in the store left over", run.left_over, 0),
    ]


def slope_kib_h(samples: Sequence[Sample], of: Callable[[Sample], float]) -> float:
    """Return the least-squares slope of something in KiB, per hour."""
    if len(samples) < 2:
        return 0.0
    hours = [sample.at_s / 3600 for sample in samples]
    return statistics.linear_regression(hours, [of(each) for each in samples]).slope


def median_p99_ms(samples: Sequence[Sample]) -> float:
    """Return the median of the samples' 99th percentiles; 0 where nobody moved."""
    known = [each.p99_ms for each in samples if not math.isnan(each.p99_ms)]
    return statistics.median(known) if known else 0.0
