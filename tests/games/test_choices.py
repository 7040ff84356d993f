"""Tables by choice know every choice there is, or are not made."""

from dataclasses import replace
from enum import Enum

import pytest

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.choices import for_every
from samedeal_games.patience import RULESETS, PatienceGame
from samedeal_games.patience.packing import runs_in
from samedeal_games.patience.rulesets import Aces, Packing, Unit


class Colour(Enum):
    RED = "red"
    BLACK = "black"
    BLUE = "blue"


def test_a_table_that_knows_every_choice_is_that_table() -> None:
    table = {Colour.RED: 1, Colour.BLACK: 2, Colour.BLUE: 3}
    assert for_every(table) is table


def test_a_table_that_lacks_choices_is_refused_by_their_names() -> None:
    with pytest.raises(LookupError, match=r"does not know Colour\.BLACK, BLUE"):
        for_every({Colour.RED: 1})


def test_what_a_table_does_without_is_said() -> None:
    assert for_every({Colour.RED: 1, Colour.BLUE: 2}, but={Colour.BLACK})
    with pytest.raises(LookupError, match=r"does not know Colour\.BLUE"):
        for_every({Colour.RED: 1}, but={Colour.BLACK})


@pytest.mark.parametrize("packing", Packing)
def test_of_two_cards_at_most_one_way_of_a_run_is_true(packing: Packing) -> None:
    """Or a run could be measured along either; the solver takes what is left of all."""
    ways = runs_in(packing, Unit.PART)
    for under in range(PACK_SIZE):
        lying: list[Card] = [card for way in ways for card in way[under]]
        assert len(lying) == len(set(lying))


def test_choices_that_jar_make_no_game() -> None:
    rules = next(rules for rules in RULESETS if rules.packs > 1)
    with pytest.raises(ValueError, match="not every ace goes up at once"):
        PatienceGame(replace(rules, aces=Aces.BY_THEMSELVES))
