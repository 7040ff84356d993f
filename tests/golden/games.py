"""Golden files of the games: counts of move sequences, and one game of each.

One wrong rule moves a count; the transcript shows what it did to a game.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from samedeal_games.cards import FACE_DOWN, Card, card_text
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame

FOLDER = Path(__file__).parent / "games"
SEEDS = (bytes(32), bytes(range(32)))
DEPTH = 6
ENOUGH = 3_000
EACH = 10
"""Moves to a line of a transcript."""


def golden_files() -> dict[Path, Callable[[], str]]:
    """Return the golden files of the games, each with what makes its text."""
    files: dict[Path, Callable[[], str]] = {}
    for key, game in GAMES.items():
        stem = key.replace("/", "-")
        files[FOLDER / f"{stem}.perft.txt"] = partial(_text, perft_page, game)
        files[FOLDER / f"{stem}.transcript.txt"] = partial(_text, transcript, game)
    return files


def write() -> None:
    """Write the golden files anew."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in golden_files().items():
        path.write_text(text(), encoding="utf-8")


def perft_page(game: AnyGame) -> Iterator[str]:
    """Yield the counts of legal move sequences from two deals."""
    yield f"{game.about.key}: legal move sequences by length"
    for seed in SEEDS:
        position = game.setup(deal_from_seed(seed, game.about.packs))
        yield f"seed {seed.hex()}"
        for depth in range(1, DEPTH + 1):
            count = perft(game, position, depth)
            yield f"  {depth}: {count}"
            if count > ENOUGH:
                break


def perft(game: AnyGame, position: object, depth: int) -> int:
    """Count the sequences of `depth` legal moves."""
    moves = game.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(position, move), depth - 1) for move in moves)


def transcript(game: AnyGame) -> Iterator[str]:
    """Yield a whole game of moves that mostly lead somewhere."""
    seed = SEEDS[1]
    dice = Random(1909)
    position = game.setup(deal_from_seed(seed, game.about.packs))
    yield game.about.key
    yield f"seed {seed.hex()}"
    line: list[str] = []
    while not game.is_over(position) and game.plies(position) < 200:
        move = next_move(game, position, dice)
        position = game.apply(position, move)
        line.append(game.format(move))
        if len(line) == EACH:
            yield f"{' '.join(line)}  = {game.score(position)}"
            line = []
    yield f"{' '.join(line)}  = {game.score(position)}"
    yield f"over: {game.is_over(position)}, won: {game.is_won(position)}"
    for zone, cards in game.view(position).zones.items():
        yield f"{zone}: {zone_text(cards)}".rstrip()


def next_move(game: AnyGame, position: object, dice: Random) -> object:
    """Prefer a move that scores; else any, by a fixed throw of dice."""
    moves = game.legal_moves(position)
    score = game.score(position)
    scoring = [move for move in moves if game.score(game.apply(position, move)) > score]
    return dice.choice(scoring or moves)


def zone_text(cards: tuple[Card, ...]) -> str:
    """Write the cards of a zone, a long row of unknown ones as a count."""
    if len(cards) > 2 and set(cards) == {FACE_DOWN}:
        return f"{len(cards)} face down"
    return " ".join(map(card_text, cards))


def _text(lines: Callable[[AnyGame], Iterator[str]], game: AnyGame) -> str:
    return "\n".join(lines(game)) + "\n"


if __name__ == "__main__":
    write()
