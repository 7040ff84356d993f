"""The golden deals of the dealing specification, and decks laid out by hand."""

import pytest
from tests.games.layouts import cards_in

from samedeal_games.cards import Card, read_cards
from samedeal_games.deals import deal_from_cards, deal_from_seed, read_seed
from samedeal_games.errors import InvalidDeck

NOUGHT = bytes(32)
COUNTING = bytes(range(32))


@pytest.mark.parametrize(
    ("seed", "packs", "cards"),
    [
        (
            NOUGHT,
            1,
            (
                "7S 6H 2D JD 5D 9H AS KS 8C QS 4D AC AD 8S QC 3S 9S TD 3D QH QD 4C "
                "3H 5C 8D 6D 4S TS JC 6C KD 4H 2C KC 6S TH 7C 8H KH TC 3C 5S 5H JH "
                "9C 7D 9D AH 7H 2S JS 2H"
            ),
        ),
        (
            COUNTING,
            1,
            (
                "KD TS 8D QC JC 2D JS QS 7S 8S 4H 3H 3C TD TC TH AC 7C AD 6C 2H KC "
                "2S 3D 6H 4S 5H 9C 4C 5D 3S AH AS QD QH 7H JH 5C 9D 8C KS JD 9S 6D "
                "KH 7D 4D 8H 5S 2C 9H 6S"
            ),
        ),
        (
            COUNTING,
            2,
            "7C 2D 6S 6S TS 5D 2D 2H JH 9H TH KD QH AS 9D 2S 7C TC 5D 8S",
        ),
    ],
)
def test_a_seed_deals_the_published_cards(seed: bytes, packs: int, cards: str) -> None:
    dealt = deal_from_seed(seed, packs).cards
    assert len(dealt) == 52 * packs
    assert cards_in(dealt[: len(cards.split())]) == cards


def test_two_packs_hold_every_card_twice() -> None:
    assert sorted(deal_from_seed(COUNTING, 2).cards) == sorted([*range(52)] * 2)


@pytest.mark.parametrize(
    ("seed", "packs", "why"),
    [(bytes(31), 1, "32 bytes, not 31"), (NOUGHT, 3, "one pack or two, not 3")],
)
def test_what_is_no_seed_is_refused(seed: bytes, packs: int, why: str) -> None:
    with pytest.raises(InvalidDeck, match=why):
        deal_from_seed(seed, packs)


def test_a_deck_by_hand_may_end_where_the_game_needs_no_more() -> None:
    cards = deal_from_seed(NOUGHT, 1).cards[:25]
    assert deal_from_cards(cards, packs=1, needed=25).cards == cards
    with pytest.raises(InvalidDeck, match="needs 25 to 52 cards, not 24"):
        deal_from_cards(cards[:24], packs=1, needed=25)
    with pytest.raises(InvalidDeck, match="needs 52 cards, not 25"):
        deal_from_cards(cards, packs=1, needed=52)


def test_a_deck_by_hand_holds_no_card_too_often() -> None:
    twice = read_cards("AC AC") + tuple(Card(card) for card in range(1, 25))
    with pytest.raises(InvalidDeck, match="AC is in the deck more than 1×"):
        deal_from_cards(twice, packs=1, needed=25)
    assert deal_from_cards(twice, packs=2, needed=25).cards == twice


def test_a_seed_is_read_from_64_hex_digits() -> None:
    assert read_seed(COUNTING.hex()) == COUNTING


@pytest.mark.parametrize(
    "text", ["", "00", "0" * 63, "g" * 64, " " + "0" * 63, "00 " * 32]
)
def test_other_text_is_no_seed(text: str) -> None:
    with pytest.raises(InvalidDeck, match="write 64 hex digits"):
        read_seed(text)
