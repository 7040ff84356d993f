"""A room line by line: what happens is told, and what is typed is done."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine

from samedeal_client.failed import INTERRUPTED, Refused
from samedeal_client.families.boards import move_prompt
from samedeal_client.language import later, tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.lines.pacing import ScriptPacing
from samedeal_client.lines.room_told import RoomTold
from samedeal_client.lines.screens.screen import Interrupted, Screen
from samedeal_client.play.opening import LIES
from samedeal_client.play.orders import Order, read_line, read_order
from samedeal_client.play.room.first_card import first_move
from samedeal_client.play.room.ghosts import LOOKED_EVERY_S, Ghosts
from samedeal_client.play.room.last_match import match_to_see
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.room.talking import Wish, read_wish
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.terminal.alerts import Ringing
from samedeal_client.terminal.gone import is_gone
from samedeal_client.terminal.output import write_codes
from samedeal_client.view.spans import Lines, line, warning
from samedeal_client.wire.happenings import (
    Checked,
    Happening,
    Lost,
    Proven,
    Renewed,
    Unseated,
)
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_protocol.updates import MatchEnded, MatchStarted

LEAVE_AGAIN = later("Type leave again to go; Ctrl-C keeps your seat.")
END_AGAIN = later("Press Ctrl-D again to go; Ctrl-C keeps your seat.")
HANG_UP_AGAIN = later("Press Ctrl-C again to go.")
KEPT = later(" Not connected now: this is kept, and sent when the connection is back.")


class RoomLines:
    """One player's view of one room, from sitting down to leaving."""

    def __init__(
        self,
        player: Player,
        screen: Screen,
        *,
        is_alone: bool = False,
        ghosts: Ghosts | None = None,
    ) -> None:
        """Sit there; `is_alone` tells that nobody but bots is to come.

        `ghosts` are raced beside the players there.
        """
        self._player = player
        self._session = player.session
        self._screen = screen
        self._ringing = Ringing(write_codes)
        self._play = RoomPlay(
            player,
            is_alone=is_alone,
            ghosts=ghosts,
            on_kept=self._say_kept,
            on_alert=self._alert,
        )
        self._race = self._play.race
        self._pacing = ScriptPacing(player, is_live=screen.is_live)
        self._analysing = Analysing(screen)
        self._is_alone = is_alone
        self._status = 0
        self._is_leaving = False
        self._beside: set[asyncio.Task[None]] = set()
        """Tasks that say, show and tell things while the player goes on."""
        self._telling: asyncio.Task[None] | None = None
        """The task that tells about the last match, if one is under way."""
        self._told = RoomTold(self._play, screen)

    async def run(self) -> int:
        """Play until the player leaves or the room is gone; return an exit status."""
        self._show_arrival()
        self._say(self._play.teller.greet())
        self._play.start()
        running = {
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._type()),
            asyncio.create_task(self._keep_up()),
        }
        try:
            await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # Ctrl-C where nothing is being typed, or no terminal takes it.
            self._say_seat_waits()
            raise
        finally:
            self._analysing.drop()
            tasks = [*running, *self._beside]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._play.close()
            self._ringing.seen()
        for task in running:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
        return self._status

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self._play.heard()
            if not self._is_leaving:
                self._tell(happening)
            self._pacing.look_again()
            if isinstance(happening, Unseated) or self._is_enough(happening):
                return
            if isinstance(happening, Lost) and not happening.again:
                self._status = 1
                return

    def _is_enough(self, happening: Happening) -> bool:
        """Tell whether there is nothing more to wait for here."""
        return False

    def _tell(self, happening: Happening) -> None:
        self._say(self._play.hear(happening))
        match happening:
            case MatchStarted():
                self._analysing.drop()
                if self._telling is not None:
                    self._telling.cancel()
                self._show_new_board()
            case MatchEnded():
                self._say(self._race.standings(standings_told(self._player.session)))
            case Proven():
                self._say(self._race.to_send())
            case Renewed():
                self._show_renewed(happening)
            case Checked():
                self._say(self._told.what_now())
            case _:
                pass

    def _show_new_board(self) -> None:
        """Show a board to play on, and a first card that lies there by itself."""
        if first_move(self._session) and self._player.is_connected:
            self._start(self._show_after_first_card())
        else:
            self._show_board_with_help()

    async def _show_after_first_card(self) -> None:
        if await self._play.lay_first():
            self._say((line(f" {tr(LIES)}"),))
        self._show_board_with_help()

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task that nobody waits for."""
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        return task

    def _show_board_with_help(self) -> None:
        self._show_board()
        self._say(self._told.move_help())

    async def _keep_up(self) -> None:
        """Tell of ghosts and of the clock now and then, until cancelled."""
        while True:
            await asyncio.sleep(LOOKED_EVERY_S)
            self._say(self._race.look())
            self._say(self._told.clock())

    async def _await_proof(self) -> None:
        """Wait until the last match is proven, and everything is told of it."""
        await self._pacing.proof(self._play.proving)
        if self._play.proving:
            await asyncio.wait(self._play.proving)

    # What is typed

    async def _type(self) -> None:
        while True:
            try:
                if await self._do_next():
                    return
            except Interrupted:
                if await self._is_kept_by_others():
                    continue
                # Not a goodbye: who gives up says so, and everybody else comes back.
                self._status = INTERRUPTED
                self._say_seat_waits()
                return

    async def _is_kept_by_others(self) -> bool:
        """Tell whether hanging up takes a question first, as others race on."""
        if is_gone() or not self._screen.is_live:
            return False
        if why := await self._play.doubt_hanging_up(HANG_UP_AGAIN):
            self._warn(why)
        return bool(why)

    async def _do_next(self) -> bool:
        """Carry out the next line; return True when the player has left."""
        text = await self._read()
        if text is not None:
            return await self._obey(text)
        if is_gone():
            raise Interrupted
        await self._pacing.result()
        await self._pacing.proof(self._play.proving)
        return await self._stop_typing()

    async def _stop_typing(self) -> bool:
        """Leave, as nothing more is typed; a person is asked as by the word."""
        if self._screen.is_live:
            return await self._carry_out(Order.LEAVE, END_AGAIN)
        await self._leave()
        return True

    async def _read(self) -> str | None:
        return await self._screen.read(self._prompt)

    async def _obey(self, text: str) -> bool:
        """Obey a line; return True when the player has left."""
        wish = read_wish(text)
        if wish is not None:
            await self._begin_to_talk(wish)
            return False
        if read_order(text) is None:
            await self._pacing.turn(None)
            self._play.unask()
            answer = self._told.answer(text)
            if answer is not None:
                self._screen.show(answer)
                return False
        for part in read_line(text):
            if isinstance(part, Order):
                if await self._carry_out(part):
                    return True
            elif not await self._move_on(part):
                return False
        return False

    async def _begin_to_talk(self, wish: Wish) -> None:
        """Begin to say a line; a person need not wait until it is said."""
        saying = self._start(self._talk(wish))
        if not self._screen.is_live:
            await saying

    async def _talk(self, wish: Wish) -> None:
        try:
            self._say(await self._play.talk(wish))
        except Refused as refusal:
            self._warn(str(refusal))

    async def _move_on(self, words: list[str]) -> bool:
        """Make moves up to one that is refused, and show the board.

        Returns whether all were made.
        """
        made = 0
        await self._play.lay_first()
        for word in words:
            if not await self._try(self._play.move(word)):
                break
            made += 1
        if made:
            self._show(self._told.moved())
        return made == len(words)

    async def _carry_out(self, order: Order, again: str = LEAVE_AGAIN) -> bool:
        """Carry out an order; return True when the player has left.

        `again` is how to confirm leaving.
        """
        is_person = self._screen.is_live
        if why := await self._play.doubt(order, again, is_person=is_person):
            self._warn(why)
            return False
        await self._pacing.turn(order)
        match order:
            case Order.HELP:
                self._screen.show(self._told.help())
            case Order.BOARD:
                self._show_board()
            case Order.ANALYSE:
                await self._tell_of_last(self._tell_possible)
            case Order.MOMENTS:
                await self._tell_of_last(self._tell_moments)
            case Order.LEAVE:
                await self._leave()
            case _:
                await self._try(self._play.obey(order))
        return order is Order.LEAVE

    async def _tell_of_last(self, tell: Callable[[str], Awaitable[None]]) -> None:
        """Tell something of the last match; a person need not wait for it."""
        try:
            match = match_to_see(self._session.room)
        except Refused as refusal:
            self._warn(str(refusal))
            return
        self._telling = self._start(self._tell_once_proven(tell, match))
        if not self._screen.is_live:
            await self._telling

    async def _tell_once_proven(
        self, tell: Callable[[str], Awaitable[None]], match: str
    ) -> None:
        await self._await_proof()
        await self._try(tell(match))

    async def _tell_possible(self, match: str) -> None:
        await self._analysing.tell(await self._play.last.analysed(match))

    async def _tell_moments(self, match: str) -> None:
        seen = await self._play.last.moments(match, self._player.id)
        await self._analysing.tell_moments(seen)

    async def _try(self, asking: Awaitable[None]) -> bool:
        """Tell whether a request was carried out; say why if it was not."""
        try:
            await asking
        except Refused as refusal:
            self._warn(str(refusal))
            return False
        return True

    async def _leave(self) -> None:
        """Give up the seat."""
        self._is_leaving = True
        self._say(await self._play.leave())

    # What is shown

    def _prompt(self) -> str:
        room, board = self._session.room, self._session.board
        if board is not None and self._session.may_move:
            return move_prompt(board_of(board), self._screen.glyphs)
        return "> " if room is None else f"{room.room}> "

    def _show_room(self) -> None:
        self._say(self._told.room())

    def _show_board(self) -> None:
        self._show(self._told.board())

    def _show(self, board: Lines | None) -> None:
        """Show the board, or the room where there is none."""
        if board is None:
            self._show_room()
        else:
            self._say(board)

    def _show_arrival(self) -> None:
        """Show the match that is on, or else the room, to a player who comes in."""
        room, board = self._session.room, self._session.board
        if room is None or board is None or room.phase != "playing":
            self._show_room()
        elif first_move(self._session):
            self._show_new_board()
        else:
            self._show_board()
            self._say(self._told.arrival())

    def _say_seat_waits(self) -> None:
        self._say(self._play.waiting())

    def _show_renewed(self, renewed: Renewed) -> None:
        """Show the parts that changed while there was no connection."""
        if renewed.has_new_result:
            self._say(self._race.standings(standings_told(self._player.session)))
        elif renewed.has_other_board or renewed.is_rewound:
            if first_move(self._session):
                self._show_new_board()
            else:
                self._show_board()

    def _alert(self, text: str) -> None:
        if self._screen.is_live:
            self._ringing.say(text)

    def _say_kept(self) -> None:
        self._say((line(tr(KEPT)),))

    def _say(self, lines: Lines) -> None:
        if lines:
            self._screen.show(lines)

    def _warn(self, text: str) -> None:
        self._screen.show(warning(text))
