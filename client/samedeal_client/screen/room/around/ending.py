"""The page of the last match: the facts about it, and the board that is seen first."""

import asyncio
from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from samedeal_client.failed import Refused
from samedeal_client.language import later, tr
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import (
    evening_winners,
    result_notes,
    winner_told,
)
from samedeal_client.screen.end.known import Came, Change, Course, End, Record
from samedeal_client.screen.end.page import Page, board_page, end_page
from samedeal_client.screen.room.around import pages
from samedeal_client.screen.room.around.evening import (
    evening_notes,
    evening_tables,
    has_won_evening,
    is_evening_over,
)
from samedeal_client.screen.room.around.rivals import (
    BROKEN_OFF,
    boards_met,
    came_among,
)
from samedeal_client.screen.table.strokes import Pace
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import placed_name
from samedeal_client.view.people.profiles import rating_text
from samedeal_client.view.spans import Lines
from samedeal_client.view.standings import counted, state_name
from samedeal_client.view.times import reached, stopwatch
from samedeal_client.wire.happenings import Proven
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.errors import GameError
from samedeal_games.game import About, Board
from samedeal_protocol.results.profiles import EntryView, GameView
from samedeal_protocol.rooms.boards import ResultView, RoomView, StandingView
from samedeal_records.replays import Replay, Track
from samedeal_records.transcripts import Transcript

COURSE_STEPS = 48
"""Steps of the time of a match at which scores are told."""
MOST_COURSES = 4
PLACES = {
    1: later("You are first."),
    2: later("You are second."),
    3: later("You are third."),
    4: later("You are fourth."),
    5: later("You are fifth."),
    6: later("You are sixth."),
    7: later("You are seventh."),
    8: later("You are eighth."),
}
SHORTEST = 1 / 60
"""Minutes that a pace is of at least."""
STEPS = {"tab": 1, "right": 1, "left": -1}


_Asked: TypeAlias = tuple[End, Glyphs, tuple[int, int]]


class Recorded(NamedTuple):
    """What the record of a match tells of it, by seat."""

    boards: Mapping[int, Board]
    """The last ones."""
    courses: Mapping[int, tuple[int, ...]]
    """Scores at equal steps of the time."""
    took_ms: int


NOTHING = Recorded({}, {}, 0)


