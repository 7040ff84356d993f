"""Looks at wheels as indexes and installers do."""

import json
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from deploy.shipping.libraries import wrong_with
from deploy.shipping.making import ROOT, Unmade, told
from deploy.shipping.platforms import Platform, System

from samedeal_players.compiled.building import LIBRARY

MOST_BYTES = 3_000_000
"""More than a wheel of today takes; a new large part is to be meant."""

_SCRIPTS = Path(sys.executable).parent


def library_in(wheel: Path, platform: Platform, folder: Path) -> Path:
    """Unpack a wheel's library into a folder, and return its path."""
    name = f"samedeal_players/compiled/{platform.library}"
    with zipfile.ZipFile(wheel) as archive:
        return Path(archive.extract(name, folder))


def what_is_wrong(wheel: Path, platform: Platform, folder: Path) -> list[str]:
    """Return everything that is wrong with a wheel for a platform."""
    if not wheel.name.endswith(f"-py3-none-{platform.tag}.whl"):
        return [f"its name is not one for {platform.tag}"]
    return [
        *wrong_with(library_in(wheel, platform, folder), platform),
        *_wrong_with_files(wheel, platform),
        *_wrong_with_manual(wheel),
        *_wrong_with_bill(wheel),
        *_wrong_with_tag(wheel, platform),
    ]


def _wrong_with_files(wheel: Path, platform: Platform) -> Iterator[str]:
    """Find files that are there twice or in vain: compiled or cached ones."""
    if wheel.stat().st_size > MOST_BYTES:
        yield f"it has {wheel.stat().st_size} bytes"
    for name in _names(wheel):
        kind = Path(name).suffix
        if kind in (".c", ".pyc", ".dll", ".so", ".map") and not _is_meant(
            name, platform
        ):
            yield f"it holds {name}"


def _wrong_with_manual(wheel: Path) -> Iterator[str]:
    for page in ("samedeal.1", "samedeal-server.1"):
        if not any(name.endswith(f"/share/man/man1/{page}") for name in _names(wheel)):
            yield f"it lacks {page}"


def _is_meant(name: str, platform: Platform) -> bool:
    """Whether a file is the library, or one of the sources that it names."""
    return name.endswith((".c", f"/{LIBRARY.parent.name}/{platform.library}"))


def _names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def bill_of(wheel: Path) -> str:
    """Return the text of a wheel's bill of materials; raises Unmade without one."""
    bills = [name for name in _names(wheel) if ".dist-info/sboms/" in name]
    if len(bills) != 1:
        raise Unmade(f"{wheel.name} holds {len(bills)} bills of materials")
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(bills[0]).decode()


def _wrong_with_bill(wheel: Path) -> Iterator[str]:
    text = bill_of(wheel)
    if problem := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        yield f"its bill of materials is none: {problem}"
    billed = {each["name"] for each in _files(json.loads(text))}
    for name in _names(wheel):
        written_elsewhere = "/vendor/" in name and name.endswith(".js")
        if (written_elsewhere or "/_players." in name) and name not in billed:
            yield f"its bill of materials lacks {name}"


def _files(
    bill: dict[str, list[dict[str, list[dict[str, str]]]]],
) -> Iterator[dict[str, str]]:
    for component in bill["components"]:
        yield from component.get("components", [])


def _wrong_with_tag(wheel: Path, platform: Platform) -> Iterator[str]:
    """Ask auditwheel whether the tag promises too much.

    It knows Linux, and musl's only where the machine that asks has no other.
    """
    if platform.system is not System.GLIBC:
        return
    shown = " ".join(told((_SCRIPTS / "auditwheel", "show", wheel), ROOT).split())
    family, _, _ = platform.tag.partition("_")
    said = f'is consistent with the following platform tag: "{family}_'
    if said not in shown:
        yield f"auditwheel says: {shown}"


def look_at_all(files: Iterable[Path]) -> None:
    """Check files with twine and check-wheel-contents; raises Unmade."""
    some = tuple(files)
    told((_SCRIPTS / "twine", "check", "--strict", *some), ROOT)
    wheels = [file for file in some if file.suffix == ".whl"]
    told((_SCRIPTS / "check-wheel-contents", *wheels), ROOT)
