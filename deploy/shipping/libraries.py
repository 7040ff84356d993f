"""Looks at a compiled library: its format, its machine, what it offers and asks for."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import lief
from deploy.shipping.platforms import GLIBC, MACOS, Machine, Platform, System

from samedeal_players.compiled.building import COMPILED, SOURCES, source_digest

# It tells what is unusual in the tables of a library, and is right not to mind.
lief.logging.disable()

_ELF = {
    Machine.X86_64: lief.ELF.ARCH.X86_64,
    Machine.ARM64: lief.ELF.ARCH.AARCH64,
}
_MACHO = {
    Machine.X86_64: lief.MachO.Header.CPU_TYPE.X86_64,
    Machine.ARM64: lief.MachO.Header.CPU_TYPE.ARM64,
}
_PE = {
    Machine.X86_64: lief.PE.Header.MACHINE_TYPES.AMD64,
    Machine.ARM64: lief.PE.Header.MACHINE_TYPES.ARM64,
}
_NEEDED = {System.GLIBC: {"libc.so.6"}, System.MUSL: {"libc.so"}}
_OF_MACOS = "/usr/lib/libSystem.B.dylib"
_OF_WINDOWS = re.compile(r"KERNEL32\.dll|api-ms-win-crt-[a-z]+-l1-1-0\.dll")
_OFFERED = re.compile(r"^(?:PUBLIC|EXPORT) [^;{(]*?(\w+)\(", re.MULTILINE)


def offered() -> set[str]:
    """Return the names that the sources offer to Python."""
    return {
        name
        for source in COMPILED
        for name in _OFFERED.findall(source.read_text("utf-8"))
    }


def wrong_with(library: Path, platform: Platform) -> list[str]:
    """Return everything that is wrong with a library for a platform."""
    with library.open("rb") as opened:
        found = lief.parse(opened)  # pyright: ignore[reportUnknownMemberType]
    if isinstance(found, lief.ELF.Binary):
        wrong = _wrong_with_elf(found, platform)
    elif isinstance(found, lief.MachO.Binary):
        wrong = _wrong_with_macho(found, platform)
    elif isinstance(found, lief.PE.Binary):
        wrong = _wrong_with_pe(found, platform)
    else:
        return ["it is no library"]
    return [*wrong, *_wrong_inside(library)]


def _wrong_inside(library: Path) -> Iterator[str]:
    """Find faults common to all: other sources, or a trace of the maker's folders."""
    content = library.read_bytes()
    if source_digest().encode() not in content:
        yield "it was compiled from other sources"
    for folder in (SOURCES[0].parents[2], Path.home()):
        if bytes(folder) in content:
            yield "it tells in which folder it was compiled"


def _wrong_names(names: Iterable[str]) -> Iterator[str]:
    for name in sorted(set(names) ^ offered()):
        yield f"it offers {name} and should not, or the other way about"


def _wrong_with_elf(found: lief.ELF.Binary, platform: Platform) -> Iterator[str]:
    if platform.system not in _NEEDED:
        yield f"it is for Linux, and not for {platform.system}"
        return
    if found.header.machine_type is not _ELF[platform.machine]:
        yield f"it is for {found.header.machine_type}"
    yield from _wrong_names(str(each.name) for each in found.exported_functions)
    for needed in set(map(str, found.libraries)) - _NEEDED[platform.system]:
        yield f"it needs {needed}"
    if not found.has_nx:
        yield "its stack can be executed"
    for version in _versions(found):
        if version > GLIBC or platform.system is System.MUSL:
            yield f"it needs glibc {version}"


def _versions(found: lief.ELF.Binary) -> Iterator[tuple[int, ...]]:
    for needed in found.symbols_version_requirement:
        for each in needed.get_auxiliary_symbols():
            name = str(each.name).removeprefix("GLIBC_")
            yield tuple(map(int, name.split(".")))


def _wrong_with_macho(found: lief.MachO.Binary, platform: Platform) -> Iterator[str]:
    if platform.system is not System.MACOS:
        yield f"it is for macOS, and not for {platform.system}"
    if found.header.cpu_type is not _MACHO[platform.machine]:
        yield f"it is for {found.header.cpu_type}"
    names = [str(each.name) for each in found.exported_functions]
    ours = [name[1:] for name in names if name.startswith("_samedeal")]
    yield from _wrong_names(ours)
    for each in list(found.libraries):
        if each.name not in (_OF_MACOS, f"@rpath/{platform.library}"):
            yield f"it needs {each.name}"
    oldest = found.build_version
    if oldest is None or tuple(oldest.minos[:2]) > MACOS:
        yield f"it needs macOS {oldest and oldest.minos}"
    if platform.machine is Machine.ARM64 and not found.has_code_signature:
        yield "it is not signed, and would not be loaded"


def _wrong_with_pe(found: lief.PE.Binary, platform: Platform) -> Iterator[str]:
    if platform.system is not System.WINDOWS:
        yield f"it is for Windows, and not for {platform.system}"
    if found.header.machine is not _PE[platform.machine]:
        yield f"it is for {found.header.machine}"
    yield from _wrong_names(str(each.name) for each in found.exported_functions)
    for needed in map(str, found.libraries):
        if not _OF_WINDOWS.fullmatch(needed):
            yield f"it needs {needed}"
