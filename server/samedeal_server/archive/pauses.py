"""Long work that leaves the processor to others every now and then."""

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

BREATH_EVERY = 64
BREATH_S = 0.001
"""Matches are played in the same process: what holds it up is done in small bits."""

T = TypeVar("T")


def slowly(things: Iterable[T]) -> Iterator[T]:
    """Yield things, and leave the processor to others every now and then."""
    for number, each in enumerate(things, 1):
        yield each
        if number % BREATH_EVERY == 0:
            time.sleep(BREATH_S)
