"""Installs the wheel for Linux on arm64 in a Debian of that machine, and races there.

`make emulated`. QEMU runs every program there: Python, the store, the compiled library.
The kernel is told of QEMU in a namespace of this program's own, so that nothing else on
this machine notices; that takes Linux 6.7 or newer.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from deploy.shipping.debian import needed, unpack
from deploy.shipping.making import ROOT, Unmade, make_sdist, make_wheels, told
from deploy.shipping.platforms import PLATFORMS, Machine, Platform, System

SUITE = "bookworm"
"""The oldest Debian whose Python is new enough."""

_EMULATOR = "qemu-aarch64-static"
_PACKAGES = ("python3", "python3-venv")
_OF_THE_NETWORK = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files that pip needs of this machine, to find an index and trust it."""

# Programs of ELF for that machine, as QEMU's own scripts tell kernels; `F` has the
# emulator opened now, from out here.
_MAGIC = (
    r":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    r"\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff"
    r"\xff\xff\xfe\xff\xff\xff:{emulator}:F"
)
_ENTER = """
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc &&
printf %s "$1" >/proc/sys/fs/binfmt_misc/register &&
mount --rbind /proc "$2/proc" && mount --rbind /dev "$2/dev" || exit
shift
exec env HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 PIP_FIND_LINKS= \
    "$(command -v chroot || echo /usr/sbin/chroot)" "$@"
"""
_TELL = """
import platform
from samedeal_players.compiled.library import what_lacks
print(platform.machine(), platform.python_version(), what_lacks())
"""


def main() -> None:
    """Make, install, race; ends with 1 if any of it goes wrong."""
    parser = argparse.ArgumentParser(prog="make emulated", description=__doc__)
    parser.add_argument("--suite", default=SUITE, help="which Debian it is")
    suite = parser.parse_args().suite
    try:
        with tempfile.TemporaryDirectory() as folder:
            _race(Path(folder), suite)
    except Unmade as problem:
        sys.exit(f"not raced: {problem}")


def _race(folder: Path, suite: str) -> None:
    needed(_EMULATOR, "mmdebstrap", "unshare")
    root = folder / "root"
    unpack(root, "arm64", suite, _PACKAGES)
    for name in ("proc", "dev", "root", "tmp"):
        (root / name).mkdir(exist_ok=True)
    python, _, _ = _inside(root, "/usr/bin/python3", "-V").strip().partition("\n")
    print(f"Debian {suite} on arm64: {python}", flush=True)
    wheel = shutil.copy(_wheel(folder), root)
    for name in _OF_THE_NETWORK:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path("/", name), root / name)
    _inside(root, "/usr/bin/python3", "-m", "venv", "/samedeal")
    pip = ("/samedeal/bin/python", "-m", "pip", "install", "--quiet")
    _inside(root, *pip, "--only-binary", ":all:", f"/{Path(wheel).name}")
    machine, version, lacks = _inside(root, "/samedeal/bin/python", "-c", _TELL).split()
    if (machine, lacks) != ("aarch64", "None"):
        raise Unmade(f"on {machine} the compiled players lack {lacks}")
    print(f"installed by its own pip, on {machine}; now a race", flush=True)
    began = time.monotonic()
    raced = json.loads(_inside(root, "/samedeal/bin/samedeal", "demo", "--json"))
    proven = [match["verified"] for match in raced["matches"]]
    if not proven or not all(proven):
        raise Unmade(f"a match is not proven: {proven}")
    print(
        f"raced on {machine}, Python {version}, at a server and a store of its own:"
        f" {len(proven)} matches, proven, in {time.monotonic() - began:.0f} s"
    )


def _inside(root: Path, *words: str) -> str:
    """Run a program of another machine among its files; return what it says."""
    emulator = shutil.which(_EMULATOR) or _EMULATOR
    # To hold a namespace of mounts one has to be root in one of users.
    alone = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", _ENTER)
    return told((*alone, "sh", _MAGIC.format(emulator=emulator), root, *words), ROOT)


def _wheel(folder: Path) -> Path:
    """Make the wheel of what is committed."""
    platform = _platform()
    (folder / "made").mkdir()
    sdist = make_sdist(folder / "made", sys.executable)
    return make_wheels([platform], sdist, folder / "made", sys.executable)[platform]


def _platform() -> Platform:
    (found,) = (
        each
        for each in PLATFORMS
        if (each.system, each.machine) == (System.GLIBC, Machine.ARM64)
    )
    return found


if __name__ == "__main__":
    main()
