"""The moments that mattered in a match, on the boards that a replay shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.families.boards import board_lines, move_told
from samedeal_client.language import later, tr, tr_n
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.searching import Found, Search
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.seats import seat_name
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import counted

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_records.analysis import Effort
    from samedeal_records.moments import Moment, Moments
    from samedeal_records.record import Record
    from samedeal_records.replays import Replay, Track

SECONDS = 6.0
"""Seconds of a search; it is over a little later at most."""
LOOKING = later("Looking for the moments that mattered...")
NONE = later("No move was found that was worth much more or less than an expert's.")
HURRIED = later("That time was not enough to look at every move.")


class Here(NamedTuple):
    """A moment whose board is seen."""

    at: int
    """Its index among the attempt's moments, from 0."""
    of: int
    moment: Moment


class MomentsSeen:
    """The moments of the player watched in a replay, gone to one after the other."""

    def __init__(self, playback: Playback, record: Record) -> None:
        self._playback, self._replay = playback, playback.replay
        self._record = record
        self._search: Search[Moments] | None = None
        self._track = -1
        """The track whose moments they are."""
        self._asked_at: int | None = None
        """The replay's place when they were asked for, until they are there."""
        self._waits = False
        """Whether they came after the viewer had gone on, who has not seen one yet."""

    @property
    def track(self) -> int | None:
        """The track that is watched, or the first of them; None for nobody."""
        watched = self._replay.watched
        return watched[0] if watched else None

    def begin(self) -> Search[Moments] | None:
        """Look for the moments of the player watched, unless they are known."""
        track = self.track
        if track is None:
            return None
        if self._search is None or self._track != track:
            self.drop()
            seat = self._replay.tracks[track].seat
            self._search = search_of(self._record, seat.seat)
            self._track = track
        return self._search

    def press(self) -> None:
        """Look for them; once they are known, go to the next, and round."""
        self._playback.stop()
        self._waits = False
        search = self.begin()
        if search is None:
            return
        if search.found is None:
            self._asked_at = self._replay.cursor
            return
        self._go_on(search.found)

    def look(self) -> None:
        """Go to the first once they are known, unless something else was done."""
        asked_at, search = self._asked_at, self._search
        if asked_at is None or search is None or search.found is None:
            return
        self._asked_at = None
        self._waits = asked_at != self._replay.cursor or self._track != self.track
        if not self._waits:
            self._go_on(search.found, first=True)

    def drop(self) -> None:
        """Drop the search, and the moments."""
        if self._search is not None:
            self._search.drop()
        self._search, self._asked_at = None, None

    def _go_on(self, found: Found[Moments], *, first: bool = False) -> None:
        moments = () if found.result is None else found.result.found
        if not moments:
            return
        here = self.here
        at = 0 if first or here is None else (here.at + 1) % len(moments)
        self._playback.to_ply(moments[at].number - 1)

    @property
    def here(self) -> Here | None:
        """The moment on the board seen, before its move was made; None for none."""
        moments = self._moments
        if moments is None:
            return None
        ply = self._replay.ply_of(self._track)
        for at, moment in enumerate(moments.found):
            if moment.number == ply + 1:
                return Here(at, len(moments.found), moment)
        return None

    @property
    def _moments(self) -> Moments | None:
        """The moments known of the player watched; None for none."""
        if self._search is None or self._track != self.track:
            return None
        found = self._search.found
        return None if found is None else found.result

    def lines(self, glyphs: Glyphs) -> Lines:
        """Return the words on the board seen, often none."""
        search = self._search
        if search is None or self._track != self.track:
            return ()
        found = search.found
        if found is None:
            return search.progress()[:1] if self._asked_at is not None else ()
        here = self.here
        if here is not None:
            track = self._replay.tracks[self._track]
            return (_told(self._replay, track, here, glyphs),)
        return (*self._waiting(found), *remark_lines(found))

    def _waiting(self, found: Found[Moments]) -> Lines:
        """Return a line for a viewer who had gone on before the moments were found."""
        if not self._waits or found.result is None or not found.result.found:
            return ()
        text = tr_n(
            "A moment that mattered was found: m goes to it.",
            "{count} moments that mattered were found: m goes to the first.",
            len(found.result.found),
        )
        return (line(Span(f" {text}", Style.NEXT)),)

    def every_line(self, found: Found[Moments], glyphs: Glyphs, rows: int) -> Lines:
        """Return all moments found, each with its board of at most `rows` rows."""
        replay, track = self._replay, self._replay.tracks[self._track]
        moments = () if found.result is None else found.result.found
        name = seat_name(track.seat, replay.transcript.seats)
        told: list[Line] = [(), line(Span(f" {name}", Style.TITLE))] * bool(moments)
        for at, moment in enumerate(moments):
            board = replay.game.view(track.steps[moment.number - 1].position)
            told += board_lines(replay.game, board, glyphs, rows)
            told += [_told(replay, track, Here(at, len(moments), moment), glyphs), ()]
        return (*told, *remark_lines(found))


