"""Games as they are played here, in the form in which the page is asked for them."""

import hashlib
import json
from random import Random
from typing import NamedTuple

from samedeal_games.cards import Card
from samedeal_games.catalogue import find_game, find_retraceable
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove
from samedeal_games.game import AnyGame, Board

MOST_MOVES = 300
TAKE_BACK = "U"


class Played(NamedTuple):
    """A game, and the rules' words about every position in it."""

    task: dict[str, object]
    lines: list[str]

    @property
    def digest(self) -> str:
        """The digest of all those words."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()


def played(key: str, number: int, *, retracing: float = 0.0) -> Played:
    """Return a random game that mostly builds what it can, and goes on for long."""
    dice = Random(f"{key} {number}")
    game = find_retraceable(key) if retracing else find_game(key)
    seed = dice.randbytes(32)
    position = game.setup(deal_from_seed(seed, game.about.packs))
    texts = _legal(game, position)
    lines, moves = [_said(game, position, texts)], list[str]()
    while len(moves) < MOST_MOVES and texts:
        text = chosen(texts, dice)
        if dice.random() < retracing:
            text = TAKE_BACK
        try:
            position = game.apply(position, game.parse(text))
        except IllegalMove:
            continue
        moves.append(text)
        texts = _legal(game, position)
        lines.append(_said(game, position, texts))
    task: dict[str, object] = {
        "ask": "game",
        "game": key,
        "seed": seed.hex(),
        "moves": moves,
        "takesBack": bool(retracing),
    }
    return Played(task, lines)


def chosen(texts: list[str], dice: Random) -> str:
    """Return one of the moves: rather one up, rather not a deal."""
    up = [text for text in texts if text[-1] in "FK"]
    if up and dice.random() < 0.6:
        return dice.choice(up)
    rest = [text for text in texts if text not in ("D", "R")]
    return dice.choice(rest if rest and dice.random() < 0.7 else texts)


def _legal(game: AnyGame, position: object) -> list[str]:
    return [game.format(move) for move in game.legal_moves(position)]


def _said(game: AnyGame, position: object, legal: list[str]) -> str:
    """Return the rules' words about a position, as the page writes it."""
    all_of_it = [
        " ".join(legal),
        game.score(position),
        game.is_over(position),
        game.is_won(position),
        on_wire(game.view(position)),
    ]
    return json.dumps(all_of_it, separators=(",", ":"))


def on_wire(board: Board) -> dict[str, object]:
    """Return a board with its cards counted from 1."""
    zones = {zone: wired(cards) for zone, cards in board.zones.items()}
    return {"ply": board.plies, "zones": zones}


def wired(cards: tuple[Card, ...]) -> list[int]:
    """Return cards counted from 1."""
    return [card + 1 for card in cards]
