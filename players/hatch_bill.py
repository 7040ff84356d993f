"""The bill of materials of a wheel: its parts by others, and those compiled.

CycloneDX as JSON, in the place that PEP 770 gives it. What is only asked for, such as
Textual, stands in the wheel's metadata and is not repeated here.

Stands on the standard library alone: the hook that builds the wheel loads it before
anything is installed.
"""

import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

Component = dict[str, Any]

VENDOR = "web/samedeal_web/static/vendor"

# What a file of the folder above is, as the text beside it says.
VENDORED: dict[str, list[tuple[str, str, str]]] = {
    "htm-preact-3.1.1": [
        ("htm", "3.1.1", "Apache-2.0"),
        ("preact", "", "MIT"),  # inside htm's file, which does not say which version
    ],
    "lean-qr-nano-2.7.4": [("lean-qr", "2.7.4", "MIT")],
}

# What the compiler adds of its own, by what `SAMEDEAL_BUILD_PLATFORM` begins with.
RUNTIMES = {"win": ("mingw-w64", "ZPL-2.1"), "": ("compiler_rt", "MIT")}


def bill(root: Path, version: str, library: Path | None) -> str:
    """Return the bill of a wheel that is made of `root`, with a library or without."""
    parts = [*_vendored(root), *([] if library is None else _compiled(library))]
    whole = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {**_time(), **_tools(), "component": _itself(version)},
        "components": parts,
        "dependencies": [
            {"ref": "samedeal", "dependsOn": [each["bom-ref"] for each in parts]},
            *({"ref": each["bom-ref"]} for each in parts),
        ],
    }
    return json.dumps(whole, indent=2) + "\n"


def _time() -> dict[str, str]:
    """Return the time of making, if one is given: any other would differ by build."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return {}
    return {"timestamp": datetime.fromtimestamp(int(epoch), UTC).isoformat()}


def _tools() -> Component:
    named = os.environ.get("SAMEDEAL_BUILD_COMPILER")
    if named is None:
        return {}
    name, _, version = named.partition(" ")
    tool = {"type": "application", "name": name, "version": version}
    return {"tools": {"components": [tool]}}


def _itself(version: str) -> Component:
    return {
        "type": "application",
        "bom-ref": "samedeal",
        "name": "samedeal",
        "version": version,
        "licenses": _licence("MIT"),
        "purl": f"pkg:pypi/samedeal@{version}",
    }


def _vendored(root: Path) -> list[Component]:
    return [
        _part(name, version, licence, root / VENDOR / f"{stem}.js")
        for stem, within in VENDORED.items()
        for name, version, licence in within
    ]


def _part(name: str, version: str, licence: str, file: Path) -> Component:
    purl = f"pkg:npm/{name}" + (f"@{version}" if version else "")
    return {
        "type": "library",
        "bom-ref": name,
        "name": name,
        **({"version": version} if version else {}),
        "licenses": _licence(licence),
        "purl": purl,
        "components": [_file(file, f"samedeal_web/static/vendor/{file.name}", name)],
    }


def _compiled(library: Path) -> list[Component]:
    where = f"samedeal_players/compiled/{library.name}"
    compiled = {
        "type": "library",
        "bom-ref": "players",
        "name": "samedeal's players, compiled",
        "licenses": _licence("MIT"),
        "components": [_file(library, where, "players")],
    }
    if "SAMEDEAL_BUILD_COMPILER" not in os.environ:
        return [compiled]  # by whatever compiler there was, which adds what it likes
    platform = os.environ.get("SAMEDEAL_BUILD_PLATFORM", "")
    name, licence = RUNTIMES["win" if platform.startswith("win") else ""]
    runtime = {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "description": "start-up code and helpers that the compiler linked in",
        "licenses": _licence(licence),
    }
    return [compiled, runtime]


def _file(path: Path, name: str, of: str) -> Component:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {
        "type": "file",
        "bom-ref": f"{of}:{path.name}",
        "name": name,
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _licence(spdx: str) -> list[Component]:
    return [{"license": {"id": spdx}}]
