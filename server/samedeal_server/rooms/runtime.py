"""The one way of every command: decided, appended to its room's log, folded, answered.

In that order: nothing is acknowledged before it is in the log. A room that is sure of
its state decides at once, and what was appended comes back by a call: no task and no
future is on that way. Where the room is not sure, or a command before this one is still
to come back, the command waits in the room's line.

Where another process has written meanwhile, the answer brings what it wrote, and its
ring brings it to those who do not write; that is folded first. If the two concern one
thing, the decision is made anew. Nothing is refused for what another process has done
and this one has not heard of: before that the log is read, once for all in line, unless
one player asks for that on and on. Whatever does not follow on what is known is read,
too. When the log has lost facts, the room begins a new epoch with those that are left.
"""

import contextlib
import secrets
import sys
from functools import partial

from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.commands import (
    BOARD_COMMANDS,
    ENTROPY_BYTES,
    Command,
    Now,
    StandStill,
)
from samedeal_server.core.facts import Entry, Fact
from samedeal_server.core.guards import guard_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.decide import decide
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.following import Following
from samedeal_server.rooms.line import Doubts, Outcome, Pending, answer_to_come
from samedeal_server.rooms.live import LiveRoom, Rooms
from samedeal_server.rooms.room_logs import Logs
from samedeal_server.rooms.standing import Standing
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Ahead, Answer

DECISIONS_MOST = 32
"""The most decisions on a command, anew because others wrote first."""


class OthersFirst(StoreUnavailable):
    """Whenever a decision was made, somebody else had written meanwhile."""


