"""The program that learns and plays fast, built from squares.c when it is needed."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import mkdtemp

from samedeal_games.squares import Hand

SOURCE = Path(__file__).with_name("squares.c")
"""Includes what players compile."""

# Without contraction, so that what is learned depends on no machine's shortcuts.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off")


def compiler() -> str | None:
    """Return the C compiler, or None where there is none."""
    return which("cc") or which("gcc") or which("clang")


@cache
def program() -> Path:
    """Build the program; raises FileNotFoundError without a C compiler."""
    cc = compiler()
    if cc is None:
        raise FileNotFoundError("learning needs a C compiler, such as gcc")
    built = Path(mkdtemp(prefix="squares-")) / "squares"
    subprocess.run([cc, *FLAGS, "-o", built, SOURCE, "-lm"], check=True)
    return built


def run(
    verb: str, *numbers: object, points: Mapping[Hand, int], given: bytes = b""
) -> bytes:
    """Run the program to its end, and return its output."""
    counts = [points[hand] for hand in Hand if hand is not Hand.NOTHING]
    # As poker ranks them, which is the order of Hand.
    words = [str(word) for word in (verb, *numbers, *counts)]
    done = subprocess.run(
        [program(), *words], input=given, stdout=subprocess.PIPE, check=True
    )
    return done.stdout


def scores(
    tables: Path,
    decks: Iterable[Sequence[int]],
    points: Mapping[Hand, int],
    *,
    net: Path | None = None,
    replies: Sequence[int] = (),
    touching: bool = False,
    without_luck: bool = False,
) -> list[float]:
    """Play decks by what was learned, and return what each game counts.

    At sight without `replies`; they and `net` are as in samedeal_players.squares.sight.
    `without_luck` takes off how much better each card was than cards are on average:
    the mean stays the same, and varies a tenth as much.
    """
    given = "\n".join(" ".join(map(str, deck[:25])) for deck in decks)
    words = (tables, net or "-", int(touching), ",".join(map(str, (*replies, 0))))
    verb = "weigh" if without_luck else "play"
    told = run(verb, *words, points=points, given=given.encode())
    return [float(line) for line in told.split()]
