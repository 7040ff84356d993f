"""The best possible on a deal, searched beside whatever else goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.play.searching import Found, Search
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_records.transcripts import MoveRecord, SeatRecord

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from collections.abc import Callable

    from samedeal_client.view.cards import Glyphs
    from samedeal_records.analysis import Analysis, Effort
    from samedeal_records.record import Record

SECONDS = 10.0
"""Seconds of a search: the default of `samedeal analyse`."""
ONCE_REVEALED = later(
    "What was possible can be told once the seed is revealed: others may still play "
    "this deal."
)
NO_MATCH = later("Once a match is over here, analyse tells what was possible in it.")


class Study(Search["Analysis"]):
    """An analysis, from the moment that it is asked for."""

    def __init__(
        self, work: Callable[[Effort], Analysis], longest_s: float = 0.0
    ) -> None:
        """Begin; `longest_s` is 0 where nobody knows how long it may take."""
        super().__init__(work, SECONDS, longest_s)

    @property
    def analysis(self) -> Analysis | None:
        """The analysis; None while there is none, or where none can be made."""
        found = self.found
        return None if found is None else found.result

    def lines(self, glyphs: Glyphs) -> Lines:
        """Return the analysis, or the progress of the search."""
        found = self.found
        return self.progress() if found is None else found_lines(found, glyphs)


def is_lost(analysis: Analysis | None) -> bool:
    """Tell whether any player's losing move is known."""
    return analysis is not None and any(
        fate.lost_at for fate in analysis.fates.values()
    )


def found_lines(found: Found[Analysis], glyphs: Glyphs) -> Lines:
    """Return the analysis, or the reason that there is none."""
    # Slow to load, and only needed once there is something to show.
    from samedeal_client.view.records.analysis import analysis_lines

    if found.result is None:
        return (line(Span(f" {found.why_not}", Style.WARNING)),)
    return analysis_lines(found.result, glyphs)


def study_of_record(record: Record) -> Study:
    """Begin to find out the best possible in a match."""

    def work(effort: Effort) -> Analysis:
        from samedeal_records.analysis import analysis_of_record

        return analysis_of_record(record, effort)

    transcript = record.transcript
    return Study(work, _longest_s(GAMES.get(transcript.game), transcript.seats))


def study_of_practice(
    game: AnyGame, seed: bytes, moves: Sequence[str], position: object
) -> Study:
    """Begin to find out the best possible on a deal that is practised.

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
    """Return the seconds that a search may take in all, 0 for no limit."""
    if game is None:
        return 0.0
    return family_of(game).search_s(sum(seat.state != "out" for seat in seats), SECONDS)
