"""The full screen of one player in one room: from sitting down to leaving."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeAlias

from samedeal_client.failed import Refused
from samedeal_client.families.boards import move_name
from samedeal_client.language import later, tr
from samedeal_client.language.typed import word_for
from samedeal_client.play.opening import LIES
from samedeal_client.play.orders import Order, read_line
from samedeal_client.play.room.ghosts import LOOKED_EVERY_S, Ghosts
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.room.talking import Wish, read_wish
from samedeal_client.play.sentences.attempts import is_attempt_over
from samedeal_client.screen.app import begin
from samedeal_client.screen.felt.felt import Spot
from samedeal_client.screen.felt.grip import Done
from samedeal_client.screen.keys.key_hints import (
    ALL_UP,
    GO_BACK,
    HANG_UP_AGAIN,
    LEAVE_AGAIN,
)
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.replay.trying import Trying
from samedeal_client.screen.room.around.aftermath import Aftermath
from samedeal_client.screen.room.around.between import Between
from samedeal_client.screen.room.listening import listen
from samedeal_client.screen.room.others import Others
from samedeal_client.screen.room.shown import RoomShown
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.layout import Plan, plan_for
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.talk import phrase_lines
from samedeal_client.wire.happenings import Checked, Happening, Proven, Unseated
from samedeal_client.wire.player import Player
from samedeal_protocol.updates import MatchEnded, MatchStarted

GO_ON = later("Enter shows where that leaves you.")
TURNED = later("The result came by itself: Enter once more.")
PHRASES = "#phrases"
Does: TypeAlias = Callable[[], Awaitable[object]]


class RoomScreen(TableScreen):
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
        self._play = RoomPlay(
            player,
            is_alone=is_alone,
            ghosts=ghosts,
            on_alert=lambda text: self.app.alert(text),
        )
        beside = partial(begin, self)
        self._trying = Trying(self, beside)
        self._aftermath = Aftermath(
            *(self._play, self.now_s, self.warn, self._trying.begin),
            copy=self.copy,
        )
        self._sight = RoomSight(
            *(self._play, self._aftermath, self.glyphs, self, beside),
            is_attempt=bool(title),
        )
        self._title = title
        self._is_going = False
        """Whether the seat is being given up: once is enough."""
        self._others = Others(self._play, self.glyphs, self.warn)
        self._shown = RoomShown(
            *(self._play, self._sight, self._others),
            *(self.hand, self.strokes, self.glyphs),
            title=title,
        )
        self._between = Between(
            *(self._play, self, self._shown.offering),
            copy=self.copy,
        )
        self._keys = self._table_of_keys()
        self._parting: Lines = ()
        """The words for a leaving player about the match."""

    def on_mount(self) -> None:
        """Begin to play; Textual itself calls what the class above does."""
        self._play.start()
        begin(self, self._listen)
        self._sight.ask_ratings()
        self.open_board()
        self.say(self._play.teller.greet())
        self.set_interval(LOOKED_EVERY_S, lambda: self.say(self._play.race.look()))

    async def on_unmount(self) -> None:
        """Take along the bots that were called, and look for nothing any more."""
        await self._play.close()
        await self._between.close()
        await self._others.close()

    def is_cut(self) -> bool:
        """Tell whether there is no connection now."""
        return self._play.is_cut

    def is_slow(self) -> bool:
        """Tell whether moves are answered late, or not at all."""
        return self.is_cut() or self.player.slow_s is not None

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone: the last match, the way back."""
        return (*self._sight.farewell, *self._parting)

    # What happens

    async def _listen(self) -> None:
        await listen(self, self._play, self._sight, self._hear)

    def _hear(self, happening: Happening) -> None:
        match happening:
            case MatchStarted() | MatchEnded():
                self._trying.end()
                self.hand.drop()
                begin(self, self._others.forget)
            case Unseated(why=why) if why is not None:
                self.say((line(Span(f" {tr(GO_BACK)}", Style.DIM)),))
            case Proven() | Checked(doubts=(_, *_)) if self._title:
                self.say((line(Span(f" {tr(GO_ON)}", Style.NEXT)),))
            case _:
                pass

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

    def _table_of_keys(self) -> Mapping[str, Mapping[str, Does]]:
        """Return the action of each key, by scene; on a board any other is the hand's.

        Around a match the boards of the others and what is seen of the last match take
        their own keys first. What opens the line, leaves or helps is no stroke.
        """
        return {
            "board": {
                ALL_UP: self._press_all_up,
                key_for(Order.TAKE_BACK): self._press_back,
            },
            "room": {
                key_for(Order.READY): self._press_ready,
                **self._aftermath.keys,
                **self._between.keys,
            },
        }

    async def press(self, key: str) -> None:
        """Do what a key means where it was pressed, unless that is past."""
        if self._play.asks:
            self.notes.unwarn()
        self._play.unask()
        scene = self.scene
        if self.is_past:
            self._between.tell_past(scene, key)
        elif scene == "end":
            self._sight.turn_to_result()
        elif scene == "room" and await self._look_elsewhere(key):
            pass
        elif scene == "room" and self.is_late and self._needs_server(key):
            self._between.tell_late(key)
        elif (does := self._keys[scene].get(key)) is not None:
            await does()
        elif scene == "board":
            await self._press_board(key)

    async def _press_board(self, key: str) -> None:
        self._shown.look()
        await self._do(self.hand.press(key))

    async def _press_all_up(self) -> None:
        self._shown.look()
        if self.hand.upward():
            await self._send_all_up()
        else:
            await self._press_board(ALL_UP)

    async def _press_back(self) -> None:
        if self._play.takes_back:
            await self._take_back()
        else:
            await self._press_board(key_for(Order.TAKE_BACK))

    async def _press_ready(self) -> None:
        """Be ready, or go where nothing more comes after an attempt."""
        if self._sight.has_just_turned:
            self.warn(tr(TURNED))
        elif self._is_attempt_over and self._aftermath.rerun is None:
            await self._leave()
        else:
            await self._between.turn_ready()

    @property
    def _is_attempt_over(self) -> bool:
        return bool(self._title) and is_attempt_over(self._session.room)

    def _needs_server(self, key: str) -> bool:
        """Tell whether a key around a match does nothing without the server."""
        # Enter leads out after an attempt, and nobody is asked for that.
        return self._between.needs_server(key) and not self._is_attempt_over

    async def _look_elsewhere(self, key: str) -> bool:
        """Tell whether a key was for what can be seen in place of the room."""
        return await self._others.press(key) or self._sight.press(key)

    async def point(self, spot: Spot | None) -> None:
        """Move with the mouse."""
        if self._session.may_move:
            self._shown.look()
            await self._do(self.hand.point(spot))
        elif spot is not None and self._others.is_open:
            await self._others.press(spot.pile)

    async def _do(self, done: Done) -> None:
        if done.note:
            self.warn(done.note)
        if done.move:
            await self._send(done.move)

    async def _send(self, notation: str) -> bool:
        """Send a move; say what became of it if that is not seen at once."""
        name = move_name(self._play.game, notation)
        was_late = self.is_late or self.is_cut()
        is_done = await self.try_to(self._play.make(notation), name)
        if is_done and (was_late or self.is_late):
            text = tr("Played after all: {move}", move=name)
            self.say((line(Span(f" {text}", Style.GOOD)),))
        return is_done

    async def _send_all_up(self) -> None:
        """Send up card after card, for as long as one goes."""
        while self._session.may_move:
            self._shown.look()
            move = self.hand.upward()
            if not move or not await self._send(move):
                return
            self.draw()

    async def _take_back(self) -> bool:
        """Take the last move back; the server says whether that can be."""
        self.hand.drop()
        return await self.try_to(self._play.take_back(), tr("take back"))

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        wish = read_wish(text)
        if wish is not None:
            await self._talk(wish)
            return
        for part in read_line(text):
            if isinstance(part, Order):
                await self._carry_out(part)
            elif not await self._move_on(part):
                return

    async def _carry_out(self, order: Order) -> None:
        """Do what was ordered; what is given up by it only when said twice."""
        if order is Order.LEAVE and self._title:
            await self._leave()  # which gives nothing up
            return
        if why := await self._play.doubt(order, LEAVE_AGAIN, before=":"):
            self.warn(why)
            self.draw()
            return
        match order:
            case Order.HELP:
                self.shows_help = True
            case Order.BOARD:
                pass
            case Order.ANALYSE | Order.MOMENTS:
                await self._aftermath.keys[key_for(order)]()
            case Order.LEAVE:
                await self._leave()
            case Order.READY | Order.UNREADY if self._session.counts_down:
                self._between.warn_of_countdown()
            case _ if self.scene == "room" and (self.is_late or self.is_cut()):
                self._between.tell_late(f":{word_for(order.value.word)}")
            case _:
                await self.try_to(self._play.obey(order), order.value.word)

    async def _move_on(self, words: list[str]) -> bool:
        """Make moves up to one that is refused; tell whether none was."""
        self._play.unask()
        for word in words:
            if not await self._move(word):
                return False
        return True

    async def _move(self, word: str) -> bool:
        if self._session.counts_down:
            self._between.warn_of_countdown()
            return False
        if Order.TAKE_BACK.is_said(word) and self._session.may_move:
            return await self._take_back()
        try:
            notation = self._play.read(word)
        except Refused as refusal:
            self.warn(str(refusal))
            return False
        return await self._send(notation)

    def come_anew(self) -> None:
        """Sit in another room, of which nothing was seen or told yet."""
        self._aftermath.close()
        self._play.come_anew()
        self.notes.clear()

    # Talk

    async def _talk(self, wish: Wish) -> None:
        try:
            self.say(await self._play.talk(wish))
        except Refused as refusal:
            self.warn(str(refusal))

    def opening(self, key: str) -> str | None:
        """Open the line for talk, too, where somebody may talk."""
        if key == key_for(Order.TALK) and self._session.may_talk:
            return key_for(Order.TALK)
        return super().opening(key)

    def open_line(self, text: str) -> None:
        """Open the line, with the phrases above it if it is for talk."""
        super().open_line(text)
        if text == key_for(Order.TALK) and not self.query(PHRASES):
            words = Words(colour=self.has_colour, id=PHRASES[1:], glyphs=self.glyphs)
            self.mount(words, before="#typed")
            words.say(phrase_lines(self.size.width))

    def close_line(self) -> None:
        """Close the line."""
        super().close_line()
        self.query(PHRASES).remove()

    def waits_for_nothing(self, text: str) -> bool:
        """Say something at once: talk waits for no moves."""
        return read_wish(text) is not None or super().waits_for_nothing(text)

    # Going

    async def action_go(self) -> None:
        """Give up the seat; in mid-match only when asked twice."""
        await self._carry_out(Order.LEAVE)

    async def _leave(self) -> None:
        if self._is_going:
            return
        self._is_going = True
        if not self._title or self._is_attempt_over:
            self._parting = await self._play.leave(self.strokes.words())
        self.leave()

    async def action_hang_up(self) -> None:
        """Go, and keep the seat; asked once where that stops the race of others."""
        if why := await self._play.doubt_hanging_up(HANG_UP_AGAIN):
            self.warn(why)
            self.draw()
            return
        self._parting = self._play.waiting(self.strokes.words())
        await super().action_hang_up()

    # What is shown

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture | None:
        """Return the room, or the board while a match is on."""
        return self._shown.picture(felt, bars, self.size.width)

    @property
    def is_whole(self) -> bool:
        """Whether the page of a match takes the whole width."""
        return self._sight.is_whole

    @property
    def plan(self) -> Plan:
        """What stands beside the felt, by what is played and seen."""
        has_room = self._session.room is not None
        plan = plan_for(self.size, self._play.game if has_room else None)
        is_own = self._shown.shows_own_board and not self.shows_help
        return plan if is_own or plan.has_notes else plan_for(self.size)

    def help_lines(self) -> Lines:
        """Return the help on the game of this room, or on its replay."""
        return self._shown.help_lines()
