"""Installs the wheel of this machine into an empty environment, and plays with it.

No compiler is found there, and nothing of this folder.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path

from deploy.shipping.making import ROOT, Unmade, told
from packaging.requirements import Requirement
from packaging.tags import sys_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

MOST_BYTES = 60_000_000
"""Bytes of the installation, with bytecode, but for Textual and its own needs."""
FIRST_CARD_WITHIN_S = 15.0
"""Seconds from the end of the installation; nothing was imported before."""

_TOLD = 12
"""Packages that are listed with their sizes, the largest first."""
_NOT_OURS = {"pip", "setuptools"}
"""Packages of an empty environment."""
_FIRST = ("practise", "squares/english", "--seed", "0" * 64)
_LACKS = "from samedeal_players.compiled.library import what_lacks; print(what_lacks())"


def play_with(wheels: Iterable[Path], folder: Path) -> None:
    """Install, measure, and play; raises Unmade, and prints the results."""
    wheel = _for_here(wheels)
    if wheel is None:
        print("not installed: there is no wheel for this machine among them")
        return
    python = _empty_environment(folder)
    # Just what the versions of today are: a user's would be those or newer.
    words = ("install", "--quiet", "--only-binary", ":all:", "--constraint")
    _bare(python, "-m", "pip", *words, ROOT / "constraints.txt", wheel)
    waited = _until_first_card(python)
    if _bare(python, "-c", _LACKS).strip() != "None":
        raise Unmade("the players that are compiled cannot be loaded")
    played = json.loads(_bare(python, "-m", "samedeal_client", "demo", "--json"))
    if not all(match["verified"] for match in played["matches"]):
        raise Unmade("a match of the demonstration is not proven")
    _tell(sizes(_site(python)), waited, len(played["matches"]))


def _tell(found: Mapping[str, int], waited: float, matches: int) -> None:
    counted = total(found, without="textual")
    print(
        f"installed: {sum(found.values()) / 1e6:.1f} MB, {counted / 1e6:.1f} of them"
        f" without what only Textual needs; first card after {waited:.1f} s;"
        f" {matches} matches of the demonstration proven"
    )
    by_size = sorted(found.items(), key=lambda each: -each[1])
    largest = (f"{name} {size / 1e6:.1f}" for name, size in by_size[:_TOLD])
    print(f"  in MB: {', '.join(largest)}")
    if counted > MOST_BYTES:
        raise Unmade(f"that is more than {MOST_BYTES / 1e6:.0f} MB")
    if waited > FIRST_CARD_WITHIN_S:
        raise Unmade(f"that is later than {FIRST_CARD_WITHIN_S:.0f} s")


def _for_here(wheels: Iterable[Path]) -> Path | None:
    here = set(sys_tags())
    of = {wheel: parse_wheel_filename(wheel.name)[3] for wheel in wheels}
    return next((wheel.resolve() for wheel, tags in of.items() if tags & here), None)


def _empty_environment(folder: Path) -> Path:
    told((sys.executable, "-m", "venv", folder), ROOT)
    return folder / "bin" / "python"


def _bare(python: Path, *words: str | Path) -> str:
    """Run a Python where there is neither a compiler nor anything of the user's."""
    home = python.parent.parent / "home"
    home.mkdir(exist_ok=True)
    return told(
        (python, *words),
        home,
        PATH=str(python.parent),
        HOME=str(home),
        XDG_CONFIG_HOME=str(home),
        XDG_DATA_HOME=str(home),
        SAMEDEAL_CONFIG=str(home / "none"),
        SAMEDEAL_BUILD_LIBRARY="",
    )


def _site(python: Path) -> Path:
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(_bare(python, "-c", script).strip())


def _until_first_card(python: Path) -> float:
    began = time.monotonic()
    shown = _bare(python, "-m", "samedeal_client", *_FIRST)
    if "card 1 of 25" not in shown:
        raise Unmade(f"no card is shown: {shown}")
    return time.monotonic() - began


def sizes(site: Path) -> Mapping[str, int]:
    """Return the bytes of packages installed in a folder, by name."""
    return {
        canonicalize_name(each.name): sum(_sizes_of_files(each))
        for each in distributions(path=[str(site)])
        if canonicalize_name(each.name) not in _NOT_OURS
    }


def _sizes_of_files(distribution: Distribution) -> Iterator[int]:
    for file in distribution.files or ():
        path = Path(str(distribution.locate_file(file)))
        if path.exists():
            yield path.stat().st_size


def total(found: Mapping[str, int], without: str = "") -> int:
    """Return the bytes of samedeal's packages, but for those of `without` alone."""
    needed = set(_needed("samedeal", {without}))
    return sum(size for name, size in found.items() if name in needed)


def _needed(name: str, seen: set[str]) -> Iterator[str]:
    if name in seen:
        return
    seen.add(name)
    yield name
    for text in Distribution.from_name(name).requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield from _needed(canonicalize_name(wanted.name), seen)
