"""Find the deals that lessons are given on: `python -m bench.learning.lessons`.

Of many deals of each game it takes the one on which the fewest moves show everything
that there is to show: at patience the first moves of a way to win, at Poker Squares
the moves of a good player until a line is complete, the one of most points. Seeds are
made from the game's key and a counter, so whoever runs it finds the same.
"""

import argparse
import hashlib
import json
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import samedeal_client.lessons
from samedeal_client.lessons.patience import ideas_of
from samedeal_client.play.course import steps_of
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_players.solver import Limits, solve

FOLDER = Path(samedeal_client.lessons.__file__).parent
POSITIONS = 200_000
"""At most for one deal, so that the same is found on every machine."""
CARDS = 14
"""The cards of Poker Squares within which a line should be complete."""


class Found(NamedTuple):
    """A lesson, and its badness: the lower, the better."""

    cost: tuple[int, int]
    seed: bytes
    moves: tuple[str, ...]


def main() -> None:
    """Write the data file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=120, help="tried for each game")
    deals = parser.parse_args().deals
    chosen: dict[str, dict[str, str]] = {}
    for key, game in GAMES.items():
        best = min(
            each
            for number in range(deals)
            for each in _lesson(game, _seed(key, number))
        )
        print(f"{key:<28}{len(best.moves):>4} moves", flush=True)
        chosen[key] = {"seed": best.seed.hex(), "moves": " ".join(best.moves)}
    text = json.dumps(chosen, indent=1) + "\n"
    (FOLDER / "deals.json").write_text(text, encoding="ascii")


def _seed(key: str, number: int) -> bytes:
    return hashlib.sha256(f"samedeal/lesson/{key}/{number}".encode()).digest()


def _lesson(game: AnyGame, seed: bytes) -> list[Found]:
    """Return the lesson that a deal gives, none or one."""
    if isinstance(game, SquaresGame):
        return _squares(game, seed)
    return _patience(game, seed) if isinstance(game, PatienceGame) else []


def _patience(game: PatienceGame, seed: bytes) -> list[Found]:
    # The solver redeals first of all; a lesson shows how to do without.
    position = game.setup(deal_from_seed(seed, game.about.packs))._replace(redeals=())
    limits = Limits(positions=POSITIONS, seconds=None)
    line = solve(game, position, limits, clock=time.monotonic).line
    wanted, shown = ideas_of(game), set[str]()
    for number, step in enumerate(steps_of(game, seed, line), 1):
        shown |= step.ideas
        if wanted <= shown:
            return [Found((number, 0), seed, line[:number])]
    return []


def _squares(game: SquaresGame, seed: bytes) -> list[Found]:
    position = game.setup(deal_from_seed(seed, game.about.packs))
    player = players_for(game.about.key)[Level.GOOD]()
    dice = Random(seed)  # noqa: S311 - to choose moves
    moves: list[str] = []
    for _ in range(CARDS):
        legal = game.legal_moves(position)
        if not legal:
            break
        move = player.choose(game.view(position), legal, dice)
        assert move
        moves.append(game.format(move))
        position = game.apply(position, move)
        if position.points:
            return [Found((-position.points, len(moves)), seed, tuple(moves))]
    return []


if __name__ == "__main__":
    main()
