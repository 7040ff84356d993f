"""A game alone, line by line: in practice, or on the deal of a lesson."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from samedeal_client.failed import INTERRUPTED, Refused
from samedeal_client.families import family_of
from samedeal_client.families.boards import board_lines, legal_lines, move_prompt
from samedeal_client.language import later, tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.lines.screens.screen import Interrupted, Screen, most_rows
from samedeal_client.play.input import answer, read_move, read_question, typed
from samedeal_client.play.orders import (
    ALONE,
    Order,
    help_lines,
    questions_lines,
    read_line,
    read_order,
)
from samedeal_client.play.searching import Found
from samedeal_client.play.sentences.practised import practised_lines
from samedeal_client.play.solo_game import (
    NO_MOVE_HINTED,
    NOTHING_TO_TAKE_BACK,
    SoloGame,
)
from samedeal_client.reader import is_linear
from samedeal_client.view.spans import Line, Lines, Span, Style, line, warning, wrapped
from samedeal_games.game import Board

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_records.analysis import Analysis

HINTED = later("Hint: type {move}, or hint again.")
OTHER_MOVE = later("You could; but in this lesson, type {move}")


class Practice:
    """One game alone; `run` plays it at a screen."""

    def __init__(self, solo: SoloGame, screen: Screen) -> None:
        self._solo = solo
        self._game = solo.game
        self._screen = screen
        self._analysing = Analysing(screen)
        self._telling: asyncio.Task[Found[Analysis]] | None = None

    async def run(self) -> int:
        """Play until the game is over or left; return an exit status."""
        self._tell((tr(self._game.about.summary),), Style.DIM)
        self._show_board()
        self._screen.show((self._move_help(),))
        try:
            while not self._solo.is_over:
                text = await self._screen.read(self._prompt)
                if text is None or not await self._obey(text):
                    break
        except Interrupted:
            return INTERRUPTED
        finally:
            self._stop_analysing()
        self._show_end()
        return 0

    async def _obey(self, text: str) -> bool:
        """Obey a line; return False when the player has had enough."""
        if (asked := read_question(text)) is not None:
            self._tell_why_not(asked)
            return True
        shown = None if read_order(text) else self._answer(text)
        if shown is not None:
            self._screen.show(shown)
            return True
        for part in read_line(text):
            match part:
                case list():
                    if not self._move(part):
                        return True
                case Order.HELP:
                    self._show_help()
                case Order.BOARD:
                    self._show_board()
                case Order.ANALYSE:
                    await self._analyse()
                case Order.HINT:
                    await self._hint()
                case _ if part.value.ends_practice:
                    return False
                case _:
                    self._warn(tr(ALONE))
        return True

    def _tell_why_not(self, asked: list[str]) -> None:
        """Tell the rule that keeps a card from a place."""
        solo, glyphs = self._solo, self._screen.glyphs
        try:
            self._tell((answer(self._game, solo.board, asked, glyphs),))
        except Refused as error:
            self._warn(str(error))

    async def _analyse(self) -> None:
        """Analyse this deal and tell the result; a person may go on meanwhile."""
        telling = self._analysing.tell(self._solo.study())
        self._telling = asyncio.create_task(telling)
        if not self._screen.is_live:
            await self._telling

    async def _hint(self) -> None:
        """Tell a hint; asked again, make its move."""
        solo = self._solo
        if solo.hinted:
            self._move([solo.hinted])
            return
        hint = await solo.hint()
        if hint.outlook:
            self._tell((hint.outlook,))
        if hint.move:
            text = tr(HINTED, move=typed(self._game, solo.board, hint.move))
            self._tell((text,))
        else:
            self._warn(tr(NO_MOVE_HINTED))

    def _stop_analysing(self) -> None:
        self._analysing.drop()
        if self._telling is not None:
            self._telling.cancel()

    def _answer(self, text: str) -> Lines | None:
        """Return the score or a part of the board, if a line asks; else None."""
        if Order.TIME.is_said(text):
            taken, score = self._solo.taken, self._solo.score
            return (line(tr(" {time}   {score}", time=taken, score=score)),)
        if not is_linear():
            return None
        from samedeal_client.families.boards import told_part

        return told_part(self._game, self._solo.board, text)

    def _move(self, words: list[str]) -> bool:
        """Make moves and show the board; tell whether none was refused."""
        before = self._solo.board
        if self._solo.step is not None:
            # One is asked for, however it is written.
            words = ["".join(words)]
        are_made = all(map(self._make, words))
        if self._solo.board != before:
            self._show_moved(before)
        return are_made

    def _make(self, word: str) -> bool:
        """Make a move or take one back; tell the player if it is refused."""
        solo = self._solo
        if Order.TAKE_BACK.is_said(word):
            if not solo.take_back():
                self._warn(tr(NOTHING_TO_TAKE_BACK))
                return False
            return True
        try:
            notation = read_move(self._game, solo.board, word)
        except Refused as error:
            self._warn(str(error))
            return False
        is_made = solo.make(notation)
        if not is_made:
            self._warn(tr(OTHER_MOVE, move=self._asked()))
        return is_made

    def _asked(self) -> str:
        """Return the text for the move that a lesson asks for; empty for none."""
        step = self._solo.step
        return "" if step is None else typed(self._game, self._solo.board, step.move)

    # What is shown

    def _show_moved(self, before: Board) -> None:
        """Show the board after moves; to those who listen, only the changes."""
        if not is_linear():
            self._show_board()
            return
        # Few read boards so.
        from samedeal_client.families.boards import told_changes

        self._show_taught(told_changes(self._game, before, self._solo.board))

    def _show_board(self) -> None:
        board, screen = self._solo.board, self._screen
        lines = board_lines(self._game, board, screen.glyphs, most_rows(screen))
        self._show_taught(((), *lines))

    def _show_taught(self, board: Lines) -> None:
        """Show a board, with words of a lesson on the last move and on the next."""
        self._tell(self._solo.came)
        self._screen.show(board)
        self._tell(self._solo.said)
        if asked := self._asked():
            text = tr("Type {move}", move=asked)
            self._screen.show((line(Span(f" {text}", Style.NEXT)),))

    def _move_help(self) -> Line:
        return family_of(self._game).move_help(self._solo.board)

    def _prompt(self) -> str:
        return move_prompt(self._solo.board, self._screen.glyphs)

    def _show_help(self) -> None:
        moves = legal_lines(self._game, self._solo.board, self._screen.glyphs)
        more = questions_lines(self._game) if is_linear() else ()
        told = (*moves, self._move_help(), *help_lines(is_alone=True), *more)
        self._screen.show(told)

    def _show_end(self) -> None:
        self._screen.show(practised_lines(self._solo))

    def _tell(self, sentences: tuple[str, ...], style: Style = Style.GOOD) -> None:
        if sentences:
            self._screen.show(wrapped(" ".join(sentences), 1, style=style))

    def _warn(self, text: str) -> None:
        self._screen.show(warning(text))
