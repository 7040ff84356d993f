"""Practice alone: a whole game against nobody, without a server."""

from __future__ import annotations

import asyncio
import textwrap
import time
from typing import TYPE_CHECKING

from samedeal_client.language import later, tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.play.input import (
    Order,
    Unplayable,
    read_move,
    read_order,
    takes_back,
    typed,
)
from samedeal_client.play.opening import opened
from samedeal_client.play.sentences.hints import (
    NO_MOVE_HINTED,
    NOTHING_TO_TAKE_BACK,
    move_help,
    questions_lines,
)
from samedeal_client.play.studying import Found, study_of_practice
from samedeal_client.terminal.screen import INTERRUPTED, Interrupted, Screen, most_rows
from samedeal_client.view.board import board_lines, legal_lines
from samedeal_client.view.cards import card_name
from samedeal_client.view.reading import is_linear
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import clock, counted
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board

if TYPE_CHECKING:
    from samedeal_client.play.advice import Adviser

SUMMARY_WIDTH = 76
"""Not even a terminal of 80 columns breaks a word."""

HINTED = later("Hint: type {move}, or hint again.")


class Practice:
    """One game on one deal; `run` plays it at a screen."""

    def __init__(self, game: AnyGame, seed: bytes, screen: Screen) -> None:
        self._game = game
        self._seed = seed
        self._screen = screen
        position, self._made = opened(game, deal_from_seed(seed, game.about.packs))
        self._positions = [position]
        self._adviser: Adviser | None = None
        self._hinted: tuple[Board, str] | None = None
        """The last hint and its board, until something else is done."""
        self._analysing = Analysing(screen)
        self._telling: asyncio.Task[Found] | None = None
        self._began = time.monotonic()

    @property
    def _position(self) -> object:
        return self._positions[-1]

    async def run(self) -> int:
        """Play until the game is over or left; return an exit status."""
        about = self._game.about
        rows = textwrap.wrap(tr(about.summary), SUMMARY_WIDTH)
        self._screen.show(tuple(line(Span(f" {row}", Style.DIM)) for row in rows))
        self._show_board()
        self._screen.show((self._move_help(),))
        try:
            while not self._game.is_over(self._position):
                text = await self._screen.read(self._prompt, self._toolbar)
                if text is None or not self._obey(text):
                    break
                if read_order(text) is Order.ANALYSE:
                    await self._analyse()
                if read_order(text) is Order.HINT:
                    await self._hint()
        except Interrupted:
            return INTERRUPTED
        finally:
            self._stop_analysing()
        self._show_end()
        return 0

    def _obey(self, text: str) -> bool:
        """Do what a line says; return False when the player has had enough."""
        order = read_order(text)
        match order:
            case Order.LEAVE | Order.FINISH | Order.RESIGN:
                return False
            case Order.HELP:
                self._show_help()
            case Order.BOARD:
                self._show_board()
            case Order.ANALYSE | Order.HINT:
                pass  # which take their time
            case Order.READY | Order.UNREADY:
                self._warn(tr("You are practising alone; just play."))
            case None:
                answer = self._answer(text) if is_linear() else None
                if answer is None:
                    self._move(text.split())
                else:
                    self._screen.show(answer)
        return True

    async def _analyse(self) -> None:
        """Tell what is possible on this deal; a person may go on meanwhile."""
        study = study_of_practice(self._game, self._seed, self._made, self._position)
        self._telling = asyncio.create_task(self._analysing.tell(study))
        if not self._screen.is_live:
            await self._telling

    async def _hint(self) -> None:
        """Say what a player of skill would do; asked again, do it."""
        board = self._game.view(self._position)
        if self._hinted is not None and self._hinted[0] == board:
            self._move([self._hinted[1]])
            return
        move = await self._advice(board)
        if not move:
            self._warn(tr(NO_MOVE_HINTED))
            return
        self._hinted = board, move
        text = tr(HINTED, move=typed(self._game, board, move))
        self._screen.show((line(Span(f" {text}", Style.GOOD)),))

    async def _advice(self, board: Board) -> str:
        """Return the move to hint at, empty for none."""
        if self._adviser is None:
            # Players of skill take a while to load, and few ask for them.
            from samedeal_client.play.advice import Adviser

            self._adviser = Adviser(self._game)
        return await self._adviser.hint(board)

    def _stop_analysing(self) -> None:
        self._analysing.drop()
        if self._telling is not None:
            self._telling.cancel()

    def _answer(self, text: str) -> Lines | None:
        """Return a part of the board that is asked for."""
        from samedeal_client.view.spoken import told_part

        return told_part(self._game, self._game.view(self._position), text)

    def _show_moved(self, before: Board) -> None:
        """Show where moves have led: all of it, or only what is other than before."""
        if not is_linear():
            self._show_board()
            return
        # Few read boards so.
        from samedeal_client.view.spoken import told_changes

        board = self._game.view(self._position)
        self._screen.show(told_changes(self._game, before, board))

    def _move(self, words: list[str]) -> None:
        """Make moves up to one that is refused, and show where that leads."""
        game, before = self._game, self._position
        for word in words:
            if takes_back(word):
                if not self._take_back():
                    break
                continue
            try:
                notation = read_move(game, game.view(self._position), word)
            except Unplayable as error:
                self._warn(str(error))
                break
            self._positions.append(game.apply(self._position, game.parse(notation)))
            self._made.append(notation)
        if self._position is not before:
            self._show_moved(game.view(before))

    def _take_back(self) -> bool:
        """Take a move back, whatever it showed: nobody is raced here."""
        if len(self._positions) == 1:
            self._warn(tr(NOTHING_TO_TAKE_BACK))
            return False
        self._positions.pop()
        self._made.pop()
        return True

    def _move_help(self) -> Line:
        return move_help(self._game, self._game.view(self._position))

    def _prompt(self) -> str:
        following = self._game.view(self._position).zones.get("next", ())
        if following:
            card = card_name(following[0], self._screen.glyphs)
            return tr("lay {card}> ", card=card)
        return tr("move> ")

    def _toolbar(self) -> Line:
        score = self._game.score(self._position)
        taken = clock(time.monotonic() - self._began)
        told = counted(score, self._game.about)
        return line(tr(" {time}   {score}   ? for help", time=taken, score=told))

    def _show_board(self) -> None:
        board = self._game.view(self._position)
        screen = self._screen
        lines = board_lines(self._game, board, screen.glyphs, most_rows(screen))
        screen.show(((), *lines))

    def _show_help(self) -> None:
        board = self._game.view(self._position)
        moves = legal_lines(self._game, board, self._screen.glyphs)
        words = line(
            tr(" board, undo, finish: see the board again, take a move back, stop here")
        )
        hint = line(tr(" hint: what a skilled player would do; hint again does it"))
        analyse = line(
            tr(" analyse: what was possible on this deal, and where it was lost")
        )
        more = questions_lines(self._game) if is_linear() else ()
        told = (self._move_help(), words, hint, analyse)
        self._screen.show((*moves, *told, *more))

    def _show_end(self) -> None:
        about = self._game.about
        score = self._game.score(self._position)
        taken = clock(time.monotonic() - self._began)
        text = tr("{score} in {time}.", score=counted(score, about), time=taken)
        if self._game.is_won(self._position):
            text = tr("Out! {result}", result=text)
        seed = f"{about.key} --seed {self._seed.hex()}"
        lines: Lines = (
            line(),
            (Span(f" {text}", Style.GOOD),),
            (Span(tr(" The same deal again:"), Style.DIM),),
            (Span(f" samedeal practise {seed}", Style.DIM),),
            (Span(tr(" What was possible on it:"), Style.DIM),),
            (Span(f" samedeal solve {seed}", Style.DIM),),
        )
        self._screen.show(lines)

    def _warn(self, text: str) -> None:
        self._screen.show(((Span(" " + text, Style.WARNING),),))
