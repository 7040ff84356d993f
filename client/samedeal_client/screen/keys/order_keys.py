"""The keys of what can be ordered, on the full screen: a row for each that has one.

The key stands at the foot while its order is offered, and the help tells what it does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from samedeal_client.language import later
from samedeal_client.play.orders import Order


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A key that an order is given by."""

    key: str
    foot: str
    """Its words at the foot."""
    help: str = ""
    """Its words in the help; empty where another row tells of it, too."""
    helped: Literal["board", "between", "always"] = "always"
    """The place of these words: at a board, between matches, or everywhere."""


KEYS: Mapping[Order, OrderKey] = {
    Order.READY: OrderKey(
        "enter",
        later("Enter ready"),
        help=later("  Enter     ready for the match; pressed again, not ready"),
        helped="between",
    ),
    Order.TAKE_BACK: OrderKey(
        "u",
        later("u back"),
        help=later("  u         take a move back"),
        helped="board",
    ),
    Order.HINT: OrderKey(
        "h",
        later("{key} hint"),
        help=later("  {key}         a hint; once more does it"),
        helped="board",
    ),
    Order.WHY: OrderKey(
        "i",
        later("i why"),
        help=later("  i         why not? The keys of a move then tell the rule"),
        helped="board",
    ),
    Order.BOT: OrderKey(
        "b",
        later("b a bot"),
        help=later(
            "  b, y      while seats are free: call a bot; copy the line for friends"
        ),
        helped="between",
    ),
    Order.COPY: OrderKey("y", later("y copy line")),
    Order.TALK: OrderKey(
        "/",
        later("/ talk"),
        help=later(
            "  /         say something: phrases are listed, words go between matches"
        ),
    ),
    Order.REPLAY: OrderKey(
        "r",
        later("r replay"),
        help=later(
            "  r, a, m   after a match: see it again; what was possible; what mattered"
        ),
    ),
    Order.ANALYSE: OrderKey("a", later("a analyse")),
    Order.MOMENTS: OrderKey("m", later("m moments")),
    Order.SHARE: OrderKey(
        "s",
        later("s share"),
        help=later(
            "  s         after a match: a link to its deal, and what proves the match"
        ),
        helped="between",
    ),
    Order.NEW_ROOM: OrderKey(
        "n",
        later("n new room like this"),
        help=later(
            "  n         after the last match of a room: open a new one like it"
        ),
        helped="between",
    ),
    Order.LEAVE: OrderKey("ctrl+x", later("ctrl+x leave")),
    Order.HELP: OrderKey("?", later("? help")),
}


def key_for(order: Order) -> str:
    """Return the key of an order that has one."""
    return KEYS[order].key
