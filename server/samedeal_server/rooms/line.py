"""A room's line: its commands that are not answered yet, and what they wait for.

A command waits for one before it that is on its way to the log, or until the room is
sure of its state. Nothing here decides, appends or reads: `runtime` does, and tells the
line and the readings of it. What either holds, it alone writes.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from samedeal_server.core.commands import BOARD_COMMANDS, Command, Sit
from samedeal_server.people.buckets import Buckets, Rate
from samedeal_server.store.readings import Ring

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
    """The times that it was decided on, or will have been."""
    asked: int = sys.maxsize
    """How many readings of the log had begun by then. A refusal stands once one that
    began later is over; `sys.maxsize` while that is not noted."""


class Readings:
    """The state of reading a room's log here, and whether there may be more of it.

    They are counted, so that one serves all who asked before it began.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        """Is had by whoever reads for all that have asked until then."""
        self._is_unsure = False
        self._begun = 0
        self._over = 0
        """The reading that is part of the state: the one that began last."""

    @property
    def is_unsure(self) -> bool:
        """Whether the log may have grown, or shrunk, unheard."""
        return self._is_unsure

    @property
    def begun(self) -> int:
        """The number of readings that have begun."""
        return self._begun

    def be_unsure(self) -> None:
        """Note that the log has, or may have, what is not part of the state."""
        self._is_unsure = True

    def begin(self) -> int:
        """Begin one, of all that the log has by now; return its number, from 1."""
        self._is_unsure = False
        self._begun += 1
        return self._begun

    def end(self, number: int) -> None:
        """Note that all that one has brought is part of the state."""
        self._over = max(self._over, number)

    def have_served(self, asked: int) -> bool:
        """Tell whether a reading is over that began after the first `asked`."""
        return self._over > asked


class Line:
    """The commands of a room that wait for their turn, or are on their way to the log.

    Whoever is answered may ask the next thing at once, which is for the end of it.
    """

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._waiting: list[Pending] = []
        self._under_way = 0
        self._is_held = False
        """Whether a command is on its way to the log that the next has to wait for."""
        self._early: list[Ring] = []
        """What others appended behind those on their way, and rang for before these
        were answered."""
        self._is_halted = False
        """Whether the room is being made sure of its state for those who wait."""
        self._is_doubted = False
        """Whether somebody is about to be refused: the log is to be read before. A
        reading that was under way already may not have what they know of."""
        self._is_going_on = False
        """Whether those who wait are being taken, one after the other."""

    def __len__(self) -> int:
        """Count the commands that wait."""
        return len(self._waiting)

    @property
    def under_way(self) -> int:
        """The number of appends on their way to the log."""
        return self._under_way

    # Waiting

    def lets_past(self, command: Command) -> bool:
        """Tell whether a command need not wait for others.

        One that concerns a seat's own board rests on nothing that others do, and never
        waits for them.
        """
        return type(command) in BOARD_COMMANDS or not (self._is_held or self._waiting)

    def join(self, pending: Pending) -> None:
        """Take a command at the end."""
        self._waiting.append(self._as_asked(pending))

    def put_back(self, pending: Pending) -> None:
        """Take a command that was out of it, before all others."""
        self._waiting.insert(0, self._as_asked(pending))

    def _as_asked(self, pending: Pending) -> Pending:
        """Return a command with how far the log was being read when it was asked."""
        return pending._replace(asked=min(pending.asked, self._readings.begun))

    def go_on(self, take: Callable[[Pending], None]) -> None:
        """Take the waiting commands, in their order, as far as that can be at once."""
        if self._is_going_on:
            return
        self._is_going_on = True
        try:
            while self._waiting and not self._is_held and not self._is_halted:
                take(self._waiting.pop(0))
        finally:
            self._is_going_on = False

    def send_away(self) -> list[Pending]:
        """Take out all waiting commands, none of which is answered yet."""
        waiting, self._waiting = self._waiting, []
        return waiting

    # On the way to the log

    def set_out(self, command: Command) -> None:
        """Note that what came of a command is on its way."""
        self._under_way += 1
        if type(command) not in BOARD_COMMANDS:
            self._is_held = True

    def arrive(self, command: Command) -> None:
        """Note that its append was answered, whatever the answer."""
        self._under_way -= 1
        if type(command) not in BOARD_COMMANDS:
            self._is_held = False

    def keep_early(self, ring: Ring) -> bool:
        """Keep a ring for when an append is answered; False where none is under way."""
        if self._under_way:
            self._early.append(ring)
        return self._under_way > 0

    @property
    def has_early(self) -> bool:
        """Whether rings are kept."""
        return bool(self._early)

    def take_early(self) -> list[Ring]:
        """Take the rings that were kept."""
        early, self._early = self._early, []
        return early

    # Until the room is sure

    def halt(self) -> bool:
        """Let nobody go on until `resume`; tell whether that is new."""
        is_new = not self._is_halted
        self._is_halted = True
        return is_new

    def resume(self) -> None:
        """Let those who wait go on."""
        self._is_halted = False

    def doubt(self, refused: Pending) -> None:
        """Put a command back that is refused unless the log has something new."""
        self.put_back(refused)
        self._is_doubted = True

    def take_doubt(self) -> bool:
        """Tell whether anybody was put back so, now that the log is to be read."""
        is_doubted, self._is_doubted = self._is_doubted, False
        return is_doubted


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
