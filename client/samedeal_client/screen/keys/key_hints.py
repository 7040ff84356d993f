"""The keys that matter where one is, and what is said of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samedeal_client.families import family_of, patience_keys
from samedeal_client.language import later, tr
from samedeal_client.play.orders import Around, Order
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.order_keys import KEYS, key_for
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
