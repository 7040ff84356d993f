"""The words of the full screen about itself: keys, and the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.families import family_of, patience_keys
from samedeal_client.language import later, tr
from samedeal_client.play.orders import Around, Order
from samedeal_client.screen.keys.order_keys import KEYS, key_for
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.spans import Line, Span, Style, line, width_of, width_of_row
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.game import AnyGame, Board

if TYPE_CHECKING:
    # No more than annotations, so practice does not wait for messages.
    from samedeal_protocol.rooms.boards import RoomView, SeatView

TYPE = ":"
ALL_UP = patience_keys.ALL_UP

GO_BACK = later("ctrl+x goes back.")
HANG_UP_AGAIN = later("Press ctrl+c again to go.")
LEAVE_AGAIN = later("Press ctrl+x again; ctrl+c keeps your seat.")
CARDS_SOON = later("The cards come in {left}: there is nothing to do until then.")


class KeyHint(NamedTuple):
    """A few words at the foot of the screen, and the key that they stand for."""

    key: str
    """Pressed by a click on the words; empty where there is more than one."""
    text: str


def foot_line(hints: tuple[KeyHint, ...], half: str = "") -> Line:
    """Return the foot of the screen, after the half of a name that was typed."""
    words = Span(" " + _GAP.join(map(_shown, hints)), Style.DIM)
    return line(Span(f" {half}_", Style.HELD), words) if half else line(words)


def capped_line(hints: tuple[KeyHint, ...], half: str = "") -> Line:
    """Return the same foot, cell by cell, with its keys on caps, for colours."""
    start = [Span(f" {half}_", Style.HELD)] if half else []
    caps = (span for hint in hints for span in _capped(hint))
    return line(*start, *caps)


_GAP = "   "
_CAP = Patch(Tint.CAP_TEXT, Tint.CAP, is_bold=True)
MOST_WORDS = 2
"""After a comma that stands between keys; more of them explain."""


def _capped(hint: KeyHint) -> Line:
    """Return the words of a hint and half of the gaps beside it, its keys on a cap."""
    text, gap = _shown(hint), _GAP[1:]
    first = text.partition(" ")[0]
    # Where the key is known, a word of one letter behind it is no other.
    is_known = bool(hint.key) and first == bound_to(hint.key)
    keys = len(first) if is_known else _keys_of(text)
    if keys == len(text):
        return line(Span(f" {text}", _CAP), gap)
    end = keys + (text[keys] == " ")
    return line(Span(f" {text[:end]}", _CAP), text[end:] + gap)


def _keys_of(text: str) -> int:
    """Return the number of signs of a hint that are its keys."""
    before, comma, after = text.partition(", ")
    if comma and len(after.split()) > MOST_WORDS:
        return len(before)
    words, keys = text.split(" "), 1
    while keys < len(words) - 1 and (
        words[keys - 1].endswith(",") or len(words[keys]) == 1
    ):
        keys += 1
    return len(" ".join(words[:keys]))


def _shown(hint: KeyHint) -> str:
    """Return a hint's words, with the player's own key in place of the table's."""
    own = bound_to(hint.key) if hint.key else ""
    if own == hint.key or not hint.text.startswith(hint.key):
        return hint.text
    return own + hint.text.removeprefix(hint.key)


def fitting(
    hints: tuple[KeyHint, ...], width: int, half: str = ""
) -> tuple[KeyHint, ...]:
    """Return as many of the words as a foot has room for.

    Those that only explain go first, from the end; help goes last.
    """
    left = list(hints)
    while len(left) > 1 and _width_of_foot(left, half) > width:
        explains = [index for index, hint in enumerate(left) if not hint.key]
        del left[explains[-1] if explains else -2]
    return tuple(left)


def _width_of_foot(hints: list[KeyHint], half: str) -> int:
    return width_of_row(foot_line(tuple(hints), half))


def key_at(hints: tuple[KeyHint, ...], x: int, half: str = "") -> str:
    """Return the key whose words are at a cell of the foot, empty for none."""
    start = 1 + (len(half) + 2 if half else 0)
    for hint in hints:
        end = start + width_of(_shown(hint))
        if start <= x < end:
            return hint.key
        start = end + len(_GAP)
    return ""


