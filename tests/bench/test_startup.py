"""How long the client takes to begin: what is measured, and what is not."""

from pathlib import Path

from bench.startup import Measured, medians, untouched

HERE, THERE = Path("here"), Path("there")


def test_each_tree_has_the_median_of_its_runs_and_a_dash_for_none() -> None:
    taken = {HERE: iter((0.3, 0.1, 0.2)), THERE: iter((1.0, 3.0, 2.0))}

    def wait(tree: Path) -> float:
        return next(taken[tree])

    what = Measured("it", wait)
    assert medians(what, [HERE, THERE], 3, before_each=untouched) == ["200", "2000"]
    assert medians(what, [HERE, THERE], 0, before_each=untouched) == ["-", "-"]
