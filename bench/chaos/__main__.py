"""Faults on purpose, over real processes, with a checker afterwards.

``python -m bench.chaos [SCENARIO ...]`` runs some scenarios, or all, and prints one
line for each round with its seed and its figures. Whatever is not as promised is
printed below it, with the command that does the same again. With ``--behind haproxy``
or ``nginx`` that proxy, as it is shipped, stands before the servers.
"""

import argparse
import json
import sys
import time
import traceback
from collections.abc import Sequence

import uvloop
from bench.chaos.scenarios import CASES, PROXIED, SCENARIOS, Case
from bench.chaos.world import Report, Stuck
from bench.load.processes import allow_many_sockets
from bench.load.proxies import KINDS

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
    parser.add_argument(
        "--behind", choices=KINDS, help="a proxy before the servers, as it is shipped"
    )
    asked = parser.parse_args(arguments)
    known = PROXIED if asked.behind else SCENARIOS
    unknown = [name for name in asked.scenarios if name not in known]
    if unknown:
        where = f" behind {asked.behind}" if asked.behind else ""
        parser.error(
            f"there is no scenario {unknown[0]}{where}: there are {', '.join(known)}"
        )
    cases = [Case(name, asked.behind) for name in asked.scenarios or known]
    if not (asked.behind or asked.scenarios):
        cases = [*CASES]
    allow_many_sockets()
    has_failed = False
    for case in cases:
        for seed in range(asked.seed, asked.seed + asked.rounds):
            has_failed |= not _run(case, seed, asked.scale)
    return 1 if has_failed else 0


def _run(case: Case, seed: int, scale: float) -> bool:
    """Run one round and print what came of it; tell whether all was well."""
    began = time.monotonic()
    try:
        report = uvloop.run(_of(case, seed, scale))
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
    what = f"{case.name} --behind {case.behind}" if case.behind else case.name
    print(f"{what} seed {seed}: {verdict}, {figures} ({took_s:.1f} s)", flush=True)
    for finding in report.findings[:SHOWN]:
        print(f"  {finding}")
    if report.findings:
        print(f"  {len(report.findings)} findings; again with:")
        print(f"  python -m bench.chaos {what} --seed {seed} --scale {scale:g}")
    return not report.findings


async def _of(case: Case, seed: int, scale: float) -> Report:
    return await case.run(seed, scale)


def _text(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else json.dumps(value)


if __name__ == "__main__":
    sys.exit(main())
