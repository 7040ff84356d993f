"""Compiles what players have in C into the wheel, where there is a C compiler.

Without one the wheel is pure Python: its solver is slower, and experts who look far
ahead see a little less.
"""

import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = "players/samedeal_players/compiled"


class KernelHook(BuildHookInterface[Any]):
    """Hatchling's custom build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernel, and mark the wheel as made for this machine."""
        if self.target_name != "wheel":
            return
        folder = Path(self.root) / COMPILED
        # By its path: nothing is installed yet.
        building = runpy.run_path(str(folder / "building.py"))
        problem = building["compile_library"]()
        if problem:
            self.app.display_warning(f"Players stay in Python, slower: {problem}")
            return
        library: Path = building["LIBRARY"]
        build_data["artifacts"].append(f"/{COMPILED}/{library.name}")
        build_data["pure_python"] = False
        # Loaded by ctypes: any Python will do, but only this machine.
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
