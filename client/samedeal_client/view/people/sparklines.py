"""Small charts of text: one symbol for each value."""

from collections.abc import Sequence

from samedeal_client.reader import is_linear


def sparkline(values: Sequence[int], bars: str) -> str:
    """Return a symbol for each value, from the lowest bar to the highest.

    The least value has the lowest bar and the greatest the highest; values that are all
    the same have one in the middle. Readers of lines get the values.
    """
    if is_linear():
        return ", ".join(map(str, values))
    if not values:
        return ""
    low, high, top = min(values), max(values), len(bars) - 1
    if low == high:
        return bars[top // 2] * len(values)
    return "".join(bars[round((v - low) * top / (high - low))] for v in values)
