"""What an ended match takes until it is in the books, of a process and of the store.

``python -m bench.stores.booked [--beside FOLDER] [--matches 1000] [--turns 3]
[--writers 1] [--apart]``

Matches of four, of all games and over some weeks, are put into a store of their own and
linked, and then booked by one process that was elsewhere while they were played, so
that it reads their records. Told are the CPU times of both for each match, and a digest
of all books. With several writers these book the same matches at the same time, each
over connections of its own, as many processes do; told is what all take. With a
checkout of another commit as FOLDER both take turns; the medians are told at last, and
the digests are to be the same. With ``--apart`` so do books of which all boards are
apart, and then told is, too, what of that is the core's, all parts' and that of the
part that takes most, each by itself, as when others book it: they read records again.
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
    parts: tuple[int, ...] = ()
    """The same two, of the core, of all parts and of the part that takes most."""


class Form(NamedTuple):
    """A tree whose process books, and how."""

    tree: Path
    how: str = ""


async def measure(form: Form, matches: int, writers: int) -> Booked:
    """Have a process of a tree book matches."""
    words = (str(matches), str(writers), *([form.how] if form.how else []))
    process = await asyncio.create_subprocess_exec(
        *(executable, "-m", "bench.stores.booking", *words),
        env=environment(form.tree),
        cwd=HERE,
        stdout=PIPE,
    )
    told, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError("the process that books has failed")
    *took, digest = told.split()
    parts = tuple(map(int, took))
    if form.how == "divided":
        own_us, store_us = parts[0] + parts[2], parts[1] + parts[3]
        return Booked(own_us, store_us, digest.decode(), parts)
    own_us, store_us = parts
    return Booked(own_us, store_us, digest.decode())


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each turn, and the medians."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.booked")
    parser.add_argument("--beside", type=Path, help="a checkout of another commit")
    parser.add_argument("--matches", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--writers", type=int, default=1)
    parser.add_argument("--apart", action="store_true", help="with boards apart, too")
    asked = parser.parse_args(arguments)
    beside = [] if asked.beside is None else [Form(asked.beside.resolve())]
    apart = [Form(HERE, "apart"), Form(HERE, "divided")] if asked.apart else []
    found: dict[Form, list[Booked]] = {
        form: [] for form in (*beside, Form(HERE), *apart)
    }
    for _ in range(asked.turns):
        for form, turns in found.items():
            booked = await measure(form, asked.matches, asked.writers)
            turns.append(booked)
            print(_line(form, booked))
    print("medians:")
    for form, turns in found.items():
        own_us = round(median(each.own_us for each in turns))
        store_us = round(median(each.store_us for each in turns))
        parts = tuple(
            round(median(values))
            for values in zip(*(each.parts for each in turns), strict=True)
        )
        print(_line(form, Booked(own_us, store_us, turns[0].digest, parts)))
    digests = {each.digest for turns in found.values() for each in turns}
    if len(digests) > 1:
        raise SystemExit("the books differ")


def _line(form: Form, booked: Booked) -> str:
    own_us, store_us, digest, parts = booked
    line = (
        f"{' '.join([form.tree.name, form.how]).strip()}: {own_us} µs of the process "
        f"and {store_us} µs of the store for each match; the books are {digest[:16]}"
    )
    named = zip(("core", "parts", "the part that takes most"), (0, 2, 4), strict=True)
    told = [f"{name} {parts[at]} and {parts[at + 1]} µs" for name, at in named if parts]
    return "; ".join([line, *told])


if __name__ == "__main__":
    asyncio.run(main())
