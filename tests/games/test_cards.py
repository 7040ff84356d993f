"""Cards as numbers, text and words."""

import pytest

from samedeal_games.cards import (
    FACE_DOWN,
    PACK_SIZE,
    Card,
    card_text,
    is_red,
    rank_of,
    read_card,
    read_cards,
    suit_of,
)
from samedeal_games.errors import InvalidDeck
from samedeal_games.words import card_words, colour_words


def test_the_first_card_is_the_ace_of_clubs_and_the_last_the_king_of_spades() -> None:
    assert [card_text(Card(0)), card_text(Card(51))] == ["AC", "KS"]


def test_every_card_is_written_and_read_back() -> None:
    for number in range(PACK_SIZE):
        card = Card(number)
        assert read_card(card_text(card).lower()) == card
        assert suit_of(card) * 13 + rank_of(card) - 1 == card


def test_diamonds_and_hearts_are_red() -> None:
    assert [is_red(card) for card in read_cards("AC, AD AH,AS")] == [
        *(False, True, True, False),
    ]


def test_a_card_face_down_is_written_as_unknown() -> None:
    assert card_text(FACE_DOWN) == "??"


def test_cards_have_words() -> None:
    assert card_words(read_card("TD")) == "ten of diamonds"
    assert colour_words(1, red=False) == "black ace"


@pytest.mark.parametrize("text", ["", "1D", "10D", "DT", "T♦", "??"])
def test_what_is_no_card_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidDeck, match="as in TD"):
        read_card(text)
