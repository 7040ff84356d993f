"""Commands of a room that are to be answered, and for whom the log is read first."""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from samedeal_server.core.commands import Command, Sit
from samedeal_server.people.buckets import Buckets, Rate

DOUBTS = Rate(10, 1.0)
"""For how many of a player's refusals the log is read."""

Outcome: TypeAlias = int | Exception
"""The offset that answers a command, or why it was not carried out."""


class Pending(NamedTuple):
    """A command that is to be answered."""

    command: Command
    answered: Callable[[Outcome], None]
    by: str = ""
    """The player who asks; empty for the room's own."""
    n: int = 0
    """The command's number; 0 for what has none."""
    tries: int = 1
    """How often it was decided on, or will have been."""
    asked: int = sys.maxsize
    """How many readings of the log had begun by then. A refusal stands once one that
    began later is over; `sys.maxsize` while that is not noted."""


class Doubts:
    """For whose refusals the log is read, which is more work than refusing.

    Whoever has it read on and on is refused by what is known; the rooms themselves
    are not.
    """

    def __init__(self) -> None:
        self._of_player = Buckets[str](DOUBTS)

    def count(self, pending: Pending) -> bool:
        """Count one; tell whether the log is to be read for it."""
        asked = pending.command
        player = asked.player.id if isinstance(asked, Sit) else pending.by
        return not (player and self._of_player.spend(player, time.monotonic()))


def answer_to_come() -> "tuple[asyncio.Future[int], Callable[[Outcome], None]]":
    """Return a command's answer, and what is to be called with its outcome."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    return done, partial(_hand_over, done)


def _hand_over(done: "asyncio.Future[int]", outcome: Outcome) -> None:
    """Hand an outcome over, unless whoever asked has gone away meanwhile."""
    if done.done():
        return
    if isinstance(outcome, int):
        done.set_result(outcome)
    else:
        done.set_exception(outcome)
