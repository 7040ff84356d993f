"""The material for mutations: golden frames, and values made up by Hypothesis."""

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import hypothesis
import msgpack
from bench.load.processes import ROOT
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

GOLDEN = ROOT / "tests" / "golden" / "frames"


def golden_frames(folder: Path = GOLDEN) -> tuple[bytes, ...]:
    """Return a real frame of every message, of both directions, in order of name."""
    files = sorted(folder.glob("*.txt"))
    return tuple(bytes.fromhex(file.read_text().split("\n\n")[0]) for file in files)


_plain: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=40)
    | st.binary(max_size=40)
    | st.datetimes(timezones=st.just(UTC)),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text(max_size=8) | st.integers(0, 99), inner, max_size=6)
    ),
    max_leaves=12,
)


def made_up_values(number: int, seed: int) -> Sequence[object]:
    """Return values that msgpack can pack; the same for the same seed."""
    made: list[object] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(_plain)
    def collect(value: object) -> None:
        made.append(value)

    collect()
    return [value for value in made if _can_be_packed(value)]


def packed(value: object) -> bytes:
    """Return the msgpack of a value, also of one that this protocol refuses."""
    frame: bytes = msgpack.packb(value, datetime=True)
    return frame


def _can_be_packed(value: object) -> bool:
    try:
        packed(value)
    except (ValueError, OverflowError):
        return False
    return True
