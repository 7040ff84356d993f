"""What is seen and heard of a room on the full screen, in a match and around it."""

from collections.abc import Awaitable, Callable
from functools import partial

from samedeal_client.fullscreen import pages
from samedeal_client.fullscreen.aftermath import Aftermath
from samedeal_client.fullscreen.app import begin
from samedeal_client.fullscreen.bars import Bars, Racer, racers_in
from samedeal_client.fullscreen.base import Picture, TableApp, headline
from samedeal_client.fullscreen.comeback import (
    comeback_lines,
    degraded_lines,
    unseated_lines,
)
from samedeal_client.fullscreen.company import Company
from samedeal_client.fullscreen.felt import Felt
from samedeal_client.fullscreen.helping import (
    LOOK_THEM_UP,
    Scene,
    help_lines,
    replay_help_lines,
)
from samedeal_client.fullscreen.ratings import Ratings
from samedeal_client.fullscreen.rerun import Rerun
from samedeal_client.fullscreen.study import study_felt
from samedeal_client.fullscreen.talk import may_talk
from samedeal_client.fullscreen.words import (
    GO_BACK,
    KeyHint,
    keys_for,
    room_keys,
    study_keys,
    take_back_hint,
)
from samedeal_client.language import tr
from samedeal_client.play.room.focus import Focus
from samedeal_client.play.room.ghosts import Ghosts
from samedeal_client.play.room.lookout import Lookout
from samedeal_client.play.room.proof import prove
from samedeal_client.play.room.racing import GhostRace
from samedeal_client.play.room.talking import Talking
from samedeal_client.play.sentences.inviting import invitation_lines, may_come
from samedeal_client.play.sentences.outcomes import (
    evening_told,
    result_told,
    standings_told,
    winner_lines,
)
from samedeal_client.play.sentences.telling import (
    Teller,
    refusal_text,
    slow_text,
    stopping_lines,
)
from samedeal_client.play.studying import NO_MATCH, ONCE_REVEALED, Study
from samedeal_client.proof.records import Unreadable
from samedeal_client.proof.witness import Witness
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line, wrapped
from samedeal_client.view.standings import clock, counted
from samedeal_client.wire.happenings import (
    Back,
    Checked,
    Happening,
    Lost,
    NotDone,
    Proven,
    Renewed,
    Slow,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import can_take_back, find_game
from samedeal_games.errors import GameError
from samedeal_games.game import AnyGame
from samedeal_games.squares import SquaresGame
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted, SeatChanged, SeatLeft

END_SEEN_S = 4.0
"""How long the last board of a match stays in sight, unless a key is pressed."""
TURNED_S = 2.0
"""How long after that Enter is taken for the result that has come by itself."""


class RoomScreen(TableApp):
    """All that is seen and heard of one room; what is done there extends it."""

    def __init__(
        self,
        player: Player,
        glyphs: Glyphs,
        *,
        colour: bool,
        is_alone: bool = False,
        ghosts: Ghosts | None = None,
    ) -> None:
        super().__init__(glyphs, colour=colour)
        self.player = player
        self._session = player.session
        self._teller = Teller(player)
        self._result: Lines = ()
        self._proof: Lines = ()
        self._bars = Bars()
        self._ratings = Ratings(player)
        self._race = GhostRace(player, ghosts, is_alone=is_alone)
        self._aftermath = Aftermath(player)
        self._sending = ""
        """The move that is not answered yet."""
        self._talking = Talking(player)
        self._is_sure = False
        self._end_seen_s = 0.0
        """Until when the last board of a match stays, by the clock of the screen."""
        self._is_alone = is_alone
        self._company = Company(player)
        self._lookout = Lookout(player)
        self._focus = Focus()
        """Whose board is looked at where several may be."""
        self._knows_hands = False
        """Whether the player was told where the points of hands are told."""
        self._parting: Lines = ()
        """What becomes of the match for who goes."""

    def on_mount(self) -> None:
        """Begin to listen; Textual itself calls what the class above does."""
        begin(self, self._listen)
        begin(self, self._ratings.ask)
        begin(self, self._talking.learn)

    async def on_unmount(self) -> None:
        """Look for nothing any more."""
        self._aftermath.clear()

    def is_cut(self) -> bool:
        """Tell whether there is no connection now."""
        return not self.player.is_connected

    def _takes_back(self) -> bool:
        room = self._session.room
        return room is not None and room.takes_back and can_take_back(room.game)

    @property
    def _sits(self) -> bool:
        """Whether there is a seat, or eyes on others': else no more is heard of it."""
        return self._session.seat is not None or self._session.is_watching

    @property
    def _match_to_see(self) -> str:
        """The id of the last match, if there is a record of it."""
        room = self._session.room
        if room is None or room.result is None or room.result.reveal_at:
            return ""
        return room.result.match

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self.player.happenings.get()
            if not self._talking.hides(happening):
                self._take(happening)
            self.draw()
            if isinstance(happening, Unseated) and happening.why is not None:
                self._turned_out()
            if isinstance(happening, Lost) and not happening.again:
                self.leave(1)
                return

    def _turned_out(self) -> None:
        """Say what is left to do for who was not let back in."""
        self.say((line(Span(f" {tr(GO_BACK)}", Style.DIM)),))

    def _take(self, happening: Happening) -> None:
        told = self._teller.tell(happening)
        match happening:
            case Proven(doubts=doubts) if not doubts:
                # Stands with the result, where nothing pushes it away.
                self._proof = told
            case Proven():
                self._proof = told
                self.say(told)
            case SeatLeft() if self._teller.unseated:
                pass  # stands above the foot, where nothing pushes it away
            case Slow():
                pass  # so does this, and counts
            case _:
                self.say(told)
        match happening:
            case MatchStarted():
                self._begin_match()
                self.open_board()
            case MatchEnded():
                self.hand.drop()
                self._ratings.forget()
                self._result, self._proof = standings_told(self.player.session), ()
                self._show_end()
                begin(self, self._ratings.ask)
            case Renewed(has_new_result=True):
                self._result, self._proof = standings_told(self.player.session), ()
            case Renewed():
                self.open_board()
            case Checked(doubts=doubts, witness=witness) if not doubts:
                begin(self, partial(self._prove, witness))
            case SeatChanged():
                begin(self, self._ratings.ask)
            case Back():
                for row in stopping_lines():
                    self.notes.unsay(row)
            case _:
                pass

    def _begin_match(self) -> None:
        self.shows_help = False
        self._aftermath.clear()
        self._bars = Bars()
        self._race.begin()
        is_squares = isinstance(self._game(), SquaresGame)
        if is_squares and self._sits and not self._knows_hands:
            self._knows_hands = True
            self.say(wrapped(tr(LOOK_THEM_UP), 1))

    def _show_end(self) -> None:
        """Say who won, with the last board in sight for a moment."""
        room = self._session.room
        if room is None or room.result is None or not self._has_board:
            return
        self._end_seen_s = self.now_s() + END_SEEN_S
        about, seat = find_game(room.game).about, self._session.seat
        self.say(winner_lines(room.result, about, seat))

    @property
    def _has_board(self) -> bool:
        """Whether there is a board to look at."""
        return self._session.board is not None

    async def _prove(self, witness: Witness) -> None:
        self.player.happenings.put_nowait(await prove(self._aftermath.records, witness))

    @property
    def farewell(self) -> Lines:
        """What is left to see when the screen is gone: the last match, the way back."""
        return (*self._result, *self._proof, *self._parting)

    async def _see(self, seen: Callable[[str], Awaitable[None]]) -> None:
        """Show the last match again, or what was possible in it, here."""
        match = self._match_to_see
        if not match or self._session.may_move:
            self._warn_of_no_record()
            return
        try:
            await seen(match)
        except NotDone as refusal:
            self.warn(refusal_text(refusal.error))
        except (Unreadable, GameError) as error:
            self.warn(tr(error.wording))

    def _warn_of_no_record(self) -> None:
        """Say why nothing can be told: there is no match, or others may yet play it."""
        room = self._session.room
        is_over = room is not None and room.result is not None
        self.warn(tr(ONCE_REVEALED if is_over and not self._match_to_see else NO_MATCH))

    # What is shown

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture | None:
        """Return the room, or the board while a match is on."""
        room = self._session.room
        if room is None:
            return None
        if self._session.may_move:
            # What was asked for before a match began, or while the line was cut,
            # may come now: it would hide a board that takes all keys.
            self._aftermath.clear()
        self._aftermath.look(self.now_s())
        if self._aftermath.study is not None:
            return self._study_picture(self._aftermath.study, room, felt[0])
        if self._aftermath.rerun is not None:
            return self._rerun_picture(self._aftermath.rerun, room, felt, bars)
        width, height = felt
        has_board = room.phase == "playing" or self._shows_end
        return Picture(
            head=self._headline(room),
            bars=self._bar_lines(room, bars) if has_board else (),
            foot=self._foot_keys(room),
            felt=self._felt(room, height, width),
            tail=() if has_board else self._tail(room, width),
            banner=self._banner(room),
            half=self.hand.half if self._session.may_move else "",
        )

    @property
    def _shows_end(self) -> bool:
        """Whether the own last board is still shown, before the result."""
        room = self._session.room
        is_over = room is not None and room.phase in ("result", "closed")
        return is_over and self.now_s() < self._end_seen_s

    @property
    def _has_just_turned(self) -> bool:
        """Whether the result has come only now, and by itself."""
        return 0 <= self.now_s() - self._end_seen_s < TURNED_S

    def _study_picture(self, study: Study, room: RoomView, width: int) -> Picture:
        return Picture(
            head=self._headline(room),
            bars=(),
            foot=study_keys(room, self._session.own),
            felt=study_felt(study, self.glyphs, has_replay=True),
            tail=self._tail(room, width),
            banner=self._banner(room),
        )

    def _rerun_picture(
        self, rerun: Rerun, room: RoomView, felt: tuple[int, int], bars: tuple[int, int]
    ) -> Picture:
        about = find_game(room.game).about
        note = rerun.note._replace(text=f"  {rerun.note.text}")
        width, height = felt
        lines = Bars().lines(rerun.racers(), about, bars, self.glyphs, self.now_s())
        return Picture(
            head=headline(f" {rerun.head}", note, rerun.time, self.size.width),
            bars=lines,
            foot=rerun.foot,
            felt=rerun.felt(self.glyphs, height, width),
            banner=self._banner(room),
        )

    def _headline(self, room: RoomView) -> Line:
        about = find_game(room.game).about
        left = self.player.left_ms() if self._sits else None
        shown = "" if left is None else clock((left + 999) / 1000)
        time = f"{pages.clock_label(room)}{shown}" if shown else ""
        has_board = room.phase == "playing" or self._shows_end
        board = self._session.board if has_board else None
        score = "" if board is None else f"  {counted(board.score, about)}"
        kinds = {"challenge": tr("challenge"), "daily": tr("daily")}
        word = kinds.get(room.kind, tr("room"))
        what = f" {tr(about.title)}  {word} {room.room}{score}"
        return headline(what, self._note_on(room), time, self.size.width)

    def _note_on(self, room: RoomView) -> Span:
        is_casual = room.kind == "match" and not room.rated
        return Span(f"  {tr('casual')}" if is_casual else "", Style.DIM)

    def _banner(self, room: RoomView) -> Lines:
        if self.is_cut():
            waiting = f"{self._sending} {self.waiting}".strip()
            return comeback_lines(
                self.player.trying,
                self.now_s(),
                is_playing=room.phase == "playing",
                waiting=waiting,
                width=self.size.width,
            )
        if self.player.is_degraded:
            return degraded_lines()
        if (slow_s := self.player.slow_s) is not None:
            return (line(Span(f" {slow_text(slow_s)}", Style.WARNING)),)
        why = self._teller.unseated
        return unseated_lines(why) if why and room.phase != "closed" else ()

    def _bar_lines(self, room: RoomView, size: tuple[int, int]) -> Lines:
        racers = self._racers(room)
        now_s = self.now_s()
        self.say(self._bars.look(racers, now_s))
        about = find_game(room.game).about
        return self._bars.lines(racers, about, size, self.glyphs, now_s)

    def _racers(self, room: RoomView) -> tuple[Racer, ...]:
        return racers_in(self._race.room(room), self._session.seat)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        if self._session.may_move and self._session.board is not None:
            keys = keys_for(self._game(), board_of(self._session.board))
            return (take_back_hint(), *keys) if self._takes_back() else keys
        if self._shows_end:
            return (KeyHint("enter", tr("Enter the result")),)
        has_replay = bool(self._match_to_see) and room.phase != "playing"
        return room_keys(
            *(room, self._session.own),
            has_replay=has_replay,
            invites=self._invites(room),
        )

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        has_board = room.phase == "playing" or self._shows_end
        if has_board and self._session.board is not None:
            self._look()
            return self.hand.felt(self.glyphs, height, width)
        return Felt(self._room_lines(room), ())

    def _tail(self, room: RoomView, width: int) -> Lines:
        if room.phase == "closed":
            return (line(Span(f" {tr('This room is closed.')}", Style.WARNING)),)
        return pages.tail_lines(room, self._session.seat, width)

    def _room_lines(self, room: RoomView) -> Lines:
        if room.phase == "result" or (room.phase == "closed" and room.result):
            return self._result_lines()
        own = self._session.seat
        rows = pages.gathering_lines(room, own, self._ratings.of(room))
        if room.phase == "countdown" and self._sits:
            return (*rows, *pages.countdown_lines(self.player.left_ms() or 0))
        if room.phase == "gathering":
            rivals = tuple(line(" ", *row) for row in self._race.rivals())
            return (
                *rows,
                *rivals,
                *pages.waiting_lines(room, own, self._invited(room)),
            )
        return rows

    def _invited(self, room: RoomView) -> Lines:
        """Return what to send to friends."""
        return () if self._is_alone else invitation_lines(self.player, room.room)

    def _invites(self, room: RoomView) -> bool:
        """Tell whether friends may come; nobody does to a table for one alone."""
        waits = room.phase == "gathering" and may_come(room)
        return waits and self._sits and not self._is_alone

    def _result_lines(self) -> Lines:
        evening = evening_told(self.player.session)
        proof = ((), *self._proof) if self._proof else ()
        if evening:
            # What counts most comes first: a screen ends somewhere.
            return (*evening, (), *result_told(self.player.session), *proof)
        standings = self._race.standings(standings_told(self.player.session))
        return (*standings, *proof, *self._race.to_send())

    def help_lines(self) -> Lines:
        """Return what the keys do in the game of this room, or in its replay."""
        if self._aftermath.rerun is not None and self._aftermath.study is None:
            return replay_help_lines()
        room = self._session.room
        scene = Scene(
            is_room=True,
            takes_back=self._takes_back(),
            talks=may_talk(self._session),
            shows_boards=room is not None and room.watch == "boards",
            cell=self.hand.example if self._session.may_move else "",
            is_between=room is not None and room.phase != "playing",
        )
        return help_lines(self._game(), scene)

    def _look(self) -> None:
        """Show the hand the board as it is now."""
        view = self._session.board
        if view is not None:
            self.hand.look(self._game(), board_of(view))

    def _game(self) -> AnyGame:
        room = self._session.room
        if room is None:
            raise AssertionError("nothing is played without a room")
        return find_game(room.game)
