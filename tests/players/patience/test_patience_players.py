"""Players of patience: what they may know, that they stop, and who is better."""

from random import Random

import pytest
from tests.players.tables import GAMES

from samedeal_games.cards import Card
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.game import Board
from samedeal_games.patience import Column, Move, PatienceGame, PatiencePosition
from samedeal_players import AnyPlayer, Level, players_for
from samedeal_players.patience import Hints, levels
from samedeal_players.patience.seen import laid_out, unseen_cards
from samedeal_players.solver import is_compiled

LEVELS = [Level.CASUAL, Level.GOOD, Level.EXPERT]

every_game = pytest.mark.parametrize("key", GAMES)
every_level = pytest.mark.parametrize("level", LEVELS)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play as where there is no compiler."""
    monkeypatch.setattr(levels, "foresight", lambda: None)
    monkeypatch.setattr(levels, "kernel", lambda: None)


def deal(game: PatienceGame, number: int) -> Deal:
    return deal_from_seed(Random(number).randbytes(32), game.about.packs)


def play(
    game: PatienceGame,
    player: AnyPlayer,
    position: PatiencePosition,
    seed: int,
    most: int = 10_000,
) -> list[PatiencePosition]:
    """Return the positions of a game until its player stops, by legal moves alone."""
    dice = Random(seed)
    positions = [position]
    while not game.is_over(positions[-1]) and len(positions) <= most:
        moves = game.legal_moves(positions[-1])
        move = player.choose(game.view(positions[-1]), moves, dice)
        if move is None:
            break
        assert move in moves
        positions.append(game.apply(positions[-1], move))
    return positions


def test_every_patience_has_casual_and_good_players_and_experts() -> None:
    for key in GAMES:
        assert list(players_for(key)) == LEVELS


@every_game
@every_level
def test_players_of_patience_stop_by_themselves(key: str, level: Level) -> None:
    game = GAMES[key]
    for number in range(3):
        positions = play(
            game, players_for(key)[level](), game.setup(deal(game, number)), number
        )
        assert positions[-1].plies < game.about.ply_limit


def elsewhere(
    game: PatienceGame, position: PatiencePosition, dice: Random
) -> PatiencePosition:
    """Lay the cards that nobody can see in another order, and those of redeals too."""
    seen = game.position_from(game.view(position))
    cards = unseen_cards(game, seen) if game.ruleset.packs == 1 else []
    dice.shuffle(cards)
    orders = [list(order) for order in position.redeals]
    for order in orders:
        dice.shuffle(order)
    redeals = tuple(tuple(order) for order in orders)
    return laid_out(seen, cards)._replace(redeals=redeals)


def up_to_the_next_card(
    game: PatienceGame, player: AnyPlayer, position: PatiencePosition, board: Board
) -> list[str]:
    """Return the moves of a player while what is seen follows from what was seen."""
    moves: list[str] = []
    dice = Random(7)
    seen = game.position_from(board)
    while not game.is_over(position) and len(moves) < 60:
        legal = game.legal_moves(position)
        move = player.choose(game.view(position), legal, dice)
        if move is None:
            break
        moves.append(game.format(move))
        position, seen = game.apply(position, move), game.apply(seen, move)
        if game.position_from(game.view(position)) != seen:
            break
    return moves


@every_game
@every_level
def test_cards_that_cannot_be_seen_do_not_matter(key: str, level: Level) -> None:
    game, dice = GAMES[key], Random(key)
    make = players_for(key)[level]
    for number in range(2):
        positions = play(game, make(), game.setup(deal(game, number)), number)
        for position in positions[:: max(1, len(positions) // 6)]:
            other = elsewhere(game, position, dice)
            board = game.view(position)
            assert game.view(other) == board
            assert up_to_the_next_card(
                game, make(), position, board
            ) == up_to_the_next_card(game, make(), other, board)


def test_hidden_cards_do_lie_elsewhere_in_these_tests() -> None:
    game = GAMES["easthaven"]
    position = game.setup(deal(game, 1))
    other = elsewhere(game, position, Random(2))
    assert other != position
    assert sorted(_cards(other)) == sorted(_cards(position))


def _cards(position: PatiencePosition) -> list[int]:
    columns: tuple[Column, ...] = position.columns
    return [*position.stock, *(card for column in columns for card in column.cards)]


@every_level
def test_the_same_dice_make_the_same_game(level: Level) -> None:
    game = GAMES["westcliff/classic"]
    make = players_for("westcliff/classic")[level]
    start = game.setup(deal(game, 5))
    assert play(game, make(), start, 8) == play(game, make(), start, 8)


def wins(key: str, level: Level, deals: int) -> int:
    game, player = GAMES[key], players_for(key)[level]()
    return sum(
        game.is_won(play(game, player, game.setup(deal(game, number)), number)[-1])
        for number in range(deals)
    )


def test_experts_win_nearly_every_american_westcliff() -> None:
    assert wins("westcliff/american", Level.EXPERT, 12) >= 11


def test_good_players_win_more_than_casual_ones() -> None:
    for key in ("westcliff/classic", "russian"):
        assert wins(key, Level.GOOD, 20) > wins(key, Level.CASUAL, 20)


@every_game
@pytest.mark.usefixtures("uncompiled")
def test_without_a_compiler_everybody_plays(key: str) -> None:
    game = GAMES[key]
    player = players_for(key)[Level.EXPERT]()
    positions = play(game, player, game.setup(deal(game, 3)), 1, most=30)
    assert positions[-1].foundations > positions[0].foundations


@every_game
def test_a_hint_is_a_move_that_the_expert_would_make(key: str) -> None:
    game = GAMES[key]
    position = game.setup(deal(game, 4))
    hints, dice = Hints(game), Random(9)
    for _ in range(20):
        text = hints.hint(game.view(position), dice)
        if text is None:
            break
        position = game.apply(position, game.parse(text))
    assert game.plies(position) > 0


def hinted(key: str, number: int) -> tuple[list[PatiencePosition], list[Move]]:
    """Return a game in which only hints are followed: its positions, and its moves."""
    game, dice = GAMES[key], Random(9)
    hints, moves = Hints(game), list[Move]()
    positions = [game.setup(deal(game, number))]
    while not game.is_over(positions[-1]):
        text = hints.hint(game.view(positions[-1]), dice)
        if text is None:
            break
        moves.append(game.parse(text))
        positions.append(game.apply(positions[-1], moves[-1]))
    return positions, moves


COMES_OUT = dict.fromkeys(GAMES, 0) | {"easthaven": 9}

compiled = pytest.mark.skipif(not is_compiled(), reason="there is no compiled search")


@compiled
@pytest.mark.parametrize(("key", "number"), COMES_OUT.items())
def test_who_follows_hints_alone_wins_and_is_nowhere_twice(
    key: str, number: int
) -> None:
    positions, _ = hinted(key, number)
    assert GAMES[key].is_won(positions[-1])
    stands = [position._replace(plies=0) for position in positions]
    assert len(set(stands)) == len(stands)


TO_AND_FRO = (
    ("westcliff/american", 12),
    ("westhaven", 24),
    ("capricieuse", 27),
    ("russian", 20),
)
"""Deals on which an expert takes a run back to where it was."""


@compiled
@pytest.mark.parametrize(("key", "number"), TO_AND_FRO)
def test_no_hint_takes_a_run_back_before_a_card_is_up(key: str, number: int) -> None:
    game = GAMES[key]
    positions, moves = hinted(key, number)
    assert game.is_won(positions[-1])
    been: dict[Card, set[int]] = {}
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        if move.source > 0 and move.target > 0:
            card = before.columns[move.source - 1].cards[-move.size]
            columns = been.setdefault(card, {move.source})
            assert move.target not in columns
            columns.add(move.target)
        if move.source < 0 or game.score(after) > game.score(before):
            been.clear()
