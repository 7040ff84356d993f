"""The bench of options, small: it tells what is true of ways from what chance adds."""

from random import Random
from statistics import fmean

import pytest
from bench.options import Chances, spread, summary

from bench import options
from samedeal_players.patience.foresight import foresight


def rolled(dice: Random, chance: float, worlds: int) -> float:
    return fmean(dice.random() < chance for _ in range(worlds))


def positions(dice: Random, chances: tuple[float, ...]) -> list[Chances]:
    halves = [
        [tuple(rolled(dice, chance, 64) for chance in chances) for _ in range(2)]
        for _ in range(1500)
    ]
    return [Chances(one, other) for one, other in halves]


def test_ways_that_are_alike_do_not_lie_apart_though_chance_makes_them() -> None:
    alike = positions(Random(1), (0.3, 0.3, 0.3))
    assert spread(alike) < 0.012
    apart = positions(Random(1), (0.2, 0.3, 0.4))
    assert spread(apart) == pytest.approx(0.1, abs=0.01)


def test_what_half_of_the_worlds_prefers_is_judged_by_the_other_half() -> None:
    told = dict(summary(positions(Random(2), (0.3, 0.3, 0.3))))
    assert abs(float(told["gained by that"].split()[0])) < 0.5
    told = dict(summary(positions(Random(2), (0.1, 0.5))))
    assert float(told["gained by that"].split()[0]) == pytest.approx(40, abs=2)


def test_ways_of_real_positions_are_played_on_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if foresight() is None:
        pytest.skip("nothing is compiled")
    arguments = ["easthaven", "--positions", "3", "--worlds", "6"]
    monkeypatch.setattr("sys.argv", ["options", *arguments])
    options.main()
    first, *lines = capsys.readouterr().out.splitlines()
    assert "3 positions" in first
    assert len(lines) == 5
    assert all(0 <= float(line[40:].split()[0]) <= 100 for line in lines[:3])
