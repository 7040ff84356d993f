"""The stand: a room as somebody sees it who watches, and has no seat in it.

On a terminal it is one picture that is drawn again and again; anywhere else, lines
that tell what happens.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from samedeal_client.language import later, tr
from samedeal_client.proof.witness import Witness
from samedeal_client.table.outcomes import standings_told
from samedeal_client.table.proof import prove
from samedeal_client.table.talking import Talking
from samedeal_client.table.telling import CLOSED_MEANWHILE, Teller, slow_text
from samedeal_client.terminal.screen import Screen
from samedeal_client.view.room import progress_line
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import clock
from samedeal_client.view.watching import (
    head_line,
    result_lines,
    seat_lines,
    watched_board,
)
from samedeal_client.wire.happenings import Checked, Happening, Lost, Proven, Unseated
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted

DRAWN_EVERY_S = 0.5
TOLD_EVERY_S = 2.0
"""How often lines say how far everybody is, where that has changed."""
NOTES = 4
"""What happened last, below the picture."""
BOARD_ROWS_LEAST = 8
LEAVING = ("q", "quit", "exit", "leave", "salir")
KEYS = later(" A number and Enter: that seat's board.   q and Enter: leave.")
KEYS_WITHOUT_BOARDS = later(" q and Enter: leave.")

Draw = Callable[[Lines], None]


class Stand:
    """One spectator's view of one room, until they go or the room is gone.

    `draw` puts a picture in place of the one before; without it lines are shown.
    """

    def __init__(self, player: Player, screen: Screen, draw: Draw | None) -> None:
        self._player = player
        self._session = player.session
        self._screen = screen
        self._draw = draw
        self._teller = Teller(player)
        self._notes: deque[Line] = deque(maxlen=NOTES)
        self._chosen: int | None = None
        self._told: Line = ()
        self._proof: Lines = ()
        """What the check of the last match has found."""
        self._proving: set[asyncio.Task[None]] = set()
        self._talking = Talking(player)
        self._status = 0

    async def run(self) -> int:
        """Watch; return an exit status."""
        self._show_all()
        tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._type()),
            asyncio.create_task(self._keep_up()),
        ]
        learning = asyncio.create_task(self._talking.learn())
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending = [*tasks, learning, *self._proving]
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)
        for task in done:
            task.result()
        return self._status

    def farewell(self) -> Lines:
        """Return what is left to see of a picture that is gone."""
        room = self._session.room
        if room is None:
            return ()
        return (
            head_line(room, self._player.now_ms()),
            *result_lines(room),
            *self._notes,
        )

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self._player.happenings.get()
            if not self._talking.hides(happening):
                self._say(self._lines_for(happening))
            self.refresh()
            if isinstance(happening, Unseated):
                await self._await_proof()
                return
            if isinstance(happening, Lost) and not happening.again:
                self._status = 1
                return

    def _lines_for(self, happening: Happening) -> Lines:
        match happening:
            case MatchStarted(at=at, until=until):
                limit = clock((until - at) / 1000)
                text = tr(" The match begins: {time} for all.", time=limit)
                return (line(Span(text, Style.GOOD)),)
            case MatchEnded():
                self._proof = ()
                told = (line(tr(" The match is over.")),)
                return (
                    told
                    if self._draw is not None
                    else standings_told(self._player.session)
                )
            case Checked(doubts=doubts, witness=witness) if not doubts:
                self._start_proof(witness)
                return ()
            case Checked() | Proven():
                self._proof = self._teller.tell(happening)
                return () if self._draw is not None else self._proof
            case Unseated(why=why) if why is not None:
                return ((Span(f" {tr(CLOSED_MEANWHILE)}", Style.WARNING),),)
            case _:
                return self._teller.tell(happening)

    def _say(self, lines: Lines) -> None:
        if self._draw is None:
            if lines:
                self._screen.show(lines)
        else:
            self._notes.extend(row for row in lines if row)

    def _start_proof(self, witness: Witness) -> None:
        proving = asyncio.create_task(self._prove(witness))
        self._proving.add(proving)
        proving.add_done_callback(self._proving.discard)

    async def _prove(self, witness: Witness) -> None:
        self._say(self._lines_for(await prove(self._player, witness)))
        self.refresh()

    async def _await_proof(self) -> None:
        """Have a match proven that the room was closed right after."""
        await asyncio.gather(*self._proving)

    # What is typed

    async def _type(self) -> None:
        while (text := await self._read()) is not None:
            word = text.strip().lower()
            if word in LEAVING:
                return
            self._chosen = int(word) - 1 if word.isdecimal() else None
            self._show_all()
        if self._draw is None:
            # Nobody is there to say that it is enough: until the room is gone.
            await asyncio.get_running_loop().create_future()

    async def _read(self) -> str | None:
        return await self._screen.read(lambda: "", lambda: ())

    # What is shown

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(TOLD_EVERY_S if self._draw is None else DRAWN_EVERY_S)
            self.refresh()
            self._tell_progress()

    def _tell_progress(self) -> None:
        room = self._session.room
        if self._draw is not None or room is None or room.phase != "playing":
            return
        about = find_game(room.game).about
        told = progress_line(room, about, None, self._screen.glyphs)
        if told != self._told:
            self._told = told
            left = clock((self._player.left_ms() or 0) / 1000)
            self._screen.show(((Span(f" {left}  ", Style.DIM), *told),))

    def _show_all(self) -> None:
        if self._draw is None:
            room = self._session.room
            if room is not None:
                most = self._screen.height
                self._screen.show(((), *self._overview(room), *self._board(room, most)))
        else:
            self.refresh()

    def refresh(self) -> None:
        """Draw the picture as it is now."""
        room = self._session.room
        if self._draw is not None and room is not None:
            self._draw(self._picture(room))

    def _picture(self, room: RoomView) -> Lines:
        """Return what fits on the screen; the last line is for typing."""
        above = self._overview(room)
        keys = KEYS if self._session.watched else KEYS_WITHOUT_BOARDS
        below = ((), *self._notes, line(Span(tr(keys), Style.DIM)))
        left = self._screen.height - 1 - len(above) - len(below)
        board = self._board(room, max(BOARD_ROWS_LEAST, left - 5))[: max(0, left)]
        return (*above, *board, *below)[: self._screen.height - 1]

    def _overview(self, room: RoomView) -> Lines:
        head = head_line(room, self._player.now_ms())
        over = room.phase in ("result", "closed") and room.result is not None
        if over:
            return (head, self._trouble(), *result_lines(room), *self._proof, ())
        return (head, self._trouble(), *seat_lines(room, self._screen.glyphs), ())

    def _board(self, room: RoomView, most_rows: int) -> Lines:
        boards, glyphs = self._session.watched, self._screen.glyphs
        return watched_board(room, boards, self._chosen, glyphs, most_rows)

    def _trouble(self) -> Line:
        """Return what is wrong with the service, as long as it is."""
        if not self._player.is_connected:
            return (Span(tr(" Connecting again..."), Style.WARNING),)
        if (slow_s := self._player.slow_s) is not None:
            return (Span(f" {slow_text(slow_s)}", Style.WARNING),)
        if self._player.is_degraded:
            return (
                Span(
                    tr(" The service has trouble: the clocks stand still."),
                    Style.WARNING,
                ),
            )
        return ()
