"""The grip at patience: from keys, clicks and drags to moves.

Pure: a `Grip` knows the board that is shown and the cards taken up from it, and answers
every key or click with what is to be done. Nothing is guessed: a move comes out only if
the rules allow it; where nothing comes of a key, the grip says why.
"""

from typing import NamedTuple

from samedeal_client.failed import Refused
from samedeal_client.families.asked import Place
from samedeal_client.families.patience_keys import ALL_UP
from samedeal_client.families.patience_moves import size_meant
from samedeal_client.language import later, tr
from samedeal_client.play.input import read_move
from samedeal_client.play.orders import Order
from samedeal_client.reader import reader
from samedeal_client.screen.felt.felt import NO_FELT, NO_MARKS, Felt, Marks, Spot
from samedeal_client.screen.felt.patience.holding import (
    Held,
    Target,
    asking_keys,
    held_keys,
    held_line,
    resting_keys,
)
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.terminal.keys import bound_to, column_of_key, key_of_column
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line
from samedeal_games.cards import Card
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import (
    FOUNDATION,
    KINGS_FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Move,
)


class Done(NamedTuple):
    """The outcome of a key or a click: a move to make, or a word about none."""

    move: str = ""
    """In notation; empty for none."""
    note: str = ""
    asked: tuple[Place, Place] | None = None
    """A question in place of a move: whether the first may go to the other."""


NOTHING = Done()
STUCK = later("Nothing there can be moved.")
SENDING = ("enter", "space")
"""Keys that send the cards in hand to where they go."""
AGAIN = "."


