"""R20 in the small: a short soak, and leaks that its verdict must find."""

import pytest
from bench.soak.__main__ import summary
from bench.soak.run import Asked, soak
from bench.soak.samples import Sample
from bench.soak.verdicts import Run, slope_kib_h, verdicts

EMPTY = Sample(
    at_s=0,
    rss_kib=50_000,
    fds=20,
    store_clients=3,
    tasks=11,
    rooms=0,
    connections=0,
    store_kib=1_300,
    store_keys=2,
    cpu=0.0,
    all_cpu=0.0,
    moves=0,
    p50_ms=1.0,
    p99_ms=3.0,
)
SLOPE = "server memory, slope in KiB/h"


def an_hour(grown_kib: float) -> list[Sample]:
    """Return samples of a server that warms up first and then grows so much."""
    return [
        EMPTY._replace(
            at_s=10.0 * number,
            # What a server takes once is no leak, and neither is what it gives back.
            rss_kib=int(
                (40_000 if number < 60 else 60_000)
                + grown_kib * number / 360
                + 100 * (number % 3)
            ),
            rooms=25,
            connections=100,
        )
        for number in range(360)
    ]


def run_of(
    samples: list[Sample], end: Sample = EMPTY, *, wrong: int = 0, left_over: int = 0
) -> Run:
    return Run(EMPTY, samples, end, wrong, left_over)


def missed(run: Run) -> list[str]:
    return [verdict.name for verdict in verdicts(run) if not verdict.is_met]


def test_a_server_that_takes_its_memory_once_leaks_nothing() -> None:
    assert missed(run_of(an_hour(grown_kib=0))) == []
    assert missed(run_of(an_hour(grown_kib=900))) == []


def test_a_mebibyte_and_a_bit_an_hour_is_a_leak() -> None:
    assert missed(run_of(an_hour(grown_kib=1_200))) == [SLOPE]


def test_some_seconds_are_too_short_to_find_a_leak_in() -> None:
    assert missed(run_of(an_hour(grown_kib=90_000)[:12])) == []


def test_the_slope_is_told_by_the_hour() -> None:
    samples = [
        EMPTY._replace(at_s=60.0 * minute, rss_kib=1_000 + 5 * minute)
        for minute in range(30)
    ]
    assert slope_kib_h(samples, lambda each: each.rss_kib) == pytest.approx(300)
    assert slope_kib_h(samples[:1], lambda each: each.rss_kib) == 0


@pytest.mark.parametrize(
    ("end", "what"),
    [
        (EMPTY._replace(tasks=12), "tasks more than at the start"),
        (EMPTY._replace(fds=21), "descriptors more than at the start"),
        (EMPTY._replace(rooms=1), "rooms still carried"),
        (EMPTY._replace(connections=1), "connections still open"),
    ],
)
def test_whatever_stays_behind_is_a_leak(end: Sample, what: str) -> None:
    assert missed(run_of(an_hour(grown_kib=0), end)) == [what]


def test_anything_lost_or_kept_for_ever_fails_the_run() -> None:
    assert len(missed(run_of(an_hour(grown_kib=0), wrong=1))) == 1
    assert len(missed(run_of(an_hour(grown_kib=0), left_over=1))) == 1


@pytest.mark.timeout(150)
async def test_a_short_soak_leaves_nothing_behind() -> None:
    # Moves so fast that whole matches, and rooms, pass in some seconds.
    asked = Asked(minutes=0.12, players=16, rate=20, processes=2, seed=5, sample_s=2)
    outcome = await soak(asked)
    told = "\n".join(summary(outcome))
    assert outcome.findings.lines() == []
    assert all(verdict.is_met for verdict in outcome.verdicts), told
    assert outcome.happened["rooms"] >= 4, told
    assert outcome.moves > 100, told
    assert max(sample.rooms for sample in outcome.run.samples) > 0, told
    for what in ("answers", "news", "snapshots", "boards at the end"):
        assert outcome.findings.checks[what] > 0, what
