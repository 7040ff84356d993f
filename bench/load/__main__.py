"""Load on a real server, with the promises it is held against.

``python -m bench.load [PART ...]`` measures some parts, or all, and prints one table
each; a goal that was missed says so. What players were acknowledged is kept in a
ledger of their own and compared with what the server says, so a run also fails when
anything was lost or doubled.
"""

import argparse
import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import uvloop
from bench.load.asked import Asked
from bench.load.figures import Figure, as_json, machine, table
from bench.load.ledger import Findings
from bench.load.parts.idle import idle
from bench.load.parts.meanwhile.handshakes import handshakes
from bench.load.parts.meanwhile.scraped import scraped
from bench.load.parts.meanwhile.visited import visited
from bench.load.parts.pages import pages
from bench.load.parts.pair import pair
from bench.load.parts.play import play
from bench.load.parts.proxied import proxied
from bench.load.parts.quiet import quiet
from bench.load.parts.saturate import saturate
from bench.load.parts.start import start
from bench.load.parts.storm import storm
from bench.load.parts.window import window
from bench.load.processes import allow_many_sockets

GAMES = ("squares/english", "squares/patience", "westcliff/american")

Outcome = tuple[list[Figure], Findings]
Part = Callable[[Asked], Awaitable[Outcome]]


def _saturate(asked: Asked) -> Awaitable[Outcome]:
    return saturate(asked, GAMES)


PARTS: dict[str, tuple[Part, Asked]] = {
    "start": (start, Asked(players=2_000, seconds=0)),
    "idle": (idle, Asked(players=5_000, seconds=20)),
    "play": (play, Asked(players=2_000, seconds=60)),
    "quiet": (quiet, Asked(players=2_000, seconds=60, rate=0.5)),
    "window": (window, Asked(players=2_000, seconds=10, rate=0.5)),
    "scraped": (scraped, Asked(players=1_000, seconds=10)),
    "visited": (visited, Asked(players=200, seconds=5)),
    "saturate": (_saturate, Asked(players=200, seconds=10)),
    "pair": (pair, Asked(players=600, seconds=10, game="westcliff/american")),
    "proxied": (
        proxied,
        Asked(players=200, seconds=5, game="westcliff/american", processes=4),
    ),
    "pages": (
        pages,
        Asked(players=200, seconds=8, game="westcliff/american", rate=2),
    ),
    "storm": (storm, Asked(players=2_000, seconds=20)),
    "handshakes": (handshakes, Asked(players=400, seconds=10)),
}
"""Each part and the size it has unless another is asked for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return 1 if anything was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--players", type=int, help="or connections")
    parser.add_argument("--seconds", type=float, help="measured in each part")
    parser.add_argument("--seed", type=int, help="of the players' dice")
    parser.add_argument("--fsync", choices=("everysec", "always"))
    parser.add_argument("--game", help="where one game is played")
    parser.add_argument("--rate", type=float, help="moves a second of each player")
    parser.add_argument("--processes", type=int, help="servers, at most in `proxied`")
    parser.add_argument(
        *("--windows",), type=_windows, metavar="MS,MS", help="of `window`, as 0,2,4,6"
    )
    parser.add_argument("--turns", type=int, help="of each of those")
    parser.add_argument(
        *("--bots",),
        action="store_true",
        default=None,
        help="play, whose matches count nothing, and not people",
    )
    parser.add_argument(
        *("--colyseus",),
        action="store_true",
        default=None,
        help="a room of it, too, in `saturate` and `quiet`; npm fetches it",
    )
    parser.add_argument("--json", type=Path, help="write everything there, too")
    given = vars(parser.parse_args(arguments))
    parts, file = given.pop("parts") or list(PARTS), given.pop("json")
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}: there are {', '.join(PARTS)}")
    return uvloop.run(_run(parts, given, file))


def _windows(said: str) -> tuple[int, ...]:
    """Read windows in ms, with commas between them."""
    return tuple(map(int, said.split(",")))


async def _run(parts: list[str], given: dict[str, Any], file: Path | None) -> int:
    allow_many_sockets()
    print(", ".join(machine().values()), flush=True)
    all_figures: dict[str, Sequence[Figure]] = {}
    is_wrong = False
    for name in parts:
        part, usual = PARTS[name]
        sizes = usual._asdict() | {k: v for k, v in given.items() if v is not None}
        asked = Asked(**sizes)
        try:
            figures, findings = await part(asked)
        except Exception:
            # The other parts are worth having all the same.
            traceback.print_exc()
            print(f"\n{name}: FAILED, nothing measured", flush=True)
            is_wrong = True
            continue
        all_figures[name] = figures
        is_wrong = is_wrong or findings.total > 0
        title = f"{name}: {asked.players} players, {asked.seconds:g} s, {asked.fsync}"
        print("\n".join(("", table(title, figures), *findings.lines())), flush=True)
    if file is not None:
        await asyncio.to_thread(file.write_text, as_json(all_figures), "utf-8")
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
