"""The help of the full screen: the keys of the game at hand, and of no other."""

from typing import NamedTuple

from samedeal_client.fullscreen.words import (
    ALL_UP,
    ANALYSE,
    HINT,
    NEW_ROOM,
    REPLAY,
    TAKE_BACK,
)
from samedeal_client.language import later, tr
from samedeal_client.terminal.keys import bindings
from samedeal_client.view.spans import Line, Lines, Span, Style, line, wrapped
from samedeal_client.view.squares import EXAMPLE
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame, Stock, Unit
from samedeal_games.patience.rulesets import Foundations, Redeal
from samedeal_games.squares import Hand, SquaresGame


class Scene(NamedTuple):
    """What there is at a table beside the moves of its game."""

    is_room: bool
    """Whether others may be there, and a seat is held."""
    takes_back: bool
    talks: bool = False
    hint: str = ""
    """The key that asks for a hint, empty for none."""
    shows_boards: bool = False
    """Whether boards may be watched there."""
    cell: str = ""
    """A cell that is open; empty without a board, and where there are none."""
    is_between: bool = False
    """Whether no match is on, and keys are for the room."""


MOVES = later("  a column by its key, then where it goes: 3 5; twice the same: up")
UP = later("  f         the foundation, as in 3 f; a: everything up that goes")
KINGS_UP = later(
    "  f, k      the foundations from the ace and from the king; a: all up that goes"
)
DEAL_TO_WASTE = later("  d, w      turn a card of the stock; the waste, as in w 5")
DEAL_A_ROW = later("  d         deal a row from the stock")
REDEAL = later("  r r       gather the columns, and deal again; asked twice")
RUNS = later("  up, down  more or fewer cards of the run in hand")
POINT_PILES = later("  mouse     press where a card lies, and where it goes; or drag")
CELLS = later("  letter and number, as in {cell}: lay the card there")
ARROWS = later("  arrows    choose a cell; Enter or space lays the card there")
POINT_CELLS = later("  mouse     press the cell where the card goes")
BACK = later("  u         take a move back")
HINTED = later("  {key}         a hint; once more does it")
FOOT = later("            the keys on the last line of the screen can be pressed, too")
PUT_BACK = later("  Esc       put back what is in hand")
PUT_BACK_ONLINE = later(
    "  Esc       put back what is in hand; what waits for the connection, too"
)
TYPE_A_MOVE = later("  :         type notation, analyse (what was possible), or leave")
TYPE_A_COMMAND = later("  :         type notation or a command: finish, resign, leave")
HANDS = later("each row and column counts as a poker hand: {hands}")
LOOK_THEM_UP = later(
    "Each row and column counts as a poker hand; ? tells their points."
)
AFTERWARDS = later("  r, a      after a match: see it again; what was possible in it")
LOOK = later("  Tab       once you are done: everybody's boards; Esc back to your own")
SAY = later("  /         say something: phrases are listed, words go between matches")
NAMED = later("  a check mark or * after a name: claimed, nobody else can use it")
GO = later("  ctrl+x    leave; ? this help")
GO_OR_HANG_UP = later(
    "  ctrl+x    leave, ctrl+c hang up and keep the seat, ? this help"
)

BETWEEN = (
    later("  Enter     ready for the match; pressed again, not ready"),
    later("  b, y      while seats are free: call a bot; copy the line for friends"),
    later("  n         where a room has had its day: open a new one like it"),
    later("  up, down  the rest of what is longer than the screen"),
)
"""Keys of a room while no match is on."""

REPLAY_KEYS = (
    later("  left, right   a move back, a move forward (p and n; also Enter, forward)"),
    later("  PgUp, PgDn    five moves; Home and End to the first and the last"),
    later("  Space         plays, and stops; + and - change the speed"),
    later("  Tab           the next player, at the same moment"),
    later("  l             to where the deal was lost, once that is known"),
    later("  a             what was possible"),
    later("  Esc, q, r     back to the result"),
    later("  ctrl+x        leave; ? this help"),
)

WATCH_KEYS = (
    later("  Tab, arrows   the next player's board, or the one before"),
    later("  1, 2, 3 ...   the board of the player with this number"),
    later("  0             all boards, or the leader's where they do not fit"),
    later("  mouse         press a name, or a small board"),
    later("  Enter         after a match: from the boards back to the result"),
    later("  r, a          after a match: see it again; what was possible in it"),
    later("  Esc, q        leave; ? this help"),
)
SHOWN_LATE = later(
    " A board is shown as far as everybody still playing has seen its cards."
)


