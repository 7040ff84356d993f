"""Deals whose outcome is known: searched to the end, or with a winning line."""

from collections.abc import Iterator

import pytest
from tests.games.layouts import (
    CLASSIC_LOST,
    CLASSIC_WON,
    CLASSIC_WON_LINE,
    EASTHAVEN_LOST,
    EASTHAVEN_OPEN_LOST,
    EASTHAVEN_WON,
    EASTHAVEN_WON_LINE,
    cards_in,
    deal_of,
    moves_of,
)

from samedeal_games.cards import Card
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove
from samedeal_games.patience import PatienceGame, PatiencePosition, Stock
from samedeal_games.patience.rulesets import RULESETS

GAMES = {ruleset.key: PatienceGame(ruleset) for ruleset in RULESETS}


def without_ace_moves(game: PatienceGame, deal: Deal, line: str) -> Iterator[str]:
    """Yield the moves of a line but those by which a hand would move an ace.

    The line is followed on a bare table where nothing happens by itself.
    """
    width = game.ruleset.columns
    columns = {
        str(number + 1): list(deal.cards[number : 3 * width : width])
        for number in range(width)
    }
    piles = {**columns, "W": list[Card]()}
    stock = list(deal.cards[3 * width :])
    for move in line.split():
        source, _, rest = move.partition(">")
        if move == "D":
            onto = ["W"] if game.ruleset.stock is Stock.WASTE else list(columns)
            for name in onto[: len(stock)]:
                piles[name].append(stock.pop(0))
        elif move.endswith("F"):
            if piles[move[:-1]].pop() % 13 == 0:
                continue
        else:
            target, _, size = rest.partition("x")
            count = int(size or 1)
            piles[target] += piles[source][-count:]
            del piles[source][-count:]
        yield move


@pytest.mark.parametrize(
    ("key", "layout", "line", "actions"),
    [
        ("westcliff/classic", CLASSIC_WON, CLASSIC_WON_LINE, 127),
        ("easthaven", EASTHAVEN_WON, EASTHAVEN_WON_LINE, 78),
        ("easthaven/open", EASTHAVEN_WON, EASTHAVEN_WON_LINE, 78),
    ],
)
def test_a_known_winning_line_wins(
    key: str, layout: str, line: str, actions: int
) -> None:
    game, deal = GAMES[key], deal_of(layout)
    moves = list(without_ace_moves(game, deal, line))
    assert len(moves) == actions
    position = game.setup(deal)
    for text in moves:
        assert not game.is_over(position)
        position = game.apply(position, game.parse(text))
    assert game.is_won(position)
    assert game.score(position) == 52


# The first 7F of the known line is an ace, which goes up by itself here.
UNTIL_THE_SPACE = ["3>1", "4>2", "7>6", "7>4", "D", "7F", "2>3", "2F"]


def test_a_row_may_be_dealt_past_a_king_where_spaces_are_open() -> None:
    game = GAMES["easthaven/open"]
    position = game.setup(deal_of(EASTHAVEN_WON))
    for text in [*UNTIL_THE_SPACE, "D"]:
        position = game.apply(position, game.parse(text))
    assert len(position.stock) == 17


def test_a_row_is_refused_while_a_king_could_fill_the_space() -> None:
    game = GAMES["easthaven"]
    position = game.setup(deal_of(EASTHAVEN_WON))
    for text in UNTIL_THE_SPACE:
        position = game.apply(position, game.parse(text))
    with pytest.raises(IllegalMove) as refusal:
        game.apply(position, game.parse("D"))
    assert refusal.value.wording == (
        "fill the space with the king of diamonds on column 4 before you deal"
    )
    position = game.apply(position, game.parse("4>7"))
    assert "D" in moves_of(game, position)


def test_an_easthaven_deal_may_allow_nothing_but_the_next_row() -> None:
    for key in ("easthaven", "easthaven/open"):
        game = GAMES[key]
        assert moves_of(game, game.setup(deal_of(EASTHAVEN_OPEN_LOST))) == {"D"}


def test_the_first_actions_of_a_classic_deal_are_the_known_ones() -> None:
    game = GAMES["westcliff/classic"]
    position = game.setup(deal_of(CLASSIC_LOST))
    # Where hands move aces, 4F and 4>1 are about the ace of hearts. Here it is up
    # already, and the four of clubs goes on the five of hearts that it covered.
    assert position.foundations == (0, 0, 1, 0)
    assert cards_in(position.columns[3].cards) == "7C 5H"
    assert moves_of(game, position) == {"7>4", "D"}


@pytest.mark.parametrize(
    ("key", "layout", "most_up"),
    [
        ("easthaven/open", EASTHAVEN_OPEN_LOST, 4),
        ("easthaven", EASTHAVEN_LOST, 3),
        ("westcliff/classic", CLASSIC_LOST, 4),
    ],
)
def test_a_deal_known_as_lost_is_lost_however_it_is_played(
    key: str, layout: str, most_up: int
) -> None:
    game = GAMES[key]
    reached = reachable(game, game.setup(deal_of(layout)))
    assert not any(game.is_won(position) for position in reached)
    assert max(map(game.score, reached)) == most_up


def reachable(game: PatienceGame, start: PatiencePosition) -> set[PatiencePosition]:
    """Return every position that play can reach, columns in any order counted once
    where their order does not matter."""
    ordered = game.ruleset.stock is Stock.ROW

    def same_for_all(position: PatiencePosition) -> PatiencePosition:
        columns = position.columns if ordered else tuple(sorted(position.columns))
        return position._replace(plies=0, columns=columns)

    first = same_for_all(start)
    seen, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        for move in game.legal_moves(position):
            after = same_for_all(game.apply(position, move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen
