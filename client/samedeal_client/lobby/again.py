"""A match that is over, seen again move by move."""

import time

from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.lobby.study import StudyPage
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.proof.records import Record, Unreadable, read_record
from samedeal_client.proof.replays import Replay
from samedeal_client.view.proof import PROVEN
from samedeal_client.view.replay import frame_lines
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.view.standings import stopwatch
from samedeal_games.errors import GameError

TICK_S = 0.2
SPEEDS = (1.0, 2.0, 4.0, 16.0, 64.0)
LINES_AROUND = 5


class AgainPage(Page):
    """The boards of one player, or of two, at one moment of the match."""

    every_s = TICK_S
    letters = "npvalb"

    def __init__(self, house: House, match: str, study: Study | None = None) -> None:
        super().__init__(house)
        self.match = match
        self._record: Record | None = None
        self._replay: Replay | None = None
        self._study = study
        self._speed: float | None = None
        """None while it stands still."""
        self._moved = 0.0

    async def look(self) -> None:
        """Get the record once; then go on by as much as time has."""
        if self._record is None:
            sealed, player = await self.house.visit.record(self.match)
            try:
                self._record = read_record(sealed)
                self._replay = Replay(self._record.transcript)
            except (Unreadable, GameError) as error:
                raise Failed(str(error)) from None
            own = self._replay.track_of(player)
            first = self._replay.by_place()[:1] if own is None else (own,)
            self._replay.watch(first)
        self._go_on()

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the boards as they were."""
        keys = tr(
            "left/right move   space play   s stop   v other   b both   a analyse"
        )
        self._mark()
        if self._replay is None or self._record is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        rows = frame_lines(
            self._replay, self.house.context.glyphs, width, height - LINES_AROUND
        )
        return Sheet((self._judgement(self._record),), read(rows), keys)

    async def press(self, key: str, does: str) -> bool:
        """Step, play, or watch somebody else."""
        replay = self._replay
        if replay is None:
            return False
        match key:
            case "right" | "enter" | "n":
                replay.go(1)
            case "left" | "p":
                replay.go(-1)
            case "home":
                replay.jump_to_ply(0)
            case "end":
                replay.go(len(replay.transcript.seats) * 10_000)
            case "space" | " ":
                self._play_faster(replay)
            case "v":
                self._watch_next(replay)
            case "a":
                self._analyse()
            case "l":
                replay.jump_to_loss()
            case "b":
                order = replay.by_place()
                now = replay.watched[:1]
                others = [n for n in order if n not in now]
                replay.watch((*now, *others[: 2 - len(replay.watched)]))
            case _:
                pass
        if key not in ("space", " "):
            self._speed = None
        return False

    def _analyse(self) -> None:
        """Show what was possible, which is marked here from then on."""
        if self._record is not None:
            if self._study is None:
                self._study = study_of_record(self._record)
            self.house.open(StudyPage(self.house, self._study))

    def _mark(self) -> None:
        analysis = None if self._study is None else self._study.analysis
        if self._replay is not None and analysis is not None:
            self._replay.fates = analysis.fates

    def _play_faster(self, replay: Replay) -> None:
        faster = [s for s in SPEEDS if self._speed is None or s > self._speed]
        self._speed = faster[0] if faster else SPEEDS[0]
        self._moved = time.monotonic()
        if replay.is_at_end:
            replay.jump_to_ply(0)

    def _watch_next(self, replay: Replay) -> None:
        order = replay.by_place()
        if order:
            at = order.index(replay.watched[0]) if replay.watched else -1
            replay.watch((order[(at + 1) % len(order)],))

    def _go_on(self) -> None:
        """Make the moves whose time has come."""
        replay, now = self._replay, time.monotonic()
        while replay is not None and self._speed is not None:
            wait_ms = replay.next_in_ms()
            if wait_ms is None:
                self._speed = None
                return
            due = self._moved + wait_ms / 1000 / self._speed
            if due > now:
                return
            replay.go(1)
            self._moved = due

    def _judgement(self, record: Record) -> tuple[Span, ...]:
        at = "" if self._replay is None else stopwatch(self._replay.at_ms)
        speed = "" if self._speed is None else f"  x{self._speed:g}"
        head = Span(f"  {at}{speed}  ", Style.NEXT)
        if record.is_proven:
            return (head, Span(f" {tr(PROVEN)}", Style.GOOD))
        return (head, Span(" " + tr("NOT PROVEN: see samedeal verify."), Style.WARNING))
