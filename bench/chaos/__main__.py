"""Faults on purpose, over real processes, with a checker afterwards.

``python -m bench.chaos [SCENARIO ...]`` runs some scenarios, or all, and prints one
line for each round with its seed and its figures. Whatever is not as promised is
printed below it, with the command that does the same again.
"""

import argparse
import json
import sys
import time
import traceback
from collections.abc import Sequence

import uvloop
from bench.chaos.scenarios import SCENARIOS
from bench.chaos.world import Report, Stuck
from bench.load.processes import allow_many_sockets

SHOWN = 12
"""The most findings of a round that are printed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return 1 if anything was not as promised."""
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS)
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first round")
    parser.add_argument(
        "--scale", type=float, default=0.05, help="1 is the size that is promised"
    )
    parser.add_argument("--rounds", type=int, default=1, help="each with its own seed")
    asked = parser.parse_args(arguments)
    names: list[str] = asked.scenarios or list(SCENARIOS)
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        parser.error(
            f"there is no scenario {unknown[0]}: there are {', '.join(SCENARIOS)}"
        )
    allow_many_sockets()
    has_failed = False
    for name in names:
        for seed in range(asked.seed, asked.seed + asked.rounds):
            has_failed |= not _run(name, seed, asked.scale)
    return 1 if has_failed else 0


def _run(name: str, seed: int, scale: float) -> bool:
    """Run one round and print what came of it; tell whether all was well."""
    began = time.monotonic()
    try:
        report = uvloop.run(_of(name, seed, scale))
    except Stuck as stuck:
        report = stuck.report or Report({}, [str(stuck)])
    except Exception:
        # The other rounds are worth having all the same.
        traceback.print_exc()
        report = Report({}, ["the scenario itself failed"])
    figures = ", ".join(
        f"{key} {_text(value)}" for key, value in report.figures.items()
    )
    verdict = "FAILED" if report.findings else "ok"
    took_s = time.monotonic() - began
    print(f"{name} seed {seed}: {verdict}, {figures} ({took_s:.1f} s)", flush=True)
    for finding in report.findings[:SHOWN]:
        print(f"  {finding}")
    if report.findings:
        print(f"  {len(report.findings)} findings; again with:")
        print(f"  python -m bench.chaos {name} --seed {seed} --scale {scale:g}")
    return not report.findings


async def _of(name: str, seed: int, scale: float) -> Report:
    return await SCENARIOS[name](seed, scale)


def _text(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else json.dumps(value)


if __name__ == "__main__":
    sys.exit(main())
