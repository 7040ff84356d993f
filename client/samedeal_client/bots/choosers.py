"""Choosers of moves, by kind of bot.

A chooser looks at nothing but the board that its player was sent.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from samedeal_client.families import family_of
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Cell, Laying, SquaresGame
from samedeal_games.squares.cells import GOES_ON_FROM_LAST, legal_cells
from samedeal_players import AnyPlayer, Level, players_for

Chooser = Callable[[AnyGame, Board, Random], str | None]
"""From a board to a move in notation; None to stop and keep the score."""

RANDOM_PLIES = 150
"""A random player of patience shuttles for ever; it stops here."""


def choose_at_random(game: AnyGame, board: Board, dice: Random) -> str | None:
    """Choose any legal move."""
    moves = game.legal_moves(game.position_from(board))
    if not moves or board.plies >= RANDOM_PLIES:
        return None
    return game.format(dice.choice(moves))


def choose_greedily(game: AnyGame, board: Board, dice: Random) -> str | None:
    """Choose the move that gains most at once."""
    return family_of(game).choose(
        squares=lambda squares: _best_cell(squares, board, dice),
        patience=lambda patience: _most_useful(patience, board, dice),
    )


def with_skill(level: Level) -> Chooser:
    """Return a chooser that plays at a level.

    Where nobody of that level plays a game, it is the best player of those below.
    """

    def choose(game: AnyGame, board: Board, dice: Random) -> str | None:
        moves = game.legal_moves(game.position_from(board))
        if not moves:
            return None
        move = _player_of(game.about.key, level).choose(board, moves, dice)
        return None if move is None else game.format(move)

    return choose


@cache
def _player_of(key: str, level: Level) -> AnyPlayer:
    players, levels = players_for(key), list(Level)
    below = levels[: levels.index(level) + 1]
    return players[[each for each in below if each in players][-1]]()


CHOOSERS: Mapping[str, Chooser] = {
    "random": choose_at_random,
    "greedy": choose_greedily,
    **{level.value: with_skill(level) for level in Level},
}
"""Choosers by kind of bot."""


def _best_cell(game: SquaresGame, board: Board, dice: Random) -> str | None:
    """Lay the card where all lines, open ones too, then count most.

    A serpent looks first for room to go on, and then for the narrowest way.
    """
    position = game.position_from(board)
    cells = list(game.legal_moves(position))
    if not cells:
        return None
    dice.shuffle(cells)

    def worth(cell: Cell) -> tuple[int, int, int]:
        after = game.apply(position, cell)
        points = sum(line.points for line in game.lines(after))
        if not GOES_ON_FROM_LAST[game.ruleset.laying]:
            return 0, points, 0
        return _room(after.cells), points, -len(game.legal_moves(after))

    return game.format(max(cells, key=worth))


def _most_useful(game: PatienceGame, board: Board, dice: Random) -> str | None:
    # Slow to load, and most who come here bring no bot.
    from samedeal_players.patience import Casual

    moves = game.legal_moves(game.position_from(board))
    move = Casual(game, overlooked=0.0).choose(board, moves, dice) if moves else None
    return None if move is None else game.format(move)


def _room(cells: tuple[Cell, ...]) -> int:
    """Count the empty cells that are not walled off from a serpent's head."""
    seen, heads = set[Cell](), [cells[-1]]
    while heads:
        beside = legal_cells(Laying.SERPENT, (*cells, heads.pop()))
        heads += [cell for cell in beside if cell not in seen]
        seen.update(beside)
    return len(seen)