def search_of(record: Record, seat: int) -> Search[Moments]:
    """Begin to look for the moments of a seat."""

    def work(effort: Effort) -> Moments:
        from samedeal_records.moments import moments_of_record

        (own,) = [each for each in record.transcript.seats if each.seat == seat]
        return moments_of_record(record, own, effort)

    return Search(work, SECONDS, SECONDS)


def remark_lines(found: Found[Moments]) -> Lines:
    """Return the words beside the moments themselves."""
    if found.result is None:
        return (line(Span(f" {found.why_not}", Style.WARNING)),) * bool(found.why_not)
    rows: list[Line] = []
    if not found.result.found:
        rows.append(line(Span(f" {tr(NONE)}", Style.GOOD)))
    if not found.result.is_whole:
        rows.append(line(Span(f" {tr(HURRIED)}", Style.DIM)))
    return tuple(rows)


def _told(replay: Replay, track: Track, here: Here, glyphs: Glyphs) -> Line:
    number = tr("Moment {number} of {all}.", number=here.at + 1, all=here.of)
    text = moment_text(replay, track, here.moment, glyphs)
    style = Style.GOOD if here.moment.is_gain else Style.WARNING
    return line(Span(f" {number} {text}", style))


def moment_text(replay: Replay, track: Track, moment: Moment, glyphs: Glyphs) -> str:
    """Return the worth of a move, compared with an expert's choice."""
    from samedeal_records.moments import Kind

    game = replay.game
    board = game.view(track.steps[moment.number - 1].position)
    made, best = moment.made, moment.best
    fields = {
        "number": moment.number,
        "move": move_told(game, board, moment.move, glyphs),
        "other": move_told(game, board, moment.other, glyphs) if moment.other else "",
    }
    match moment.kind:
        case Kind.POINTS if moment.is_gain:
            return tr(
                "Move {number}, {move}: {points:.1f} points won on an expert's"
                " choice, {other}.",
                points=made - best,
                **fields,
            )
        case Kind.POINTS:
            return tr(
                "Move {number}, {move}: {points:.1f} points lost. An expert: {other}.",
                points=best - made,
                **fields,
            )
        case Kind.DEAL:
            return tr_n(
                "Move {number}, {move}: it lost the deal. With {other} a win was one"
                " move away.",
                "Move {number}, {move}: it lost the deal. With {other} it could still"
                " be won, in {count} moves.",
                round(best),
                **fields,
            )
        case Kind.WAY:
            return tr_n(
                "Move {number}, {move}: a detour of {count} move. With {other} a win"
                " takes {best}.",
                "Move {number}, {move}: a detour of {count} moves. With {other} a win"
                " takes {best}.",
                round(made - best),
                best=round(best),
                **fields,
            )
        case Kind.CARDS:
            cards = [counted(round(count), game.about) for count in (made, best)]
            return tr(
                "Move {number}, {move}: an expert who goes on from there ends with"
                " {made}. With {other}: {best}.",
                made=cards[0],
                best=cards[1],
                **fields,
            )
