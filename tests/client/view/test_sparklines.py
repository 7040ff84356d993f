"""Small charts: what a symbol says of its value."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.people.sparklines import sparkline
from samedeal_client.view.spans import width_of

BARS = (ASCII.bars, UNICODE.bars)
values_of = st.lists(st.integers(-(2**53), 2**53), max_size=50)


@pytest.mark.parametrize("bars", BARS)
@given(values=values_of)
def test_every_value_has_one_symbol_in_its_order(bars: str, values: list[int]) -> None:
    drawn = sparkline(values, bars)
    assert width_of(drawn) == len(values)
    heights = [bars.index(symbol) for symbol in drawn]
    for one, height in zip(values, heights, strict=True):
        for other, above in zip(values, heights, strict=True):
            assert one > other or height <= above


@pytest.mark.parametrize("bars", BARS)
@given(values=values_of.filter(lambda values: len(set(values)) > 1))
def test_the_least_lies_at_the_bottom_and_the_greatest_at_the_top(
    bars: str, values: list[int]
) -> None:
    drawn = sparkline(values, bars)
    assert drawn[values.index(min(values))] == bars[0]
    assert drawn[values.index(max(values))] == bars[-1]


@pytest.mark.parametrize("bars", BARS)
def test_values_that_are_all_the_same_are_in_the_middle(bars: str) -> None:
    assert set(sparkline([7, 7, 7], bars)) == {bars[(len(bars) - 1) // 2]}
    assert sparkline([], bars) == ""
