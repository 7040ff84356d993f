"""The sizes of the parts of a table's screen, and the side of the felt."""

from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.felt.squares import cells_for
from samedeal_client.screen.panels.blocks import Block, Stack, stack_rows, stacked
from samedeal_client.screen.panels.frame import EDGES, INSET, Frame
from samedeal_client.screen.panels.hands import slim_rows
from samedeal_client.screen.table.notes import NOTES_SHOWN, NOTES_SHOWN_BESIDE
from samedeal_client.screen.table.picture import Picture
from samedeal_client.view.boards.squares import GRID_SIZE
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

SIDE_WIDTH, HANDS_SIDE_WIDTH = 40, 50
"""Cells of the bars and the notes, where the screen is wide enough to have a side; and
where the hands of Poker Squares stand there: its board could not grow by the rest."""
SLIM_SIDES = ((100, 32), (80, 26))
"""Cells of a screen, and of the bars and hands beside a board that leaves them free;
notes are too long for so few."""
SLIM_FROM = 24
"""Rows of a screen that has such a side beside Poker Squares, with the hands."""
FRAMED_FROM, SPACIOUS = 24, 34
"""Rows of a screen that has a frame around a race below a board that is played; and
around any race below the felt, and more rows in it."""
UNFRAMED = 1
"""Cells before a race below the felt that has no frame."""
MOST_FRAMED, MOST_SPACIOUS = 2, 4
"""Rows of a race in a frame below the felt, if it has room on them."""
SIDE_INSET = 2 + INSET
"""Cells of a side that are not within a frame there."""
WIDE = 132
"""Cells of a screen that has a side."""
LEAST = (60, 15)
"""Below that no table fits; a few lines fewer than needed only squeeze it."""
ROOMY = 20
"""Rows below which one note is shown, and the board has the rest."""
RACE_WORTH = 9
LEAST_NEWS = 3
"""Rows that are kept for notes beside a race, whatever else there is."""
HEAD_AND_FOOT = 2
NEWS_KEPT = 5
"""Rows that the frame of notes has before there are as many; it grows downward."""
LEAST_NOTED = 1
"""Rows that are kept for notes, and for what is in hand."""


class Side(NamedTuple):
    """The side of the felt: frames above, and below them the notes."""

    stack: Stack
    notes: int
    """Rows of notes that have room."""
    is_kept: bool
    """Whether their frame has rows before there are notes: below it nothing stands."""
    width: int
    """Cells that it takes of the screen."""


class Plan(NamedTuple):
    """The parts of a screen that stand beside the felt; all others stand below it."""

    width: int = 0
    """Cells beside it."""
    has_race: bool = False
    has_notes: bool = False
    kept: int = 0
    """Rows of it that are kept for all else beside the race."""
    below: int = 0
    """Rows of a race below it, if it has room on them; 0 where there is none."""
    is_framed: bool = False
    """Whether that race has a frame."""

    @property
    def room(self) -> int:
        """The cells within a frame there."""
        return self.width - SIDE_INSET

    @property
    def rows(self) -> int:
        """The rows of a race below it."""
        return self.below + EDGES * self.is_framed


ALL_BELOW = Plan()
"""Of a page that has no race."""


def plan_for(
    size: tuple[int, int], game: AnyGame | None = None, *, has_race: bool = True
) -> Plan:
    """Return the plan of a screen, for the board of a game that is played there."""
    width, height = size
    slim = next((side for least, side in SLIM_SIDES if width >= least), 0)
    below = _below(height, is_played=game is not None) if has_race else ALL_BELOW

    def wide(side: int) -> Plan:
        return Plan(side, has_race=True, has_notes=True, kept=LEAST_NEWS + EDGES)

    def squares(_: SquaresGame) -> Plan:
        if width >= WIDE:
            return wide(HANDS_SIDE_WIDTH)
        if not slim or height < SLIM_FROM:
            return _sparing(below, size)
        return Plan(slim, has_race=has_race, kept=slim_rows(slim - SIDE_INSET))

    def patience(game: PatienceGame) -> Plan:
        if width >= WIDE:
            return wide(SIDE_WIDTH)
        is_free = slim and _leaves(game.ruleset.columns, size, slim, below)
        return Plan(slim, has_race=True) if is_free and has_race else below

    if game is None:
        return wide(SIDE_WIDTH) if width >= WIDE else below
    return family_of(game).choose(squares=squares, patience=patience)


def counts_alone(size: tuple[int, int]) -> Plan:
    """Return the plan of a screen on which a race is all there is to see."""
    width, height = size
    if width >= WIDE:
        return plan_for(size)
    return Plan(below=MOST_SPACIOUS, is_framed=height >= FRAMED_FROM)


