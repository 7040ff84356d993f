"""What every game in the catalogue promises, played out on random deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Laying, SquaresGame

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
DEALS = 3
POSITIONS = 100
"""Costly promises are looked at on about so many positions of a game."""
MARKERS = ("last", "redeals")
"""Zones that say something with cards that are none, or that lie elsewhere as well."""

Play: TypeAlias = tuple[Deal, list[str], object]
"""A deal, the moves played on it, and the position they led to."""

every_game = pytest.mark.parametrize("key", GAMES)


def universe(game: AnyGame) -> list[str]:
    """Return every move that can be written, legal somewhere or nowhere."""
    if isinstance(game, PatienceGame):
        columns = [str(number) for number in range(1, game.ruleset.columns + 1)]
        sizes = ["", *(f"x{size}" for size in range(2, 14))]
        packs = [
            f"{a}>{b}{size}" for a, b in product(columns, columns) for size in sizes
        ]
        return [
            *("D", "R", "WF", "WK"),
            *(f"W>{b}" for b in columns),
            *(f"{a}{up}" for a, up in product(columns, "FK")),
            *packs,
        ]
    if isinstance(game, SquaresGame) and game.ruleset.laying is Laying.TOUCHING:
        return [f"{x:+d}{y:+d}" for x, y in product(range(-6, 7), repeat=2)]
    return [f"{letter}{number}" for letter, number in product("abcde", range(1, 6))]


def random_deal(game: AnyGame, number: int) -> Deal:
    return deal_from_seed(bytes([number]) * 32, game.about.packs)


@cache
def random_play(key: str) -> tuple[Play, ...]:
    """Return the positions of whole random games, each with the way it was reached."""
    return tuple(_random_play(GAMES[key], key))


def _random_play(game: AnyGame, key: str) -> Iterator[Play]:
    for number in range(DEALS):
        dice = Random(key + str(number))
        deal = random_deal(game, number)
        position, line = game.setup(deal), list[str]()
        yield deal, [], position
        while not game.is_over(position):
            move = dice.choice(game.legal_moves(position))
            position = game.apply(position, move)
            line.append(game.format(move))
            yield deal, list(line), position


def some_positions(key: str) -> list[object]:
    positions = [position for _, _, position in random_play(key)]
    return [*positions[:: len(positions) // POSITIONS + 1], positions[-1]]


def spread(plays: Sequence[Play]) -> list[Play]:
    """Return some forty of them from beginning to end, the last one included."""
    return [*plays[:: len(plays) // 40 + 1], plays[-1]]


def hidden_cards_shuffled(game: AnyGame, deal: Deal, line: list[str]) -> Deal:
    """Return a deal in which all that the player has not seen is elsewhere."""
    position, seen = game.setup(deal), set[Card]()
    for text in ["", *line]:
        if text:
            position = game.apply(position, game.parse(text))
        for cards in game.view(position).zones.values():
            seen.update(cards)
    unseen = [card for card in deal.cards if card not in seen]
    turned = iter([*unseen[1:], *unseen[:1]])
    cards = tuple(card if card in seen else next(turned) for card in deal.cards)
    done = line.count("R")
    to_come = tuple(order[::-1] for order in deal.redeals[done:])
    return Deal(cards, (*deal.redeals[:done], *to_come))


def replayed(game: AnyGame, deal: Deal, line: list[str]) -> object:
    position = game.setup(deal)
    for text in line:
        position = game.apply(position, game.parse(text))
    return position


def refusal(game: AnyGame, position: object, text: str) -> str | None:
    try:
        game.apply(position, game.parse(text))
    except IllegalMove as refused:
        return refused.wording
    return None


@every_game
def test_every_legal_move_applies_and_every_other_is_refused(key: str) -> None:
    game = GAMES[key]
    for position in some_positions(key):
        before = game.view(position)
        legal = {game.format(move) for move in game.legal_moves(position)}
        refused = {text for text in universe(game) if refusal(game, position, text)}
        assert legal <= set(universe(game))
        assert refused == set(universe(game)) - legal
        assert game.view(position) == before


@every_game
def test_a_move_counts_one_ply_and_a_score_never_falls(key: str) -> None:
    game = GAMES[key]
    for position in some_positions(key):
        for move in game.legal_moves(position):
            after = game.apply(position, move)
            assert game.plies(after) == game.plies(position) + 1
            assert game.score(position) <= game.score(after) <= game.about.top_score


@every_game
def test_random_play_always_ends(key: str) -> None:
    game = GAMES[key]
    for _, line, position in random_play(key):
        assert game.plies(position) == len(line) <= game.about.ply_limit
        assert bool(game.legal_moves(position)) != game.is_over(position)


@every_game
def test_a_move_is_read_as_it_was_written(key: str) -> None:
    game = GAMES[key]
    for text in universe(game):
        assert game.format(game.parse(text)) == text
        assert game.parse(text.lower()) == game.parse(text.upper()) == game.parse(text)


@every_game
def test_what_is_short_for_a_move_at_a_terminal_is_none(key: str) -> None:
    game = GAMES[key]
    for text in universe(game):
        short = text.replace(">", "")
        if short != text:
            with pytest.raises(InvalidMove):
                game.parse(short)


@every_game
def test_the_same_moves_on_the_same_deal_lead_to_the_same_position(key: str) -> None:
    game = GAMES[key]
    plays = random_play(key)
    for deal, line, position in spread(plays):
        assert replayed(game, deal, line) == position


@every_game
def test_no_card_comes_from_nowhere_or_goes_there(key: str) -> None:
    game = GAMES[key]
    for position in some_positions(key):
        shown = [
            card
            for zone, cards in game.view(position).zones.items()
            for card in cards
            if zone not in MARKERS
        ]
        assert len(shown) == game.about.cards_needed
        known = [card for card in shown if card != FACE_DOWN]
        assert max(Counter(known).values(), default=0) <= game.about.packs


@every_game
def test_what_a_player_may_not_know_changes_nothing_they_see(key: str) -> None:
    """Two deals that differ in unseen cards alone look alike, refusals included."""
    game = GAMES[key]
    plays = random_play(key)
    for deal, line, position in spread(plays):
        twin = replayed(game, hidden_cards_shuffled(game, deal, line), line)
        assert game.view(twin) == game.view(position)
        assert game.legal_moves(twin) == game.legal_moves(position)
        assert [refusal(game, twin, text) for text in universe(game)] == [
            refusal(game, position, text) for text in universe(game)
        ]


@every_game
def test_a_position_rebuilt_from_a_view_is_as_good_to_its_player(key: str) -> None:
    game = GAMES[key]
    for position in some_positions(key):
        board = game.view(position)
        rebuilt = game.position_from(Board(board.plies, dict(board.zones)))
        assert game.view(rebuilt) == board
        assert game.legal_moves(rebuilt) == game.legal_moves(position)
        assert game.is_over(rebuilt) == game.is_over(position)
        assert game.score(rebuilt) == game.score(position)


@every_game
def test_what_may_be_done_follows_from_the_zones_in_any_order(key: str) -> None:
    """A map has no order in most languages."""
    game = GAMES[key]
    for position in some_positions(key):
        board = game.view(position)
        turned = dict(reversed([*board.zones.items()]))
        rebuilt = game.position_from(Board(board.plies, turned))
        assert game.legal_moves(rebuilt) == game.legal_moves(position)


@every_game
def test_a_move_on_a_rebuilt_position_invents_no_card(key: str) -> None:
    game = GAMES[key]
    for position in some_positions(key):
        rebuilt = game.position_from(game.view(position))
        for move in game.legal_moves(rebuilt):
            guessed = game.view(game.apply(rebuilt, move)).zones
            true = game.view(game.apply(position, move)).zones
            known = {card for cards in true.values() for card in cards}
            assert {card for cards in guessed.values() for card in cards} <= (
                known | {FACE_DOWN}
            )


@every_game
def test_every_game_has_its_golden_files(key: str) -> None:
    name = key.replace("/", "-")
    assert (GOLDEN / f"{name}.transcript.txt").is_file()
    assert (GOLDEN / f"{name}.perft.txt").is_file()