class Foot:
    """The keys at the foot of a screen, as they are written there now."""

    def __init__(self, *, colour: bool) -> None:
        self._written = capped_line if colour else foot_line
        self._hints: tuple[KeyHint, ...] = ()
        self._half = ""

    def row(self, hints: tuple[KeyHint, ...], width: int, half: str = "") -> Line:
        """Write as many keys as there is room for, after half of a name."""
        self._hints, self._half = fitting(hints, width, half), half
        return self._written(self._hints, half)

    def clear(self) -> None:
        """Remove the keys written there."""
        self._hints, self._half = (), ""

    def key_at(self, x: int) -> str:
        """Return the key whose words are at a cell, empty for none."""
        return key_at(self._hints, x, self._half)


def back_hint() -> KeyHint:
    """Return the key that leads back."""
    return KeyHint("escape", tr("Esc back"))


def keys_for(game: AnyGame, board: Board) -> tuple[KeyHint, ...]:
    """Return the keys that matter on a board."""
    moves = (KeyHint(*hint) for hint in family_of(game).key_hints(board))
    return (*moves, KeyHint(TYPE, tr(": type")), hint_of(Order.HELP))


def hint_of(order: Order, key: str = "") -> KeyHint:
    """Return the key of an order, or another one that does the same there."""
    key = key or key_for(order)
    return KeyHint(key, tr(KEYS[order].foot, key=key))


def practice_keys(
    game: AnyGame, board: Board, *, is_over: bool, hint: str
) -> tuple[KeyHint, ...]:
    """Return the keys that matter when playing alone; `hint` is empty for none."""
    if is_over:
        again = KeyHint("enter", tr("Enter another deal"))
        rest = map(hint_of, (Order.ANALYSE, Order.TAKE_BACK, Order.LEAVE, Order.HELP))
        return (again, *rest)
    asking = (hint_of(Order.HINT, hint),) if hint else ()
    *keys, helps = keys_for(game, board)
    return (hint_of(Order.TAKE_BACK), *asking, *keys, hint_of(Order.WHY), helps)


def practice_study_keys(*, is_over: bool) -> tuple[KeyHint, ...]:
    """Return the keys that matter when reading an analysis, alone."""
    again = (KeyHint("enter", tr("Enter another deal")),) if is_over else ()
    return (back_hint(), *again, hint_of(Order.LEAVE))


def study_keys(room: RoomView, own: SeatView | None) -> tuple[KeyHint, ...]:
    """Return the keys that matter when reading an analysis in a room."""
    keys = room_keys(Around(room, own))
    return (back_hint(), *(hint for hint in keys if hint.key != key_for(Order.ANALYSE)))


def room_keys(at: Around) -> tuple[KeyHint, ...]:
    """Return the keys that matter while no match is on."""
    offered = [order for order in Order if order.is_offered(at)]
    # The way out is told where there is no room for both.
    offered.sort(key=(Order.MOMENTS, Order.HELP).__contains__)
    return tuple(_offer(order, at) for order in offered)


def _offer(order: Order, at: Around) -> KeyHint:
    if order is Order.READY:
        return KeyHint(key_for(order), _ready_text(at))
    return hint_of(order)


def watch_keys(
    *, has_boards: bool, is_open: bool, has_replay: bool
) -> tuple[KeyHint, ...]:
    """Return the keys that matter to spectators.

    `is_open` tells whether boards are in sight, and not the result.
    """
    hints = (
        (KeyHint("enter", tr("Enter the result")), has_replay and is_open),
        (KeyHint("tab", tr("Tab player")), has_boards and is_open),
        (KeyHint("tab", tr("Tab boards")), has_boards and not is_open),
        (hint_of(Order.REPLAY), has_replay),
        (hint_of(Order.ANALYSE), has_replay),
        (KeyHint("q", tr("q leave")), True),
        (hint_of(Order.MOMENTS), has_replay),
        (hint_of(Order.HELP), True),
    )
    return tuple(hint for hint, matters in hints if matters)


def look_keys(*, is_open: bool) -> tuple[KeyHint, ...]:
    """Return the keys that matter to a player who is done and may look at others."""
    if is_open:
        return (KeyHint("tab", tr("Tab player")), back_hint())
    return (KeyHint("tab", tr("Tab boards")),)


def help_keys() -> tuple[KeyHint, ...]:
    """Return the keys that matter when reading the help: any other closes it, too."""
    return (back_hint(), hint_of(Order.LEAVE))


def _ready_text(at: Around) -> str:
    if at.own is not None and at.own.ready:
        return tr("Enter not ready")
    if at.room.result is None:
        return tr(KEYS[Order.READY].foot)
    opened = at.room.next_match
    is_other_game = opened is not None and opened.game not in ("", at.room.game)
    if at.room.result.series_over and not is_other_game:
        return tr("Enter rematch")
    return tr("Enter for the next")