def _below(height: int, *, is_played: bool) -> Plan:
    """Return the plan of a screen of so many rows with a race below the felt.

    Boards that are watched need more rows for their size than one that is played.
    """
    if height >= SPACIOUS:
        return Plan(below=MOST_SPACIOUS, is_framed=True)
    if height >= FRAMED_FROM and is_played:
        return Plan(below=MOST_FRAMED, is_framed=True)
    return Plan(below=1)


def _sparing(below: Plan, size: tuple[int, int]) -> Plan:
    """Return a plan without its frame, if cells of squares are larger by that."""
    width, rows = size[0], size[1] - notes_shown(size[1]) - HEAD_AND_FOOT
    bare = below._replace(below=min(1, below.below), is_framed=False)
    framed, plain = (
        cells_for(GRID_SIZE, GRID_SIZE, rows - plan.rows, width).size.rows
        for plan in (below, bare)
    )
    return below if framed >= plain else bare


def _leaves(columns: int, size: tuple[int, int], side: int, below: Plan) -> bool:
    """Tell whether so many columns leave a side free.

    They do where their cards are as large as above a race, which takes rows, too.
    """
    width, height = size[0], size[1] - notes_shown(size[1]) - HEAD_AND_FOOT
    above = height - below.rows
    beside, whole = (
        setting_for(columns, *room).size
        for room in ((height, width - side), (above, width))
    )
    return beside.width >= whole.width


def notes_shown(height: int, free: int = 1) -> int:
    """Return the rows of notes below the felt, at most.

    Of a tall one that leaves no row `free` they are one less.
    """
    return NOTES_SHOWN - (free < 1) if height >= ROOMY else 1


def felt_rows(rows: int, noted: int, height: int, *, is_tall: bool) -> tuple[int, int]:
    """Return the rows of a board above notes, and the rows to spare below it.

    Of `rows` for both, `noted` have notes now; a board has the size that leaves room
    for as many notes as are shown at most, on a screen of a height, or one less if it
    is tall.
    """
    most = notes_shown(height, free=not is_tall)
    return rows - most, max(0, most - max(LEAST_NOTED, noted))


def rooms(
    size: tuple[int, int], height: int, plan: Plan
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the sizes of the felt, of so many rows, and of the bars of a race.

    Beside the felt these leave room for their frame, and for notes or hands; below it
    they have as few rows as there may be. Sizes are width and height, that of the
    screen among them.
    """
    felt = size[0] - plan.width, height
    if plan.has_race:
        return felt, (plan.room, height - plan.kept - EDGES)
    taken = INSET if plan.is_framed else UNFRAMED if plan.below else 0
    return felt, (size[0] - taken, plan.below)


def bars_below(picture: Picture, width: int, plan: Plan, glyphs: Glyphs) -> Lines:
    """Return what stands below the felt on a width: a race, by a plan in a frame."""
    if plan.has_race:
        return ()
    if not (picture.race and picture.bars):
        return picture.bars
    if not plan.is_framed:
        return tuple((Span(" " * UNFRAMED), *row) for row in picture.bars)
    block = Block(Frame(picture.race), picture.bars)
    return stack_rows(Stack((block,), 0), width, glyphs)


def side_of(picture: Picture, height: int, now: int, plan: Plan) -> Side:
    """Return the side of a felt that has so many rows at most, and so many now.

    Beside a lesson, which grows and shrinks, what stays as it is stands first.
    """
    race = Block(Frame(picture.race or tr("Advice")), picture.bars, RACE_WORTH)
    if not plan.has_notes:
        blocks = (race, *picture.side) if plan.has_race else picture.side
        return Side(stacked(blocks, height), 0, is_kept=False, width=plan.width)
    blocks = (race, *picture.side) if picture.race else (*picture.side, race)
    stack = stacked(blocks, height - LEAST_NEWS - EDGES)
    left = now - stack.height - EDGES
    notes = max(0, min(NOTES_SHOWN_BESIDE, left))
    is_kept = bool(picture.side) and not picture.is_apart
    return Side(stack, notes, is_kept, plan.width)


class Beside:
    """Draws the side of a felt, and again only once something else is on it."""

    def __init__(self) -> None:
        self._drawn: tuple[Side, Lines] | None = None
        self._rows: Lines = ()

    def rows(self, side: Side, notes: Lines, glyphs: Glyphs) -> Lines:
        """Return it as `side_rows` does; always with the same glyphs."""
        if (side, notes) != self._drawn:
            self._drawn = side, notes
            self._rows = side_rows(side, notes, glyphs)
        return self._rows


def side_rows(side: Side, notes: Lines, glyphs: Glyphs) -> Lines:
    """Return the frames, and the notes in one below them."""
    least = min(NEWS_KEPT, side.notes) if side.is_kept else 0
    if least and not notes:
        notes = (line(Span(tr("What happens is told here."), Style.DIM)),)
    news = Block(Frame(tr("News")), notes, least=least)
    blocks = (*side.stack.blocks, news) if notes else side.stack.blocks
    return stack_rows(side.stack._replace(blocks=blocks), side.width - 2, glyphs)
