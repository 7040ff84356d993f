"""The help of the full screen: the keys of the game at hand, and of no other."""

from collections.abc import Iterator
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import later, tr
from samedeal_client.language.typed import word_for
from samedeal_client.play.orders import Order
from samedeal_client.screen.keys.key_hints import TYPE
from samedeal_client.screen.keys.order_keys import KEYS, OrderKey
from samedeal_client.terminal.keys import bindings
from samedeal_client.view.spans import Lines, Span, Style, line, wrapped
from samedeal_games.game import AnyGame


class Scene(NamedTuple):
    """The scene at a table beside the moves of its game."""

    is_room: bool
    """Whether others may be there, and a seat is held."""
    takes_back: bool
    talks: bool = False
    hint: str = ""
    """The key that asks for a hint, empty for none."""
    shows_boards: bool = False
    """Whether boards may be watched there."""
    cell: str = ""
    """An open cell; empty without a board, and where there are none."""
    is_between: bool = False
    """Whether no match is on, and keys are for the room."""


FOOT = later("            the keys on the last line of the screen can be pressed, too")
PUT_BACK = later("  Esc       put back what is in hand")
PUT_BACK_ONLINE = later(
    "  Esc       put back what is in hand; what waits for the connection, too"
)
TYPE_A_MOVE = later("  :         type notation, analyse (what was possible), or leave")
TYPE_A_COMMAND = later("  :         type notation or a command: {words}")
LOOK_THEM_UP = later(
    "Each row and column counts as a poker hand; ? tells their points."
)
LOOK = later("  Tab       once you are done: everybody's boards; Esc back to your own")
NAMED = later("  a check mark or * after a name: claimed, nobody else can use it")
ANOTHER_GAME = later(
    "  other     games: open a room with them, played in turn: samedeal host GAME,GAME"
)
GO = later("  ctrl+x    leave; ? this help")
GO_OR_HANG_UP = later(
    "  ctrl+x    leave, ctrl+c hang up and keep the seat, ? this help"
)

SCROLL = later("  up, down  the rest of what is longer than the screen")
IN_THE_MATCH = later("In the match")


def help_lines(game: AnyGame, scene: Scene) -> Lines:
    """Return the help on the keys."""
    title = Span(f" {tr('Keys')}  ", Style.TITLE)
    of = Span(tr(game.about.title), Style.DIM)
    family = family_of(game)
    playing = (*family.key_help(scene.cell), *_around_board(scene))
    told = (*playing, *_around(scene), *wrapped(family.in_brief(), 2))
    if scene.is_between:
        between = (*_keys("between", scene), line(tr(ANOTHER_GAME)), line(tr(SCROLL)))
        there = line(Span(f" {tr(IN_THE_MATCH)}", Style.TITLE))
        rules = wrapped(family.in_brief(), 2)
        told = (*between, *_around(scene), there, *playing, *rules)
    return (line(title, of), *_own_keys(game, scene), *told)


def _around_board(scene: Scene) -> Lines:
    """Return the keys that mean the same on every board."""
    is_room = scene.is_room
    typed = line(tr(TYPE_A_MOVE))
    if is_room:
        typed = line(tr(TYPE_A_COMMAND, words=", ".join(_typed_words())))
    put_back = line(tr(PUT_BACK_ONLINE if is_room else PUT_BACK))
    look = (line(tr(LOOK)),) if scene.shows_boards else ()
    return (line(tr(FOOT)), *_keys("board", scene), put_back, typed, *look)


def _typed_words() -> Iterator[str]:
    """Yield the words for what no key is for in a room, and at last for leaving."""
    for order in Order:
        row = order.value
        if row.request is not None and row.help and order not in KEYS:
            yield word_for(row.word)
    yield word_for(Order.LEAVE.value.word)


def _around(scene: Scene) -> Lines:
    """Return the keys that mean the same with a board and without one."""
    named = (line(tr(NAMED)),) if scene.is_room else ()
    go = line(tr(GO_OR_HANG_UP if scene.is_room else GO))
    return (*_keys("always", scene), *named, go)


def _keys(where: str, scene: Scene) -> Lines:
    """Return the keys of orders that are told in one place of the help."""
    rows = (row for row in _rows(scene) if row.help and row.helped == where)
    return tuple(line(tr(row.help, key=scene.hint)) for row in rows)


def _rows(scene: Scene) -> Iterator[OrderKey]:
    """Yield the keys of what can be ordered there."""
    only = {
        Order.TAKE_BACK: scene.takes_back,
        Order.HINT: bool(scene.hint),
        Order.WHY: not scene.is_room,
        Order.TALK: scene.talks,
        Order.ANALYSE: True,
        Order.HELP: True,
    }
    return (key for order, key in KEYS.items() if only.get(order, scene.is_room))


def _own_keys(game: AnyGame, scene: Scene) -> Lines:
    """Return the player's own keys that do something here."""
    used = _used(game, scene)
    own = "  ".join(f"{new}={old}" for new, old in bindings() if old in used)
    return (line(tr("  your keys: {keys}", keys=own)),) if own else ()


def _used(game: AnyGame, scene: Scene) -> str:
    keys = "".join(row.key for row in _rows(scene) if len(row.key) == 1)
    return TYPE + keys + family_of(game).used_keys()
