"""The page of the last match: the facts about it, and the board that is seen first."""

import asyncio
from collections.abc import Mapping, Sequence

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import result_notes, winner_told
from samedeal_client.screen.end.known import Came, Change, End, Record, Rest
from samedeal_client.screen.end.page import Page, end_page
from samedeal_client.screen.room.around import pages
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
from samedeal_records.replays import Replay
from samedeal_records.transcripts import Transcript

BELOW_PAGE = 2
"""Rows between a page that is too long and what stays below it."""
SHORTEST = 1 / 60
"""Minutes that a pace is of at least."""
BROKEN_OFF = ("resigned", "timed_out")
"""Ends of a match that say more than the time of the score."""
STEPS = {"tab": 1, "right": 1, "left": -1}


class Ending:
    """The facts about the last match, as they come in."""

    def __init__(self, play: RoomPlay) -> None:
        self._play, self._session = play, play.session
        self._match = ""
        """The one that the rest is of."""
        self._boards: Mapping[int, Board] = {}
        self._entry: EntryView | None = None
        self._first = 0
        self._seen, self._known = 0, 0
        """The number of boards on the page, and of those known."""

    def forget(self) -> None:
        """Know nothing: a match begins, or has just ended."""
        self._match, self._boards, self._entry, self._first = "", {}, None, 0
        self._seen = self._known = 0

    async def learn(self, proven: Proven) -> None:
        """Learn what a match came to, and everybody's last board from its record."""
        self._match, self._entry = proven.match, proven.entry
        if not proven.is_recorded or proven.doubts:
            return
        try:
            record = await self._play.last.record(proven.match)
            boards = await asyncio.to_thread(last_boards, record.transcript)
        except (Refused, GameError):
            return
        if proven.match == self._match:
            self._boards = boards

    @property
    def turns(self) -> bool:
        """Whether there are boards that have no room."""
        return self._seen < self._known

    def press(self, key: str) -> bool:
        """Take a key that turns to other boards; tell whether it was one."""
        if not self.turns:
            return False
        if key in STEPS:
            self._first = (self._first + STEPS[key]) % self._known
        elif key.isdecimal() and 0 < int(key) <= self._known:
            self._first = int(key) - 1
        else:
            return False
        return True

    def page(
        self,
        room: RoomView,
        result: ResultView,
        games: Sequence[GameView],
        pace: Pace,
        rest: Rest,
        glyphs: Glyphs,
        size: tuple[int, int],
    ) -> tuple[Page, Lines] | None:
        """Return the page in some cells, and the lines to keep in sight below it.

        None where no board is known, or has room. `games` are the viewer's results so
        far, and `pace` that of their keys in the match.
        """
        end = self._end(room, result, games, pace, rest)
        width, height = size
        page = end_page(end, glyphs, width, height)
        fits = page is not None and len(page.felt.rows) <= height
        tail = pages.tail_lines(room, self._session.seat, width)
        below = () if fits and end.ready else tail
        if not fits:
            # Who is ready has to be seen, and so has what there is to send.
            left = height - len(below) - BELOW_PAGE
            page = end_page(end._replace(ready=()), glyphs, width, left)
            if page is not None and page.sent > left:
                below = (*rest.to_send, *below)
                left -= len(rest.to_send)
                less = end._replace(ready=(), rest=end.rest._replace(to_send=()))
                page = end_page(less, glyphs, width, left)
        self._seen = 0 if page is None else page.boards
        self._known = len(end.shown)
        return None if page is None else (page, below)

    def _end(
        self,
        room: RoomView,
        result: ResultView,
        games: Sequence[GameView],
        pace: Pace,
        rest: Rest,
    ) -> End:
        game, own = find_game(room.game), self._session.seat
        told, is_won = winner_told(result, game.about, own)
        rows = result.standings
        mine = next((row for row in rows if row.seat == own), None)
        alone = counted(rows[0].score, game.about) if rows else ""
        return End(
            game=game,
            headline=told or alone,
            is_won=is_won,
            came=tuple(_came(row, rows, game.about, own) for row in rows),
            boards=self._known_boards(result),
            rating=_change(self._entry if self._match == result.match else None),
            record=_record(result, mine, games, room.game, game.about),
            pace=_pace(mine, pace),
            ready=pages.ready_lines(room, own),
            rest=rest._replace(more=(*result_notes(room, result), *rest.more)),
            first=self._first,
        )

    def _known_boards(self, result: ResultView) -> dict[int, Board]:
        """Return everybody's last board, or those that are known before the rest."""
        if self._boards and self._match == result.match:
            return dict(self._boards)
        session = self._session
        if session.seat is not None and session.board is not None:
            return {session.seat: board_of(session.board)}
        return {seat: board_of(view) for seat, view in session.watched.items()}


def last_boards(transcript: Transcript) -> dict[int, Board]:
    """Return the last board of each seat; raises GameError for a deal of nothing."""
    replay = Replay(transcript)
    return {
        track.seat.seat: replay.game.view(track.steps[-1].position)
        for track in replay.tracks
    }


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


def _change(entry: EntryView | None) -> Change | None:
    if entry is None or entry.before is None or entry.after is None:
        return None
    by = entry.after.rating - entry.before.rating
    return Change(rating_text(entry.before), rating_text(entry.after), by)


def _pace(mine: StandingView | None, pace: Pace) -> str:
    """Return somebody's speed: moves a minute, and keys or clicks for them."""
    if mine is None or not (mine.plies and pace.began_s and pace.keys):
        return ""
    speed = round(mine.plies / max(pace.minutes, SHORTEST))
    return tr("{speed} moves a minute, {keys} keys", speed=speed, keys=pace.keys)


def _record(
    result: ResultView,
    mine: StandingView | None,
    games: Sequence[GameView],
    key: str,
    about: About,
) -> Record | None:
    """Return the viewer's record in a game, as far as it is known."""
    known = next((one for one in games if one.game == key), None)
    if known is None or mine is None or known.best is None or not result.rated:
        return None
    best = known.best
    is_better = (mine.score, -mine.elapsed_ms) > (best.score, -best.elapsed_ms)
    is_new = best.match == result.match or (is_better and mine.state != "resigned")
    told = f"{counted(best.score, about)}, {stopwatch(best.elapsed_ms)}"
    streak = known.streak
    return Record(
        best=told,
        is_new=is_new and mine.score > 0,
        streak=0 if streak is None else streak.current,
        longest=0 if streak is None else streak.longest,
    )
