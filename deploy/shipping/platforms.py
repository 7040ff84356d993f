"""The platforms that there are wheels for, and the demands on a library of each."""

from dataclasses import dataclass
from enum import StrEnum


class System(StrEnum):
    """The system that loads a library."""

    GLIBC = "Linux, glibc"
    MUSL = "Linux, musl"
    MACOS = "macOS"
    WINDOWS = "Windows"


class Machine(StrEnum):
    """The machine that a library is compiled for."""

    X86_64 = "x86-64"
    ARM64 = "arm64"


@dataclass(frozen=True)
class Platform:
    """One of the platforms; `target` is in Zig's words, `tag` in those of wheels."""

    system: System
    machine: Machine
    target: str
    tag: str

    @property
    def library(self) -> str:
        """The file name of the library, as `compiled.building` has it there."""
        return "_players.dll" if self.system is System.WINDOWS else "_players.so"


GLIBC = (2, 17)
"""The oldest glibc, that of manylinux2014."""

MACOS = (11, 0)
"""The oldest macOS."""

PLATFORMS = (
    Platform(
        System.GLIBC,
        Machine.X86_64,
        "x86_64-linux-gnu.2.17",
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
    ),
    Platform(
        System.GLIBC,
        Machine.ARM64,
        "aarch64-linux-gnu.2.17",
        "manylinux_2_17_aarch64.manylinux2014_aarch64",
    ),
    Platform(System.MUSL, Machine.X86_64, "x86_64-linux-musl", "musllinux_1_2_x86_64"),
    Platform(System.MUSL, Machine.ARM64, "aarch64-linux-musl", "musllinux_1_2_aarch64"),
    Platform(System.MACOS, Machine.X86_64, "x86_64-macos.11.0", "macosx_11_0_x86_64"),
    Platform(System.MACOS, Machine.ARM64, "aarch64-macos.11.0", "macosx_11_0_arm64"),
    Platform(System.WINDOWS, Machine.X86_64, "x86_64-windows-gnu", "win_amd64"),
    Platform(System.WINDOWS, Machine.ARM64, "aarch64-windows-gnu", "win_arm64"),
)
