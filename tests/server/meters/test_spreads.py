"""Histograms: every value counts up to the first bound that it does not exceed."""

import pytest

from samedeal_server.meters.spreads import Spread


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        (0.0, [1, 0, 0]),
        (1.0, [1, 0, 0]),
        (1.5, [0, 1, 0]),
        (2.0, [0, 1, 0]),
        (99.0, [0, 0, 1]),
    ],
)
def test_a_value_is_counted_once_where_it_belongs(
    value: float, counts: list[int]
) -> None:
    spread = Spread((1.0, 2.0))
    spread.note(value)
    assert spread.counts == counts
    assert spread.total == value


def test_values_add_up() -> None:
    spread = Spread((1.0,))
    for value in (0.5, 0.5, 3.0):
        spread.note(value)
    assert spread.counts == [2, 1]
    assert spread.total == 4.0
