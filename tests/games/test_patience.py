"""Patience: dealing, packing, spaces, aces, the end, and why not."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.layouts import (
    EASTHAVEN_WON,
    cards_in,
    deal_beginning,
    deal_of,
    moves_of,
    position_of,
    why_not,
)

from samedeal_games.cards import FACE_DOWN, PACK_SIZE, read_cards
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.errors import InvalidDeck
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_games.patience.engine import PLY_LIMIT
from samedeal_games.patience.rulesets import RULESETS

GAMES = {ruleset.key: PatienceGame(ruleset) for ruleset in RULESETS}
CLASSIC = GAMES["westcliff/classic"]
AMERICAN = GAMES["westcliff/american"]
EASTHAVEN = GAMES["easthaven"]
OPEN = GAMES["easthaven/open"]
WESTHAVEN = GAMES["westhaven"]
PAS_SEUL = GAMES["pas-seul"]

seeds = st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize(
    ("game", "columns", "stock"),
    [
        (CLASSIC, 7, 31),
        (AMERICAN, 10, 22),
        (PAS_SEUL, 6, 34),
        (EASTHAVEN, 7, 31),
        (OPEN, 7, 31),
        (WESTHAVEN, 10, 22),
    ],
)
def test_two_rows_lie_face_down_and_one_face_up(
    game: PatienceGame, columns: int, stock: int
) -> None:
    # A seed that deals no ace face up, where it would go up at once.
    position = game.setup(deal_from_seed(bytes([12]) * 32, 1))
    assert [column.hidden for column in position.columns] == [2] * columns
    assert len(position.stock) == stock


def test_the_layout_is_dealt_by_rows_from_the_left() -> None:
    position = CLASSIC.setup(deal_from_seed(bytes(range(32)), 1))
    assert cards_in(position.columns[0].cards) == "KD QS TC"
    assert cards_in(position.columns[6].cards) == "JS TD 2H"
    assert cards_in(position.stock[:3]) == "KC 2S 3D"


def test_an_ace_dealt_face_up_goes_up_and_is_not_replaced() -> None:
    deal = deal_of(
        "AS AD AH;2H 2D 2S;3H 3D 3S;4H 4D 4S;5H 5D 5S;6H 6D 6S;7H 7D 7S|"
        "8S 8D 8H 9S 9D 9H TS TD TH JS JD JH QS QD QH KS KD KH AC 2C 3C 4C 5C 6C 7C "
        "8C 9C TC JC QC KC"
    )
    position = CLASSIC.setup(deal)
    assert position.foundations == (0, 1, 1, 1)
    assert position.columns[0].cards == ()
    assert len(position.stock) == 31


def test_an_ace_turned_to_the_waste_goes_up_by_itself() -> None:
    position = CLASSIC.setup(
        deal_beginning(
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D TD AS"
        )
    )
    after = CLASSIC.apply(position, CLASSIC.parse("D"))
    assert after.waste == ()
    assert after.foundations == (0, 0, 0, 1)


def test_aces_of_a_row_go_up_only_when_the_row_is_down() -> None:
    position = position_of(OPEN, column_1="KS", column_2="KH", stock="?? ??")
    row = position._replace(stock=read_cards("AC AD"))
    after = OPEN.apply(row, OPEN.parse("D"))
    assert after.foundations == (1, 1, 0, 0)
    assert [len(column.cards) for column in after.columns] == [1, 1, 0, 0, 0, 0, 0]


def test_taking_the_last_card_up_turns_the_next_and_sends_hidden_aces_up() -> None:
    position = position_of(CLASSIC, column_1="?? ?? 9H", column_2="TS")
    column = position.columns[0]._replace(cards=read_cards("8D AC 9H"))
    known = position._replace(columns=(column, *position.columns[1:]))
    after = CLASSIC.apply(known, CLASSIC.parse("1>2"))
    assert after.foundations == (1, 0, 0, 0)
    assert after.columns[0] == (read_cards("8D"), 0)


def test_a_card_that_is_not_known_stays_put_in_a_position_from_a_view() -> None:
    position = position_of(CLASSIC, column_1="?? 9H", column_2="TS", stock="??")
    after = CLASSIC.apply(position, CLASSIC.parse("1>2"))
    assert after.columns[0].cards == (FACE_DOWN,)
    assert "1F" not in moves_of(CLASSIC, after)
    assert {"3F", "1>3"}.isdisjoint(moves_of(CLASSIC, after))
    turned = CLASSIC.apply(position, CLASSIC.parse("D"))
    assert {"WF", "W>3"}.isdisjoint(moves_of(CLASSIC, turned))


def test_a_run_moves_whole_or_in_part() -> None:
    position = position_of(
        CLASSIC, column_1="9S 8H 7S", column_2="TD", column_3="8D", column_4="9C"
    )
    assert {"1>2x3", "1>3", "1>4x2", "3>4"} <= moves_of(CLASSIC, position)


def test_a_space_takes_anything_but_in_easthaven_only_kings() -> None:
    zones = {"column_1": "QC KD QS", "column_2": "5H 4S"}
    assert {"1>3", "1>3x2", "2>3", "2>3x2"} <= moves_of(
        OPEN, position_of(OPEN, **zones)
    )
    kings = position_of(EASTHAVEN, **zones)
    assert {move for move in moves_of(EASTHAVEN, kings) if ">3" in move} == {"1>3x2"}
    assert why_not(EASTHAVEN, kings, "2>3") == "only a king may fill a space"


def test_a_row_falls_on_spaces_too_and_the_last_one_on_columns_1_to_3() -> None:
    position = OPEN.setup(deal_from_seed(bytes(range(32)), 1))
    sizes = list[int]()
    while position.stock:
        before = len(position.stock)
        position = OPEN.apply(position, OPEN.parse("D"))
        sizes.append(before - len(position.stock))
    assert sizes == [7, 7, 7, 7, 3]
    short = position_of(OPEN, column_4="KS", stock="?? ?? ??")._replace(
        stock=read_cards("6C 7C 8C")
    )
    dealt = OPEN.apply(short, OPEN.parse("D"))
    assert [len(column.cards) for column in dealt.columns] == [1, 1, 1, 1, 0, 0, 0]


def test_in_pas_seul_a_space_takes_any_card_or_run() -> None:
    position = position_of(PAS_SEUL, column_1="5H TD 9S", waste="2C", stock="??")
    assert {"1>2", "1>2x2", "W>2", "D"} <= moves_of(PAS_SEUL, position)


def test_westhaven_deals_two_rows_of_ten_and_two_cards() -> None:
    position = WESTHAVEN.setup(deal_from_seed(bytes(range(32)), 1))
    sizes = list[int]()
    while position.stock:
        before = len(position.stock)
        position = WESTHAVEN.apply(position, WESTHAVEN.parse("D"))
        sizes.append(before - len(position.stock))
    assert sizes == [10, 10, 2]


def test_in_westhaven_a_space_takes_anything_and_may_stay() -> None:
    position = position_of(WESTHAVEN, column_1="5H KD QS", stock="?? ??")
    assert {"1>2", "1>2x2", "D"} <= moves_of(WESTHAVEN, position)


def test_a_king_with_a_column_of_its_own_does_not_forbid_a_deal() -> None:
    position = position_of(EASTHAVEN, column_1="KD QS", column_2="5H", stock="??")
    assert "D" in moves_of(EASTHAVEN, position)


def test_a_king_under_other_cards_than_a_run_does_not_forbid_a_deal() -> None:
    position = position_of(EASTHAVEN, column_1="2S KD 5S", stock="??")
    assert "D" in moves_of(EASTHAVEN, position)


def test_a_king_that_heads_a_run_forbids_a_deal_while_there_is_a_space() -> None:
    position = position_of(EASTHAVEN, column_4="2S KD QS", stock="??")
    assert why_not(EASTHAVEN, position, "D") == (
        "fill the space with the king of diamonds on column 4 before you deal"
    )
    assert "D" in moves_of(OPEN, position)


@pytest.mark.parametrize(
    ("game", "move"),
    [
        *((CLASSIC, move) for move in ("WF", "W>2", "W>3", "1F", "1>2", "1>3", "2>1")),
        *((OPEN, move) for move in ("1F", "1>2", "1>3", "2>1")),
        *((EASTHAVEN, move) for move in ("1F", "1>2", "1>3", "2>1")),
    ],
)
def test_a_card_that_nobody_knows_is_refused_for_just_that(
    game: PatienceGame, move: str
) -> None:
    position = position_of(game, column_1="?? ??", column_2="5S", stock="??")
    turned_up = position.columns[0]._replace(hidden=1)
    waste = (FACE_DOWN,) if game is CLASSIC else ()
    position = position._replace(
        columns=(turned_up, *position.columns[1:]), waste=waste
    )
    assert why_not(game, position, move) == "nobody knows that card yet"


@pytest.mark.parametrize(
    ("game", "zones", "move", "reason"),
    [
        (CLASSIC, {"column_1": "5S"}, "D", "the stock is empty"),
        (CLASSIC, {"column_1": "5S", "stock": "??"}, "3F", "column 3 is empty"),
        (CLASSIC, {"column_1": "5S", "stock": "??"}, "3>1", "column 3 is empty"),
        (CLASSIC, {"column_1": "5S", "stock": "??"}, "WF", "the waste is empty"),
        (CLASSIC, {"column_1": "5S", "stock": "??"}, "W>1", "the waste is empty"),
        (OPEN, {"column_1": "5S", "stock": "??"}, "W>1", "this game has no waste"),
        (
            CLASSIC,
            {"column_1": "5S", "stock": "??"},
            "1>1",
            "a column cannot be moved onto itself",
        ),
        (
            CLASSIC,
            {"column_1": "TD", "column_2": "JH", "stock": "??"},
            "1>2",
            "a red ten does not go on a red jack: it needs a black jack",
        ),
        (
            CLASSIC,
            {"column_1": "TD", "waste": "8S 9H", "stock": "??"},
            "W>1",
            "a red nine does not go on a red ten: it needs a black ten",
        ),
        (
            CLASSIC,
            {"column_1": "KD", "column_2": "QS", "stock": "??"},
            "1>2",
            "a red king does not go on a black queen: a king goes only to a space",
        ),
        (
            CLASSIC,
            {"column_1": "TD 4H 3S", "column_2": "JS", "stock": "??"},
            "1>2x3",
            "only 2 cards of column 1 are a run",
        ),
        (
            CLASSIC,
            {"column_1": "TD 3S", "column_2": "JS", "stock": "??"},
            "1>2x2",
            "only 1 card of column 1 is a run",
        ),
        (
            CLASSIC,
            {"column_1": "?? ?? 3S", "column_2": "JS", "stock": "??"},
            "1>2x2",
            "column 1 has only 1 card face up",
        ),
        (
            CLASSIC,
            {"column_1": "5H", "foundation_3": "AH 2H", "stock": "??"},
            "1F",
            (
                "the five of hearts does not go up yet: "
                "the foundation of hearts needs the three"
            ),
        ),
        (
            CLASSIC,
            {"waste": "5H", "stock": "??"},
            "WF",
            (
                "the five of hearts does not go up yet: "
                "the foundation of hearts needs the ace"
            ),
        ),
    ],
)
def test_a_move_is_refused_with_a_reason(
    game: PatienceGame, zones: dict[str, str], move: str, reason: str
) -> None:
    assert why_not(game, position_of(game, **zones), move) == reason


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        *((CLASSIC, 31), (AMERICAN, 22), (PAS_SEUL, 34)),
        *((EASTHAVEN, 5), (OPEN, 5), (WESTHAVEN, 3)),
    ],
)
def test_the_stock_is_dealt_once_through(game: PatienceGame, deals: int) -> None:
    position = game.setup(deal_from_seed(bytes(range(32)), 1))
    for _ in range(deals):
        assert "D" in moves_of(game, position)
        position = game.apply(position, game.parse("D"))
    assert position.stock == ()
    assert game.plies(position) == deals
    assert "D" not in moves_of(game, position)


def test_a_view_shows_what_lies_face_up_and_counts_the_stock() -> None:
    position = CLASSIC.setup(deal_from_seed(bytes(range(32)), 1))
    zones = CLASSIC.view(CLASSIC.apply(position, CLASSIC.parse("D"))).zones
    assert list(zones) == [
        *("stock", "waste"),
        *(f"foundation.{number}" for number in range(1, 5)),
        *(f"column.{number}" for number in range(1, 8)),
    ]
    assert zones["stock"] == (FACE_DOWN,) * 30
    assert cards_in(zones["waste"]) == "KC"
    assert cards_in(zones["column.1"]) == "?? ?? TC"
    assert "waste" not in EASTHAVEN.view(EASTHAVEN.setup(deal_of(EASTHAVEN_WON))).zones


def test_a_view_shows_a_foundation_from_its_ace_up() -> None:
    zones = {"foundation_2": "AD 2D 3D", "column_1": "5S", "stock": "??"}
    shown = CLASSIC.view(position_of(CLASSIC, **zones)).zones
    assert cards_in(shown["foundation.2"]) == "AD 2D 3D"
    assert shown["foundation.1"] == ()


def test_shuffling_whole_columns_into_spaces_keeps_no_game_going() -> None:
    stuck = position_of(CLASSIC, column_1="5S", column_2="9S")
    assert CLASSIC.is_over(stuck)
    assert CLASSIC.legal_moves(stuck) == ()
    assert why_not(CLASSIC, stuck, "1>3") == "the game is over: nothing is left to do"
    going = position_of(CLASSIC, column_1="5S", column_2="9S", stock="??")
    assert {"1>3", "D"} <= moves_of(CLASSIC, going)


def test_a_game_that_is_out_is_over_and_won() -> None:
    suits = ("C", "D", "H", "S")
    full = {
        f"foundation_{number}": " ".join(rank + suit for rank in "A23456789TJQK")
        for number, suit in enumerate(suits, 1)
    }
    out = position_of(CLASSIC, **full)
    assert CLASSIC.is_won(out)
    assert CLASSIC.is_over(out)
    assert CLASSIC.score(out) == PACK_SIZE
    assert why_not(CLASSIC, out, "D") == "the game is over: every card is up"


def test_an_attempt_ends_at_its_last_action() -> None:
    position = position_of(
        CLASSIC,
        column_1="9H",
        column_2="TS",
        column_3="TC",
        stock="??",
    )
    position = position._replace(plies=PLY_LIMIT - 1)
    last = CLASSIC.apply(position, CLASSIC.parse("1>2"))
    assert CLASSIC.is_over(last)
    assert CLASSIC.legal_moves(last) == ()
    assert why_not(CLASSIC, last, "2>3") == "the game is over: it allows 1000 actions"


@pytest.mark.parametrize("count", [25, 51])
def test_less_than_a_pack_cannot_be_laid_out(count: int) -> None:
    with pytest.raises(InvalidDeck, match=f"this deck has {count}"):
        CLASSIC.setup(Deal(deal_from_seed(bytes(32), 1).cards[:count]))


@settings(max_examples=25)
@given(st.sampled_from(sorted(GAMES)), seeds, st.randoms(use_true_random=False))
def test_whatever_is_played_the_table_stays_in_order(
    key: str, seed: bytes, dice: Random
) -> None:
    game = GAMES[key]
    position = game.setup(deal_from_seed(seed, game.about.packs))
    for _ in range(150):
        progress = milestones(position)
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.apply(position, dice.choice(moves))
        assert milestones(position) >= progress
        assert_in_order(game, position)


def milestones(position: PatiencePosition) -> tuple[int, ...]:
    """Return counts that never fall: cards up, turned up and dealt, redeals taken."""
    hidden = sum(column.hidden for column in position.columns)
    up = sum(position.foundations)
    return up, -hidden, -len(position.stock), -len(position.redeals)


def assert_in_order(game: PatienceGame, position: PatiencePosition) -> None:
    goes_by_itself = game.policies.goes_by_itself
    for cards, hidden in position.columns:
        assert hidden < len(cards) or not cards
        assert not cards or not goes_by_itself[cards[-1]]
    assert not position.waste or not goes_by_itself[position.waste[-1]]
    up = [
        card
        for built, height in zip(game.policies.built, position.foundations, strict=True)
        for card in built[:height]
    ]
    tableau = [card for column in position.columns for card in column.cards]
    everything = [*up, *tableau, *position.stock, *position.waste]
    assert sorted(everything) == sorted([*range(PACK_SIZE)] * game.about.packs)
