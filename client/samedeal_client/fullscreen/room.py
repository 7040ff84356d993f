"""The full-screen client in one room: from sitting down to leaving."""

import asyncio
from collections.abc import Awaitable
from functools import partial

from samedeal_client.families.boards import move_name
from samedeal_client.fullscreen.app import begin
from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.grip import Done
from samedeal_client.fullscreen.room_screen import RoomScreen
from samedeal_client.fullscreen.talk import (
    hide_phrases,
    may_talk,
    opens_talk,
    show_phrases,
    talk,
)
from samedeal_client.fullscreen.watched import BOARDS_SOON, Watched, watched_felt
from samedeal_client.fullscreen.words import (
    ALL_UP,
    ANALYSE,
    BOT,
    CARDS_SOON,
    COPY,
    NEW_ROOM,
    READY,
    REPLAY,
    SURE,
    SURE_ALL_THE_SAME,
    TAKE_BACK,
    TALK,
    KeyHint,
    look_keys,
    may_call,
    may_host_again,
)
from samedeal_client.language import later, tr
from samedeal_client.play.input import (
    HINTS_ALONE,
    Order,
    Unplayable,
    read_move,
    read_order,
    takes_back,
)
from samedeal_client.play.opening import LIES
from samedeal_client.play.room.first_card import lay_first
from samedeal_client.play.room.focus import STEPS, Focus
from samedeal_client.play.room.ghosts import LOOKED_EVERY_S
from samedeal_client.play.room.lookout import may_look
from samedeal_client.play.room.talking import read_wish
from samedeal_client.play.sentences.going import (
    LEAVE_WITHIN_S,
    ends_for,
    leaving_lines,
    waiting_lines,
)
from samedeal_client.play.sentences.inviting import line_to_send
from samedeal_client.play.sentences.next_steps import why_no_move
from samedeal_client.play.sentences.telling import Teller, refusal_text
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.standings import clock
from samedeal_client.wire.happenings import Happening, NotDone, Rejected
from samedeal_client.wire.session import board_of
from samedeal_client.wire.trouble import Unreachable
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted

CLOSING = ("escape", "q")
TURNED = later("The result came by itself: Enter once more.")


class RoomApp(RoomScreen):
    """One player's view of one room; Ctrl-C hangs up and keeps the seat."""

    def on_mount(self) -> None:
        """Begin to play; Textual itself calls what the classes above do."""
        self.open_board()
        self.say(self._teller.greet())
        self.set_interval(LOOKED_EVERY_S, self._tell_ghosts)

    async def on_unmount(self) -> None:
        """Take along the bots that were called."""
        await self._company.dismiss()
        await self._lookout.close()

    def _tell_ghosts(self) -> None:
        self.say(self._race.look())

    # What is done

    @property
    def scene(self) -> str:
        """The board, or what there is around it."""
        if self._session.may_move:
            return "board"
        return "end" if self._shows_end else "room"

    async def begin(self) -> None:
        """Lay a first card that can go to one place only."""
        if await lay_first(self.player):
            self.say((line(f" {tr(LIES)}"),))

    async def press(self, key: str) -> None:
        """Move by keys in a match; outside of one be ready, or see it again."""
        self._is_sure = False
        if self._shows_end:
            if not self.is_past:
                self._end_seen_s = 0.0
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
        elif key == READY and self._has_just_turned:
            self.warn(tr(TURNED))
        elif key == READY:
            await self._turn_ready()
        elif key == REPLAY:
            await self._see(partial(self._aftermath.see_again, own=self.player.id))
        elif key == ANALYSE:
            await self._see(self._aftermath.analyse)
        elif key == NEW_ROOM:
            await self._host_again()
        elif key == COPY:
            self._copy_line()
        elif key == BOT:
            self._call_bot()

    async def _look_elsewhere(self, key: str) -> bool:
        """Tell whether a key was for what can be seen in place of the room."""
        if may_look(self._session) and await self._look_around(key):
            return True
        return self._aftermath.press(key, self.now_s())

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

    def _take(self, happening: Happening) -> None:
        super()._take(happening)
        if isinstance(happening, MatchStarted | MatchEnded):
            self._focus = Focus()
            begin(self, self._lookout.close)

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        if not self._lookout.is_open or not may_look(self._session):
            return super()._felt(room, height, width)
        boards = self._lookout.boards
        if not boards:
            return Felt((line(Span(f" {tr(BOARDS_SOON)}", Style.DIM)),), ())
        watched = Watched(room, boards, self._focus.seat)
        return watched_felt(watched, self.glyphs, height, width)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        keys = super()._foot_keys(room)
        if not may_look(self._session):
            return keys
        return (*look_keys(is_open=self._lookout.is_open), *keys)

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
        name = move_name(self._game(), notation)
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
            self._aftermath.clear()
            self._teller = Teller(self.player)
            self.notes.clear()

    async def _try(self, asking: Awaitable[object], what: str = "") -> bool:
        """Tell whether a request was carried out; say why if it was not."""
        was_cut = self.is_cut()
        try:
            await asking
        except NotDone as refusal:
            why = refusal_text(refusal.error)
            if was_cut or self.is_late:
                why = tr("Not done: {what}. {why}", what=what, why=why)
            self.warn(why)
            return False
        return True

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        wish = read_wish(text)
        if wish is not None:
            await talk(self, self._talking, wish)
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
                await self._see(self._aftermath.analyse)
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
        board, room = self._session.board, self._session.room
        if self._session.counts_down:
            self._warn_of_countdown()
            return False
        if board is None or not self._session.may_move:
            self.warn(why_no_move("closed" if room is None else room.phase, word))
            return False
        if takes_back(word):
            return await self._take_back()
        try:
            notation = read_move(self._game(), board_of(board), word)
        except Unplayable as error:
            self.warn(str(error))
            return False
        return await self._send(notation)

    # Talk

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
        told = leaving_lines(self.player)
        try:
            async with asyncio.timeout(LEAVE_WITHIN_S):
                await self.player.leave()
            self._parting = told
        except NotDone:
            pass
        except TimeoutError:
            self._parting = self._waiting_lines()
        self.leave()

    async def action_hang_up(self) -> None:
        """Go, and keep the seat."""
        self._parting = self._waiting_lines()
        await super().action_hang_up()

    def _waiting_lines(self) -> Lines:
        return waiting_lines(self.player, is_alone=self._is_alone)
