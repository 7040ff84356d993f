"""The lesson of a game, put together from its deal and its moves.

The deals and moves are data, found by `python -m bench.learning.lessons`; the sentences
are made from the moves, in the language that is spoken.
"""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_client.lessons.steps import Step
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Contest


class Lesson(NamedTuple):
    """A game taught on one deal."""

    game: AnyGame
    seed: bytes
    steps: tuple[Step, ...]

    def step(self, plies: int) -> Step | None:
        """Return the step to make after a number of moves, None for any move."""
        return self.steps[plies] if plies < len(self.steps) else None

    def came(self, plies: int) -> tuple[str, ...]:
        """Return the words on the last of a number of moves."""
        return self.steps[plies - 1].after if 0 < plies <= len(self.steps) else ()

    def said(self, plies: int) -> tuple[str, ...]:
        """Return the words before the next move."""
        step = self.step(plies)
        if step is not None:
            return step.before
        if plies > len(self.steps):
            return ()
        if self.game.about.contest is Contest.SCORE:
            return (tr("That is how it goes. Lay the rest as you like."),)
        return (tr("That is how it goes. Play on as you like: this deal can be won."),)


def lesson_of(game: AnyGame) -> Lesson:
    """Return the lesson of a game of the catalogue."""
    seed, moves = moves_of(game)
    return Lesson(game, seed, steps_of(game, seed, moves))


def moves_of(game: AnyGame) -> tuple[bytes, tuple[str, ...]]:
    """Return the seed of a lesson's deal, and the moves of the lesson."""
    chosen = _deals()[game.about.key]
    return bytes.fromhex(chosen["seed"]), tuple(chosen["moves"].split())


def steps_of(game: AnyGame, seed: bytes, moves: tuple[str, ...]) -> tuple[Step, ...]:
    """Return the steps of a lesson, from a deal's seed and its moves."""
    return family_of(game).steps(deal_from_seed(seed, game.about.packs), moves)


@cache
def _deals() -> dict[str, dict[str, str]]:
    text = (
        files("samedeal_client.lessons")
        .joinpath("deals.json")
        .read_text(encoding="ascii")
    )
    found: dict[str, dict[str, str]] = json.loads(text)
    return found
