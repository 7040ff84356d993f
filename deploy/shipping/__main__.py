"""Makes the sdist and the wheels in dist/, twice, and looks at them: `make dist`."""

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from deploy.shipping.installed import play_with
from deploy.shipping.making import (
    ROOT,
    Unmade,
    is_changed,
    make_sdist,
    make_wheels,
    python_with_hatchling,
)
from deploy.shipping.platforms import PLATFORMS, Platform
from deploy.shipping.protocol import pack_protocol
from deploy.shipping.source import build_from
from deploy.shipping.trials import ARM64, NotHere, try_out
from deploy.shipping.wheels import library_in, look_at_all, what_is_wrong


def main() -> None:
    """Make, look, try out, print each outcome; ends with 1 if any is wrong."""
    asked = _parser().parse_args()
    if is_changed():
        print("What is not committed here is left out.")
    try:
        with tempfile.TemporaryDirectory() as folder:
            _ship(Path(folder), asked)
    except Unmade as problem:
        sys.exit(f"not made: {problem}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make dist", description=__doc__)
    parser.add_argument(
        "--again",
        default=sys.executable,
        metavar="PYTHON",
        help="the Python that makes everything a second time, elsewhere",
    )
    parser.add_argument(
        "--only", default="", metavar="TAG", help="platforms whose tag holds this"
    )
    parser.add_argument(
        "--arm64",
        type=Path,
        default=ARM64,
        metavar="FOLDER",
        help="what programs for Linux on arm64 need, for the emulator",
    )
    return parser


def _ship(folder: Path, asked: argparse.Namespace) -> None:
    chosen = [each for each in PLATFORMS if asked.only in each.tag]
    first, second = folder / "first", folder / "elsewhere" / "second"
    sdist, wheels, protocol = _make(chosen, first, sys.executable)
    again = python_with_hatchling(asked.again, folder / "python")
    sdist_again, wheels_again, protocol_again = _make(chosen, second, again)
    _compare(
        [sdist, *wheels.values(), protocol],
        [sdist_again, *wheels_again.values(), protocol_again],
    )
    look_at_all([sdist, *wheels.values()])
    wrong = [
        f"{wheel.name}: {problem}"
        for platform, wheel in wheels.items()
        for problem in what_is_wrong(wheel, platform, folder / platform.target)
    ]
    if wrong:
        raise Unmade("\n".join(wrong))
    for platform, wheel in wheels.items():
        _try_out(wheel, platform, folder / f"trial-{platform.target}", asked.arm64)
    build_from(sdist, again, folder / "source")
    play_with(wheels.values(), folder / "empty")
    _hand_over([sdist, *wheels.values()], "dist")
    # Of no use to an index of packages, and refused by it.
    _hand_over([protocol], "dist-protocol")
    print("Made twice in two folders, and equal to the bit.")


def _make(
    platforms: list[Platform], folder: Path, python: str
) -> tuple[Path, Mapping[Platform, Path], Path]:
    folder.mkdir(parents=True)
    sdist = make_sdist(folder, python)
    wheels = make_wheels(platforms, sdist, folder, python)
    version = sdist.name.removesuffix(".tar.gz").partition("-")[2]
    (source,) = (folder / "source").iterdir()
    return sdist, wheels, pack_protocol(source, version, folder)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _compare(files: list[Path], others: list[Path]) -> None:
    for one, other in zip(files, others, strict=True):
        if _digest(one) != _digest(other):
            raise Unmade(f"{one.name} is another file when it is made again")


def _try_out(wheel: Path, platform: Platform, folder: Path, arm64: Path) -> None:
    folder.mkdir()
    what = f"{platform.system}, {platform.machine}"
    try:
        library = library_in(wheel, platform, folder / "wheel")
        try_out(library, platform, folder, arm64)
    except NotHere as problem:
        print(f"looked at, not run: {what}: {problem}")
    else:
        print(f"looked at, and run: {what}")


def _hand_over(files: list[Path], where: str) -> None:
    """Put files into a folder, and print their sizes and hashes."""
    dist = ROOT / where
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    for file in files:
        shutil.copy(file, dist)
        print(f"{_digest(file)}  {file.stat().st_size:>8}  {file.name}")


if __name__ == "__main__":
    main()
