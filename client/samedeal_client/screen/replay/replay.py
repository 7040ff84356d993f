"""The full screen for a match that is over, seen again by its record."""

from functools import partial

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.play.input import read_question
from samedeal_client.play.orders import Order
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.playback_words import (
    help_lines,
    obey,
    order_in,
)
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.screen.app import begin
from samedeal_client.screen.felt.felt import Brush, Felt, Spot
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import TYPE, back_hint, hint_of
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.replay.rerun import Rerun
from samedeal_client.screen.replay.seen_again import SeenAgain
from samedeal_client.screen.replay.trying import Trying
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.layout import LEAST
from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.study import study_page
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.records.proof import judgement
from samedeal_client.view.spans import Lines, folded
from samedeal_records.record import Record

DOUBTS_MOST = 8
"""Lines; samedeal verify tells all."""


class ReplayScreen(TableScreen):
    """One viewer of one match, until they have had enough."""

    def __init__(
        self,
        record: Record,
        playback: Playback,
        glyphs: Glyphs,
        *,
        colour: bool,
        study: Study | None = None,
        doubted: Lines = (),
    ) -> None:
        """See a record; `study` tells what was possible, as far as that is known.

        `doubted` is what is told against the record.
        """
        super().__init__(glyphs, colour=colour)
        self._record, self.playback = record, playback
        self._doubted = doubted
        self._rerun = Rerun(playback, record)
        trying = Trying(self, partial(begin, self))
        self._seen = SeenAgain(lambda: self._study, trying.begin, self._rerun)
        self._study = study
        self._begun: Study | None = None
        """The analysis that nobody but this screen has use for."""

    @property
    def farewell(self) -> Lines:
        """The lines that stay when the screen is gone: none."""
        return ()

    def on_mount(self) -> None:
        """Say whether it is proven; Textual itself calls what the class above does."""
        self.say((judgement(self._record),))

    def on_unmount(self) -> None:
        """Look for nothing any more."""
        self._rerun.close()
        if self._begun is not None:
            self._begun.drop()

    async def press(self, key: str) -> None:
        """Move through the match, see what was possible in it, or go."""
        if not self._seen.press(key) and key == key_for(Order.ANALYSE):
            self._analyse()
        if self._seen.rerun is None:
            self.leave()

    def _analyse(self) -> None:
        if self._study is None:
            self._study = self._begun = study_of_record(self._record)
        self._seen.read()

    async def point(self, spot: Spot | None) -> None:
        """Ask about two cards; what is over cannot be moved."""
        self._rerun.point(spot)

    async def obey(self, text: str) -> None:
        """Step, jump, run or watch as a line says, or go."""
        if (asked := read_question(text)) is not None:
            self._ask(asked)
            return
        match order_in(text):
            case Order.LEAVE:
                self.leave()
            case Order.HELP:
                self.shows_help = True
            case Order.ANALYSE:
                self._analyse()
            case Order.MOMENTS:
                self._rerun.go_to_moments()
            case _:
                try:
                    obey(self.playback, text)
                except Refused as error:
                    self.warn(str(error))

    def _ask(self, asked: list[str]) -> None:
        try:
            self._rerun.ask(asked)
        except Refused as error:
            self.warn(str(error))

    def waits_for_nothing(self, text: str) -> bool:
        """Obey at once: nothing that was pressed takes time."""
        return True

    @property
    def is_too_small(self) -> bool:
        """Whether nothing can be seen; a narrow screen has boards in lines."""
        return self.size.height < LEAST[1]

    async def action_go(self) -> None:
        """Go."""
        self.leave()

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture:
        """Return the match at this moment, or what was possible in it."""
        self._seen.look()
        width, height = felt
        doubts = folded(self._doubted, 1, width - 1)[:DOUBTS_MOST]
        rest = (width, height - len(doubts))
        seen = self._rerun.picture(self.glyphs, rest, bars, self.size.width)
        if self._seen.study is not None:
            foot = (back_hint(), hint_of(Order.LEAVE))
            return study_page(self._seen.study, self.glyphs, seen.head, foot, felt)
        brush = Brush()
        brush.lay(Felt(doubts, ()), 0, 0)
        brush.lay(seen.felt, 0, len(doubts))
        *keys, helps = seen.foot
        typed = (*keys, KeyHint(TYPE, tr(": type")), helps)
        return seen._replace(felt=brush.felt(), foot=typed)

    def help_lines(self) -> Lines:
        """Return the help on the keys, and on what can be typed."""
        return (*self._rerun.help_lines(), (), *help_lines())
