"""A match that is over, seen again move by move."""

from samedeal_client.commands.remembering import told_doubts, told_otherwise
from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import MARGIN, Sheet, read
from samedeal_client.lobby.study import StudyPage
from samedeal_client.play.playback import Playback
from samedeal_client.play.replayed import frame_lines
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.proof.records import Record, Unreadable, read_record
from samedeal_client.proof.replays import Replay
from samedeal_client.view.proof import PROVEN
from samedeal_client.view.spans import Lines, Span, Style, folded, line
from samedeal_client.view.standings import stopwatch
from samedeal_games.errors import GameError

TICK_S = 0.2
SPEEDS = (1.0, 2.0, 4.0, 16.0, 64.0)
LINES_AROUND = 5
DOUBTS_MOST = 8
"""Lines; samedeal verify tells all."""


class AgainPage(Page):
    """The boards of one player, or of two, at one moment of the match."""

    every_s = TICK_S
    letters = "npvalb"
    is_drawn = True

    def __init__(self, house: House, match: str, study: Study | None = None) -> None:
        super().__init__(house)
        self.match = match
        self._record: Record | None = None
        self._playback: Playback | None = None
        self._study = study
        self._doubts: Lines = ()
        """What this machine knows of the match that speaks against its record."""

    async def look(self) -> None:
        """Get the record once; then go on by as much as time has."""
        if self._record is None:
            visit = self.house.visit
            sealed, player = await visit.record(self.match)
            try:
                self._record = read_record(sealed)
                self._playback = Playback(Replay(self._record.transcript), player)
            except (Unreadable, GameError) as error:
                raise Failed(str(error)) from None
            there = visit.context_of(self.match)
            self._doubts = (
                *told_doubts(there, self.match, self.match),
                *told_otherwise(there, self.match, self._record),
            )
        if self._playback is not None:
            self._playback.look()

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the boards as they were."""
        keys = tr(
            "left/right move   space play   s stop   v other   b both   a analyse"
        )
        self._mark()
        if self._playback is None or self._record is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        judgement = self._judgement(self._playback, self._record)
        doubts = folded(self._doubts, MARGIN, width - 1)[:DOUBTS_MOST]
        room = height - LINES_AROUND - len(doubts)
        glyphs = self.house.context.glyphs
        rows = frame_lines(self._playback.replay, glyphs, width, room)
        return Sheet((judgement, *doubts), read(rows), keys)

    async def press(self, key: str, does: str) -> bool:
        """Step, play, or watch somebody else."""
        playback = self._playback
        if playback is None:
            return False
        if key in ("space", " "):
            self._play_faster(playback)
            return False
        playback.stop()
        match key:
            case "right" | "enter" | "n":
                playback.step(1)
            case "left" | "p":
                playback.step(-1)
            case "home":
                playback.to_start()
            case "end":
                playback.to_end()
            case "v":
                playback.watch_next()
            case "a":
                self._analyse()
            case "l":
                playback.to_loss()
            case "b" if len(playback.replay.watched) > 1:
                playback.watch_alone()
            case "b":
                playback.watch_beside()
            case _:
                pass
        return False

    def _analyse(self) -> None:
        """Show what was possible, which is marked here from then on."""
        if self._record is not None:
            if self._study is None:
                self._study = study_of_record(self._record)
            self.house.open(StudyPage(self.house, self._study))

    def _mark(self) -> None:
        analysis = None if self._study is None else self._study.analysis
        if self._playback is not None and analysis is not None:
            self._playback.replay.fates = analysis.fates

    def _play_faster(self, playback: Playback) -> None:
        is_running, speed = playback.is_running, playback.speed
        faster = [s for s in SPEEDS if not is_running or s > speed]
        playback.run(faster[0] if faster else SPEEDS[0])

    def _judgement(self, playback: Playback, record: Record) -> tuple[Span, ...]:
        speed = f"  x{playback.speed:g}" if playback.is_running else ""
        head = Span(f"  {stopwatch(playback.replay.at_ms)}{speed}  ", Style.NEXT)
        if record.is_proven:
            return (head, Span(f" {tr(PROVEN)}", Style.GOOD))
        return (head, Span(" " + tr("NOT PROVEN: see samedeal verify."), Style.WARNING))
