"""What Lighthouse says of the page: `python -m bench.lighthouse PROGRAM [PATH ...]`.

PROGRAM is Lighthouse's own; `make lighthouse` fetches it and runs this. Each PATH of
the page is opened on a phone as Lighthouse takes it to be, from a server without a
proxy. Prints a line of scores for each, up to 100, and what costs them.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.visits import served
from tests.browsers import CHROMIUM, HOW

PATHS = ("/", "/learn", "/daily", "/leaderboards", "/account")


async def _scores(program: str, url: str) -> dict[str, Any]:
    flags = "--headless=new" + (" --no-sandbox" if os.geteuid() == 0 else "")
    process = await asyncio.create_subprocess_exec(
        *(
            program,
            url,
            "--output=json",
            "--quiet",
            "--no-enable-error-reporting",
            f"--chrome-flags={flags}",
        ),
        env={**os.environ, "CHROME_PATH": str(CHROMIUM)},
        stdout=subprocess.PIPE,
    )
    told, _ = await process.communicate()
    found: dict[str, Any] = json.loads(told)
    return found


def _lines(path: str, told: dict[str, Any]) -> list[str]:
    parts = told["categories"].values()
    scores = ", ".join(
        f"{part['title'].lower()} {round((part['score'] or 0) * 100)}" for part in parts
    )
    costs = {
        each["id"]
        for part in parts
        for each in part["auditRefs"]
        if each["weight"] and (told["audits"][each["id"]]["score"] or 0) < 1
    }
    audits = [told["audits"][name] for name in sorted(costs)]
    return [
        f"{path}: {scores}",
        *(f"  {each['title']} {each.get('displayValue', '')}" for each in audits),
    ]


async def _main(program: str, paths: list[str]) -> None:
    if CHROMIUM is None:
        sys.exit(HOW)
    async with served(Path(__file__).parent.parent) as port:
        for path in paths:
            told = await _scores(program, f"http://127.0.0.1:{port}{path}")
            print("\n".join(_lines(path, told)), flush=True)


def main() -> None:
    """Print scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("paths", nargs="*", default=list(PATHS), metavar="PATH")
    asked = parser.parse_args()
    asyncio.run(_main(asked.program, asked.paths))


if __name__ == "__main__":
    main()
