"""What the full screen says about itself: keys, and what to do next."""

from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame, Unit
from samedeal_games.squares import SquaresGame
from samedeal_protocol.boards import RoomView, SeatView

KEPT = "Not connected now: this is kept, and done when the connection is back."
RECONNECTING = "The connection is lost; connecting again. Your seat and board are kept."
DEGRADED = "The service has trouble: nothing is lost, and the clocks stand still."
GO_BACK = " ctrl+x goes back."
SURE = "Leave in mid-match and come last? Press ctrl+x again; ctrl+c keeps your seat."

HELP: Lines = (
    line(Span(" Keys", Style.TITLE)),
    line("  a column by its key, then where it goes: 3 5; twice the same: up"),
    line("  w waste, f foundation, k king's foundation, d deal, r redeal"),
    line("  up, down  more or fewer cards of a run; a: everything up that goes"),
    line("  Poker Squares: letter and number, or arrows and Enter"),
    line("  mouse: press where a card lies, and where it goes; or drag"),
    line("  Esc       put back what is in hand"),
    line("  :         type notation or a command: finish, resign, leave"),
    line("  a check mark or * after a name: claimed, nobody else can show it"),
    line("  ctrl+x    leave, ctrl+c hang up and keep the seat, ? this help"),
)


def keys_line(game: AnyGame, board: Board) -> Line:
    """Return the keys that matter on a board."""
    if isinstance(game, SquaresGame):
        words = "c 4 or arrows+Enter: lay"
    else:
        runs = isinstance(game, PatienceGame) and game.ruleset.unit is Unit.PART
        parts = [
            ("d deal", "stock" in board.zones),
            ("r redeal", "redeals" in board.zones),
            ("3 5 pack", True),
            ("3 f up", True),
            ("w waste", "waste" in board.zones),
            ("a all up", True),
            ("up/down run", runs),
        ]
        words = "  ".join(text for text, holds in parts if holds)
    return line(Span(f" {words}   : type   ? help", Style.DIM))


def practice_keys(game: AnyGame, board: Board, *, is_over: bool) -> Line:
    """Return the keys that matter to who plays alone."""
    if is_over:
        words = " Enter another deal   u take back   ctrl+x leave"
        return line(Span(words, Style.DIM))
    return (Span(" u take back ", Style.DIM), *keys_line(game, board))


def invitation(room: RoomView) -> Lines:
    """Return how others come, as long as there is a seat for them."""
    if len(room.seats) == room.seats_max:
        return ()
    return (line(f" Others join with:  samedeal join {room.room}"),)


def room_keys(room: RoomView, own: SeatView | None) -> Line:
    """Return the keys that matter while no match is on."""
    if own is None or room.next_match is None:
        words = "ctrl+x leave"
    elif room.phase == "countdown":
        words = "ctrl+x leave   ? help"
    elif own.ready:
        words = "Enter not ready after all   ctrl+x leave   ? help"
    else:
        again = "ready" if room.result is None else "ready for the next"
        words = f"Enter {again}   ctrl+x leave   ? help"
    return line(Span(f" {words}", Style.DIM))
