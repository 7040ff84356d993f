"""What is seen and heard of a room on the full screen, in a match and around it."""

from collections.abc import Awaitable, Callable

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.play.refused import Refused
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import (
    evening_told,
    result_told,
    standings_told,
    winner_lines,
)
from samedeal_client.play.sentences.pauses import standing_lines
from samedeal_client.play.sentences.telling import slow_text, stopping_lines
from samedeal_client.play.studying import NO_MATCH, ONCE_REVEALED
from samedeal_client.screen.room import pages
from samedeal_client.screen.room.aftermath import Aftermath
from samedeal_client.screen.room.comeback import (
    comeback_lines,
    degraded_lines,
    unseated_lines,
)
from samedeal_client.screen.room.ratings import Ratings
from samedeal_client.screen.table.bars import Bars, Racer
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.helping import LOOK_THEM_UP, replay_help_lines
from samedeal_client.screen.table.key_hints import study_keys
from samedeal_client.screen.table.picture import Picture, headline
from samedeal_client.screen.table.study import study_felt
from samedeal_client.view.spans import Line, Lines, Span, Style, line, wrapped
from samedeal_client.view.standings import clock, counted, is_late
from samedeal_client.wire.happenings import (
    Back,
    Happening,
    Lost,
    Proven,
    Renewed,
    Slow,
)
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted, SeatChanged, SeatLeft

END_SEEN_S = 4.0
"""How long the last board of a match stays in sight, unless a key is pressed."""
TURNED_S = 2.0
"""How long after that Enter is taken for the result that has come by itself."""


