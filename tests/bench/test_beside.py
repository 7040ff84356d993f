"""The bench of the solver beside another: deals written, verdicts read, both told."""

import sys
from pathlib import Path

import pytest

from bench import beside, solver
from samedeal_games.cards import PACK_SIZE
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import RULESETS, Ruleset

DEAL = deal_from_seed(bytes(32), packs=1)

FAKE = """
import json, sys
options = dict(zip(sys.argv[1:-1:2], sys.argv[2:-1:2]))
rules = json.load(open(options["--custom-rules"]))
deal = json.load(open(sys.argv[-1]))
assert len(deal["tableau piles"]) == rules["tableau piles"]["count"]
assert len(deal["stock"]) == rules["stock"]["size"]
assert options["--timeout"] == "250"
print("Solution Type: timed-out\\nRunning again...\\nSolution Type: SAID\\nStates: 7")
"""


def rules_of(key: str) -> Ruleset:
    return next(rules for rules in RULESETS if rules.key == key)


def program(folder: Path, says: str) -> str:
    fake = folder / "fake.py"
    fake.write_text(FAKE.replace("SAID", says))
    return f"{sys.executable} {fake}"


def test_a_deal_is_written_by_columns_and_its_next_stock_card_last() -> None:
    written = beside.deal_written(rules_of("westcliff/classic"), DEAL)
    cards = [beside.card_written(card) for card in DEAL.cards]
    assert cards[:3] == ["7S", "6H", "2D"]
    assert written["tableau piles"] == [
        [cards[k][:-1] + cards[k][-1].lower() for k in (column, 7 + column)]
        + [cards[14 + column]]
        for column in range(7)
    ]
    assert written["stock"] == cards[:20:-1]


def test_every_card_is_written_once_and_tens_with_two_digits() -> None:
    written = {beside.card_written(card) for card in DEAL.cards}
    assert len(written) == PACK_SIZE
    assert {"10C", "AD", "KH", "9S"} <= written


@pytest.mark.parametrize(
    ("key", "count", "spaces", "stock", "deal"),
    [
        ("westcliff/american", 10, "any", 22, "waste"),
        ("westcliff/classic", 7, "any", 31, "waste"),
        ("easthaven", 7, "kings", 31, "tableau piles"),
        ("easthaven/open", 7, "any", 31, "tableau piles"),
    ],
)
def test_rules_are_written(
    key: str, count: int, spaces: str, stock: int, deal: str
) -> None:
    written = beside.rules_written(rules_of(key))
    tableau = written["tableau piles"]
    assert (tableau["count"], tableau["spaces policy"]) == (count, spaces)
    assert (written["stock"]["size"], written["stock"]["deal type"]) == (stock, deal)


def test_rules_that_it_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="capricieuse"):
        beside.rules_written(rules_of("capricieuse"))


@pytest.mark.parametrize(
    ("says", "outcome"),
    [
        ("solved", "winnable"),
        ("unsolvable", "unwinnable"),
        ("timed-out", "undecided"),
        ("memory-limit-reached", "undecided"),
    ],
)
def test_the_last_word_of_the_other_solver_counts(
    tmp_path: Path, says: str, outcome: str
) -> None:
    answer = beside.answer(
        program(tmp_path, says), rules_of("easthaven"), DEAL, seconds=0.25
    )
    assert answer.outcome.value == outcome
    assert answer.seconds > 0


def test_the_bench_tells_how_both_did_and_on_which_deals_they_differ(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = program(tmp_path, "unsolvable")
    arguments = ["--deals", "2", "--seconds", "0.25", "--beside", command]
    monkeypatch.setattr("sys.argv", ["solver", "westcliff/american", *arguments])
    solver.main()
    said = capsys.readouterr().out
    assert "this solver decided 2 of 2" in said
    assert "beside it   decided 2 of 2" in said
    assert "both decided 2" in said
    assert "0 (winnable, beside it unwinnable), 1 (winnable" in said
