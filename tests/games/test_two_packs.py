"""Capricieuse and Russian Patience: packing up and down, and whole games."""

from random import Random

import pytest
from hypothesis import strategies as st
from tests.games.by_hand import dealt_by_hand
from tests.games.layouts import (
    CAPRICIEUSE_WON_LINE,
    CAPRICIEUSE_WON_SEED,
    RUSSIAN_WON_LINE,
    RUSSIAN_WON_SEED,
    columns_of,
    moves_of,
    position_of,
    why_not,
)

from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_games.patience.rulesets import RULESETS

GAMES = {ruleset.key: PatienceGame(ruleset) for ruleset in RULESETS}
CAPRICIEUSE = GAMES["capricieuse"]
RUSSIAN = GAMES["russian"]
TWO_PACKS = (CAPRICIEUSE, RUSSIAN)
COUNTING = bytes(range(32))

seeds = st.binary(min_size=32, max_size=32)
both_games = pytest.mark.parametrize("game", TWO_PACKS, ids=lambda g: g.about.key)


@both_games
def test_cards_are_packed_up_or_down_in_suit_and_never_round_the_corner(
    game: PatienceGame,
) -> None:
    tops = ("5H", "6H", "4H", "6D", "KS", "AS")
    zones = {f"column_{number}": top for number, top in enumerate(tops, 1)}
    moves = moves_of(game, position_of(game, **zones))
    assert {move for move in moves if not to_space(move, 6)} == {
        *("1>2", "1>3", "2>1", "3>1", "6F", "5F")
    }


def to_space(move: str, columns: int) -> bool:
    target = move.partition(">")[2]
    return target.isdigit() and int(target) > columns


def test_in_capricieuse_one_card_moves_at_a_time() -> None:
    position = position_of(CAPRICIEUSE, column_1="9C 6H 5H", column_2="7H")
    assert (
        why_not(CAPRICIEUSE, position, "1>2x2")
        == "only one card can be moved at a time"
    )
    assert {move for move in moves_of(CAPRICIEUSE, position) if "x" in move} == set()


def test_in_russian_a_run_moves_whole_or_in_part_and_keeps_one_direction() -> None:
    zones = {"column_1": "9C 4H 5H 6H 5H", "column_2": "6H", "column_3": "7H"}
    position = position_of(RUSSIAN, **zones)
    # The run is 6H 5H; 5H 6H below it went the other way.
    assert {"1>2", "1>3x2", "1>4", "1>4x2"} <= moves_of(RUSSIAN, position)
    assert why_not(RUSSIAN, position, "1>4x3") == "only 2 cards of column 1 are a run"
    rising = position_of(RUSSIAN, column_1="4H 5H 6H", column_2="3H", column_3="5H")
    assert {"1>2x3", "1>3", "1>4x2"} <= moves_of(RUSSIAN, rising)


@both_games
def test_a_card_goes_up_on_its_ace_or_under_its_king(game: PatienceGame) -> None:
    position = position_of(
        game,
        foundation_3="AH 2H",
        foundation_7="KH QH",
        column_1="5C 3H",
        column_2="6C JH",
    )
    assert {"1F", "2F"} <= moves_of(game, position)
    assert {"1K", "2K"}.isdisjoint(moves_of(game, position))
    reason = "only one foundation takes the jack of hearts: write F"
    assert why_not(game, position, "2K") == reason
    assert game.apply(position, game.parse("1F")).foundations[2] == 3
    assert game.apply(position, game.parse("2F")).foundations[6] == 3


@both_games
def test_where_both_foundations_take_a_card_the_player_chooses(
    game: PatienceGame,
) -> None:
    position = position_of(
        game,
        foundation_3="AH 2H 3H 4H 5H 6H",
        foundation_7="KH QH JH TH 9H 8H",
        column_1="5C 7H",
    )
    assert {"1F", "1K"} <= moves_of(game, position)
    assert game.apply(position, game.parse("1F")).foundations[2] == 7
    assert game.apply(position, game.parse("1K")).foundations[6] == 7


