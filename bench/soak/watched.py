"""The server as it is, which also counts what it holds when it gets SIGUSR1.

Tasks, rooms and connections are seen from nowhere outside of the process. The
counts go to the file named in `COUNTS`, each time with another number.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from unittest.mock import patch

from samedeal_server import app
from samedeal_server.process.process import Process

COUNTS = "BENCH_SOAK_COUNTS"
"""The environment variable that names the folder for `<pid>.json`."""


class WatchedProcess(Process):
    """The process, with its counts."""

    _counted = 0

    async def run(self) -> None:
        """Run every part, and count when asked to."""
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self._count)
        await super().run()

    def _count(self) -> None:
        self._counted += 1
        counts = {
            "number": self._counted,
            "tasks": len(asyncio.all_tasks()),
            "rooms": len(self.hub.carrier.rooms),
            "connections": self.gateway.count,
        }
        file = Path(os.environ[COUNTS]) / f"{os.getpid()}.json"
        whole = file.with_suffix(".new")
        whole.write_text(json.dumps(counts), "utf-8")
        whole.replace(file)


def main() -> int:
    """Run a server process; return its exit status."""
    with patch.object(app, "Process", WatchedProcess):
        return app.main()


if __name__ == "__main__":
    sys.exit(main())
