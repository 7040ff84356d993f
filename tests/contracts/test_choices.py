"""Every choice of a ruleset is known to all that read it, also where no game makes it.

Each is tried in a game of the catalogue that makes it, and in others that do not, as
far as the rules can be played so.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from random import Random

import pytest

from samedeal_client.families.family import Family
from samedeal_client.families.patience import PatienceFamily
from samedeal_client.families.squares import SquaresFamily
from samedeal_client.lessons.patience import IDEAS, ideas_of
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.keys.helping import Scene, help_lines
from samedeal_client.view.cards import UNICODE
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import RULESETS, PatienceGame, PatiencePosition, Ruleset
from samedeal_games.squares import RULESETS as SQUARES
from samedeal_games.squares import Laying, SquaresGame
from samedeal_players.compiled import building
from samedeal_players.compiled.library import library_at
from samedeal_players.patience.foresight import Foresight
from samedeal_players.patience.hints import Hints
from samedeal_players.patience.levels import patience_players
from samedeal_players.patience.sight import foresee
from samedeal_players.patience.skills import good_skill
from samedeal_players.solver.kernel import Kernel
from samedeal_players.solver.problem import TAUGHT, plan_for, problem_of
from samedeal_players.solver.search import search
from samedeal_players.squares import squares_players

SCENE = Scene(is_room=True, takes_back=True, hint="h")
CHOICES = {
    field.name: type(field.default)
    for field in fields(Ruleset)
    if isinstance(field.default, Enum)
}
FREE = ("foundations", "aces", "packing", "unit", "space")
"""Choices that can be made whatever the others are, as nothing is dealt by them."""


def made() -> Iterator[Ruleset]:
    """Yield rules in which each choice is made, each free one in several games."""
    for name, kind in CHOICES.items():
        for member in kind:
            makers = [each for each in RULESETS if getattr(each, name) is member]
            yield from makers[:1] or [changed(RULESETS[0], name, member)]
    for rules in (RULESETS[0], RULESETS[3], RULESETS[6], RULESETS[7]):
        for name in FREE:
            for member in CHOICES[name]:
                if getattr(rules, name) is not member and fit(rules, name):
                    yield changed(rules, name, member)


def fit(rules: Ruleset, name: str) -> bool:
    """Tell whether such a choice can be made otherwise; of two packs, aces wait."""
    return rules.packs == 1 or name != "aces"


def changed(rules: Ruleset, name: str, member: Enum) -> Ruleset:
    key = f"{rules.key} with {member.name}"
    return replace(rules, key=key, **{name: member})  # type: ignore[arg-type]


def every_rules() -> dict[str, Ruleset]:
    return {f"{rules.key} {number}": rules for number, rules in enumerate(made())}


RULES = every_rules()
every_choice = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    library = library_at(building.LIBRARY) or compiled(tmp_path_factory)
    return Kernel(library)


def compiled(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if building.compiler() is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("compiled") / building.LIBRARY.name
    assert building.compile_library(path) is None
    found = library_at(path)
    assert found
    return found


def opened(game: PatienceGame) -> PatiencePosition:
    return game.setup(deal_from_seed(bytes(32), game.about.packs))


def test_the_solver_was_asked_about_every_choice_there_is() -> None:
    """What it was not taught it refuses with a sentence; see test_solver.py."""
    assert set(TAUGHT) == set(CHOICES)
    for name, kind in CHOICES.items():
        assert TAUGHT[name] == set(kind), name


@every_choice
def test_both_searches_know_it_and_agree(rules: Ruleset, kernel: Kernel) -> None:
    game = PatienceGame(rules)
    problem = problem_of(game, opened(game), plan_for(rules))
    limits = (300, 1 << 24, lambda: False)
    assert kernel.search(problem, *limits) == search(problem, *limits)


@every_choice
def test_both_who_look_around_know_it_and_agree(rules: Ruleset, kernel: Kernel) -> None:
    game, skill = PatienceGame(rules), good_skill(rules)._replace(wide=10)
    foresight, position = Foresight(kernel), opened(game)
    for _ in range(12):
        seen = game.position_from(game.view(position))
        line = foresee(game, seen, skill)
        assert line == foresight.foresee(game, seen, skill, 1)
        for move in line:
            position = game.apply(position, move)
        if not line or game.is_over(position):
            break


@every_choice
def test_players_of_every_strength_and_hints_know_it(rules: Ruleset) -> None:
    game = PatienceGame(rules)
    for make in patience_players(game).values():
        player, dice, position = make(), Random(1), opened(game)
        for _ in range(6):
            moves = game.legal_moves(position)
            move = player.choose(game.view(position), moves, dice) if moves else None
            if move is None:
                break
            position = game.apply(position, move)
    hint = Hints(game).hint(game.view(opened(game)), Random(1))
    assert hint is None or game.parse(hint) in game.legal_moves(opened(game))


@every_choice
def test_manual_lesson_and_help_know_it(rules: Ruleset) -> None:
    game = PatienceGame(rules)
    family, deal = PatienceFamily(game), deal_from_seed(bytes(32), game.about.packs)
    assert len({chapter.title for chapter in family.chapters()}) == 5
    assert ideas_of(game) <= set(IDEAS)
    moves = tuple(played(game))
    assert len(family.steps(deal, moves)) == len(moves)
    check_help(game, family, game.view(opened(game)))


def played(game: PatienceGame) -> Iterator[str]:
    """Yield moves of a game, as different ones as there are."""
    dice, position = Random(1), opened(game)
    for _ in range(60):
        moves = [move for move in game.legal_moves(position) if move.source > -2]
        if not moves or game.is_over(position):
            return
        sources = sorted({move.source for move in moves})
        source = dice.choice(sources)
        move = dice.choice([move for move in moves if move.source == source])
        yield game.format(move)
        position = game.apply(position, move)


def check_help(game: AnyGame, family: Family, board: Board) -> None:
    assert help_lines(game, SCENE)
    hand = Hand()
    hand.look(game, board)
    assert hand.keys(UNICODE)
    assert family.move_help(board)
    assert family.lines(board, UNICODE, 20)
    assert family.told(board)


@pytest.mark.parametrize("laying", Laying)
def test_every_laying_is_known_to_players_manual_lesson_and_help(
    laying: Laying,
) -> None:
    makers = [rules for rules in SQUARES if rules.laying is laying]
    game = SquaresGame(makers[0] if makers else replace(SQUARES[0], laying=laying))
    family, deal = SquaresFamily(game), deal_from_seed(bytes(32), 1)
    opening = game.setup(deal)
    assert family.chapters()
    check_help(game, family, game.view(opening))
    for make in squares_players(game).values():
        player, dice, position = make(), Random(1), opening
        moves: list[str] = []
        for _ in range(3):
            cells = game.legal_moves(position)
            cell = player.choose(game.view(position), cells, dice)
            assert cell is not None
            assert cell in cells
            moves.append(game.format(cell))
            position = game.apply(position, cell)
        assert len(family.steps(deal, tuple(moves))) == len(moves)
        assert family.lines(game.view(position), UNICODE, 20)
