"""The stage of a table: the parts of its screen, and what stands where on them."""

from collections.abc import Callable
from typing import NamedTuple

from textual.app import ComposeResult
from textual.screen import Screen

from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys import key_hints
from samedeal_client.screen.keys.foot import Foot
from samedeal_client.screen.motion.cascade import Cascade
from samedeal_client.screen.motion.motion import Motion
from samedeal_client.screen.panels.sheet import read_page
from samedeal_client.screen.table import layout
from samedeal_client.screen.table.notes import Notes
from samedeal_client.screen.table.picture import Picture, too_small_lines
from samedeal_client.screen.table.scroll import Scroll
from samedeal_client.screen.widgets import Middle, Table, TypedLine, Words
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, fold
from samedeal_client.view.tints import Tint

PARTS_CSS = """
    #head { height: 1; }
    #middle { height: 1fr; }
    #table { width: 1fr; height: 100%; }
    #side { height: 100%; display: none; padding: 0 1; }
    #bars, #notes { height: auto; }
    #foot { height: 1; }
    """


class Scene(NamedTuple):
    """A picture, and how it is to be seen now."""

    picture: Picture
    help: Lines | None
    """In place of the felt; None where no help is shown."""
    is_slow: bool
    """Whether moves are better shown at once."""
    now_s: float


