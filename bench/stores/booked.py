"""What an ended match takes until it is in the books, of a process and of the store.

``python -m bench.stores.booked [--beside FOLDER] [--matches 1000] [--turns 3]
[--writers 1]``

Matches of four, of all games and over some weeks, are put into a store of their own and
linked, and then booked by one process that was elsewhere while they were played, so
that it reads their records. Told are the CPU times of both for each match, and a digest
of all books. With several writers these book the same matches at the same time, each
over connections of its own, as many processes do; told is what all take. With a
checkout of another commit as FOLDER both take turns; the medians are told at last, and
the digests are to be the same.
"""

import argparse
import asyncio
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from sys import executable
from typing import NamedTuple

from bench.moves.__main__ import environment

HERE = Path(__file__).parents[2]


class Booked(NamedTuple):
    """What one match took, and a digest of what all came to."""

    own_us: int
    store_us: int
    digest: str


async def measure(tree: Path, matches: int, writers: int) -> Booked:
    """Have a process of a tree book matches."""
    process = await asyncio.create_subprocess_exec(
        *(executable, "-m", "bench.stores.booking", str(matches), str(writers)),
        env=environment(tree),
        cwd=HERE,
        stdout=PIPE,
    )
    told, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError("the process that books has failed")
    own_us, store_us, digest = told.split()
    return Booked(int(own_us), int(store_us), digest.decode())


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each turn, and the medians."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.booked")
    parser.add_argument("--beside", type=Path, help="a checkout of another commit")
    parser.add_argument("--matches", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--writers", type=int, default=1)
    asked = parser.parse_args(arguments)
    trees = [HERE] if asked.beside is None else [asked.beside.resolve(), HERE]
    found: dict[Path, list[Booked]] = {tree: [] for tree in trees}
    for _ in range(asked.turns):
        for tree in trees:
            booked = await measure(tree, asked.matches, asked.writers)
            found[tree].append(booked)
            print(_line(tree, booked.own_us, booked.store_us, booked.digest))
    print("medians:")
    for tree, turns in found.items():
        own_us = median(each.own_us for each in turns)
        store_us = median(each.store_us for each in turns)
        print(_line(tree, round(own_us), round(store_us), turns[0].digest))
    digests = {each.digest for turns in found.values() for each in turns}
    if len(digests) > 1:
        raise SystemExit("the books differ")


def _line(tree: Path, own_us: int, store_us: int, digest: str) -> str:
    return (
        f"{tree.name}: {own_us} µs of the process and {store_us} µs of the store for "
        f"each match; the books are {digest[:16]}"
    )


if __name__ == "__main__":
    asyncio.run(main())
