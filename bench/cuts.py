"""Cut the connections of the page's client while two race, a thousand times.

``python -m bench.cuts [--cuts 1000]``

Two players of the page's own client, in Node, race at a server of their own; every
third message of all is the last of its socket, and not answered. Race after race, in
two games, until so many were cut; fails if a move was lost or doubled, or if what a
player saw does not prove the match.
"""

import argparse
import asyncio
import subprocess
import sys
from pathlib import Path

from bench.visits import served
from tests.web.rules.rules_of_the_page import NODE
from tests.web.test_wire import Race

from samedeal_web.files import STATIC

HERE = Path(__file__).parent.parent
SCRIPT = HERE / "tests/web/wire_race.mjs"
GAMES = ("squares/english", "westcliff/classic")
A_RACE = 30


async def _race(url: str, game: str) -> Race:
    process = await asyncio.create_subprocess_exec(
        *(NODE or "node", str(SCRIPT), url, str(STATIC), game, str(A_RACE)),
        stdout=subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return Race.model_validate_json(said)


def _wrong(race: Race) -> bool:
    plies = {each.name: each.plies for each in race.standings}
    made = {name: len(moves) for name, moves in race.made.items()}
    return plies != made or race.moved != sum(plies.values()) or bool(race.honest)


async def _main(most: int) -> int:
    cuts = moves = races = wrong = 0
    async with served(HERE, SAMEDEAL_COUNTDOWN_MS="1000") as port:
        while cuts < most:
            race = await _race(f"ws://127.0.0.1:{port}/", GAMES[races % len(GAMES)])
            races += 1
            cuts += race.cuts
            moves += race.moved
            wrong += _wrong(race)
    print(f"{cuts} cuts in {races} races, {moves} moves: {wrong} races went wrong")
    return 1 if wrong else 0


def main() -> None:
    """Print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=1_000)
    sys.exit(asyncio.run(_main(parser.parse_args().cuts)))


if __name__ == "__main__":
    main()