class Stage:
    """Lays the pictures of a table out on the parts of its screen."""

    def __init__(
        self,
        at: Screen[int],
        glyphs: Glyphs,
        hand: Hand,
        notes: Notes,
        draw: tuple[Callable[[], None], Callable[[], None]],
        *,
        colour: bool,
    ) -> None:
        """`draw` draws the screen again: at once, and soon."""
        self._at, self._glyphs, self._has_colour = at, glyphs, colour
        self._hand, self._notes = hand, notes
        self._draw, self._draw_soon = draw
        self._scroll, self._beside = Scroll(), layout.Beside()
        self._plan = layout.ALL_BELOW
        """The plan by which the screen was set out last."""
        self._motion = Motion(self._show, glyphs.gap, is_seen=colour)
        self._cascade = Cascade(self._show, glyphs, is_seen=colour)
        self._foot = Foot(colour=colour)
        self._noted, self._is_tall = 0, False
        """The rows of the notes that were shown last, and whether the felt was tall."""

    def compose(self) -> ComposeResult:
        """Set the screen out."""
        glyphs, colour = self._glyphs, self._has_colour
        yield Words(colour=colour, id="head", glyphs=glyphs, ground=Tint.RAIL)
        with Middle(id="middle"):
            yield Table(colour=colour, glyphs=glyphs)
            yield Words(colour=colour, id="side", glyphs=glyphs)
        # Above the bars, which stay where they are whatever is told.
        yield Words(colour=colour, id="notes", glyphs=glyphs)
        yield Words(colour=colour, id="bars", glyphs=glyphs)
        yield TypedLine(colour=colour)
        yield Words(colour=colour, id="foot", glyphs=glyphs, ground=Tint.RAIL)

    # What is asked of it

    @property
    def is_too_small(self) -> bool:
        """Whether the board cannot be seen, and no key is played."""
        width, height = self._at.size
        return width < layout.LEAST[0] or height < layout.LEAST[1]

    @property
    def is_set_out(self) -> bool:
        """Whether the parts of the screen have their places on it."""
        return self._table.size.width > 0

    def turn(self, key: str) -> bool:
        """Take a key that moves through what is too long; tell whether it was one."""
        return self._scroll.turn(key)

    def key_at(self, words: Words, x: int) -> str:
        """Return the key whose words were pressed, empty for none."""
        is_foot = words.id == "foot" and not self.is_too_small
        return self._foot.key_at(x) if is_foot else ""

    def end_motion(self) -> None:
        """See everything as it is."""
        self._motion.end()
        self._cascade.end()

    def rooms(
        self, plan: layout.Plan, *, is_whole: bool, now_s: float
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the sizes of the felt and of the bars by a plan, width and height.

        A whole page takes the whole width, with notes below it.
        """
        rows, self._hand.spare = self._felt_rows(plan, is_whole=is_whole, now_s=now_s)
        return layout.rooms(self._at.size, rows, plan)

    def _felt_rows(
        self, plan: layout.Plan, *, is_whole: bool, now_s: float
    ) -> tuple[int, int]:
        """Return the rows of the felt, and those to spare below it."""
        notes, is_typed = self._words("notes"), self._typed.is_open
        # The row of a line that is typed is no reason for cards of another size.
        rows = self._table.size.height + is_typed
        if plan.has_notes:
            return rows, 0
        rows += notes.size.height * notes.display
        if is_whole:
            return rows - self._rows_noted(now_s), 0
        noted, height = self._noted + is_typed, self._at.size.height
        return layout.felt_rows(rows, noted, height, is_tall=self._is_tall)

    def _rows_noted(self, now_s: float) -> int:
        """Return the rows of notes below a page, once they stand there."""
        width, height = self._at.size
        most = layout.notes_shown(height)
        noted = len(self._notes.last((), most, width, now_s))
        # A banner, too, has stood there, unless notes stood at the side.
        stood = 0 if self._plan.has_notes else self._noted
        return max(layout.LEAST_NOTED, noted, stood)

    # What is laid out

    def lay(self, scene: Scene, plan: layout.Plan, *, is_whole: bool) -> None:
        """Show a picture by a plan; what has not changed costs nothing."""
        seen, now_s = scene.picture, scene.now_s
        is_turned = self._turn_to(plan)
        rows, _ = self._felt_rows(plan, is_whole=is_whole, now_s=now_s)
        felt, bars = layout.rooms(self._at.size, rows, plan)
        height = self._table.size.height
        side = layout.side_of(seen, rows, height, plan)
        free = rows - len(seen.felt.rows) if seen.felt.is_tall else 1
        below = layout.notes_shown(self._at.size.height, free)
        is_beside = plan.has_notes
        shown = side.notes if is_beside else below
        room = bars[0] if is_beside else self._at.size.width
        bars_below = layout.bars_below(seen, self._at.size.width, plan, self._glyphs)
        spare = 0 if is_beside or plan.is_framed else len(bars_below)
        notes = self._noted_now(scene, (shown, spare), room, is_beside=is_beside)
        self._words("head").say((seen.head,))
        told = notes if is_beside else ()
        panels = self._beside.rows(side, told, self._glyphs) if plan.width else ()
        self._words("side").fill(panels, is_shown=plan.width > 0)
        # What is soon past may go on in the row of the race, where rows are few.
        over = notes[shown:]
        self._words("bars").say((*over, *bars_below[len(over) :]))
        notes = notes[:shown]
        below_felt = ((), 0) if is_beside else (notes, layout.LEAST_NOTED)
        self._words("notes").say(*below_felt)
        self._lay_foot(scene)
        self._lay_felt(scene, (felt[0], height), is_turned=is_turned)

    def _turn_to(self, plan: layout.Plan) -> bool:
        """Set the screen out by a plan; tell whether it is another one."""
        if plan == self._plan:
            return False
        # The felt gets another size by what stands beside it.
        self._plan = plan
        self._words("side").styles.width = plan.width
        self._at.call_after_refresh(self._draw)
        return True

    def _noted_now(
        self, scene: Scene, rows: tuple[int, int], room: int, *, is_beside: bool
    ) -> Lines:
        """Return the notes on so many rows and cells, and what is in hand.

        What is soon past may take the second number of rows as well.
        """
        seen, (shown, spare) = scene.picture, rows
        notes = self._notes.last(
            *(seen.banner, shown, room, scene.now_s),
            spare=spare,
            is_beside=is_beside,
            is_apart=seen.is_apart,
        )
        if seen.status and not seen.banner:
            # In place of the oldest: what is told moves nothing as a card is taken up.
            told = fold(seen.status, room)[: None if is_beside else 1]
            notes = (*told, *notes[len(told) :])
        noted = min(len(notes), shown)
        if (noted, seen.felt.is_tall) != (self._noted, self._is_tall):
            self._noted, self._is_tall = noted, seen.felt.is_tall
            self._draw_soon()
        return notes

    def _lay_foot(self, scene: Scene) -> None:
        hints = scene.picture.foot if scene.help is None else key_hints.help_keys()
        if self._typed.is_open:
            hints = key_hints.typing_keys()
        foot = self._foot.row(hints, self._at.size.width, scene.picture.half)
        self._words("foot").say((foot,))

    def _lay_felt(
        self, scene: Scene, size: tuple[int, int], *, is_turned: bool
    ) -> None:
        seen = scene.picture
        felt = seen.felt
        if scene.help is not None:
            left = size[1] - len(seen.tail) - bool(seen.tail)
            felt = read_page(scene.help, self._glyphs, (size[0], left))
        self._motion.look(self._hand.moved(), is_short=scene.is_slow)
        moved = self._motion.seen(felt.folded(size[0]))
        self._cascade.look(seen.won if scene.help is None else None)
        page = self._scroll.cut(moved, seen.tail, size[1])
        if is_turned and self._table.felt.rows:
            return  # until it has its size, on which alone this one is whole
        self._table.lay(self._cascade.seen(page, size))

    def lay_too_small(self, now_s: float) -> None:
        """Show nothing but that no table fits."""
        for name in ("head", "bars", "notes", "foot"):
            self._words(name).say(())
        self._words("side").fill((), is_shown=False)
        self._foot.clear()
        room = max(10, self._at.size.width)
        # A question that a key has just asked comes first: the next press answers it.
        asked = self._notes.warned(room, now_s)
        told = too_small_lines(layout.LEAST, self._at.size, room)
        self._table.lay(Felt((*asked, *told), ()))

    def _show(self, felt: Felt) -> None:
        """Show a move in motion; nothing else has changed."""
        if self._at.is_running and not self.is_too_small:
            self._table.lay(felt)

    # Parts

    @property
    def _table(self) -> Table:
        return self._at.query_one(Table)

    @property
    def _typed(self) -> TypedLine:
        return self._at.query_one(TypedLine)

    def _words(self, name: str) -> Words:
        return self._at.query_one(f"#{name}", Words)
