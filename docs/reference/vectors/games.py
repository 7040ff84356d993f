"""Boards, moves and refusals of every game, as vectors."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from docs.reference.vectors.values import page

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.game import AnyGame
from samedeal_protocol.rooms.boards import Zones

SEED = bytes(range(32))
MOVES_MOST = 40
TRIED = ("D", "R", "W>1", "1>2", "2>1", "1F", "a1", "c3", "+0+0", "+1+1", "12")
"""Moves that are tried at the beginning and at the end, whatever the game."""


def games() -> str:
    """Return the text of the file."""
    about = (
        "One attempt at every game: its first board, moves with the score after each "
        "and the zones that it changed, all moves that are legal at first, and at "
        "the end others with the code that a server refuses them with. Cards are as "
        "in messages: from 1, and 0 is a card face down."
    )
    rows = [_attempt(key, game) for key, game in GAMES.items()]
    return page(about, seed=SEED.hex(), games=rows)


def _attempt(key: str, game: AnyGame) -> dict[str, object]:
    opening = game.setup(deal_from_seed(SEED, game.about.packs))
    moves: list[object] = []
    last = opening
    for text, before, after in islice(_line(game, opening), MOVES_MOST):
        moves.append(
            {
                "move": text,
                "score": game.score(after),
                "zones": _changed(_zones(game, before), _zones(game, after)),
            }
        )
        last = after
    return {
        "game": key,
        "rules": game.about.rules_hash,
        "board": _zones(game, opening),
        "legal": [game.format(move) for move in game.legal_moves(opening)],
        "moves": moves,
        "over": game.is_over(last),
        "won": game.is_won(last),
        "legal_at_the_end": [game.format(move) for move in game.legal_moves(last)],
        "refused_at_the_end": dict(_refused(game, last)),
    }


def _line(game: AnyGame, position: object) -> Iterator[tuple[str, object, object]]:
    """Yield moves that score where some do, and others by fixed dice."""
    dice = Random(1909)  # noqa: S311 - the same every time
    while moves := game.legal_moves(position):
        score = game.score(position)
        gain = [m for m in moves if game.score(game.apply(position, m)) > score]
        move = dice.choice(gain or moves)
        before, position = position, game.apply(position, move)
        yield game.format(move), before, position


def _refused(game: AnyGame, position: object) -> Iterator[tuple[str, str]]:
    for text in TRIED:
        try:
            game.apply(position, game.parse(text))
        except InvalidMove:
            yield text, "bad_move"
        except IllegalMove:
            yield text, "illegal_move"


def _zones(game: AnyGame, position: object) -> Zones:
    return {name: _on_wire(cards) for name, cards in game.view(position).zones.items()}


def _on_wire(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(card + 1 for card in cards)


def _changed(before: Zones, after: Zones) -> Zones:
    return {name: cards for name, cards in after.items() if before.get(name) != cards}
