"""Hostile input at a live server, beside honest players.

``python -m bench.fuzz --frames N --seed K`` sends so many spoiled frames and says
whether each was answered as documented, whether the server lived, what its memory
did and whether honest players noticed. Every finding names its conversation;
``--only NUMBER`` with the same seed holds that one again.
"""

import argparse
import sys
from collections.abc import Sequence

import uvloop
from bench.fuzz.run import DRIFT_MOST_KIB, Outcome, again, fuzz
from bench.load.figures import machine
from bench.load.processes import allow_many_sockets


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return 1 if anything was not as promised."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one conversation")
    asked = parser.parse_args(arguments)
    allow_many_sockets()
    print(", ".join(machine().values()), flush=True)
    if asked.only is None:
        outcome = uvloop.run(fuzz(asked.frames, asked.seed))
    else:
        outcome = uvloop.run(again(asked.only, asked.seed))
    print("\n".join(summary(outcome)))
    return 0 if is_as_promised(outcome) else 1


def is_as_promised(outcome: Outcome) -> bool:
    """Tell whether R15 and R16 hold."""
    wrong = sum(findings.total for findings in outcome.findings)
    drifted = outcome.drift_kib > DRIFT_MOST_KIB
    return outcome.is_alive and not (wrong or drifted or outcome.logged)


def summary(outcome: Outcome) -> list[str]:
    """Describe a run, a line for each thing."""
    tally, honest = outcome.tally, outcome.honest
    closes = {str(code or "none"): number for code, number in tally.closes.items()}
    acks_ms = honest.acks.percentile_ms(0.99)
    grown = f"{outcome.drift_kib:+.0f} KiB (<= {DRIFT_MOST_KIB})"
    lines = [
        f"frames answered as documented: {tally.frames}",
        f"  in {tally.conversations} conversations, {tally.handshakes} bad handshakes",
        f"  answers: {_listed(dict(tally.answers))}",
        f"  closed by the server with: {_listed(closes)}",
        f"honest: {outcome.honest_moves} moves, {outcome.honest_matches} results",
        f"  acknowledgement p99 {acks_ms:.1f} ms; checked {honest.findings.checked}",
        f"server: {'alive' if outcome.is_alive else 'DEAD'}",
        f"  {len(outcome.logged)} lines logged as a warning or worse",
        f"  {outcome.warm_kib:.0f} KiB when warm, {outcome.end_kib:.0f} at the end",
        f"  drift {grown}",
        f"R15, R16: {'met' if is_as_promised(outcome) else 'MISSED'}",
    ]
    for findings in outcome.findings:
        lines += findings.lines()
    return [*lines, *outcome.logged[:20]]


def _listed(counts: dict[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{number} {what}" for what, number in ordered)


if __name__ == "__main__":
    sys.exit(main())
