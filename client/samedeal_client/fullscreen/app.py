"""The full-screen client in one room: from sitting down to leaving.

Keys and clicks wait in a queue and are taken one after the other, each on the board
that the one before has led to: nobody has to wait for a server's answer, and nothing
typed is lost while the connection is away.
"""

import asyncio
from collections.abc import Awaitable
from typing import ClassVar, TypeAlias

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from samedeal_client.fullscreen.bars import Bars
from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.grip import Cursor, Done, Grip
from samedeal_client.fullscreen.keys import NAMED_KEYS
from samedeal_client.fullscreen.patience import patience_felt
from samedeal_client.fullscreen.squares import squares_felt
from samedeal_client.fullscreen.widgets import Table, Words
from samedeal_client.fullscreen.words import (
    DEGRADED,
    HELP,
    KEPT,
    RECONNECTING,
    SURE,
    keys_line,
    room_keys,
)
from samedeal_client.happenings import Checked, Happening, Lost, NotDone, Unseated
from samedeal_client.input import Order, Unplayable, read_move, read_order
from samedeal_client.player import Player
from samedeal_client.proof import prove
from samedeal_client.session import board_of
from samedeal_client.table import INTERRUPTED, LEAVE_WITHIN_S, why_no_move
from samedeal_client.telling import Teller, refusal_text
from samedeal_client.texts import Language
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import clock, counted
from samedeal_client.witness import Witness
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame
from samedeal_protocol.boards import RoomView
from samedeal_protocol.updates import MatchEnded, MatchStarted

REFRESH_S = 0.25
NOTES_KEPT = 200
NOTES_SHOWN = 3
ALL_UP = "a"
TYPE = ":"

Stroke: TypeAlias = str | Spot | None
"""A key, a place that was pointed at, or the felt itself."""