class RoomSight:
    """What whoever sits in a room, or watches it, has seen and heard there so far."""

    def __init__(
        self, play: RoomPlay, at: TableScreen, *, watches: bool = False
    ) -> None:
        """See it `at` a screen, whose notes tell what is heard."""
        self.play, self.session = play, play.session
        self._player = play.player
        self._at = at
        self._watches = watches
        self._result: Lines = ()
        self._proof: Lines = ()
        self.bars = Bars()
        self.ratings = Ratings(play.player)
        self.aftermath = Aftermath(play.last, play.player.id, at.now_s)
        self.end_seen_s = 0.0
        """Until when the last board of a match stays, by the clock of the screen."""
        self._knows_hands = False
        """Whether the player was told where the points of hands are told."""

    @property
    def sits(self) -> bool:
        """Whether there is a seat, or eyes on others': else no more is heard of it."""
        return self.session.seat is not None or self.session.is_watching

    @property
    def match_to_see(self) -> str:
        """The id of the last match, if there is a record of it."""
        room = self.session.room
        if room is None or room.result is None or room.result.reveal_at:
            return ""
        return room.result.match

    @property
    def farewell(self) -> Lines:
        """What is left to see when the screen is gone: the last match."""
        return (*self._result, *self._proof)

    # What happens

    async def listen(self, then: Callable[[Happening], None]) -> None:
        """Hear of everything until the connection is lost for good."""
        while True:
            happening = await self.play.heard()
            self._hear(happening)
            then(happening)
            self._at.draw()
            if isinstance(happening, Lost) and not happening.again:
                self._at.leave(1)
                return

    def _hear(self, happening: Happening) -> None:
        told = self.play.hear(happening)
        match happening:
            case Proven(doubts=doubts):
                # Stands with the result, where nothing pushes it away.
                self._proof = told
                told = told if doubts else ()
            case SeatLeft() if self.play.teller.unseated:
                told = ()  # stands above the foot, where nothing pushes it away
            case Slow():
                told = ()  # so does this, and counts
            case _:
                pass
        self._at.say(told)
        match happening:
            case MatchStarted():
                self._begin_match()
                self._at.open_board()
            case MatchEnded():
                self._at.hand.drop()
                self.ratings.forget()
                self._result, self._proof = standings_told(self.session), ()
                self._show_end()
                self._at.begin_beside(self.ratings.ask)
            case Renewed(has_new_result=True):
                self._result, self._proof = standings_told(self.session), ()
            case Renewed():
                self._at.open_board()
            case SeatChanged():
                self._at.begin_beside(self.ratings.ask)
            case Back():
                for row in stopping_lines():
                    self._at.notes.unsay(row)
            case _:
                pass

    def _begin_match(self) -> None:
        self._at.shows_help = False
        self.aftermath.close()
        self.bars = Bars()
        is_looked_up = bool(family_of(self.play.game).worth())
        if is_looked_up and self.sits and not self._knows_hands:
            self._knows_hands = True
            self._at.say(wrapped(tr(LOOK_THEM_UP), 1))

    def _show_end(self) -> None:
        """Say who won, with the last board in sight for a moment."""
        room = self.session.room
        if room is None or room.result is None or not self.has_board:
            return
        self.end_seen_s = self._at.now_s() + END_SEEN_S
        about, seat = find_game(room.game).about, self.session.seat
        self._at.say(winner_lines(room.result, about, seat))

    @property
    def has_board(self) -> bool:
        """Whether there is a board to look at."""
        if self._watches:
            return bool(self.session.watched)
        return self.session.board is not None

    @property
    def shows_end(self) -> bool:
        """Whether a last board is still shown, before the result."""
        room = self.session.room
        is_over = room is not None and room.phase in ("result", "closed")
        is_shown = is_over and self._at.now_s() < self.end_seen_s
        # Once all seats were left, nothing is there to be looked at.
        return is_shown and (self.has_board or not self._watches)

    @property
    def has_just_turned(self) -> bool:
        """Whether the result has come only now, and by itself."""
        return 0 <= self._at.now_s() - self.end_seen_s < TURNED_S

    async def see_again(self) -> None:
        """Show the last match again in place of the room."""
        await self._see(self.aftermath.see_again)

    async def analyse(self) -> None:
        """Show what was possible in the last match in place of the room."""
        await self._see(self.aftermath.analyse)

    async def _see(self, seen: Callable[[str], Awaitable[None]]) -> None:
        match, room = self.match_to_see, self.session.room
        if not match or self.session.may_move:
            # There is no match, or others may yet play it.
            is_over = room is not None and room.result is not None and not match
            self._at.warn(tr(ONCE_REVEALED if is_over else NO_MATCH))
            return
        try:
            await seen(match)
        except Refused as refusal:
            self._at.warn(str(refusal))

    # What is shown

    def afterwards(
        self, room: RoomView, felt: tuple[int, int], bars: tuple[int, int], head: Line
    ) -> Picture | None:
        """Return what is seen of the last match in place of the room, if anything."""
        if self.session.may_move:
            # What was asked for before a match began, or while the line was cut,
            # may come now: it would hide a board that takes all keys.
            self.aftermath.close()
        self.aftermath.look()
        if self.aftermath.study is not None:
            return Picture(
                head=head,
                bars=(),
                foot=study_keys(room, self.session.own),
                felt=study_felt(self.aftermath.study, self._at.glyphs, has_replay=True),
                tail=self.tail(room, felt[0]),
            )
        if self.aftermath.rerun is None:
            return None
        return self.aftermath.rerun.picture(
            self._at.glyphs, felt, bars, self._at.size.width
        )

    def headline(self, room: RoomView, note: str) -> Line:
        """Return what is played where, what there is to note on it, and the clock."""
        about = find_game(room.game).about
        left = self._player.left_ms() if self.sits else None
        shown = "" if left is None else clock((left + 999) / 1000)
        time = f"{pages.clock_label(room)}{shown}" if shown else ""
        has_board = room.phase == "playing" or self.shows_end
        board = self.session.board if has_board else None
        score = "" if board is None else f"  {counted(board.score, about)}"
        kinds = {"challenge": tr("challenge"), "daily": tr("daily")}
        word = kinds.get(room.kind, tr("room"))
        what = f" {tr(about.title)}  {word} {room.room}{score}"
        noted = Span(f"  {note}" if note else "", Style.DIM)
        late = left is not None and is_late(left)
        return headline(what, noted, time, self._at.size.width, is_late=late)

    def banner(self, room: RoomView, sending: str = "") -> Lines:
        """Return what is wrong for as long as it is, and what waits to be sent."""
        if self._at.is_cut():
            waiting = f"{sending} {self._at.waiting}".strip()
            return comeback_lines(
                self._player.trying,
                self._at.now_s(),
                is_playing=room.phase == "playing",
                waiting=waiting,
                width=self._at.size.width,
                is_down=self._player.is_down,
            )
        if self._player.is_degraded:
            return degraded_lines()
        if (slow_s := self._player.slow_s) is not None:
            return (line(Span(f" {slow_text(slow_s)}", Style.WARNING)),)
        if self.session.is_paused:
            return standing_lines(self.session, self._player.now_ms())
        why = self.play.teller.unseated
        return unseated_lines(why) if why and room.phase != "closed" else ()

    def bar_lines(
        self, room: RoomView, racers: tuple[Racer, ...], size: tuple[int, int]
    ) -> Lines:
        """Return how far everybody is, while there is a board."""
        if room.phase != "playing" and not self.shows_end:
            return ()
        about, now_s = find_game(room.game).about, self._at.now_s()
        return self.bars.lines(racers, about, size, self._at.glyphs, now_s)

    def tail(self, room: RoomView, width: int) -> Lines:
        """Return what comes next."""
        if room.phase == "closed":
            return (line(Span(f" {tr('This room is closed.')}", Style.WARNING)),)
        return pages.tail_lines(room, self.session.seat, width)

    def room_lines(self, room: RoomView, invited: Lines) -> Lines:
        """Return the room while no board is seen, with how others come to it."""
        if room.phase == "result" or (room.phase == "closed" and room.result):
            return self._result_lines()
        own = self.session.seat
        rows = pages.gathering_lines(room, own, self.ratings.of(room))
        if room.phase == "countdown" and self.sits:
            left_ms = self._player.left_ms() or 0
            return (*rows, *pages.countdown_lines(room, own, left_ms))
        if room.phase == "gathering":
            rivals = tuple(line(" ", *row) for row in self.play.race.rivals())
            awaited = pages.awaited_lines(room, own)
            waiting = pages.waiting_lines(room, own, invited)
            return (*rows, *awaited, *rivals, *waiting)
        return rows

    def _result_lines(self) -> Lines:
        evening = evening_told(self.session)
        if evening:
            # What counts most comes first: a screen ends somewhere.
            return (*evening, (), *result_told(self.session), *self.proof_lines)
        race = self.play.race
        standings = race.standings(standings_told(self.session))
        return (*standings, *self.proof_lines, *race.to_send())

    @property
    def proof_lines(self) -> Lines:
        """Whether the last match is proven, below a blank line; nothing for unknown."""
        return ((), *self._proof) if self._proof else ()

    def help_lines(self) -> Lines | None:
        """Return what the keys do in a replay; None where none is seen."""
        is_rerun = self.aftermath.rerun is not None and self.aftermath.study is None
        return replay_help_lines() if is_rerun else None
