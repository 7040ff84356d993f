"""The server as it is, which notes now and then where its processor is.

``python -m bench.stages.sampled FILE ARG ...``, for ``bench.stages``: SIGUSR1
begins a stretch in which it is looked at every few milliseconds of its processor's
time, and SIGUSR2 ends it. When the server stops, FILE has what was seen.
"""

import dis
import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from samedeal_server.app import main

EVERY_S = 0.004
"""The kernel looks no more often than that at whose time is over."""
DEPTH_MOST = 40
RESUME = dis.opmap["RESUME"]
RUNNER = f"{os.sep}runners.py"
"""Whoever calls from there is the loop."""


class Place(NamedTuple):
    """A place in the code."""

    file: str
    function: str


ENTERED = Place("", "entered")
"""In place of the innermost frame, where the loop had only begun to call it: the signal
came in the loop, or in the kernel, and waited for the next line of Python."""


class Sampler:
    """Counts stacks, from the inside to the outside."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[Place, ...]] = Counter()

    def listen(self) -> None:
        """Listen to signals."""
        signal.signal(signal.SIGPROF, self._look)
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._end)

    def write(self, file: Path) -> None:
        """Write down all that was seen."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        file.write_text(json.dumps(list(self._seen.items())), "utf-8")

    def _begin(self, _: int, __: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)

    def _end(self, _: int, __: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _look(self, _: int, frame: FrameType | None) -> None:
        self._seen[stack_of(frame)] += 1


def stack_of(frame: FrameType | None) -> tuple[Place, ...]:
    """Return the places of a frame and its callers, up to the loop."""
    places: list[Place] = []
    if frame is not None and _is_entered_by_the_loop(frame):
        places.append(ENTERED)
    while frame is not None and len(places) < DEPTH_MOST:
        code = frame.f_code
        if code.co_filename.endswith(RUNNER):
            break
        places.append(Place(code.co_filename, code.co_qualname))
        frame = frame.f_back
    return tuple(places)


def _is_entered_by_the_loop(frame: FrameType) -> bool:
    caller = frame.f_back
    if caller is None or not caller.f_code.co_filename.endswith(RUNNER):
        return False
    return frame.f_code.co_code[frame.f_lasti] == RESUME


if __name__ == "__main__":
    sampler = Sampler()
    sampler.listen()
    try:
        status = main(sys.argv[2:])
    finally:
        sampler.write(Path(sys.argv[1]))
    raise SystemExit(status)
