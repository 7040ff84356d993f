"""The full screen of one player in one room: from sitting down to leaving."""

from collections.abc import Awaitable

from samedeal_client.families.boards import move_name
from samedeal_client.fullscreen.app import begin
from samedeal_client.fullscreen.bars import Racer, racers_in
from samedeal_client.fullscreen.base import TableApp
from samedeal_client.fullscreen.company import Company
from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.grip import Done
from samedeal_client.fullscreen.helping import Scene, help_lines
from samedeal_client.fullscreen.picture import Picture
from samedeal_client.fullscreen.sight import RoomSight
from samedeal_client.fullscreen.talk import (
    hide_phrases,
    may_talk,
    opens_talk,
    show_phrases,
)
from samedeal_client.fullscreen.watched import BOARDS_SOON, Watched, watched_felt
from samedeal_client.fullscreen.words import (
    ALL_UP,
    ANALYSE,
    BOT,
    CARDS_SOON,
    COPY,
    GO_BACK,
    NEW_ROOM,
    READY,
    REPLAY,
    SURE,
    SURE_ALL_THE_SAME,
    TAKE_BACK,
    TALK,
    KeyHint,
    keys_for,
    look_keys,
    may_call,
    may_host_again,
    room_keys,
    take_back_hint,
)
from samedeal_client.language import later, tr
from samedeal_client.play.input import HINTS_ALONE, Order, read_order, takes_back
from samedeal_client.play.opening import LIES
from samedeal_client.play.refused import Refused
from samedeal_client.play.room.focus import STEPS, Focus
from samedeal_client.play.room.ghosts import LOOKED_EVERY_S, Ghosts
from samedeal_client.play.room.lookout import Lookout, may_look
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.room.talking import Wish, read_wish
from samedeal_client.play.sentences.attempts import begin_text, is_attempt_over
from samedeal_client.play.sentences.going import ends_for
from samedeal_client.play.sentences.inviting import (
    invitation_lines,
    line_to_send,
    may_come,
)
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.play.sentences.telling import Teller, refusal_text
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.standings import clock
from samedeal_client.wire.happenings import (
    Checked,
    Happening,
    NotDone,
    Proven,
    Rejected,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_client.wire.trouble import Unreachable
from samedeal_games.catalogue import can_take_back
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted

CLOSING = ("escape", "q")
TURNED = later("The result came by itself: Enter once more.")
GO_ON = later("Enter shows where that leaves you.")


class RoomApp(TableApp):
    """One player's view of one room; Ctrl-C hangs up and keeps the seat."""

    def __init__(
        self,
        player: Player,
        glyphs: Glyphs,
        *,
        colour: bool,
        is_alone: bool = False,
        ghosts: Ghosts | None = None,
        title: str = "",
    ) -> None:
        """Sit there; `is_alone` tells that nobody but bots is to come.

        A `title` is that of the one attempt at a given deal, which nobody gives up by
        going: its clock runs on.
        """
        super().__init__(glyphs, colour=colour)
        self.player = player
        self._session = player.session
        self._play = RoomPlay(player, is_alone=is_alone, ghosts=ghosts)
        self._sight = RoomSight(self._play, self)
        self._is_alone = is_alone
        self._title = title
        self._sending = ""
        """The move that is not answered yet."""
        self._is_sure = False
        self._company = Company(player)
        self._lookout = Lookout(player)
        self._focus = Focus()
        """Whose board is looked at where several may be."""
        self._parting: Lines = ()
        """What becomes of the match for who goes."""

    def on_mount(self) -> None:
        """Begin to play; Textual itself calls what the class above does."""
        self._play.start()
        begin(self, self._listen)
        begin(self, self._sight.ratings.ask)
        self.open_board()
        self.say(self._play.teller.greet())
        self.set_interval(LOOKED_EVERY_S, self._tell_ghosts)

    async def on_unmount(self) -> None:
        """Take along the bots that were called, and look for nothing any more."""
        await self._play.close()
        await self._company.dismiss()
        await self._lookout.close()

    def _tell_ghosts(self) -> None:
        self.say(self._play.race.look())

    def is_cut(self) -> bool:
        """Tell whether there is no connection now."""
        return not self.player.is_connected

    @property
    def farewell(self) -> Lines:
        """What is left to see when the screen is gone: the last match, the way back."""
        return (*self._sight.farewell, *self._parting)

    # What happens

    async def _listen(self) -> None:
        await self._sight.listen(self._hear)

    def _hear(self, happening: Happening) -> None:
        match happening:
            case MatchStarted() | MatchEnded():
                self._focus = Focus()
                begin(self, self._lookout.close)
            case Unseated(why=why) if why is not None:
                self.say((line(Span(f" {tr(GO_BACK)}", Style.DIM)),))
            case Proven() if self._title:
                self._tell_to_go_on()
            case Checked(doubts=doubts) if self._title and doubts:
                self._tell_to_go_on()
            case _:
                pass

    def _tell_to_go_on(self) -> None:
        self.say((line(Span(f" {tr(GO_ON)}", Style.NEXT)),))

    # What is done

    @property
    def scene(self) -> str:
        """The board, or what there is around it."""
        if self._session.may_move:
            return "board"
        return "end" if self._sight.shows_end else "room"

    async def begin(self) -> None:
        """Lay a first card that can go to one place only."""
        if await self._play.lay_first():
            self.say((line(f" {tr(LIES)}"),))

    async def press(self, key: str) -> None:
        """Move by keys in a match; outside of one be ready, or see it again."""
        self._is_sure = False
        if self._goes_on(key):
            await self._leave()
            return
        if self._sight.shows_end:
            if not self.is_past:
                self._sight.end_seen_s = 0.0
            return
        if self._session.may_move and self.is_past:
            self.warn(tr("Not done, the match has begun: {stroke}", stroke=key))
        elif self._session.may_move:
            self._look()
            if key == ALL_UP and self.hand.upward():
                await self._send_all_up()
            elif key == TAKE_BACK and self._takes_back():
                await self._take_back()
            else:
                await self._do(self.hand.press(key))
        elif self.is_late or self.is_past:
            # What was meant for a board is no answer to what came after it.
            self.warn(tr("Not done, the match is over: {stroke}", stroke=key))
        elif await self._look_elsewhere(key):
            pass
        elif key == READY and self._sight.has_just_turned:
            self.warn(tr(TURNED))
        elif key == READY:
            await self._turn_ready()
        elif key == REPLAY:
            await self._sight.see_again()
        elif key == ANALYSE:
            await self._sight.analyse()
        elif key == NEW_ROOM:
            await self._host_again()
        elif key == COPY:
            self._copy_line()
        elif key == BOT:
            self._call_bot()

    def _goes_on(self, key: str) -> bool:
        """Tell whether a key is to go, once an attempt is over."""
        if not self._title or key != READY or not is_attempt_over(self._session.room):
            return False
        is_early = self._sight.shows_end or self._sight.has_just_turned
        is_meant = not (self.is_late or self.is_past or is_early)
        return is_meant and self._sight.aftermath.rerun is None

    async def _look_elsewhere(self, key: str) -> bool:
        """Tell whether a key was for what can be seen in place of the room."""
        if may_look(self._session) and await self._look_around(key):
            return True
        return self._sight.aftermath.press(key, self.now_s())

    async def _look_around(self, key: str) -> bool:
        """Look at everybody's boards, or no more; tell whether a key means that."""
        if self._lookout.is_open and key in CLOSING:
            await self._lookout.close()
            return True
        if key not in STEPS or self._lookout.is_open:
            room = self._session.room
            seats = () if room is None else room.seats
            playing = [seat.seat for seat in seats if seat.play is not None]
            if not self._focus.turn(key, playing):
                return False
        await self._open_lookout()
        return True

    async def _open_lookout(self) -> None:
        if self.is_cut():
            return
        try:
            await self._lookout.open()
        except NotDone as refusal:
            self.warn(refusal_text(refusal.error))
        except (Unreachable, Rejected):
            self.warn(tr("The boards cannot be had now."))
        if not may_look(self._session):
            # The match has ended meanwhile.
            await self._lookout.close()

    async def point(self, spot: Spot | None) -> None:
        """Move with the mouse."""
        if self._session.may_move:
            self._look()
            await self._do(self.hand.point(spot))
        elif spot is not None and self._lookout.is_open:
            await self._look_around(spot.pile)

    async def _do(self, done: Done) -> None:
        if done.note:
            self.warn(done.note)
        if done.move:
            await self._send(done.move)

    async def _send(self, notation: str) -> bool:
        """Send a move; say what became of it if that is not seen at once."""
        name = move_name(self._play.game, notation)
        self._sending = name
        was_late = self.is_late or self.is_cut()
        try:
            is_done = await self._try(self.player.move(notation), name)
        finally:
            self._sending = ""
        if is_done and (was_late or self.is_late):
            text = tr("Played after all: {move}", move=name)
            self.say((line(Span(f" {text}", Style.GOOD)),))
        return is_done

    async def _send_all_up(self) -> None:
        """Send up card after card, for as long as one goes."""
        while self._session.may_move:
            self._look()
            move = self.hand.upward()
            if not move or not await self._send(move):
                return
            self.draw()

    async def _take_back(self) -> bool:
        """Take the last move back; the server says whether that can be."""
        self.hand.drop()
        return await self._try(self.player.take_back(), tr("take back"))

    async def _turn_ready(self) -> None:
        own, room = self._session.own, self._session.room
        if own is None or room is None or room.next_match is None:
            return
        if room.phase == "countdown":
            self._warn_of_countdown()
            return
        await self._try(self.player.unready() if own.ready else self.player.ready())

    def _warn_of_countdown(self) -> None:
        left = clock(((self.player.left_ms() or 0) + 999) / 1000)
        self.warn(tr(CARDS_SOON, left=left))

    def _copy_line(self) -> None:
        """Put the line for friends on the clipboard, which the terminal may not let."""
        room = self._session.room
        if room is not None and self._invites(room):
            told = line_to_send(self.player, room.room)
            self.app.copy_to_clipboard(told)
            text = tr(
                "Copied, if this terminal lets programs do so: {command}", command=told
            )
            self.say((line(f" {text}"),))

    def _call_bot(self) -> None:
        """Bring a bot to race while nobody else is there."""
        room = self._session.room
        if room is None or not may_call(room, self._session.seat):
            return
        if self._company.is_enough_for(room):
            self.warn(tr("A bot is on its way to every free seat."))
        else:
            self.warn(tr(self._company.call()))

    async def _host_again(self) -> None:
        """Open a room like this one, which has had its day, and sit down there."""
        room = self._session.room
        if room is None or not may_host_again(room):
            return
        if self._session.seat is not None and room.phase != "closed":
            await self._try(self.player.leave())
        if await self._try(self.player.host_like(room)):
            self._sight.aftermath.close()
            self._play.teller = Teller(self.player)
            self.notes.clear()

    async def _try(self, asking: Awaitable[object], what: str = "") -> bool:
        """Tell whether a request was carried out; say why if it was not."""
        was_cut = self.is_cut()
        try:
            await self._play.ask(asking)
        except Refused as refusal:
            why = str(refusal)
            if was_cut or self.is_late:
                why = tr("Not done: {what}. {why}", what=what, why=why)
            self.warn(why)
            return False
        return True

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        wish = read_wish(text)
        if wish is not None:
            await self._talk(wish)
            return
        order = read_order(text)
        match order:
            case Order.LEAVE:
                await self._go_unless("")
            case Order.READY | Order.UNREADY:
                await self._turn_ready()
            case Order.FINISH:
                await self._try(self.player.finish(), order.value)
            case Order.RESIGN:
                await self._try(self.player.resign(), order.value)
            case Order.HELP:
                self.shows_help = True
            case Order.ANALYSE:
                await self._sight.analyse()
            case Order.HINT:
                self.warn(tr(HINTS_ALONE))
            case Order.BOARD:
                pass
            case None:
                await self._move_on(text.split())

    async def _move_on(self, words: list[str]) -> None:
        """Make moves up to one that is refused; an order after them is obeyed, too."""
        for word in words:
            if read_order(word) is not None:
                await self.obey(word)
            elif not await self._move(word):
                break

    async def _move(self, word: str) -> bool:
        if self._session.counts_down:
            self._warn_of_countdown()
            return False
        if takes_back(word) and self._session.may_move:
            return await self._take_back()
        try:
            notation = self._play.read(word)
        except Refused as refusal:
            self.warn(str(refusal))
            return False
        return await self._send(notation)

    # Talk

    async def _talk(self, wish: Wish) -> None:
        try:
            self.say(await self._play.talk(wish))
        except Refused as refusal:
            self.warn(str(refusal))

    def opening(self, key: str) -> str | None:
        """Open the line for talk, too, where somebody may talk."""
        if key == TALK and may_talk(self._session):
            return TALK
        return super().opening(key)

    def open_line(self, text: str) -> None:
        """Open the line, with the phrases above it if it is for talk."""
        super().open_line(text)
        if opens_talk(text):
            show_phrases(self, self.glyphs, colour=self._colour)

    def close_line(self) -> None:
        """Close the line."""
        super().close_line()
        hide_phrases(self)

    def waits_for_nothing(self, text: str) -> bool:
        """Say something at once: talk waits for no moves."""
        return read_wish(text) is not None or super().waits_for_nothing(text)

    # Going

    async def action_go(self) -> None:
        """Give up the seat; in mid-match only when asked twice."""
        if self._title:
            await self._leave()  # which gives nothing up
        else:
            await self._go_unless(tr(SURE) if self._session.may_move else "")

    async def _go_unless(self, why: str) -> None:
        """Leave, but ask once where there is a reason to stay."""
        if ends := await ends_for(self.player):
            why = f"{ends} {tr(SURE_ALL_THE_SAME)}"
        if not why or self._is_sure:
            await self._leave()
            return
        self._is_sure = True
        self.warn(why)
        self.draw()

    async def _leave(self) -> None:
        if not self._title or is_attempt_over(self._session.room):
            self._parting = await self._play.leave()
        self.leave()

    async def action_hang_up(self) -> None:
        """Go, and keep the seat."""
        self._parting = self._play.waiting()
        await super().action_hang_up()

    # What is shown

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture | None:
        """Return the room, or the board while a match is on."""
        room, sight = self._session.room, self._sight
        if room is None:
            return None
        is_casual = room.kind == "match" and not room.rated
        head = sight.headline(room, tr("casual") if is_casual else "")
        seen = sight.afterwards(room, felt, bars, head)
        if seen is not None:
            return seen._replace(banner=sight.banner(room, self._sending))
        width, height = felt
        has_board = room.phase == "playing" or sight.shows_end
        return Picture(
            head=head,
            bars=self._bar_lines(room, bars) if has_board else (),
            foot=self._foot_keys(room),
            felt=self._felt(room, height, width),
            tail=() if has_board else sight.tail(room, width),
            banner=sight.banner(room, self._sending),
            half=self.hand.half if self._session.may_move else "",
        )

    def _bar_lines(self, room: RoomView, size: tuple[int, int]) -> Lines:
        racers = self._racers(room)
        self.say(self._sight.bars.look(racers, self.now_s()))
        return self._sight.bar_lines(room, racers, size)

    def _racers(self, room: RoomView) -> tuple[Racer, ...]:
        return racers_in(self._play.race.room(room), self._session.seat)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        looks = may_look(self._session)
        others = look_keys(is_open=self._lookout.is_open) if looks else ()
        return (*others, *self._own_keys(room))

    def _own_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        if self._session.may_move and self._session.board is not None:
            keys = keys_for(self._play.game, board_of(self._session.board))
            return (take_back_hint(), *keys) if self._takes_back() else keys
        if self._sight.shows_end:
            return (KeyHint("enter", tr("Enter the result")),)
        has_replay = bool(self._sight.match_to_see) and room.phase != "playing"
        return room_keys(
            *(room, self._session.own),
            has_replay=has_replay,
            invites=self._invites(room),
        )

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        if self._lookout.is_open and may_look(self._session):
            boards = self._lookout.boards
            if not boards:
                return Felt((line(Span(f" {tr(BOARDS_SOON)}", Style.DIM)),), ())
            watched = Watched(room, boards, self._focus.seat)
            return watched_felt(watched, self.glyphs, height, width)
        has_board = room.phase == "playing" or self._sight.shows_end
        if has_board and self._session.board is not None:
            self._look()
            return self.hand.felt(self.glyphs, height, width)
        return Felt(self._room_lines(room), ())

    def _room_lines(self, room: RoomView) -> Lines:
        if self._title and room.phase == "result":
            proof = self._sight.proof_lines or ((),)
            return (*standings_told(self._session), *proof)
        if self._title and room.phase == "gathering":
            title = (Span(f" {self._title}", Style.TITLE),)
            return (title, (), line(begin_text(room)))
        invited = () if self._is_alone else invitation_lines(self.player, room.room)
        return self._sight.room_lines(room, invited)

    def _invites(self, room: RoomView) -> bool:
        """Tell whether friends may come; nobody does to a table for one alone."""
        waits = room.phase == "gathering" and may_come(room)
        return waits and self._sight.sits and not self._is_alone

    def help_lines(self) -> Lines:
        """Return what the keys do in the game of this room, or in its replay."""
        told = self._sight.help_lines()
        if told is not None:
            return told
        room = self._session.room
        scene = Scene(
            is_room=True,
            takes_back=self._takes_back(),
            talks=may_talk(self._session),
            shows_boards=room is not None and room.watch == "boards",
            cell=self.hand.example if self._session.may_move else "",
            is_between=room is not None and room.phase != "playing",
        )
        return help_lines(self._play.game, scene)

    def _takes_back(self) -> bool:
        room = self._session.room
        return room is not None and room.takes_back and can_take_back(room.game)

    def _look(self) -> None:
        """Show the hand the board as it is now."""
        view = self._session.board
        if view is not None:
            self.hand.look(self._play.game, board_of(view))