class Ending:
    """The facts about the last match, as they come in."""

    def __init__(self, play: RoomPlay) -> None:
        self._play, self._session = play, play.session
        self._match = ""
        """The one that the rest is of."""
        self._record = NOTHING
        self._entry: EntryView | None = None
        self._met: Mapping[int, Board] = {}
        """The last boards of those who played the deal before."""
        self._first = 0
        self._seen, self._known = 0, 0
        """The number of boards on the page, and of those known."""
        self._pages: list[tuple[_Asked, Page]] = []
        """The last pages that were drawn: a screen asks several times a second."""

    def forget(self) -> None:
        """Know nothing: a match begins, or has just ended."""
        self._match, self._record, self._entry, self._first = "", NOTHING, None, 0
        self._met = {}
        self._seen = self._known = 0

    async def learn(self, proven: Proven) -> None:
        """Learn what a match came to, and everybody's last board from its record."""
        self._match, self._entry = proven.match, proven.entry
        if not proven.is_recorded or proven.doubts:
            return
        try:
            record = await self._play.last.record(proven.match)
            known = await asyncio.to_thread(recorded, record.transcript)
        except (Refused, GameError):
            return
        if proven.match == self._match:
            self._record = known
        # By now the room may have been left: the record alone tells what was played.
        game = find_game(record.transcript.game)
        met = await boards_met(self._play.player, self._play.race.met(), game)
        if proven.match == self._match:
            self._met = met

    @property
    def turns(self) -> bool:
        """Whether there are boards that have no room."""
        return self._seen < self._known

    @property
    def _stops(self) -> int:
        """The number of what keys turn to; the results are one where no board is."""
        return self._known + (self._seen == 0)

    def press(self, key: str) -> bool:
        """Take a key that turns to other boards; tell whether it was one."""
        if not self.turns:
            return False
        if key in STEPS:
            self._first = (self._first + STEPS[key]) % self._stops
        elif key.isdecimal() and 0 < int(key) <= self._known:
            self._first = int(key) - (self._seen > 0)
        else:
            return False
        return True

    def page(
        self,
        room: RoomView,
        result: ResultView,
        games: Sequence[GameView],
        pace: Pace,
        more: Lines,
        glyphs: Glyphs,
        size: tuple[int, int],
    ) -> tuple[Page, Lines]:
        """Return the page in some cells, and the lines to keep in sight below it.

        `games` are the viewer's results so far, `pace` that of their keys in the match,
        and `more` is read last. Where no board has room beside the results, keys turn
        from these to one board after the other.
        """
        end = self._end(room, result, games, pace, more)
        width, height = size
        below: Lines = ()
        page = self._drawn(end, glyphs, size)
        if len(page.felt.rows) > height or not end.ready:
            # Who is ready has to be seen.
            below = pages.tail_lines(room, self._session.seat, width)
            left = height - len(below) - bool(below)
            page = self._drawn(end._replace(ready=()), glyphs, (width, left))
        self._seen, self._known = page.boards, len(end.shown)
        if not page.boards and self._first % self._stops:
            turned = end._replace(first=self._first - 1)
            alone = board_page(turned, glyphs, *size)
            if alone is not None:
                return alone, ()
        return page, below

    def _drawn(self, end: End, glyphs: Glyphs, size: tuple[int, int]) -> Page:
        asked = (end, glyphs, size)
        for known, page in self._pages:
            if known == asked:
                return page
        drawn = end_page(end, glyphs, *size)
        self._pages = [(asked, drawn), *self._pages[:1]]
        return drawn

    def _end(
        self,
        room: RoomView,
        result: ResultView,
        games: Sequence[GameView],
        pace: Pace,
        more: Lines,
    ) -> End:
        game, own = find_game(room.game), self._session.seat
        told, is_won = winner_told(result, game.about, own)
        rows = result.standings
        mine = next((row for row in rows if row.seat == own), None)
        alone = counted(rows[0].score, game.about) if rows else ""
        is_known = self._match == result.match
        record = self._record if is_known else NOTHING
        came = tuple(_came(row, rows, game.about, own) for row in rows)
        place = "" if is_won or mine is None else _place_told(mine.place)
        if met := self._play.race.met():
            came = came_among(met, game.about)
            mine_among = next(one for one in came if one.is_own)
            place = _place_told(int(mine_among.place.rstrip("=")))
        won = evening_winners(room)
        if won:
            # What all deals came to is told first, and then the last one.
            is_won = has_won_evening(room, self._session.own_id)
            place = tr("The last deal: {outcome}", outcome=told) if told else ""
        return End(
            game=game,
            headline=won or told or alone,
            is_won=is_won,
            came=came,
            boards=self._known_boards(result),
            rating=_change(self._entry if is_known else None),
            record=record_of(
                *(result, mine, games, room.game, game.about),
                counts=is_known and _is_rated(self._entry),
            ),
            ready=pages.ready_lines(room, own),
            more=(*result_notes(room, result), *evening_notes(room), *more),
            place=place,
            tables=evening_tables(room, self._session.own_id),
            is_end_of_all=is_evening_over(room),
            courses=_courses(record, came),
            took=stopwatch(record.took_ms) if record.took_ms else "",
            pace=_pace(mine, pace),
            is_seated=own is not None,
            first=self._first,
        )

    def _known_boards(self, result: ResultView) -> dict[int, Board]:
        """Return everybody's last board, or those that are known before the rest."""
        if self._record.boards and self._match == result.match:
            return {**self._record.boards, **self._met}
        session = self._session
        if session.seat is not None and session.board is not None:
            return {session.seat: board_of(session.board)}
        return {seat: board_of(view) for seat, view in session.watched.items()}


