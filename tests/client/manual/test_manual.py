"""The page of a game says what holds in it, in every language, on any terminal."""

import json

import pytest

from samedeal_client.cli import main
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.manual import chapters
from samedeal_client.manual.squares import EXAMPLES
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.rules import rules_lines
from samedeal_client.view.spans import text_of, width_of
from samedeal_games.cards import read_cards
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import AnyGame
from samedeal_games.squares import Hand
from samedeal_games.squares.hands import hand_of


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
    assert "run" not in text_of_rules("capricieuse").replace("card or run", "")


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
