"""Practice on the full screen: a game alone, in which all can be taken back."""

import secrets
from collections.abc import Callable, Mapping
from typing import Self

from samedeal_client.failed import Refused
from samedeal_client.language import later, tr
from samedeal_client.play.course import Lesson
from samedeal_client.play.input import ASKS, answer, read_move, read_question, told
from samedeal_client.play.orders import ALONE, Order, read_line
from samedeal_client.play.sentences.practised import practised_lines
from samedeal_client.play.solo_game import (
    NO_MOVE_HINTED,
    NOTHING_TO_TAKE_BACK,
    Begun,
    SoloGame,
)
from samedeal_client.play.studying import Study
from samedeal_client.screen.felt.felt import Spot
from samedeal_client.screen.felt.grip import Done
from samedeal_client.screen.keys.helping import Scene, help_lines
from samedeal_client.screen.keys.key_hints import (
    ALL_UP,
    practice_keys,
    practice_study_keys,
)
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.hands import hands_block
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.layout import ALL_BELOW, Plan, plan_for
from samedeal_client.screen.table.picture import Picture, headline
from samedeal_client.screen.table.pressing import how_to
from samedeal_client.screen.table.study import CLOSING, study_page
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line, sentence, wrapped
from samedeal_games.deals import SEED_BYTES
from samedeal_games.game import AnyGame, Board

LOOKING = later("Looking for a way to win...")
COMMANDS_STAY = later("The commands for this deal stay behind when you leave.")
HINTS_AT = ("H", key_for(Order.HINT))
"""Poker Squares that may grow has a column h, so that only H asks there."""


