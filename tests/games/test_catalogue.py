"""The one list of what can be played."""

import pytest

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.errors import UnknownGame
from samedeal_games.game import Contest


def test_the_catalogue_lists_every_game_under_its_own_key() -> None:
    assert list(GAMES) == [
        *("squares/patience", "squares/patience-american"),
        *("squares/english", "squares/american", "squares/serpent"),
        *("westcliff/classic", "westcliff/american", "pas-seul"),
        *("easthaven", "easthaven/open"),
        *("westhaven", "capricieuse", "russian"),
    ]
    assert all(game.about.key == key for key, game in GAMES.items())
    assert all(find_game(key) is game for key, game in GAMES.items())


def test_no_two_games_share_their_rules() -> None:
    hashes = {game.about.rules_hash for game in GAMES.values()}
    assert len(hashes) == len(GAMES)
    assert all(len(bytes.fromhex(text)) == 8 for text in hashes)


def test_every_game_says_how_it_is_contested() -> None:
    for key, game in GAMES.items():
        squares = key.startswith("squares/")
        assert (game.about.contest is Contest.SCORE) == squares
        assert game.about.cards_needed == (25 if squares else 52 * game.about.packs)
        assert game.about.summary.endswith(".")


def test_a_slip_of_the_finger_is_answered_with_the_nearest_key() -> None:
    with pytest.raises(UnknownGame, match=r"did you mean westcliff/classic\?"):
        find_game("westclif/clasic")


def test_another_name_is_answered_with_all_keys() -> None:
    with pytest.raises(UnknownGame, match="easthaven/open"):
        find_game("0")
