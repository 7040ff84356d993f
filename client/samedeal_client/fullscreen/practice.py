"""Practice on the full screen: a game alone, in which all can be taken back."""

import secrets
import time

from samedeal_client.fullscreen.base import ALL_UP, Picture, TableApp, headline
from samedeal_client.fullscreen.felt import Spot
from samedeal_client.fullscreen.grip import Done
from samedeal_client.fullscreen.words import practice_keys
from samedeal_client.input import Order, Unplayable, read_move, read_order
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.view.standings import clock, counted
from samedeal_games.deals import SEED_BYTES, deal_from_seed
from samedeal_games.game import AnyGame, Board

TAKE_BACK = "u"
NOTHING_TO_TAKE_BACK = "Nothing is left to take back."
ALONE = "You practise alone; just play."
OUT = "Out!"


class PracticeApp(TableApp):
    """Deals of one game, one after the other."""

    def __init__(
        self, game: AnyGame, seed: bytes, glyphs: Glyphs, *, colour: bool
    ) -> None:
        super().__init__(glyphs, colour=colour, tells_worth=True)
        self._game = game
        self.seed = seed
        """Of the deal on the table."""
        self._deal(seed)

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self._game.view(self._positions[-1])

    @property
    def is_over(self) -> bool:
        """Tell whether nothing is left to do."""
        return self._game.is_over(self._positions[-1])

    def _deal(self, seed: bytes) -> None:
        self.seed = seed
        deal = deal_from_seed(seed, self._game.about.packs)
        self._positions: list[object] = [self._game.setup(deal)]
        self._began, self._ended = time.monotonic(), 0.0

    # What is done

    async def press(self, key: str) -> None:
        """Move by keys, take back, or deal anew."""
        self._look()
        if key == TAKE_BACK:
            self._take_back()
        elif self.is_over and key == "enter":
            self._deal(secrets.token_bytes(SEED_BYTES))
        elif key == ALL_UP and self.hand.upward():
            while move := self.hand.upward():
                self._make(move)
                self._look()
        else:
            self._do(self.hand.press(key))

    async def point(self, spot: Spot | None) -> None:
        """Move with the mouse."""
        self._look()
        self._do(self.hand.point(spot))

    async def obey(self, text: str) -> None:
        """Do what a word says, or make moves up to one that is refused."""
        order = read_order(text)
        match order:
            case Order.LEAVE | Order.FINISH | Order.RESIGN:
                self.exit(0)
            case Order.HELP:
                self.shows_help = True
            case Order.READY | Order.UNREADY:
                self.warn(ALONE)
            case Order.BOARD:
                pass
            case None:
                for word in text.split():
                    try:
                        self._make(read_move(self._game, self.board, word))
                    except Unplayable as error:
                        self.warn(str(error))
                        return

    async def action_go(self) -> None:
        """Go; there is nothing to lose."""
        self.exit(0)

    def _do(self, done: Done) -> None:
        if done.note:
            self.warn(done.note)
        if done.move:
            self._make(done.move)

    def _make(self, move: str) -> None:
        game = self._game
        self._positions.append(game.apply(self._positions[-1], game.parse(move)))
        if self.is_over:
            self._ended = time.monotonic()
            self._tell_end()

    def _take_back(self) -> None:
        if len(self._positions) == 1:
            self.warn(NOTHING_TO_TAKE_BACK)
        else:
            self._positions.pop()
            self._ended = 0.0

    def _tell_end(self) -> None:
        game, position = self._game, self._positions[-1]
        won = f"{OUT} " if game.is_won(position) else ""
        text = f" {won}{counted(game.score(position), game.about)} in {self._time()}."
        again = f" samedeal practise {game.about.key} --seed {self.seed.hex()}"
        self.say((line(Span(text, Style.GOOD)), line(Span(again, Style.DIM))))

    # What is shown

    def picture(self, height: int, width: int) -> Picture:
        """Return the board."""
        self._look()
        game, about = self._game, self._game.about
        score = counted(game.score(self._positions[-1]), about)
        alone = Span("  practice", Style.DIM)
        return Picture(
            head=headline(f" {about.title}  {score}", alone, self._time(), width),
            bars=(),
            foot=practice_keys(game, self.board, is_over=self.is_over),
            felt=self.hand.felt(self.glyphs, height, width),
        )

    def _time(self) -> str:
        return clock((self._ended or time.monotonic()) - self._began)

    def _look(self) -> None:
        self.hand.look(self._game, self.board)