class RoomApp(App[int]):
    """One player's view of one room; returns an exit status."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    CSS = """
    Screen { layout: vertical; background: $background; }
    #head { height: 1; }
    #table { height: 1fr; }
    #bars, #notes { height: auto; }
    #foot { height: 1; }
    #typed { height: 1; border: none; padding: 0 1; display: none; }
    #typed.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "hang_up", priority=True, show=False),
        Binding("ctrl+q", "hang_up", priority=True, show=False),
        Binding("ctrl+x", "go", priority=True, show=False),
    ]

    def __init__(
        self, player: Player, glyphs: Glyphs, language: Language, *, colour: bool
    ) -> None:
        super().__init__()
        self._player = player
        self._session = player.session
        self._glyphs = glyphs
        self._language: Language = language
        self._colour = colour
        self._teller = Teller(player, language)
        self._bars = Bars()
        self._grip, self._cursor = Grip(), Cursor()
        self._seen: tuple[str, Board] | None = None
        self._strokes: asyncio.Queue[Stroke] = asyncio.Queue()
        self._notes: list[Line] = []
        self._shows_help = False
        self._is_sure = False

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        colour = self._colour
        yield Words(colour=colour, id="head")
        yield Table(colour=colour, on_point=self._strokes.put_nowait)
        yield Words(colour=colour, id="bars")
        yield Words(colour=colour, id="notes")
        yield Input(id="typed")
        yield Words(colour=colour, id="foot")

    def on_mount(self) -> None:
        """Begin to listen and to play."""
        self.run_worker(self._listen())
        self.run_worker(self._play())
        self.set_interval(REFRESH_S, self.draw)
        self.draw()

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self._player.happenings.get()
            self._take(happening)
            self.draw()
            if isinstance(happening, Unseated) and happening.why is not None:
                self._notes.append(line(Span(" ctrl+x goes back.", Style.DIM)))
            if isinstance(happening, Lost) and not happening.again:
                self.exit(1)
                return

    def _take(self, happening: Happening) -> None:
        self._say(self._teller.tell(happening))
        match happening:
            case MatchStarted():
                self._shows_help = False
                self._bars = Bars()
            case MatchEnded():
                self._grip.drop()
            case Checked(doubts=doubts, witness=witness) if not doubts:
                self.run_worker(self._prove(witness))
            case _:
                pass

    async def _prove(self, witness: Witness) -> None:
        self._player.happenings.put_nowait(await prove(self._player, witness))

    # What is done

    async def on_key(self, event: events.Key) -> None:
        """Take a key, unless it is typed into the line."""
        if self.query_one(Input).has_class("open"):
            if event.key == "escape":
                self._close_line()
            return
        key = NAMED_KEYS.get(event.key, event.character or event.key)
        if not event.is_printable:
            key = event.key
        event.prevent_default()
        self._strokes.put_nowait(key)

    async def _play(self) -> None:
        while True:
            stroke = await self._strokes.get()
            self._is_sure = False
            if isinstance(stroke, str):
                await self._press(stroke)
            else:
                await self._done(self._hand_points(stroke))
            self.draw()

    async def _press(self, key: str) -> None:
        if key == TYPE:
            self._open_line()
        elif key == "?":
            self._shows_help = not self._shows_help
        elif self._session.may_move:
            self._shows_help = False
            if key == ALL_UP and not isinstance(self._game(), SquaresGame):
                await self._send_all_up()
            else:
                await self._done(self._hand_presses(key))
        elif key == "enter":
            await self._turn_ready()
        else:
            self._shows_help = False

    def _hand_presses(self, key: str) -> Done:
        self._look()
        hand = self._cursor if isinstance(self._game(), SquaresGame) else self._grip
        return hand.press(key)

    def _hand_points(self, spot: Spot | None) -> Done:
        if not self._session.may_move:
            return Done()
        self._look()
        hand = self._cursor if isinstance(self._game(), SquaresGame) else self._grip
        return hand.point(spot)

    async def _done(self, done: Done) -> None:
        if done.note:
            self._warn(done.note)
        if done.move:
            await self._try(self._player.move(done.move))

    async def _send_all_up(self) -> None:
        """Send up card after card, for as long as one goes."""
        while self._session.may_move:
            self._look()
            move = self._grip.upward()
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
            self._warn(KEPT)
        try:
            await asking
        except NotDone as refusal:
            self._warn(refusal_text(refusal.error, self._language))
            return False
        return True

    # The line for typing

    def _open_line(self) -> None:
        typed = self.query_one(Input)
        typed.value = ""
        typed.add_class("open")
        typed.focus()

    def _close_line(self) -> None:
        typed = self.query_one(Input)
        typed.remove_class("open")
        self.set_focus(None)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        self._close_line()
        self.run_worker(self._obey(event.value))

    async def _obey(self, text: str) -> None:
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
                self._shows_help = True
            case Order.BOARD:
                pass
            case None:
                for word in text.split():
                    if not await self._move(word):
                        break
        self.draw()

    async def _move(self, word: str) -> bool:
        board, room = self._session.board, self._session.room
        if board is None or not self._session.may_move:
            self._warn(why_no_move("closed" if room is None else room.phase, word))
            return False
        try:
            notation = read_move(self._game(), board_of(board), word)
        except Unplayable as error:
            self._warn(str(error))
            return False
        return await self._try(self._player.move(notation))

    # Going

    async def action_hang_up(self) -> None:
        """End and keep the seat."""
        self.exit(INTERRUPTED)

    async def action_go(self) -> None:
        """Give up the seat; in mid-match only when asked twice."""
        if self._session.may_move and not self._is_sure:
            self._is_sure = True
            self._warn(SURE)
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

    def draw(self) -> None:
        """Show everything as it is now; what has not changed costs nothing."""
        room = self._session.room
        if room is None or not self.is_running:
            return
        width = self.size.width
        self.query_one("#head", Words).say((self._headline(room, width),))
        self.query_one("#bars", Words).say(self._bar_lines(room, width))
        self.query_one("#notes", Words).say(tuple(self._notes[-NOTES_SHOWN:]))
        self.query_one("#foot", Words).say((self._footline(room),))
        table = self.query_one(Table)
        table.lay(self._felt(room, table.size.height, width))

    def _headline(self, room: RoomView, width: int) -> Line:
        about = find_game(room.game).about
        left = self._player.left_ms()
        time = "" if left is None else clock((left + 999) / 1000)
        board = self._session.board if room.phase == "playing" else None
        score = "" if board is None else f"  {counted(board.score, about)}"
        what = f" {about.title}  room {room.room}{score}"
        note = ""
        if not self._player.is_connected:
            note, style = f"  {RECONNECTING}", Style.WARNING
        elif self._player.is_degraded:
            note, style = f"  {DEGRADED}", Style.WARNING
        else:
            note, style = "" if room.rated else "  casual", Style.DIM
        space = max(1, width - len(what) - len(note) - len(time) - 1)
        return line(
            Span(what, Style.TITLE),
            Span(note[: max(0, width - len(what) - len(time) - 2)], style),
            " " * space,
            Span(time, Style.NEXT if time else Style.PLAIN),
        )

    def _bar_lines(self, room: RoomView, width: int) -> Lines:
        if room.phase != "playing":
            return ()
        about = find_game(room.game).about
        return self._bars.lines(room, about, self._session.seat, width, self._glyphs)

    def _footline(self, room: RoomView) -> Line:
        if self._session.may_move and self._session.board is not None:
            half = f" {self._cursor.half}_" if self._cursor.half else ""
            keys = keys_line(self._game(), board_of(self._session.board))
            return line(Span(half, Style.HELD), *keys) if half else keys
        return room_keys(room, self._session.own)

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        if self._shows_help:
            return Felt(HELP, ())
        if room.phase == "playing" and self._session.board is not None:
            return self._board_felt(height, width)
        return Felt(self._room_lines(room), ())

    def _room_lines(self, room: RoomView) -> Lines:
        about = find_game(room.game).about
        rows = room_lines(room, about, self._session.seat)
        if room.phase == "countdown":
            left = clock(((self._player.left_ms() or 0) + 999) / 1000)
            soon = Span(f" The cards are dealt in {left}", Style.NEXT)
            return (*rows, (), (soon,))
        if room.phase == "result":
            return (*self._teller.standings(), (), *rows)
        if room.phase == "gathering":
            return (*rows, (), *self._teller.what_now()[:1])
        return rows

    def _board_felt(self, height: int, width: int) -> Felt:
        self._look()
        game, view = self._game(), self._session.board
        if view is None:
            return Felt((), ())
        board = board_of(view)
        if isinstance(game, SquaresGame):
            marks = self._cursor.marks
            return squares_felt(game, board, self._glyphs, height, marks)
        return patience_felt(board, self._glyphs, height, width, self._grip.marks)

    def _look(self) -> None:
        """Show the hand the board as it is now, if it has not seen it."""
        view = self._session.board
        if view is None:
            return
        game, board = self._game(), board_of(view)
        seen = (game.about.key, board)
        if seen == self._seen:
            return
        self._seen = seen
        if isinstance(game, SquaresGame):
            self._cursor.look(game, board)
        else:
            self._grip.look(game, board)

    def _game(self) -> AnyGame:
        room = self._session.room
        if room is None:
            raise AssertionError("nothing is played without a room")
        return find_game(room.game)

    def _say(self, lines: Lines) -> None:
        self._notes += [row for row in lines if row]
        del self._notes[:-NOTES_KEPT]

    def _warn(self, text: str) -> None:
        self._say((line(Span(f" {text}", Style.WARNING)),))
