"""The page of a game says what holds in it, in every language, on any terminal."""

import json
import re

import pytest
from tests.house.repository import ROOT

from samedeal_client.cli import main
from samedeal_client.families.rules import chapters, rules_lines
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.manual.lore import ODDS, POINTS
from samedeal_client.manual.squares import EXAMPLES
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import text_of, width_of
from samedeal_games.cards import read_cards
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import AnyGame
from samedeal_games.squares import Hand, SquaresGame
from samedeal_games.squares.hands import hand_of


def _squares(key: str) -> SquaresGame:
    game = GAMES[key]
    assert isinstance(game, SquaresGame)
    return game


ENGLISH, AMERICAN = _squares("squares/english"), _squares("squares/american")


def text_of_rules(key: str) -> str:
    return " ".join(text_of(rules_lines(find_game(key), UNICODE)).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_has_a_page_that_fits_a_terminal(
    game: AnyGame, language: Language
) -> None:
    with speaking(language):
        lines = rules_lines(game, UNICODE)
        assert len(chapters(game)) >= 4
    assert all(width_of(row) < 80 for row in text_of(lines).splitlines())
    assert "{" not in text_of(lines)


def test_an_example_of_a_hand_is_that_hand() -> None:
    assert {hand_of(read_cards(text)): text for text in EXAMPLES.values()} == EXAMPLES
    assert set(EXAMPLES) == set(Hand)


def test_a_ten_is_written_as_on_cards() -> None:
    assert "10♠ J♠ Q♠ K♠ A♠" in text_of_rules("squares/english")


def test_a_page_has_the_numbers_that_the_engine_plays_by() -> None:
    classic = text_of_rules("westcliff/classic")
    assert "7 columns of 3 cards, the first 2 face down" in classic
    assert "The other 31 cards are the stock" in classic
    assert "The other 22 cards are the stock" in text_of_rules("westhaven")
    assert "You may redeal 2 times" in text_of_rules("capricieuse")
    assert "royal flush 100" in text_of_rules("squares/american")


def test_a_page_says_nothing_that_holds_only_elsewhere() -> None:
    assert "redeal" not in text_of_rules("easthaven")
    assert "waste" not in text_of_rules("russian")
    assert "king that could be moved" in text_of_rules("easthaven")
    assert "king that could be moved" not in text_of_rules("easthaven/open")
    assert "run" not in text_of_rules("capricieuse")


def test_rules_are_shown_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "easthaven", "--language", "es"]) == 0
    assert "solo admite un rey" in capsys.readouterr().out


def test_rules_are_given_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "pas-seul", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert page["game"] == "pas-seul"
    assert page["chapters"][0]["title"] == "The aim"


def test_rules_of_no_game_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "westclif"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_every_page_tells_what_is_good_to_know() -> None:
    for game in GAMES.values():
        last = chapters(game)[-1]
        assert last.title == "Good to know"
        assert 2 <= len(last.sentences) <= 5
    assert set(ODDS) | set(POINTS) == set(GAMES)


def test_what_is_good_to_know_of_odds_is_what_was_measured() -> None:
    page = (ROOT / "docs/explanation/players.md").read_text("utf-8")
    rows = [row.strip("| \n").split(" | ") for row in page.splitlines()]
    shares = {row[0].strip("`"): row for row in rows if row[0].strip("`") in ODDS}
    assert shares.keys() == ODDS.keys()
    for key, odds in ODDS.items():
        expert, thoughtful = shares[key][3], shares[key][5]
        assert odds.expert == round(_first_number(expert))
        assert _first_number(thoughtful) - 1.5 < odds.possible
        assert odds.possible <= _first_number(thoughtful)


def test_what_is_good_to_know_of_points_is_what_was_measured() -> None:
    page = (ROOT / "docs/explanation/players.md").read_text("utf-8")
    for key, points in POINTS.items():
        (row,) = (r for r in page.splitlines() if r.startswith(f"| `{key}` |"))
        assert points.expert == round(_first_number(row.split(" | ")[4]))
    par = re.search(
        r"it found ([\d.]+) .* American table and ([\d.]+)", page, re.DOTALL
    )
    assert par is not None
    assert POINTS["squares/american"].possible == round(float(par[1]))
    assert POINTS["squares/english"].possible == round(float(par[2]))


def test_the_board_that_is_told_to_count_most_does() -> None:
    lines = ["AH 2H 3H 4H 5H", "AS 2S 3S 4S 5S", "AD 2D 3D 4D 5D", "AC 2C 3C 4C 5C"]
    rows = [read_cards(text) for text in (*lines, "6H 7H 8H 9H TH")]
    columns = list(zip(*rows, strict=True))
    points = ENGLISH.ruleset.points
    assert sum(points[hand_of(line)] for line in (*rows, *columns)) == 230
    assert ENGLISH.about.top_score == 230
    assert "230 is the most" in text_of_rules("squares/english")
    royal, flush, fours = (
        AMERICAN.ruleset.points[hand]
        for hand in (Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH, Hand.FOUR_OF_A_KIND)
    )
    assert 4 * royal + flush + 5 * fours == AMERICAN.about.top_score == 725


def _first_number(text: str) -> float:
    found = re.match(r"[\d.]+", text)
    assert found is not None
    return float(found[0])


@pytest.mark.parametrize("width", [40, 59])
@pytest.mark.parametrize("key", GAMES)
def test_the_rules_are_set_for_a_narrow_screen_letter_for_letter(
    key: str, width: int
) -> None:
    game = find_game(key)
    usual = text_of(rules_lines(game, UNICODE))
    narrow = text_of(rules_lines(game, UNICODE, width))
    assert "".join(narrow.split()) == "".join(usual.split())
    sentences = [row for row in narrow.splitlines() if row.startswith(" - ")]
    assert sentences
    assert max(map(width_of, sentences)) <= width
