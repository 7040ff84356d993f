"""R20: a server under a mild load for a long time, with people coming and going.

``python -m bench.soak --minutes 62`` plays, samples what the server holds, lets
everybody go, and says whether memory, tasks, descriptors and rooms came back to
what they were, and whether anything acknowledged was lost.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import uvloop
from bench.load.figures import machine
from bench.load.processes import allow_many_sockets
from bench.soak.run import Asked, Outcome, soak
from bench.soak.samples import Sample
from bench.soak.verdicts import WARM_AFTER, median_p99_ms, slope_kib_h

import samedeal_server


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for; return 1 if R20 was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=62.0)
    parser.add_argument("--players", type=int, default=Asked(0).players)
    parser.add_argument("--rate", type=float, default=Asked(0).rate, help="of each")
    parser.add_argument("--processes", type=int, default=1, help="servers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample-s", type=float, default=Asked(0).sample_s)
    parser.add_argument("--json", type=Path, help="write every sample there, too")
    given = vars(parser.parse_args(arguments))
    file: Path | None = given.pop("json")
    allow_many_sockets()
    print(", ".join(machine().values()), flush=True)
    print(f"the server under test: {samedeal_server.__file__}", flush=True)
    outcome = uvloop.run(soak(Asked(**given), _tell))
    print("\n".join(summary(outcome)), flush=True)
    if file is not None:
        file.write_text(_as_json(outcome), "utf-8")
    return 0 if is_as_promised(outcome) else 1


def is_as_promised(outcome: Outcome) -> bool:
    """Tell whether R20 holds."""
    return all(verdict.is_met for verdict in outcome.verdicts)


def summary(outcome: Outcome) -> list[str]:
    """Describe a run, a line for each thing."""
    run = outcome.run
    samples = run.samples
    quarters = [samples[len(samples) * part // 4] for part in (1, 2)]
    named = zip(
        ("empty", "first", "quarter", "half", "last", "empty"),
        (run.start, samples[0], *quarters, samples[-1], run.end),
        strict=True,
    )
    fourth = max(1, len(samples) // 4)
    first, last = (
        median_p99_ms(part) for part in (samples[:fourth], samples[-fourth:])
    )
    warm = samples[int(len(samples) * WARM_AFTER) :]
    store = slope_kib_h(warm, lambda sample: sample.store_kib)
    rooms = max(1, outcome.happened["rooms"])
    grown = (run.end.store_kib - run.start.store_kib) / rooms
    lines = ["", f"{'':8}{HEAD}"]
    lines += [f"{name:8}{_line(sample)}" for name, sample in named]
    lines += [
        f"{outcome.moves} moves acknowledged",
        ", ".join(f"{number} {what}" for what, number in outcome.happened.items()),
        f"checked: {outcome.findings.checked}",
        *outcome.findings.lines(),
        "memory: servers' resident set; links: connections to the store, not in fds",
        f"acknowledgement p99, medians: {first:.1f} ms in the first quarter",
        f"                              {last:.1f} ms in the last",
        f"store memory: {store:+.0f} KiB/h; {grown:.2f} KiB a closed room, kept a day",
    ]
    for verdict in outcome.verdicts:
        said = "met" if verdict.is_met else "MISSED"
        said = said if verdict.is_judged else "too short a run to judge"
        lines.append(
            f"{verdict.name:40}{verdict.value:>10.0f}  <= {verdict.limit:<6g}{said}"
        )
    return [*lines, f"R20: {'met' if is_as_promised(outcome) else 'MISSED'}"]


HEAD = (
    "   time s  memory KiB   fds links tasks rooms conns  store KiB   keys  CPU%  all%"
    "    moves   p50 ms   p99 ms"
)


def _tell(sample: Sample) -> None:
    print(_line(sample), flush=True)


def _line(sample: Sample) -> str:
    return (
        f"{sample.at_s:9.0f}{sample.rss_kib:12}{sample.fds:6}{sample.store_clients:6}{sample.tasks:6}"
        f"{sample.rooms:6}{sample.connections:6}{sample.store_kib:11}"
        f"{sample.store_keys:7}{sample.cpu * 100:6.1f}{sample.all_cpu * 100:6.1f}"
        f"{sample.moves:9}{sample.p50_ms:9.2f}{sample.p99_ms:9.2f}"
    )


def _as_json(outcome: Outcome) -> str:
    run = outcome.run
    value = {
        "machine": machine(),
        "verdicts": [
            {**verdict._asdict(), "is_met": verdict.is_met}
            for verdict in outcome.verdicts
        ],
        "start": run.start._asdict(),
        "end": run.end._asdict(),
        "samples": [sample._asdict() for sample in run.samples],
        "happened": dict(outcome.happened),
    }
    return json.dumps(value, indent=1)


if __name__ == "__main__":
    sys.exit(main())
