"""Keys for the moves of patience: told, named at the foot of the screen, pressed."""

from samedeal_client.language import later, tr
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.spans import Lines, line
from samedeal_games.game import Board
from samedeal_games.patience import (
    FOUNDATION,
    KINGS_FOUNDATION,
    WASTE,
    PatienceGame,
    Stock,
    Unit,
)
from samedeal_games.patience import (
    REDEAL as GATHER,
)
from samedeal_games.patience.rulesets import Foundations, Redeal, Ruleset

ALL_UP = "a"
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

_SOURCES = {WASTE: "w"}
_TARGETS = {FOUNDATION: "f", KINGS_FOUNDATION: "k"}


def key_hints(rules: Ruleset, board: Board) -> tuple[tuple[str, str], ...]:
    """Return the keys that matter on a board, each with its words."""
    zones = board.zones
    parts = (
        ("d", tr("d deal"), "stock" in zones),
        ("r", tr("r redeal"), "redeals" in zones),
        ("", tr("3 5 pack"), True),
        ("", tr("3 f up"), True),
        ("w", tr("w waste"), "waste" in zones),
        (ALL_UP, tr("a all up"), True),
        ("", tr("up/down run"), rules.unit is Unit.PART and "waste" not in zones),
    )
    return tuple((key, text) for key, text, holds in parts if holds)


def key_help(rules: Ruleset) -> Lines:
    """Return what the keys do."""
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


def used_keys(rules: Ruleset) -> str:
    """Return all letters that mean something."""
    used = ALL_UP + "f"
    used += "" if rules.stock is Stock.NONE else "d"
    used += "w" if rules.stock is Stock.WASTE else ""
    used += "" if rules.redeal is Redeal.NONE else "r"
    used += "k" if rules.foundations is Foundations.ACES_UP_KINGS_DOWN else ""
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