def help_lines(game: AnyGame, scene: Scene) -> Lines:
    """Return what the keys do."""
    title = Span(f" {tr('Keys')}  ", Style.TITLE)
    of = Span(tr(game.about.title), Style.DIM)
    between = tuple(line(tr(text)) for text in BETWEEN)
    keys = between if scene.is_between else _moves(game, scene)
    told = (*keys, *_around(scene), *_hands(game))
    return (line(title, of), *_own_keys(game, scene), *told)


def replay_help_lines() -> Lines:
    """Return what the keys do in a replay."""
    title = line(Span(f" {tr('Keys')}  ", Style.TITLE), Span(tr("replay"), Style.DIM))
    return (title, *(line(tr(text)) for text in REPLAY_KEYS))


def watch_help_lines() -> Lines:
    """Return what the keys do for who watches, and why boards come late."""
    title = line(Span(f" {tr('Keys')}  ", Style.TITLE), Span(tr("watching"), Style.DIM))
    keys = (line(tr(text)) for text in WATCH_KEYS)
    return (title, *keys, (), line(Span(tr(SHOWN_LATE), Style.DIM)))


def _moves(game: AnyGame, scene: Scene) -> Lines:
    if not isinstance(game, PatienceGame):
        cells = tr(CELLS, cell=" ".join(scene.cell or EXAMPLE))
        return (line(cells), line(tr(ARROWS)), line(tr(POINT_CELLS)))
    rules = game.ruleset
    has_kings = rules.foundations is Foundations.ACES_UP_KINGS_DOWN
    parts = (
        (MOVES, True),
        (KINGS_UP if has_kings else UP, True),
        (DEAL_TO_WASTE, rules.stock is Stock.WASTE),
        (DEAL_A_ROW, rules.stock is Stock.ROW),
        (REDEAL, rules.redeal is not Redeal.NONE),
        (RUNS, rules.unit is Unit.PART),
        (POINT_PILES, True),
    )
    return tuple(line(tr(text)) for text, holds in parts if holds)


def _hands(game: AnyGame) -> Lines:
    """Return what each poker hand is worth, where any are laid."""
    if not isinstance(game, SquaresGame):
        return ()
    points = game.ruleset.points
    worth = (f"{tr(hand.value)} {points[hand]}" for hand in Hand if points[hand])
    return wrapped(tr(HANDS, hands=", ".join(worth)), 2)


def _around(scene: Scene) -> Lines:
    is_room = scene.is_room
    rows: list[Line] = [line(tr(FOOT))]
    if scene.takes_back:
        rows.append(line(tr(BACK)))
    if scene.hint:
        rows.append(line(tr(HINTED, key=scene.hint)))
    rows.append(line(tr(PUT_BACK_ONLINE if is_room else PUT_BACK)))
    rows.append(line(tr(TYPE_A_COMMAND if is_room else TYPE_A_MOVE)))
    if scene.shows_boards:
        rows.append(line(tr(LOOK)))
    if scene.talks:
        rows.append(line(tr(SAY)))
    if is_room:
        rows += [line(tr(AFTERWARDS)), line(tr(NAMED))]
    rows.append(line(tr(GO_OR_HANG_UP if is_room else GO)))
    return tuple(rows)


def _own_keys(game: AnyGame, scene: Scene) -> Lines:
    """Return the player's own keys that do something here."""
    used = _used(game, scene)
    own = "  ".join(f"{new}={old}" for new, old in bindings() if old in used)
    return (line(tr("  your keys: {keys}", keys=own)),) if own else ()


def _used(game: AnyGame, scene: Scene) -> str:
    used = ":?" + ANALYSE
    if scene.takes_back:
        used += TAKE_BACK
    if scene.hint:
        used += HINT
    if scene.is_room:
        used += REPLAY + NEW_ROOM
    if isinstance(game, PatienceGame):
        rules = game.ruleset
        used += ALL_UP + "f"
        used += "" if rules.stock is Stock.NONE else "d"
        used += "w" if rules.stock is Stock.WASTE else ""
        used += "" if rules.redeal is Redeal.NONE else "r"
        used += "k" if rules.foundations is Foundations.ACES_UP_KINGS_DOWN else ""
    return used