def recorded(transcript: Transcript) -> Recorded:
    """Return the told parts of a record; raises GameError for a deal of nothing."""
    replay = Replay(transcript)
    took_ms = max((track.steps[-1].at_ms for track in replay.tracks), default=0)
    return Recorded(
        {
            track.seat.seat: replay.game.view(track.steps[-1].position)
            for track in replay.tracks
        },
        {track.seat.seat: _scores(track, took_ms) for track in replay.tracks},
        took_ms,
    )


def _scores(track: Track, took_ms: int) -> tuple[int, ...]:
    """Return the score at equal steps of the time."""
    ends = [took_ms * step // COURSE_STEPS for step in range(COURSE_STEPS + 1)]
    times = [step.at_ms for step in track.steps]
    return tuple(track.steps[max(0, bisect(times, end) - 1)].score for end in ends)


def _courses(record: Recorded, came: Sequence[Came]) -> tuple[Course, ...]:
    """Return the courses of the first few, and the viewer's own."""
    known = [one for one in came if one.seat in record.courses]
    own = [one for one in known if one.is_own]
    others = [one for one in known if not one.is_own]
    shown = [*own, *others[: MOST_COURSES - len(own)]]
    return tuple(
        Course(
            *(one.seat, one.name, record.courses[one.seat], one.is_own),
            rival=sum(other.seat < one.seat for other in others),
        )
        for one in known
        if one in shown
    )


def _place_told(place: int) -> str:
    return tr(PLACES[place]) if place in PLACES else ""


def _came(
    row: StandingView, rows: Sequence[StandingView], about: About, own: int | None
) -> Came:
    shared = sum(other.place == row.place for other in rows) > 1
    note = state_name(row.state, about)
    return Came(
        seat=row.seat,
        place=f"{row.place}{'=' if shared else ''}",
        name=placed_name(row, rows),
        score=counted(row.score, about),
        points=row.score,
        time=note if row.state in BROKEN_OFF else reached(row.score, row.elapsed_ms),
        note=note,
        is_own=row.seat == own,
    )


def _is_rated(entry: EntryView | None) -> bool:
    return entry is not None and entry.before is not None and entry.after is not None


def _change(entry: EntryView | None) -> Change | None:
    if entry is None or entry.before is None or entry.after is None:
        return None
    by = entry.after.rating - entry.before.rating
    return Change(
        *(rating_text(entry.before), rating_text(entry.after), by),
        is_early=entry.after.provisional,
    )


def _pace(mine: StandingView | None, pace: Pace) -> str:
    """Return somebody's moves, how many a minute, and keys or clicks for them."""
    if mine is None or not (mine.plies and pace.began_s and pace.keys):
        return ""
    speed = round(mine.plies / max(pace.minutes, SHORTEST))
    return tr(
        "moves {moves}, {speed}/min, {keys} keys",
        moves=mine.plies,
        speed=speed,
        keys=pace.keys,
    )


def record_of(
    result: ResultView,
    mine: StandingView | None,
    games: Sequence[GameView],
    key: str,
    about: About,
    *,
    counts: bool,
) -> Record | None:
    """Return the viewer's record in a game, as far as it is known.

    `counts` tells whether the match is known to be rated: another one is kept as no
    best, however good it is.
    """
    known = next((one for one in games if one.game == key), None)
    if known is None or mine is None or known.best is None or not result.rated:
        return None
    best = known.best
    is_better = (mine.score, -mine.elapsed_ms) > (best.score, -best.elapsed_ms)
    is_kept = counts and is_better and mine.state != "resigned"
    is_new = best.match == result.match or is_kept
    told = f"{counted(best.score, about)}, {stopwatch(best.elapsed_ms)}"
    streak = known.streak
    return Record(
        best=told,
        is_new=is_new and mine.score > 0,
        streak=0 if streak is None else streak.current,
        longest=0 if streak is None else streak.longest,
    )
