"""The full-screen client in one room: from sitting down to leaving."""

import asyncio
from collections.abc import Awaitable

from samedeal_client.fullscreen.bars import Bars
from samedeal_client.fullscreen.base import ALL_UP, Picture, TableApp, headline
from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.grip import Done
from samedeal_client.fullscreen.words import (
    DEGRADED,
    GO_BACK,
    KEPT,
    RECONNECTING,
    SURE,
    invitation,
    keys_line,
    room_keys,
)
from samedeal_client.ghosts import LOOKED_EVERY_S, Ghosts
from samedeal_client.happenings import (
    Checked,
    Happening,
    Lost,
    NotDone,
    Proven,
    Renewed,
    Unseated,
)
from samedeal_client.input import Order, Unplayable, read_move, read_order
from samedeal_client.player import Player
from samedeal_client.proof import prove
from samedeal_client.racing import GhostRace
from samedeal_client.session import board_of
from samedeal_client.table import LEAVE_WITHIN_S, why_no_move
from samedeal_client.telling import Teller, refusal_text
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import clock, counted
from samedeal_client.witness import Witness
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted


class RoomApp(TableApp):
    """One player's view of one room; Ctrl-C hangs up and keeps the seat."""

    def __init__(
        self,
        player: Player,
        glyphs: Glyphs,
        *,
        colour: bool,
        is_lasting: bool = True,
        ghosts: Ghosts | None = None,
    ) -> None:
        super().__init__(glyphs, colour=colour)
        self._player = player
        self._session = player.session
        self._teller = Teller(player)
        self._result: Lines = ()
        self._proof: Lines = ()
        self._bars = Bars()
        self._race = GhostRace(player, ghosts, is_lasting=is_lasting)
        self._is_sure = False

    def on_mount(self) -> None:
        """Begin to listen and to play."""
        self.run_worker(self._listen())
        self.set_interval(LOOKED_EVERY_S, self._tell_ghosts)
        super().on_mount()

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self._player.happenings.get()
            self._take(happening)
            self.draw()
            if isinstance(happening, Unseated) and happening.why is not None:
                self.say((line(Span(GO_BACK, Style.DIM)),))
            if isinstance(happening, Lost) and not happening.again:
                self.exit(1)
                return

    def _take(self, happening: Happening) -> None:
        self.say(self._teller.tell(happening))
        match happening:
            case MatchStarted():
                self.shows_help = False
                self._bars = Bars()
                self._race.begin()
            case MatchEnded():
                self.hand.drop()
                self._result, self._proof = self._teller.standings(), ()
            case Proven():
                self._proof = self._teller.tell(happening)
            case Renewed(has_new_result=True):
                self._result, self._proof = self._teller.standings(), ()
            case Checked(doubts=doubts, witness=witness) if not doubts:
                self.run_worker(self._prove(witness))
            case _:
                pass

    def _tell_ghosts(self) -> None:
        self.say(self._race.look())

    async def _prove(self, witness: Witness) -> None:
        self._player.happenings.put_nowait(await prove(self._player, witness))

    @property
    def farewell(self) -> Lines:
        """What is left to see of the last match when the screen is gone."""
        return (*self._result, *self._proof)

    # What is done

    async def press(self, key: str) -> None:
        """Move by keys in a match; be ready outside of one."""
        self._is_sure = False
        if self._session.may_move:
            self._look()
            if key == ALL_UP and self.hand.upward():
                await self._send_all_up()
            else:
                await self._do(self.hand.press(key))
        elif key == "enter" and not self._session.counts_down:
            await self._turn_ready()

    async def point(self, spot: Spot | None) -> None:
        """Move with the mouse."""
        if self._session.may_move:
            self._look()
            await self._do(self.hand.point(spot))

    async def _do(self, done: Done) -> None:
        if done.note:
            self.warn(done.note)
        if done.move:
            await self._try(self._player.move(done.move))

    async def _send_all_up(self) -> None:
        """Send up card after card, for as long as one goes."""
        while self._session.may_move:
            self._look()
            move = self.hand.upward()
            if not move or not await self._try(self._player.move(move)):
                return
            self.draw()

    async def _turn_ready(self) -> None:
        own, room = self._session.own, self._session.room
        if own is None or room is None or room.next_match is None:
            return
        await self._try(self._player.unready() if own.ready else self._player.ready())

    async def _try(self, asking: Awaitable[None]) -> bool:
        """Tell whether a request was carried out; say why if it was not."""
        if not self._player.is_connected:
            self.warn(KEPT)
        try:
            await asking
        except NotDone as refusal:
            self.warn(refusal_text(refusal.error))
            return False
        return True

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        order = read_order(text)
        match order:
            case Order.LEAVE:
                await self._leave()
            case Order.READY | Order.UNREADY:
                await self._turn_ready()
            case Order.FINISH:
                await self._try(self._player.finish())
            case Order.RESIGN:
                await self._try(self._player.resign())
            case Order.HELP:
                self.shows_help = True
            case Order.BOARD:
                pass
            case None:
                for word in text.split():
                    if not await self._move(word):
                        break

    async def _move(self, word: str) -> bool:
        board, room = self._session.board, self._session.room
        if board is None or not self._session.may_move:
            self.warn(why_no_move("closed" if room is None else room.phase, word))
            return False
        try:
            notation = read_move(self._game(), board_of(board), word)
        except Unplayable as error:
            self.warn(str(error))
            return False
        return await self._try(self._player.move(notation))

    # Going

    async def action_go(self) -> None:
        """Give up the seat; in mid-match only when asked twice."""
        if self._session.may_move and not self._is_sure:
            self._is_sure = True
            self.warn(SURE)
            self.draw()
            return
        await self._leave()

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(LEAVE_WITHIN_S):
                await self._player.leave()
        except (NotDone, TimeoutError):
            pass
        self.exit(0)

    # What is shown

    def picture(self, height: int, width: int) -> Picture | None:
        """Return the room, or the board while a match is on."""
        room = self._session.room
        if room is None:
            return None
        return Picture(
            head=self._headline(room, width),
            bars=self._bar_lines(room, width),
            foot=self._footline(room),
            felt=self._felt(room, height, width),
        )

    def _headline(self, room: RoomView, width: int) -> Line:
        about = find_game(room.game).about
        left = self._player.left_ms()
        time = "" if left is None else clock((left + 999) / 1000)
        board = self._session.board if room.phase == "playing" else None
        score = "" if board is None else f"  {counted(board.score, about)}"
        word = room.kind if room.kind in ("challenge", "daily") else "room"
        what = f" {about.title}  {word} {room.room}{score}"
        return headline(what, self._trouble(room), time, width)

    def _trouble(self, room: RoomView) -> Span:
        if not self._player.is_connected:
            return Span(f"  {RECONNECTING}", Style.WARNING)
        if self._player.is_degraded:
            return Span(f"  {DEGRADED}", Style.WARNING)
        is_casual = room.kind == "match" and not room.rated
        return Span("  casual" if is_casual else "", Style.DIM)

    def _bar_lines(self, room: RoomView, width: int) -> Lines:
        if room.phase != "playing":
            return ()
        about = find_game(room.game).about
        seated = self._race.room(room)
        return self._bars.lines(seated, about, self._session.seat, width, self.glyphs)

    def _footline(self, room: RoomView) -> Line:
        if self._session.may_move and self._session.board is not None:
            half = f" {self.hand.half}_" if self.hand.half else ""
            keys = keys_line(self._game(), board_of(self._session.board))
            return line(Span(half, Style.HELD), *keys) if half else keys
        return room_keys(room, self._session.own)

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        if room.phase == "playing" and self._session.board is not None:
            self._look()
            return self.hand.felt(self.glyphs, height, width)
        return Felt(self._room_lines(room), ())

    def _room_lines(self, room: RoomView) -> Lines:
        about = find_game(room.game).about
        rows = room_lines(room, about, self._session.seat)
        if room.phase == "countdown":
            left = clock(((self._player.left_ms() or 0) + 999) / 1000)
            soon = Span(f" The cards are dealt in {left}", Style.NEXT)
            return (*rows, (), (soon,))
        if room.phase == "result":
            evening = self._teller.evening()
            if evening:
                # What counts most comes first: a screen ends somewhere.
                return (*evening, (), *self._teller.result(), (), *rows)
            standings = self._race.standings(self._teller.standings())
            return (*standings, *self._race.to_send(), (), *rows)
        if room.phase == "gathering":
            return (*rows, *self._race.rivals(), (), *invitation(room))
        return rows

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
