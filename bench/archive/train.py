"""A dictionary for transcripts, trained on matches of every game.

``python -m bench.archive.train FOLDER [--number 20261124] [--matches 40]``

Writes ``dictionary-NUMBER.zdict`` into the folder: that of the server's own
dictionaries, ``server/samedeal_server/archive/dictionaries``, or an archive's, which
packs with it from then on if no other number is higher. Those that were packed with
stay where they are.
The same version of zstd trains the same dictionary from the same matches.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import zstandard
from bench.archive.samples import samples

from samedeal_games.catalogue import GAMES
from samedeal_server.archive.packing import LEVEL, dictionary_name

BYTES = 32 * 1024
"""Twice as many save one byte in a hundred more, and every reader loads them."""
SEATS = (1, 2, 4)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train a dictionary and write it."""
    parser = argparse.ArgumentParser(prog="python -m bench.archive.train")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--number", type=int, default=20261124)
    parser.add_argument("--matches", type=int, default=40)
    asked = parser.parse_args(arguments)
    matches: list[bytes | bytearray | memoryview] = [*_matches(asked.matches)]
    trained = zstandard.train_dictionary(
        BYTES, matches, level=LEVEL, dict_id=asked.number
    )
    path = asked.folder / dictionary_name(asked.number)
    path.write_bytes(trained.as_bytes())
    print(f"{path}: {len(trained)} bytes from {len(matches)} matches")


def _matches(count: int) -> Iterator[bytes]:
    for key in GAMES:
        for seats in SEATS:
            yield from samples(key, count, seats, "train")


if __name__ == "__main__":
    main()
