"""Seeded deals of Poker Squares, and whole games on them."""

from collections.abc import Iterator
from random import Random

from samedeal_games.cards import Card
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_cards, deal_from_seed
from samedeal_games.squares import Cell, SquaresGame, SquaresPosition
from samedeal_players import AnyPlayer

SQUARES = (
    "squares/patience",
    "squares/patience-american",
    "squares/english",
    "squares/american",
    "squares/serpent",
)


def squares(key: str) -> SquaresGame:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    return game


def decks(seed: int, count: int) -> list[tuple[Card, ...]]:
    dice = Random(seed)
    return [deal_from_seed(dice.randbytes(32), 1).cards for _ in range(count)]


def play(
    game: SquaresGame, player: AnyPlayer, deck: tuple[Card, ...], seed: int = 1
) -> Iterator[tuple[SquaresPosition, Cell]]:
    """Run through the positions of a game and the cells chosen in them."""
    dice = Random(seed)
    position = game.setup(deal_from_cards(deck, 1, 25))
    while not game.is_over(position):
        moves = game.legal_moves(position)
        cell = player.choose(game.view(position), moves, dice)
        assert cell
        yield position, cell
        position = game.apply(position, cell)


def score(
    game: SquaresGame, player: AnyPlayer, deck: tuple[Card, ...], seed: int = 1
) -> int:
    *_, (position, cell) = play(game, player, deck, seed)
    return game.score(game.apply(position, cell))