class Runtime:
    """Takes every command of the rooms that are carried here."""

    def __init__(
        self,
        store: Store,
        logs: Logs,
        health: Health,
        rooms: Rooms,
        meters: RoomMeters,
    ) -> None:
        self._store = store
        self._logs = logs
        self._health = health
        self._standing = Standing(store, health)
        self._rooms = rooms
        self._meters = meters
        self._doubts = Doubts()
        self.others = Following(store, logs, health, rooms, meters, self._apart)

    # One command's way through log and state

    def submit(self, live: LiveRoom, pending: Pending) -> None:
        """Carry out a command, which is answered once.

        Raises Refused or StoreUnavailable instead where that is known at once.
        Commands of one room take turns, so that each is decided on what came of the
        one before, and not twice; but for those that its line lets past.
        """
        if live.line.lets_past(pending.command) and self._is_sure(live):
            try:
                self._take(live, pending)
            except Refused as refused:
                if not live.may_be_wrong(refused, pending):
                    raise
            else:
                return
        live.line.join(pending)
        self._go_on(live)

    async def carry_out(
        self,
        live: LiveRoom,
        command: Command,
        by: str = "",
        n: int = 0,
        asked: int = sys.maxsize,
    ) -> int:
        """Carry out a command, as `asked` says; return the offset that answers it."""
        done, answered = answer_to_come()
        self.submit(live, Pending(command, answered, by, n, asked=asked))
        return await done

    def settle(self, live: LiveRoom) -> None:
        """Stop a room's clock for every outage, and for as long as it is stuck."""
        if not self._standing.is_settled(live):
            self._make_sure_soon(live)

    def _is_sure(self, live: LiveRoom) -> bool:
        """Tell whether a room's state is all there is to decide on."""
        if live.readings.is_unsure or not self._health.is_sure:
            return False
        return self._standing.is_told(live)

    def now(self) -> Now:
        """Return the store's clock, and fresh dice."""
        return Now(self._store.now(), secrets.token_bytes(ENTROPY_BYTES))

    def _take(self, live: LiveRoom, pending: Pending) -> None:
        """Decide on a command, and append what comes of it.

        Raises Refused or StoreUnavailable.
        """
        command, answered, by, n = pending[:4]
        state = live.state
        is_own = type(command) in BOARD_COMMANDS
        now = Now(self._store.now(), b"") if is_own else self.now()
        decided = decide(state, command, now, by, n)
        if isinstance(decided, int):
            answered(decided)
            return
        facts, after = decided
        landed = partial(self._landed, live, pending, facts, after, now.ms)
        guard = guard_of(state, facts)
        self._logs.append(state.code, facts, guard, landed, by, n, live.last_mark)
        live.line.set_out(command)

    def _landed(
        self,
        live: LiveRoom,
        pending: Pending,
        facts: tuple[Fact, ...],
        after: object,
        sent: int,
        answer: Answer,
    ) -> None:
        """Fold facts that are in the log now, or may be, and answer for them.

        They were `sent` at a time, in ms.
        """
        command = pending.command
        live.line.arrive(command)
        is_read = False
        if isinstance(answer, Ahead):
            answer, entries = answer
            is_read = self.others.follow(live, entries) and answer is None
        is_own = type(command) is StandStill
        is_late = self._standing.is_late(live, sent, answer, is_own=is_own)
        outcome: Outcome | None
        if not isinstance(answer, str):
            outcome = answer
        elif is_late:
            # In the log after all, and behind an outage that is not on record yet:
            # read and answered once that is.
            outcome = None
        else:
            outcome = self._folded(live, pending, facts, after, answer)
        if not (isinstance(outcome, int) or is_read):
            # Also where others wrote in between: read what, and see whether it still
            # stands, or that it was done.
            live.readings.be_unsure()
        if outcome is None:
            self._decide_anew(live, pending)
        else:
            pending.answered(outcome)
        if live.line.has_early:
            self._hear_early(live)
        if live.line:
            self._go_on(live)

    def _folded(
        self,
        live: LiveRoom,
        pending: Pending,
        facts: tuple[Fact, ...],
        after: object,
        mark: str,
    ) -> Outcome | None:
        """Fold facts that are in the log up to a mark; return what is to be answered.

        None where facts of others that are not known here came before them.
        """
        ms, _, last = mark.partition("-")
        offset = int(last)
        first = offset - len(facts) + 1
        if first != live.state.marks.offset + 1:
            return None
        try:
            for number, fact in enumerate(facts, first):
                entry = Entry(number, int(ms), pending.by, pending.n, fact)
                self._rooms.fold(live, entry, after, is_own=True)
        except Exception as error:
            # A bug costs one command, and not all that others write.
            return error
        return offset

    def _hear_early(self, live: LiveRoom) -> None:
        for ring in live.line.take_early():
            if not self.others.hear(live, ring):
                live.readings.be_unsure()
        if live.readings.is_unsure:
            self._make_sure_soon(live)

    def _decide_anew(self, live: LiveRoom, pending: Pending) -> None:
        self._meters.conflicts += 1
        if pending.tries < DECISIONS_MOST:
            live.line.put_back(pending._replace(tries=pending.tries + 1))
        else:
            code = live.state.code
            pending.answered(OthersFirst(f"room {code}: others always wrote first"))

    # What waits in line

    def _go_on(self, live: LiveRoom) -> None:
        """Take the commands in line, as far as that can be at once."""
        live.line.go_on(partial(self._take_next, live))

    def _take_next(self, live: LiveRoom, pending: Pending) -> None:
        if not self._is_sure(live):
            live.line.put_back(pending)
            self._make_sure_soon(live)
            return
        try:
            self._take(live, pending)
        except Refused as refused:
            if live.may_be_wrong(refused, pending) and self._doubts.count(pending):
                live.line.doubt(pending)
                self._make_sure_soon(live)
            else:
                pending.answered(refused)
        except Exception as error:
            pending.answered(error)

    def _make_sure_soon(self, live: LiveRoom) -> None:
        if live.line.halt():
            self._rooms.spawn(self._make_sure, live)

    async def _make_sure(self, live: LiveRoom) -> None:
        """Bring a room's state up to date, or tell those in line why it cannot be."""
        began = self._store.now()
        try:
            await self._health.be_sure()
            is_ours_alone = self._standing.is_ours_alone(live)
            if live.line.take_doubt() or live.readings.is_unsure or is_ours_alone:
                await self.others.catch_up(live)
            if live.is_lost:
                self._turn_away(live, Refused(ErrorCode.NOT_IN_ROOM, "it is lost"))
            is_known = await self._put_on_record(live)
            if (is_known or is_ours_alone) and self._standing.reached(live):
                self._rooms.release(live)  # where it was kept for that alone
        except Exception as error:
            self._standing.unreached(live, began, error)
            self._turn_away(live, error)
        finally:
            live.line.resume()
        self._go_on(live)

    async def _put_on_record(self, live: LiveRoom) -> bool:
        """Put on record for how long a room's clock has stood, before anything else.

        Tell whether there was anything to put there.
        """
        is_any = False
        while times := self._standing.untold(live):
            is_any = True
            for since, until in times:
                # Of a room that has closed, nothing.
                with contextlib.suppress(Refused):
                    await self._apart(live, StandStill(since, until))
                self._standing.told(live, until)
        return is_any

    def _turn_away(self, live: LiveRoom, error: Exception) -> None:
        for pending in live.line.send_away():
            pending.answered(error)

    async def _apart(self, live: LiveRoom, command: Command) -> None:
        """Carry out what a room must know ahead of all that is in line."""
        while True:
            if live.readings.is_unsure:
                await self.others.catch_up(live)
            with contextlib.suppress(OthersFirst):
                await self._once(live, command)
                return

    async def _once(self, live: LiveRoom, command: Command) -> None:
        done, answered = answer_to_come()
        self._take(live, Pending(command, answered, tries=DECISIONS_MOST))
        await done