class PracticeScreen(TableScreen):
    """Deals of one game, one after the other; the first may be that of a lesson."""

    def __init__(
        self,
        game: AnyGame,
        seed: bytes,
        glyphs: Glyphs,
        *,
        colour: bool,
        lesson: Lesson | None = None,
        begun: Begun | None = None,
    ) -> None:
        """Practise, on the deal of a lesson, or from a board that was begun."""
        super().__init__(glyphs, colour=colour, tells_worth=True)
        self._game = game
        self.solo = SoloGame(game, seed, self.now_s, lesson=lesson, begun=begun)
        self._hint_row: Line = ()
        """As it was told; it goes once something is done."""
        self._study: Study | None = None
        """The analysis, while it is seen."""
        self._is_gone = False
        self._last: Lines = ()
        """The result of the deal before this one."""

    @classmethod
    def of_lesson(cls, lesson: Lesson, glyphs: Glyphs, *, colour: bool) -> Self:
        """Return practice on the deal of a lesson, which asks for its moves."""
        return cls(lesson.game, lesson.seed, glyphs, colour=colour, lesson=lesson)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.solo.board

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to do."""
        return self.solo.is_over

    @property
    def scene(self) -> str:
        """Whether there is anything to do on the board."""
        return "over" if self.is_over else "board"

    # What is done

    async def press(self, key: str) -> None:
        """Move by keys, take back, or deal anew."""
        self._look()
        is_read = self._study is not None
        self._drop_study()
        if is_read and key in CLOSING:
            return
        if self.is_over and self.is_past and key != key_for(Order.TAKE_BACK):
            # Meant for the board; it shall not deal another over the one that is done.
            return
        is_hint = key in HINTS_AT and not self.hand.means(key)
        if is_hint and not self.hand.asks:
            await self._hint()
            return
        self.solo.forget_hint()
        does = None if self.hand.asks else self._keys.get(key)
        if does is None:
            self._do(self.hand.press(key))
        else:
            does()

    @property
    def _keys(self) -> Mapping[str, Callable[[], None]]:
        """The actions of keys while nothing is asked about; any other is the hand's."""
        keys = {key_for(Order.TAKE_BACK): self._take_back}
        if not self.hand.means(key_for(Order.WHY)):
            keys[key_for(Order.WHY)] = self._begin_to_ask
        if self.is_over:
            keys |= {"enter": self._deal_another, key_for(Order.ANALYSE): self._analyse}
        elif self.hand.upward():
            keys[ALL_UP] = self._bring_all_up
        return keys

    def _begin_to_ask(self) -> None:
        self.hand.ask()
        self._tell(tr(ASKS), Style.NEXT)

    def _bring_all_up(self) -> None:
        while (move := self.hand.upward()) and self._make(move):
            self._look()

    def _deal_another(self) -> None:
        """Begin anew, and tell nothing more of the deal that is done."""
        self._last = practised_lines(self.solo)
        self.notes.clear()
        self.solo.deal(secrets.token_bytes(SEED_BYTES))

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone: of the last deal played."""
        is_new = self.solo.is_untouched and self._last
        return self._last if is_new else practised_lines(self.solo)

    async def point(self, spot: Spot | None) -> None:
        """Move with the mouse."""
        self._look()
        self._do(self.hand.point(spot))

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        if (asked := read_question(text)) is not None:
            self._answer(asked)
            return
        for part in read_line(text):
            match part:
                case list():
                    self._drop_study()
                    if not self._move_on(part):
                        return
                case Order.HELP:
                    self.shows_help = True
                case Order.BOARD:
                    self._drop_study()
                case Order.ANALYSE:
                    self._analyse()
                case Order.HINT:
                    await self._hint()
                case _ if part.value.ends_practice:
                    self.leave()
                case _:
                    self.warn(tr(ALONE))

    def _answer(self, asked: list[str]) -> None:
        """Tell the rule that keeps a card from a place."""
        try:
            self._tell(answer(self._game, self.board, asked, self.glyphs))
        except Refused as error:
            self.warn(str(error))

    def _move_on(self, words: list[str]) -> bool:
        """Make moves up to one that cannot be typed; tell whether there was none."""
        for word in words:
            if Order.TAKE_BACK.is_said(word):
                self._take_back()
                continue
            try:
                self._make(read_move(self._game, self.board, word))
            except Refused as error:
                self.warn(str(error))
                return False
        return True

    async def action_go(self) -> None:
        """Go; there is nothing to lose."""
        self.leave()

    def _do(self, done: Done) -> None:
        if done.note:
            self.warn(done.note)
        if done.move:
            self._make(done.move)
        if done.asked:
            self._tell(told(self._game, self.board, done.asked, self.glyphs))

    def _tell(self, text: str, style: Style = Style.GOOD) -> None:
        """Tell something that holds until a move is made, or something else is told."""
        self.notes.unsay(self._hint_row)
        self._hint_row = line(Span(f" {text}", style))
        self.say((self._hint_row,))

    async def _hint(self) -> None:
        """Show a hint; asked again, make its move."""
        if self.is_over:
            return
        solo = self.solo
        if solo.hinted:
            self._make(solo.hinted)
            return
        self.notes.unsay(self._hint_row)
        looking = line(Span(f" {tr(LOOKING)}", Style.NEXT))
        self.say((looking,))
        try:
            hint = await solo.hint(self._is_hint_dropped)
        finally:
            self.notes.unsay(looking)
        if self._is_hint_dropped():
            # Something else is pressed: nothing is hinted at before it is done.
            solo.forget_hint()
        elif hint.move:
            self.hand.show(hint.move)
            how = how_to(self._game, self.board, hint.move)
            again = bound_to(self._hint_key or key_for(Order.HINT))
            text = tr("Hint: {how}, or {key} again.", how=how, key=again)
            text = f"{hint.outlook} {text}".strip()
            self._tell(text)
        else:
            self.warn(f"{hint.outlook} {tr(NO_MOVE_HINTED)}".strip())

    def _is_hint_dropped(self) -> bool:
        """Tell whether nobody waits for a hint: in its thread, and after it."""
        return self._is_gone or self.strokes.goes_on_without(HINTS_AT)

    def _make(self, move: str) -> bool:
        """Make a move that the rules allow; tell whether it was made."""
        step = self.solo.step
        if not self.solo.make(move):
            how = "" if step is None else how_to(self._game, self.board, step.move)
            self.warn(tr("You could; but in this lesson {how}.", how=how))
            return False
        if step is not None:
            self.notes.unwarn()
        self.notes.unsay(self._hint_row)
        if self.is_over:
            self._tell_end()
        return True

    def _take_back(self) -> None:
        if not self.solo.take_back():
            self.warn(tr(NOTHING_TO_TAKE_BACK))

    def _analyse(self) -> None:
        """Begin to find out the best possible on this deal, and where it was lost."""
        self._drop_study()
        self._study = self.solo.study()

    def _drop_study(self) -> None:
        if self._study is not None:
            self._study.drop()
        self._study = None

    def on_unmount(self) -> None:
        """Look for nothing any more."""
        self._is_gone = True
        self._drop_study()

    def _tell_end(self) -> None:
        result = line(Span(f" {self.solo.result}", Style.GOOD))
        self.say((result, line(Span(f" {tr(COMMANDS_STAY)}", Style.DIM))))

    # What is shown

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture:
        """Return the board."""
        self._look()
        game, solo = self._game, self.solo
        alone = Span(f"  {tr('practice')}", Style.DIM)
        title = f" {tr(game.about.title)}  {solo.score}"
        width, height = felt
        head = headline(title, alone, solo.taken, self.size.width)
        if self._study is not None:
            keys = practice_study_keys(is_over=self.is_over)
            read = study_page(
                *(self._study, self.glyphs, head, keys, felt), has_replay=False
            )
            return read._replace(bars=self._taught(bars[0]))
        room = self.plan.room
        hands = hands_block(game, self.board, self.glyphs, room) if room > 0 else None
        return Picture(
            head=head,
            bars=self._taught(bars[0]),
            side=() if hands is None else (hands,),
            foot=practice_keys(
                self.hand.keys(self.glyphs),
                holds=self.hand.holds,
                is_over=self.is_over,
                hint=self._hint_key,
                asks=self.hand.asks,
            ),
            status=self.hand.told(self.glyphs),
            felt=self.hand.felt(self.glyphs, height, width),
            half=self.hand.half,
        )

    @property
    def plan(self) -> Plan:
        """What stands beside the felt: the hands, and advice where there is room."""
        plan = plan_for(self.size, self._game, has_race=False)
        is_own = self._study is None and not self.shows_help
        return plan if is_own or plan.has_notes else ALL_BELOW

    def _taught(self, width: int) -> Lines:
        """Return the lines of a lesson here."""
        solo, step = self.solo, self.solo.step
        text = " ".join((*solo.came, *solo.said))
        rows = wrapped(text, 1, width - 1, Style.GOOD) if text else ()
        if step is None:
            return rows
        how = how_to(solo.game, solo.board, step.move)
        return (*rows, line(Span(f" {sentence(how)}", Style.NEXT)))

    def help_lines(self) -> Lines:
        """Return the help on the keys in this game."""
        scene = Scene(
            is_room=False,
            takes_back=True,
            hint=self._hint_key,
            cell=self.hand.example,
        )
        return help_lines(self._game, scene)

    @property
    def _hint_key(self) -> str:
        """The key that asks for a hint, empty where there is none."""
        if not self.solo.knows_hints:
            return ""
        return "H" if self.hand.means(key_for(Order.HINT)) else key_for(Order.HINT)

    def _look(self) -> None:
        self.hand.look(self._game, self.board)
