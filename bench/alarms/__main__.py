"""Alerts rung by real trouble, and silent again after it, in a real Prometheus.

``python -m bench.alarms [ALERT ...] [--within 15]``

Debian's `prometheus` scrapes two servers over a store as docs/howto/run-a-server.md
says, by deploy/prometheus/alerts.yml as it is. While all is well and people play,
nothing is to ring. Then every alert's own trouble is made: it is to ring, and once that
is mended to be silent again, each within so many seconds. An alert that no trouble
rings is late, too.
"""

import argparse
import asyncio
import sys
import time
from typing import Any

from bench.alarms.place import Place, alerts, becomes, place, queried, ringing
from bench.alarms.players import players
from bench.alarms.troubles import TROUBLES

WITHIN_S = 15.0
QUIET_S = 20.0
LINE = "{:27}{:>7}{:>8}  {}"


async def run(wanted: list[str], within_s: float) -> bool:
    """Make all troubles, print what came of them; tell whether all was in time."""
    missing, asked = set(wanted), set(wanted)
    async with place() as there:
        up = await becomes(lambda: not ringing(there.watcher), time.monotonic())
        if up is None:
            raise RuntimeError("Prometheus does not answer: is it installed?")
        is_good = await is_quiet(there)
        print(LINE.format("alert", "rings", "silent", "trouble; and its end"))
        for trouble in TROUBLES:
            if asked.isdisjoint(trouble.alerts):
                continue
            for told in await trouble.made(there):
                is_good &= told.is_within(within_s)
                missing.discard(told.alert)
                took = ("never" if s is None else f"{s:.1f} s" for s in told[1:])
                words = f"{trouble.what}; {trouble.end}"
                print(LINE.format(told.alert, *took, words), flush=True)
        scraped = await asyncio.to_thread(
            queried, there.watcher, "query?query=scrape_duration_seconds"
        )
        if not is_good:
            there.show_logs()
        print(f"scraping: {_longest(scraped) * 1000:.0f} ms each time")
    for alert in sorted(missing):
        print(f"{alert}: no trouble rings it")
    return is_good and not missing


async def is_quiet(there: Place) -> bool:
    """Tell whether nothing rings while people play; print what does."""
    async with players(there, 24):
        until = time.monotonic() + QUIET_S
        rang = set[str]()
        while time.monotonic() < until:
            rang |= await asyncio.to_thread(ringing, there.watcher)
            await asyncio.sleep(1)
    told = ", ".join(sorted(rang)) or "nothing rings"
    print(f"while all is well, for {QUIET_S:.0f} s: {told}", flush=True)
    return not rang


def _longest(found: dict[str, Any]) -> float:
    return max(float(each["value"][1]) for each in found["result"])


def main() -> int:
    """Return 1 where an alert was late."""
    parser = argparse.ArgumentParser(prog="python -m bench.alarms")
    parser.add_argument("alerts", nargs="*", metavar="ALERT", help="all, if none")
    parser.add_argument("--within", type=float, default=WITHIN_S, help="in seconds")
    asked = parser.parse_args()
    unknown = set(asked.alerts) - set(alerts())
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    return 0 if asyncio.run(run(asked.alerts or alerts(), asked.within)) else 1


if __name__ == "__main__":
    sys.exit(main())
