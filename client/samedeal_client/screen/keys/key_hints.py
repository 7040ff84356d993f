"""The keys that matter where one is, and what is said of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samedeal_client.families import patience_keys
from samedeal_client.language import later, tr
from samedeal_client.play.orders import Around, Order, is_for_one
from samedeal_client.screen.keys.foot import ENTER, KeyHint
from samedeal_client.screen.keys.order_keys import KEYS, key_for

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


def keys_for(
    moves: tuple[KeyHint, ...], *, holds: bool, before: tuple[KeyHint, ...] = ()
) -> tuple[KeyHint, ...]:
    """Return the keys that matter on a board, or for what is in hand alone.

    `moves` are those of the hand; others come before them while it is empty.
    """
    if holds:
        return (*moves, hint_of(Order.HELP))
    # Leaving is what is wanted least, and ? tells of it, too.
    leave = hint_of(Order.LEAVE)._replace(is_spare=True)
    typed = KeyHint(TYPE, tr(": type"))
    return (*before, *moves, typed, leave, hint_of(Order.HELP))


def typing_keys() -> tuple[KeyHint, ...]:
    """Return the keys that end a line that is typed; all others are typed into it."""
    return (KeyHint(ENTER, tr("Enter done")), KeyHint("escape", tr("Esc cancel")))


def sure_keys(*, leaves: bool) -> tuple[KeyHint, ...]:
    """Return the keys that answer whether to go, for good if the player `leaves`."""
    go = hint_of(Order.LEAVE) if leaves else KeyHint("", tr("ctrl+c go"))
    keep = (KeyHint("", tr("ctrl+c keep the seat")),) if leaves else ()
    return (go, *keep, KeyHint("escape", tr("Esc stay")))


def hint_of(order: Order, key: str = "") -> KeyHint:
    """Return the key of an order, or another one that does the same there."""
    key = key or key_for(order)
    return KeyHint(key, tr(KEYS[order].foot, key=key))


def practice_keys(
    moves: tuple[KeyHint, ...], *, holds: bool, is_over: bool, hint: str, asks: bool
) -> tuple[KeyHint, ...]:
    """Return the keys that matter when playing alone; `hint` is empty for none.

    `moves` are those of the hand, which holds something or not, or `asks` about cards.
    """
    if asks:
        return (*moves, back_hint(), hint_of(Order.HELP))
    if is_over:
        again = KeyHint("enter", tr("Enter another deal"))
        rest = map(hint_of, (Order.ANALYSE, Order.TAKE_BACK, Order.LEAVE, Order.HELP))
        return (again, *rest)
    asking = (hint_of(Order.HINT, hint),) if hint else ()
    if holds:
        return keys_for(moves, holds=True)
    *keys, leave, helps = keys_for(
        moves, holds=False, before=(hint_of(Order.TAKE_BACK), *asking)
    )
    return (*keys, hint_of(Order.WHY), leave, helps)


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
    if at.room.result is None and is_for_one(at.room):
        return tr("Enter deals the cards")
    if at.room.result is None:
        return tr(KEYS[Order.READY].foot)
    opened = at.room.next_match
    is_other_game = opened is not None and opened.game not in ("", at.room.game)
    if at.room.result.series_over and not is_other_game:
        return tr("Enter rematch")
    return tr("Enter for the next")
