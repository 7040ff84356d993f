"""Capricieuse and Russian Patience: dealing, packing up and down, redeals."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.by_hand import Table, redeal_order
from tests.games.layouts import (
    CAPRICIEUSE_WON_LINE,
    CAPRICIEUSE_WON_SEED,
    RUSSIAN_WON_LINE,
    RUSSIAN_WON_SEED,
    board_of,
    cards_in,
    moves_of,
)

from samedeal_games.cards import FACE_DOWN, Card, read_cards
from samedeal_games.deals import Deal, deal_from_cards, deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidDeck
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_games.patience.rulesets import RULESETS

GAMES = {ruleset.key: PatienceGame(ruleset) for ruleset in RULESETS}
CAPRICIEUSE = GAMES["capricieuse"]
RUSSIAN = GAMES["russian"]
TWO_PACKS = (CAPRICIEUSE, RUSSIAN)
COUNTING = bytes(range(32))

seeds = st.binary(min_size=32, max_size=32)
both_games = pytest.mark.parametrize("game", TWO_PACKS, ids=lambda g: g.about.key)


def position_of(game: PatienceGame, **zones: str) -> PatiencePosition:
    return game.position_from(board_of(**zones))


def why_not(game: PatienceGame, position: PatiencePosition, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        game.apply(position, game.parse(move))
    return refusal.value.reason


def two_packs_beginning(cards: str) -> Deal:
    """Return two packs that begin with these cards, the rest in order."""
    first = read_cards(cards)
    rest = [Card(card) for card in range(52) for _ in range(2)]
    for card in first:
        rest.remove(card)
    return deal_from_cards((*first, *rest), packs=2, needed=104)


def columns_of(position: PatiencePosition) -> list[list[int]]:
    return [list(column.cards) for column in position.columns]


def dealt_by_hand(game: PatienceGame, hand: tuple[Card, ...]) -> Table:
    table = Table()
    deal_again(game, table, list(hand))
    return table


def deal_again(game: PatienceGame, table: Table, hand: list[int]) -> None:
    if game is CAPRICIEUSE:
        table.deal_capricieuse(hand)
    else:
        table.deal_russian(hand)


def gathered_by_hand(
    game: PatienceGame, table: Table, seed: bytes, redeal: int
) -> list[int]:
    if game is CAPRICIEUSE:
        return table.gather_capricieuse()
    return table.gather_russian(seed, redeal)


# Dealing


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TWO_PACKS), seeds)
def test_a_deal_lies_as_it_would_if_dealt_by_hand(
    game: PatienceGame, seed: bytes
) -> None:
    deal = deal_from_seed(seed, 2)
    position, table = game.setup(deal), dealt_by_hand(game, deal.cards)
    assert columns_of(position) == table.columns
    assert position.foundations == table.heights()


def test_in_capricieuse_what_fits_goes_up_and_the_next_card_takes_its_turn() -> None:
    position = CAPRICIEUSE.setup(two_packs_beginning("5H AC 2C 7D KS QS KS 9C"))
    firsts = [column.cards[0] for column in position.columns[:4]]
    assert cards_in(tuple(firsts)) == "5H 7D KS 9C"
    assert position.foundations[0] >= 2
    assert position.foundations[7] >= 2


def test_in_capricieuse_a_card_that_lies_waits_for_the_end_of_the_deal() -> None:
    deal = two_packs_beginning("2H AH " + "AH " + "KC")
    position = CAPRICIEUSE.setup(deal)
    assert cards_in(position.columns[0].cards[:1]) == "2H"
    assert cards_in(position.columns[1].cards[:1]) == "AH"


def test_in_capricieuse_the_columns_are_equal_but_for_one_card() -> None:
    for number in range(20):
        position = CAPRICIEUSE.setup(deal_from_seed(bytes([number]) * 32, 2))
        sizes = [len(column.cards) for column in position.columns]
        assert sorted(sizes, reverse=True) == sizes
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= 8


def test_a_card_that_fits_both_foundations_goes_up_on_the_ace_while_dealing() -> None:
    hearts_up = "AH 2H 3H 4H 5H 6H"
    hearts_down = "KH QH JH TH 9H 8H"
    deal = two_packs_beginning(f"{hearts_up} {hearts_down} 7H")
    position = CAPRICIEUSE.setup(deal)
    assert position.foundations[2] >= 7


def test_in_russian_the_first_row_is_filled_until_nothing_in_it_fits() -> None:
    row = "5H AC 9D 2C 9S KH 4D JC 6S 8H TC 3S"
    # 2C follows AC; the three holes take 3C, which fits, and 5D and 6D; then 7D.
    deal = two_packs_beginning(f"{row} 3C 5D 6D 7D 2D")
    position = RUSSIAN.setup(deal)
    firsts = tuple(column.cards[0] for column in position.columns)
    assert cards_in(firsts) == "5H 7D 9D 5D 9S 6D 4D JC 6S 8H TC 3S"
    assert position.foundations[0] >= 3
    assert position.foundations[6] >= 1


# In this row nothing fits, and no two cards of it ever will be next to each other.
DEAD_ROW = "5H 9D 9S 4D JC 6S 8H TC 3S 7D 7C 2H"


def test_in_russian_the_thirteenth_card_blocks_the_first_row() -> None:
    # The ace of hearts goes up from column 1; the two of hearts, in column 12 of the
    # first row, is blocked by then. What replaces the ace stays.
    position = RUSSIAN.setup(two_packs_beginning(f"{DEAD_ROW} AH 9H"))
    assert cards_in(position.columns[0].cards[:2]) == "5H 9H"
    assert cards_in(position.columns[11].cards[:1]) == "2H"
    assert position.foundations[2] == 1


def test_in_russian_middle_cards_stay_and_outside_cards_go_up_until_covered() -> None:
    second = "2C 5S 5S AC 8S 8S JS JS 8D 8D JD AC"
    # Of row 2, the ace of clubs in column 4 stays. The one in column 12 goes up, is
    # replaced, and the two in column 1, still uncovered, follows at once.
    position = RUSSIAN.setup(two_packs_beginning(f"{DEAD_ROW} {second} 4H 6H"))
    assert cards_in(position.columns[3].cards[:2]) == "4D AC"
    assert cards_in(position.columns[11].cards[:2]) == "2H 4H"
    assert cards_in(position.columns[0].cards[:2]) == "5H 6H"
    assert position.foundations[0] >= 2


def test_in_russian_an_ace_in_the_middle_can_make_a_ninth_row() -> None:
    tallest = {
        max(len(column.cards) for column in RUSSIAN.setup(deal).columns)
        for deal in (deal_from_seed(bytes([number]) * 32, 2) for number in range(30))
    }
    assert tallest == {8, 9}


# Redeals


def test_the_order_of_a_shuffled_redeal_is_the_published_one() -> None:
    first, second = deal_from_seed(COUNTING, 2).redeals
    assert cards_in(first[:12]) == "AS AD 9D 6C TH 7C 3S QD 4H 9H JS 5D"
    assert cards_in(second[:12]) == "2H JC 5D 3C 7H AD 8S 8D 9C 2S TC QC"
    assert list(first) == redeal_order(COUNTING, 1)
    assert list(second) == redeal_order(COUNTING, 2)
    assert deal_from_seed(COUNTING, 1).redeals == ()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TWO_PACKS), seeds, st.randoms(use_true_random=False))
def test_both_redeals_lie_as_if_dealt_by_hand(
    game: PatienceGame, seed: bytes, dice: Random
) -> None:
    deal = deal_from_seed(seed, 2)
    position, table = game.setup(deal), dealt_by_hand(game, deal.cards)
    for redeal in (1, 2):
        for _ in range(dice.randrange(12)):
            moves = [m for m in moves_of(game, position) if m != "R"]
            if moves:
                move = dice.choice(sorted(moves))
                position = game.apply(position, game.parse(move))
                table.play(move)
        position = game.apply(position, game.parse("R"))
        deal_again(game, table, gathered_by_hand(game, table, seed, redeal))
        assert columns_of(position) == table.columns
        assert position.foundations == table.heights()


@settings(max_examples=25, deadline=None)
@given(seeds, st.randoms(use_true_random=False))
def test_who_holds_the_same_cards_gets_the_same_shuffled_redeal(
    seed: bytes, dice: Random
) -> None:
    position = RUSSIAN.setup(deal_from_seed(seed, 2))
    cards = [card for column in position.columns for card in column.cards]
    dice.shuffle(cards)
    columns = [
        column._replace(cards=tuple(cards[number::12]))
        for number, column in enumerate(position.columns)
    ]
    other = position._replace(columns=tuple(columns))
    again = RUSSIAN.parse("R")
    assert RUSSIAN.apply(position, again) == RUSSIAN.apply(other, again)


@both_games
def test_there_are_two_redeals_and_they_are_counted_on_the_board(
    game: PatienceGame,
) -> None:
    position = game.setup(deal_from_seed(COUNTING, 2))
    for left in (2, 1):
        assert game.view(position).zones["redeals"] == (FACE_DOWN,) * left
        position = game.apply(position, game.parse("R"))
    assert game.view(position).zones["redeals"] == ()
    assert why_not(game, position, "R") == "no redeal is left"
    assert "R" not in moves_of(game, position)


def test_nobody_can_tell_a_shuffled_redeal_before_it_is_dealt() -> None:
    deal = deal_from_seed(COUNTING, 2)
    other = deal._replace(redeals=deal_from_seed(bytes(32), 2).redeals)
    one, two = RUSSIAN.setup(deal), RUSSIAN.setup(other)
    assert RUSSIAN.view(one) == RUSSIAN.view(two)
    again = RUSSIAN.parse("R")
    assert RUSSIAN.apply(one, again) != RUSSIAN.apply(two, again)
    guessed = RUSSIAN.apply(RUSSIAN.position_from(RUSSIAN.view(one)), again)
    assert {card for column in guessed.columns for card in column.cards} == {FACE_DOWN}
    assert sum(len(column.cards) for column in guessed.columns) == 104 - sum(
        one.foundations
    )


def test_a_redeal_of_capricieuse_can_be_known_beforehand() -> None:
    position = CAPRICIEUSE.setup(deal_from_seed(COUNTING, 2))
    rebuilt = CAPRICIEUSE.position_from(CAPRICIEUSE.view(position))
    again = CAPRICIEUSE.parse("R")
    assert CAPRICIEUSE.apply(rebuilt, again) == CAPRICIEUSE.apply(position, again)


def test_a_game_with_shuffled_redeals_needs_a_deal_that_has_them() -> None:
    cards = deal_from_seed(COUNTING, 2).cards
    with pytest.raises(InvalidDeck, match="a deal with its redeals"):
        RUSSIAN.setup(Deal(cards))
    by_hand = deal_from_cards(cards, packs=2, needed=104)
    assert by_hand.redeals == deal_from_seed(bytes(32), 2).redeals
    assert RUSSIAN.view(RUSSIAN.setup(by_hand)) == RUSSIAN.view(
        RUSSIAN.setup(deal_from_seed(COUNTING, 2))
    )


def test_a_game_goes_on_while_there_is_a_redeal() -> None:
    stuck = position_of(CAPRICIEUSE, column_1="5S", column_2="9S")
    assert CAPRICIEUSE.is_over(stuck)
    going = position_of(CAPRICIEUSE, column_1="5S", column_2="9S", redeals="??")
    assert not CAPRICIEUSE.is_over(going)
    assert {"R", "1>3"} <= moves_of(CAPRICIEUSE, going)


# Packing and building


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
    assert why_not(CAPRICIEUSE, position, "1>2x2") == "one card is moved at a time"
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
        position, table = game.setup(deal), dealt_by_hand(game, deal.cards)
        for _ in range(dice.randrange(40)):
            moves = sorted(moves_of(game, position) - {"R"})
            if moves:
                move = dice.choice(moves)
                position = game.apply(position, game.parse(move))
                table.play(move, most)
        legal = {move for move in moves_of(game, position) if move in (*builds, *packs)}
        assert legal == {m for m in (*builds, *packs) if table.allows(m, most)}


# Whole games


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
    position, table = game.setup(deal), dealt_by_hand(game, deal.cards)
    redeal = 0
    for text in line.split():
        assert not game.is_over(position)
        position = game.apply(position, game.parse(text))
        if text == "R":
            redeal += 1
            deal_again(game, table, gathered_by_hand(game, table, seed, redeal))
        else:
            table.play(text)
        assert columns_of(position) == table.columns
        assert position.foundations == table.heights()
    assert redeal == 2
    assert game.is_won(position)
    assert table.heights() == (13,) * 8
