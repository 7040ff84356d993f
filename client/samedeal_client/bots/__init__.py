"""Bots: ordinary clients of the protocol that say that they are bots."""

from samedeal_client.bots.choosers import (
    CHOOSERS,
    Chooser,
    choose_at_random,
    choose_greedily,
)
from samedeal_client.bots.playing import (
    PACES_S,
    RIVALS,
    leave_soon,
    play_as_bot,
    send_bot,
)

__all__ = [
    "CHOOSERS",
    "PACES_S",
    "RIVALS",
    "Chooser",
    "choose_at_random",
    "choose_greedily",
    "leave_soon",
    "play_as_bot",
    "send_bot",
]