class Grip:
    """The player's hand at patience: a pile, and a number of its cards."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None
        self._board: Board | None = None
        self._legal: list[tuple[str, str, int, str]] = []
        """Source, target, how many cards, notation."""
        self.pile = ""
        self._size: int | None = None
        """None for as many as fit."""
        self._shown = NO_MARKS
        """A move to highlight, with nothing in hand."""
        self._asked = False
        """Whether it was asked if a redeal is meant, and nothing else came since."""
        self._last: tuple[str, str] | None = None
        """From where to where the last move went that was made here."""
        self.asks = False
        """Whether the next two piles are asked about, and nothing is moved."""

    def look(self, game: AnyGame, board: Board) -> None:
        """See another board; what was in hand is put back."""
        self._game, self._board = game, board
        self.drop()
        position = game.position_from(board)
        moves: list[Move] = list(game.legal_moves(position))
        self._legal = [(*_ends(move), move.size, game.format(move)) for move in moves]

    def drop(self) -> None:
        """Put back what is in hand."""
        self.pile, self._size, self._shown = "", None, NO_MARKS
        self._asked = self.asks = False

    def ask(self) -> None:
        """Ask about the next two piles: the rule that keeps one from the other."""
        self.drop()
        self.asks = True

    def show(self, notation: str) -> None:
        """Highlight the cards of a legal move, and their target.

        Nothing is taken in hand, so that all its keys are still to be pressed.
        """
        self.drop()
        for source, target, size, move in self._legal:
            if move == notation and source not in ("D", "R"):
                self._shown = Marks(source, size, frozenset((target,)))
                return

    @property
    def marks(self) -> Marks:
        """The parts of the board to highlight."""
        if not self.pile:
            return self._shown
        if self.asks:
            return Marks(self.pile, self._size or 1)
        fitting = [
            (target, size)
            for source, target, size, _ in self._legal
            if source == self.pile and self._size in (None, size)
        ]
        size = self._size or max((size for _, size in fitting), default=1)
        return Marks(self.pile, size, frozenset(target for target, _ in fitting))

    def press(self, key: str) -> Done:
        """Take a key."""
        self._shown = NO_MARKS
        pile = column_of_key(key, self._columns) or key.upper()
        self._asked = self._asked and pile == "R"
        if key in ("escape", "backspace"):
            self.drop()
            return NOTHING
        if self.asks:
            return self._ask_by_key(key, pile)
        if key in SENDING and self.pile:
            return self._send()
        if key == AGAIN:
            return self._repeat()
        if key in ("up", "down") and self.pile:
            return self._resize(1 if key == "up" else -1)
        if self._board is None:
            return NOTHING
        if key == ALL_UP:
            return Done(note=tr("No card goes up now."))
        if not self._is_pile(pile):
            return unknown(key)
        if pile in ("D", "R"):
            return self._deal(pile)
        if not self.pile:
            return self._take_quickly(pile)
        if pile == self.pile:
            return self._build()
        return self._put(pile)

    def _take_quickly(self, pile: str) -> Done:
        """Take a pile in hand, or move it at once where that is wished and clear."""
        taken = self._take(pile, None)
        is_clear = len(self.marks.targets) == 1 and bool(self.pile)
        if reader().quick and is_clear:
            return self._put(self._best_target())
        return taken

    def _send(self) -> Done:
        """Move what is in hand to where it goes, if it goes anywhere."""
        if target := self._best_target():
            return self._put(target)
        self.drop()
        return Done(note=tr(STUCK))

    def _best_target(self) -> str:
        """Return the place for what is in hand: up, else on cards, else a space."""
        return min(self.marks.targets, key=self._worth, default="")

    def _worth(self, target: str) -> tuple[bool, bool, int, str]:
        """Return the order of places: the least is the best."""
        is_up = not target.isdecimal()
        is_space = not is_up and not self._cards(f"column.{target}")
        return not is_up, is_space, 0 if is_up else int(target), target

    def _repeat(self) -> Done:
        """Move again from where to where the last move went."""
        if self._last is None:
            return Done(note=tr("There is no move to repeat."))
        source, target = self._last
        self.drop()
        self.pile = source
        return self._put(target)

    def _cards(self, zone: str) -> tuple[Card, ...]:
        return () if self._board is None else self._board.zones.get(zone, ())

    @property
    def _columns(self) -> int:
        zones = () if self._board is None else self._board.zones
        return sum(zone.startswith("column.") for zone in zones)

    def point(self, spot: Spot | None) -> Done:
        """Take a click."""
        self._shown = NO_MARKS
        self._asked = self._asked and spot is not None and spot.pile == "R"
        if spot is None:
            self.drop()
            return NOTHING
        if self.asks:
            return self._ask_of(Place(spot.pile, spot.size or 1))
        if spot.pile in ("D", "R"):
            return self._deal(spot.pile)
        if not self.pile:
            return self._take(spot.pile, spot.size or None)
        if spot.pile == self.pile:
            self.drop()
            return NOTHING
        return self._put(spot.pile)

    def _ask_by_key(self, key: str, pile: str) -> Done:
        if key in ("up", "down") and self.pile:
            size = (self._size or 1) + (1 if key == "up" else -1)
            most = len(self._cards(f"column.{self.pile}"))
            self._size = min(max(1, size), max(1, most))
            return NOTHING
        return self._ask_of(Place(pile)) if self._is_pile(pile) else unknown(key)

    def _ask_of(self, place: Place) -> Done:
        """Take a card in question, or ask whether the one taken may go there."""
        if place.pile not in ("D", "R") and not self.pile:
            self.pile, self._size = place.pile, place.size
            return NOTHING
        source = Place(self.pile, self._size or 1) if self.pile else place
        self.drop()
        return Done(asked=(source, place))

    def upward(self) -> str:
        """Return a move that brings a card up to its foundation, empty for none."""
        for _, target, _, notation in self._legal:
            if target in ("F", "K"):
                return notation
        return ""

    @property
    def half(self) -> str:
        """Return nothing: every pile has one key."""
        return ""

    @property
    def example(self) -> str:
        """Return nothing: there are no cells to name."""
        return ""

    def means(self, key: str) -> bool:
        """Return False: no key names a column of cells."""
        del key
        return False

    def felt(
        self, glyphs: Glyphs, height: int, width: int, *, tells: bool, spare: int
    ) -> Felt:
        """Draw the board with the cards in hand, and the places where they may go.

        Long columns may go on for `spare` rows.
        """
        del tells
        if self._board is None:
            return NO_FELT
        marks = self.marks
        return patience_felt(self._board, glyphs, height, width, marks, spare=spare)

    def keys(self, glyphs: Glyphs) -> tuple[KeyHint, ...]:
        """Return the keys that matter now: of the board, or for what is in hand."""
        if self.asks:
            return asking_keys(self._columns, has_first=self.holds)
        if self.pile:
            return held_keys(self._held, glyphs)
        waste = {"W"} if self._cards("waste") else set[str]()
        return resting_keys(self._columns, {*(move[0] for move in self._legal), *waste})

    def told(self, glyphs: Glyphs) -> Line:
        """Return a line on what is in hand, nothing for an empty one."""
        return held_line(self._held, glyphs) if self.holds and not self.asks else ()

    @property
    def holds(self) -> bool:
        """Tell whether something is in hand."""
        return bool(self.pile)

    @property
    def _held(self) -> Held:
        marks = self.marks
        zone = "waste" if self.pile == "W" else f"column.{self.pile}"
        targets = (
            Target(pile, (self._cards(f"column.{pile}") or (None,))[-1])
            for pile in sorted(marks.targets, key=self._worth)
        )
        sizes = {move[2] for move in self._legal if move[0] == self.pile}
        cards = self._cards(zone)[-marks.size :]
        return Held(cards, tuple(targets), is_run=len(sizes) > 1)

    def _is_pile(self, pile: str) -> bool:
        if self._board is None:
            return False
        zones = self._board.zones
        named = {"W": "waste", "D": "stock", "R": "redeals"}
        if pile in ("F", "K"):
            return True
        return named.get(pile, f"column.{pile}") in zones

    def _deal(self, pile: str) -> Done:
        """Deal; a redeal, which there are few of, only if it is asked for twice."""
        was_asked = self._asked
        self.drop()
        done = self._checked(pile, pile.lower())
        if pile == "R" and done.move and not was_asked:
            self._asked = True
            again = tr(
                "Gather all columns and deal again? {key} once more does it.",
                key=bound_to("r"),
            )
            return Done(note=again)
        return done

    def _take(self, pile: str, size: int | None) -> Done:
        sources = [(move[0], move[2]) for move in self._legal]
        if pile in ("F", "K"):
            return Done(note=tr("First choose what goes up, then press f."))
        sizes = {count for source, count in sources if source == pile}
        if not sizes:
            # It is the first of two all the same: were it dropped, the next key would
            # be the first, and the one after that a move that nobody meant.
            self.pile, self._size = pile, None
            return Done(note=tr(STUCK))
        if size is not None and size not in sizes:
            size = None
        self.pile, self._size = pile, size
        return NOTHING

    def _resize(self, step: int) -> Done:
        """Take one card more or fewer, among those runs that can move."""
        sizes = sorted({move[2] for move in self._legal if move[0] == self.pile})
        now = self.marks.size
        wanted = [s for s in sizes if (s > now if step > 0 else s < now)]
        if wanted:
            self._size = wanted[0] if step > 0 else wanted[-1]
        return NOTHING

    def _build(self) -> Done:
        """Take the same pile twice: up with its card, if that can be."""
        pile = self.pile
        self.drop()
        moves = [m for m in self._legal if m[0] == pile]
        ups = [m[3] for m in moves if m[1] in ("F", "K")]
        if ups:
            return Done(move=ups[0])
        return NOTHING if moves else Done(note=tr(STUCK))

    def _put(self, target: str) -> Done:
        source, size = self.pile, self._size
        found = {
            count: notation
            for start, end, count, notation in self._legal
            if (start, end) == (source, target) and size in (None, count)
        }
        if found:
            self.drop()
            self._last = source, target
            height = len(self._cards(f"column.{source}"))
            return Done(move=found[size_meant(found, height)])
        note = self._why_not(source, target, size)
        self.drop()
        return Done(note=note)

    def _why_not(self, source: str, target: str, size: int | None) -> str:
        count = f"x{size}" if size is not None and size > 1 else ""
        text = source + target if target in ("F", "K") else f"{source}>{target}{count}"
        return self._checked(text, f"{_key_of(source)} {_key_of(target)}").note

    def _checked(self, text: str, keys: str) -> Done:
        if self._game is None or self._board is None:
            return NOTHING
        try:
            return Done(move=read_move(self._game, self._board, text, keys))
        except Refused as error:
            return Done(note=str(error))


def unknown(key: str) -> Done:
    """Return the note on a key that is nothing here; none on unseen ones."""
    if len(key) != 1 or not key.isprintable():
        return NOTHING
    asked = bound_to(key_for(Order.HELP))
    text = tr("{key} does nothing here; {help} lists the keys.", key=key, help=asked)
    return Done(note=text)


def _key_of(pile: str) -> str:
    """Return the key of a pile, which stands above a column."""
    return key_of_column(int(pile)) if pile.isdecimal() else pile.lower()


def _ends(move: Move) -> tuple[str, str]:
    """Return the piles of a move, in the words of the notation."""
    if move.source in (STOCK, REDEAL):
        pile = "D" if move.source == STOCK else "R"
        return pile, pile
    source = "W" if move.source == WASTE else str(move.source)
    if move.target == FOUNDATION:
        return source, "F"
    if move.target == KINGS_FOUNDATION:
        return source, "K"
    return source, str(move.target)
