"""An analysis made beside whatever else goes on: looked at while it comes, or dropped.

It has a thread of its own. The compiled search lets others run meanwhile, and nothing
waits for the thread: whoever has enough goes, and it ends soon after.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.view.spans import Lines, Span, Style, line, printable, sentence
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.wording import Wording
from samedeal_records.transcripts import MoveRecord, SeatRecord

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_client.view.cards import Glyphs
    from samedeal_records.analysis import Analysis, Effort
    from samedeal_records.record import Record

SECONDS = 10.0
"""What `samedeal analyse` takes, too, if nothing is said."""
AFTER_ALL = 1e18
"""What the clock shows to a search that nobody waits for any more."""
ONCE_REVEALED = later(
    "What was possible can be told once the seed is revealed: others may still play "
    "this deal."
)
NO_MATCH = later("Once a match is over here, analyse tells what was possible in it.")

Work = Callable[["Effort"], "Analysis"]


class Dropped(Exception):
    """Nobody waits for it any more."""


class Found(NamedTuple):
    """What an analysis came to."""

    analysis: Analysis | None
    why_not: str
    """Why nothing can be said, a sentence in the language spoken; else empty."""


class Study:
    """One analysis, from the moment that it is asked for."""

    def __init__(self, work: Work, longest_s: float = 0.0) -> None:
        """Begin; `longest_s` is 0 where nobody knows how long it may take."""
        self._work = work
        self.longest_s = longest_s
        self._doing = Wording("Looking...")
        self._began = time.monotonic()
        self._is_dropped = False
        self._future: Future[Found] = Future()
        # Under way: nobody who stops waiting cancels it.
        self._future.set_running_or_notify_cancel()
        # A daemon: nobody who leaves waits for it. It speaks as whoever asked does.
        run = copy_context().run
        Thread(target=run, args=(self._run,), daemon=True).start()

    def drop(self) -> None:
        """Cancel it; nobody asks for the result."""
        self._is_dropped = True

    @property
    def found(self) -> Found | None:
        """What it has come to, None as long as it looks."""
        return self._future.result() if self._future.done() else None

    @property
    def analysis(self) -> Analysis | None:
        """The analysis, None as long as there is none, or for good."""
        found = self.found
        return None if found is None else found.analysis

    async def done(self) -> Found:
        """Wait for what it comes to."""
        return await asyncio.wrap_future(self._future)

    def lines(self, glyphs: Glyphs) -> Lines:
        """Return what was possible, or what is being done to find out."""
        found = self.found
        return self._progress() if found is None else found_lines(found, glyphs)

    def _progress(self) -> Lines:
        gone = int(time.monotonic() - self._began)
        doing = f" {printable(tr(self._doing))}  {gone} s"
        rows = [line(Span(doing, Style.NEXT))]
        if self.longest_s:
            text = longest_text(self.longest_s)
            rows.append(line(Span(f" {text}", Style.DIM)))
        return tuple(rows)

    # In the thread

    def _run(self) -> None:
        # Searches are slow to load, and only needed here.
        from samedeal_records.analysis import Effort, NothingToSay

        try:
            found = Found(self._work(Effort(SECONDS, self._clock, self._tell)), "")
        except NothingToSay as nothing:
            found = Found(None, sentence(tr(nothing.wording)))
        except Dropped:
            found = Found(None, "")
        except MemoryError:
            found = Found(None, tr("There is not enough memory for so large a search."))
        except Exception as error:
            # Told: what goes wrong in a search shall not end a match, or the lobby.
            found = Found(None, tr("The search failed: {error}.", error=repr(error)))
        self._future.set_result(found)

    def _clock(self) -> float:
        return AFTER_ALL if self._is_dropped else time.monotonic()

    def _tell(self, doing: Wording) -> None:
        if self._is_dropped:
            raise Dropped
        self._doing = doing


def is_lost(analysis: Analysis | None) -> bool:
    """Tell whether it is known of anybody by which move the deal was lost."""
    return analysis is not None and any(
        fate.lost_at for fate in analysis.fates.values()
    )


def longest_text(seconds: float) -> str:
    """Return how long it may take."""
    return tr("This takes {seconds:g} seconds at most.", seconds=seconds)


def found_lines(found: Found, glyphs: Glyphs) -> Lines:
    """Return what was possible, or why that cannot be said."""
    # Slow to load, and only needed once there is something to show.
    from samedeal_client.view.records.analysis import analysis_lines

    if found.analysis is None:
        return (line(Span(f" {found.why_not}", Style.WARNING)),)
    return analysis_lines(found.analysis, glyphs)


def study_of_record(record: Record) -> Study:
    """Begin to find out what was possible in a match."""

    def work(effort: Effort) -> Analysis:
        from samedeal_records.analysis import analysis_of_record

        return analysis_of_record(record, effort)

    transcript = record.transcript
    return Study(work, _longest_s(GAMES.get(transcript.game), transcript.seats))


def study_of_practice(
    game: AnyGame, seed: bytes, moves: Sequence[str], position: object
) -> Study:
    """Begin to find out what is possible on a deal that somebody practises on.

    `moves` are those that led to the position, none of them taken back.
    """
    deal = deal_from_seed(seed, game.about.packs)
    seat = SeatRecord(
        seat=0,
        player="",
        name=tr("you"),
        bot=False,
        place=1,
        score=game.score(position),
        plies=len(moves),
        elapsed_ms=0,
        state="out" if game.is_won(position) else "over",
        moves=tuple(MoveRecord(0, move) for move in moves),
    )

    def work(effort: Effort) -> Analysis:
        from samedeal_records.analysis import analysis_of

        return analysis_of(game, deal, (seat,), effort)

    return Study(work, _longest_s(game, (seat,)))


def _longest_s(game: AnyGame | None, seats: Sequence[SeatRecord]) -> float:
    """Return how long a search may take in all, 0 where it has no limit."""
    if game is None:
        return 0.0
    return family_of(game).search_s(sum(seat.state != "out" for seat in seats), SECONDS)
