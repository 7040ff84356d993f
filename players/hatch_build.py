"""Compiles what players have in C into the wheel, where there is a C compiler.

Without one the wheel is pure Python: its solver is slower, and experts who look far
ahead see a little less. Where `SAMEDEAL_BUILD_LIBRARY` names a library that was
compiled for another platform, and `SAMEDEAL_BUILD_PLATFORM` that platform's tag, it
goes in. The manual's pages go in, too.
"""

import os
import runpy
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = "players/samedeal_players/compiled"


class KernelHook(BuildHookInterface[Any]):
    """Hatchling's custom build hook."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernel, mark the wheel as made for it, and add the bill."""
        if self.target_name != "wheel":
            return
        library = self._library()
        if library is not None:
            build_data["pure_python"] = False
            # Loaded by ctypes: any Python will do, but only this machine.
            build_data["tag"] = f"py3-none-{_platform()}"
        if version == "editable":
            return
        build_data["shared_data"].update(manual(Path(self.root)))
        build_data["sbom_files"].append(str(self._bill(library)))
        if library is not None:
            path = f"samedeal_players/compiled/{library.name}"
            build_data["force_include"][str(library)] = path

    def _library(self) -> Path | None:
        if given := os.environ.get("SAMEDEAL_BUILD_LIBRARY"):
            return Path(given)
        # By its path: nothing is installed yet.
        building = runpy.run_path(str(Path(self.root) / COMPILED / "building.py"))
        problem = building["compile_library"]()
        if problem:
            self.app.display_warning(f"Players stay in Python, slower: {problem}")
            return None
        library: Path = building["LIBRARY"]
        return library

    def _bill(self, library: Path | None) -> Path:
        self._scratch = Path(tempfile.mkdtemp())
        bill = runpy.run_path(str(Path(self.root) / "players" / "hatch_bill.py"))
        path = self._scratch / "samedeal.cdx.json"
        version: str = self.metadata.version  # pyright: ignore[reportUnknownMemberType]
        text: str = bill["bill"](Path(self.root), version, library)
        path.write_text(text, "utf-8")
        return path

    def finalize(
        self, version: str, build_data: dict[str, Any], artifact_path: str
    ) -> None:
        """Remove what the bill was written to."""
        if scratch := getattr(self, "_scratch", None):
            shutil.rmtree(scratch)


def manual(root: Path) -> dict[str, str]:
    """Return the places of the manual's pages in an installation, by those here.

    None where they are not, as in what the image is made of.
    """
    pages = sorted((root / "docs" / "man").glob("*.1"))
    return {str(page): f"share/man/man1/{page.name}" for page in pages}


def _platform() -> str:
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return os.environ.get("SAMEDEAL_BUILD_PLATFORM") or here
