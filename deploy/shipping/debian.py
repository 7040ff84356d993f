"""Makes the files of a small Debian, of this machine's kind or of another."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from deploy.shipping.making import ROOT, Unmade, told


def needed(*programs: str) -> None:
    """Raise Unmade if a program is missing; all are packages of Debian."""
    for name in programs:
        if shutil.which(name) is None:
            raise Unmade(f"there is no {name}, which is in a package of Debian")


def unpack(
    target: Path, machine: str, suite: str, packages: Sequence[str], hook: str = ""
) -> None:
    """Put packages and all that they need into `target`: a folder, or a .tar file.

    Nothing put into a folder is run: it may be of another machine. `hook` is a command
    for sh, to which `$1` is the folder where it all lies.
    """
    variant = "apt" if target.suffix == ".tar" else "extract"
    words = [f"--architectures={machine}", f"--variant={variant}", "--quiet"]
    if hook:
        words.append(f"--customize-hook={hook}")
    chosen = f"--include={','.join(packages)}"
    told(("mmdebstrap", *words, chosen, suite, target), ROOT)
