"""Keys for the moves of patience: in the help, at the foot of the screen, pressed."""

from collections.abc import Mapping

from samedeal_client.language import later, tr
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.spans import Lines, line
from samedeal_games.choices import for_every
from samedeal_games.patience import (
    FOUNDATION,
    KINGS_FOUNDATION,
    WASTE,
    PatienceGame,
    Stock,
)
from samedeal_games.patience import (
    REDEAL as GATHER,
)
from samedeal_games.patience.rulesets import Foundations

ALL_UP = "a"
MOVES = later("  a column by its key, then where it goes: 3 5; twice the same: up")
UP = later("  f         the foundation, as in 3 f; a: everything up that goes")
KINGS_UP = later(
    "  f, k      the foundations from the ace and from the king; a: all up that goes"
)
DEAL_TO_WASTE = later("  d, w      turn a card of the stock; the waste, as in w 5")
DEAL_A_ROW = later("  d         deal a row from the stock")
REDEAL = later("  r r       gather the columns, and deal again; asked twice")
SEND = later("  Enter     what is in hand where it goes; .: the last move once more")
RUNS = later(
    "  up, down  more or fewer cards of the run; Enter: where it goes; .: once more"
)
POINT_PILES = later("  mouse     press where a card lies, and where it goes; or drag")

_SOURCES = {WASTE: "w"}
_TARGETS = {FOUNDATION: "f", KINGS_FOUNDATION: "k"}


_UP = for_every({Foundations.ACES_UP: UP, Foundations.ACES_UP_KINGS_DOWN: KINGS_UP})
_DEAL: Mapping[Stock, tuple[str, ...]] = for_every(
    {Stock.WASTE: (DEAL_TO_WASTE,), Stock.ROW: (DEAL_A_ROW,), Stock.NONE: ()}
)


def key_help(game: PatienceGame) -> Lines:
    """Return help on the keys."""
    rules = game.ruleset
    parts = (
        MOVES,
        _UP[rules.foundations],
        *_DEAL[rules.stock],
        *([REDEAL] if rules.redeals else []),
        RUNS if game.policies.runs else SEND,
        POINT_PILES,
    )
    return tuple(line(tr(text)) for text in parts)


def used_keys(game: PatienceGame) -> str:
    """Return all letters that mean something."""
    policies = game.policies
    used = ALL_UP + "f"
    used += "d" if policies.has_stock else ""
    used += "w" if policies.has_waste else ""
    used += "r" if game.ruleset.redeals else ""
    used += "k" if policies.chooses else ""
    return used


def strokes(game: PatienceGame, notation: str) -> tuple[str, ...]:
    """Return the keys that make a move while nothing is in hand."""
    move = game.parse(notation)
    if move.source == GATHER:
        return (notation.lower(), notation.lower())
    if move.size == 0:
        return (notation.lower(),)
    return (
        _SOURCES.get(move.source) or key_of_column(move.source),
        _TARGETS.get(move.target) or key_of_column(move.target),
    )
