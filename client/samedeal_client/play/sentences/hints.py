"""What can be typed at a table, told in a few words."""

from samedeal_client.language import later, tr
from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import Line, Lines, line
from samedeal_client.view.squares import example_cell
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame, Unit
from samedeal_games.squares import SquaresGame

HELP = (
    later(" ready, unready   be ready for the next match, or not"),
    later(" board (or Enter) the board, or who is here"),
    later(" undo (or u)      take the last move back, where the room allows it"),
    later(" time, others     what is left on the clock; how far the others are"),
    later(" finish           stop here and keep your score"),
    later(" resign           give the match up"),
    later(" analyse          after a match: what was possible in it"),
    later(" leave            give up the seat; Ctrl-C keeps it for you"),
    later(" /, /gg, /words   say something: / alone lists the phrases"),
)
NAMED_HELP = later(
    " {mark} after a name   claimed: nobody else can use it, or one like it"
)
DEAL_HELP = later("   d: deal")
REDEAL_HELP = later("   r: gather and deal again")
PACK_HELP = later("   35: column 3 to 5")
RUN_HELP = later("   35x2: two cards of it")
UP_HELP = later("   3f: up")
WASTE_HELP = later("   w5, wf: waste")
SQUARES_HELP = later(" Type the cell for the next card, as in {cell}.")
NO_MOVE_HINTED = later("No hint: nothing is left to gain on this board.")
NOTHING_TO_TAKE_BACK = later("Nothing is left to take back.")

PILES_ASKED = later(" column 3, waste, stock, foundations   what lies there")
LINES_ASKED = later(" row 2, column c, next   a line, or the card to lay")
SCORE_ASKED = later(" score   how it stands")


def questions_lines(game: AnyGame) -> Lines:
    """Return what can be asked by who reads line after line."""
    asked = LINES_ASKED if isinstance(game, SquaresGame) else PILES_ASKED
    return line(tr(asked)), line(tr(SCORE_ASKED))


def help_lines() -> Lines:
    """Return what can be typed besides moves."""
    return (
        *(line(tr(text)) for text in HELP),
        line(tr(NAMED_HELP, mark=NAMED)),
    )


def move_help(game: AnyGame, board: Board) -> Line:
    """Return how moves of a game are typed on a board."""
    if isinstance(game, SquaresGame):
        return line(tr(SQUARES_HELP, cell=example_cell(game, board)))
    zones = board.zones
    moves_runs = isinstance(game, PatienceGame) and game.ruleset.unit is Unit.PART
    parts = (
        (DEAL_HELP, "stock" in zones),
        (REDEAL_HELP, "redeals" in zones),
        (PACK_HELP, True),
        (RUN_HELP, moves_runs),
        (UP_HELP, True),
        (WASTE_HELP, "waste" in zones),
    )
    return line("".join(tr(part) for part, is_so in parts if is_so)[2:])