@both_games
def test_a_game_that_is_out_has_104_cards_up(game: PatienceGame) -> None:
    ranks = "A23456789TJQK"
    full = {
        f"foundation_{number + 1 + 4 * turned}": " ".join(
            rank + suit for rank in (ranks[::-1] if turned else ranks)
        )
        for number, suit in enumerate("CDHS")
        for turned in (False, True)
    }
    out = position_of(game, **full)
    assert game.is_won(out)
    assert game.score(out) == game.about.top_score == 104
    assert why_not(game, out, "R") == "the game is over: every card is up"


@pytest.mark.parametrize(
    ("game", "zones", "move", "reason"),
    [
        (CAPRICIEUSE, {"column_1": "5H"}, "D", "this game has no stock"),
        (CAPRICIEUSE, {"column_1": "5H"}, "W>1", "this game has no waste"),
        (RUSSIAN, {"column_1": "5H"}, "WF", "this game has no waste"),
        (RUSSIAN, {"column_1": "5H"}, "R", "no redeal is left"),
        (
            CAPRICIEUSE,
            {"column_1": "5H", "column_2": "6S"},
            "1>2",
            "only the four and the six of hearts take the five",
        ),
        (
            RUSSIAN,
            {"column_1": "KS", "column_2": "AS"},
            "1>2",
            "only the queen of spades takes the king",
        ),
        (
            CAPRICIEUSE,
            {"column_1": "5H"},
            "1F",
            "the five of hearts must wait: hearts need the ace and the king",
        ),
        (
            CAPRICIEUSE,
            {
                "column_1": "9H",
                "foundation_3": "AH 2H",
                "foundation_7": "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH",
            },
            "1K",
            "the nine of hearts must wait: hearts need the three",
        ),
    ],
)
def test_a_move_is_refused_with_a_reason(
    game: PatienceGame, zones: dict[str, str], move: str, reason: str
) -> None:
    assert why_not(game, position_of(game, **zones), move) == reason


def test_games_without_a_redeal_say_so() -> None:
    classic = GAMES["westcliff/classic"]
    position = position_of(classic, column_1="5H", stock="??")
    assert why_not(classic, position, "R") == "this game has no redeal"
    assert why_not(classic, position, "1K").startswith("the five of hearts")


@both_games
def test_what_a_hand_may_move_is_just_what_is_legal(game: PatienceGame) -> None:
    columns = range(1, 13)
    builds = [f"{column}{up}" for column in columns for up in "FK"]
    packs = [f"{a}>{b}{n}" for a in columns for b in columns for n in ("", "x2", "x3")]
    most = 1 if game is CAPRICIEUSE else 13
    dice = Random(game.about.key)
    for number in range(6):
        deal = deal_from_seed(bytes([number]) * 32, 2)
        position, table = game.setup(deal), dealt_by_hand(game.about.key, deal.cards)
        for _ in range(dice.randrange(40)):
            moves = sorted(moves_of(game, position) - {"R"})
            if moves:
                move = dice.choice(moves)
                position = game.apply(position, game.parse(move))
                table.play(move, most)
        legal = {move for move in moves_of(game, position) if move in (*builds, *packs)}
        assert legal == {m for m in (*builds, *packs) if table.allows(m, most)}


@pytest.mark.parametrize(
    ("game", "seed", "line"),
    [
        (CAPRICIEUSE, CAPRICIEUSE_WON_SEED, CAPRICIEUSE_WON_LINE),
        (RUSSIAN, RUSSIAN_WON_SEED, RUSSIAN_WON_LINE),
    ],
    ids=["capricieuse", "russian"],
)
def test_a_known_winning_line_wins_here_and_by_hand(
    game: PatienceGame, seed: bytes, line: str
) -> None:
    deal = deal_from_seed(seed, 2)
    key = game.about.key
    position, table = game.setup(deal), dealt_by_hand(key, deal.cards)
    redeal = 0
    for text in line.split():
        assert not game.is_over(position)
        position = game.apply(position, game.parse(text))
        if text == "R":
            redeal += 1
            table.deal(key, table.gather(key, seed, redeal))
        else:
            table.play(text)
        assert columns_of(position) == table.columns
        assert position.foundations == table.heights()
    assert redeal == 2
    assert game.is_won(position)
    assert table.heights() == (13,) * 8
