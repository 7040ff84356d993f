"""A node of a store whose clock can be set, while it runs, and no other clock."""

import subprocess
from pathlib import Path

from bench.stores.node import Node

from samedeal_players.compiled.building import NO_COMPILER, compiler

SOURCE = Path(__file__).with_suffix(".c")
BYTES = 8


class OffNode(Node):
    """A node that takes its time from a file: Linux, and a C compiler, are needed."""

    def __init__(self, folder: Path, name: str, **settings: str) -> None:
        super().__init__(folder, name, **settings)
        self._off = self.folder / "off"
        self.set_clock(0)
        library = self.folder / "off.so"
        words = compiler()
        if words is None:
            raise RuntimeError(NO_COMPILER)
        subprocess.run(
            [*words, "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True
        )
        self.under = (
            *("/usr/bin/env", f"LD_PRELOAD={library}", f"CLOCK_OFF={self._off}"),
        )

    def set_clock(self, ahead_s: int) -> None:
        """Have its clock be ahead of this machine's from now on, or behind it."""
        # In place: the node has it open.
        with self._off.open("r+b" if self._off.exists() else "wb") as file:
            file.write(ahead_s.to_bytes(BYTES, "little", signed=True))
