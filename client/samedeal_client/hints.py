"""What can be typed at a table, told in a few words."""

from collections.abc import Container

from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import Line, Lines, line
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame, Unit
from samedeal_games.squares import SquaresGame

HELP: Lines = (
    line(" ready, unready   be ready for the next match, or not"),
    line(" board (or Enter) the board, or who is here"),
    line(" finish           stop here and keep your score"),
    line(" resign           give the match up"),
    line(" leave            give up the seat; Ctrl-C keeps it for you"),
    line(f" {NAMED} after a name   claimed: nobody else can show it, or one like it"),
)
DEAL_HELP = "   d: deal"
REDEAL_HELP = "   r: gather and deal again"
PACK_HELP = "   35: column 3 to 5"
RUN_HELP = "   35x2: two cards of it"
UP_HELP = "   3f: up"
WASTE_HELP = "   w5, wf: waste"
SQUARES_HELP = line(" Type the cell for the next card, as in c4.")


def move_help(game: AnyGame, zones: Container[str]) -> Line:
    """Return how moves of a game are typed, on a board with these zones."""
    if isinstance(game, SquaresGame):
        return SQUARES_HELP
    moves_runs = isinstance(game, PatienceGame) and game.ruleset.unit is Unit.PART
    parts = (
        (DEAL_HELP, "stock" in zones),
        (REDEAL_HELP, "redeals" in zones),
        (PACK_HELP, True),
        (RUN_HELP, moves_runs),
        (UP_HELP, True),
        (WASTE_HELP, "waste" in zones),
    )
    return line("".join(part for part, is_so in parts if is_so)[2:])
