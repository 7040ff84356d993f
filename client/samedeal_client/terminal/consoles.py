"""Whether a terminal understands control sequences, by the customs of the system.

Unix says so in TERM. Windows has no such word: there a console is asked to understand
them, as every one since Windows 10 can.
"""

import os
from collections.abc import Mapping
from typing import Protocol, cast

STANDARD_OUTPUT = -11
UNDERSTANDS = 0x0004
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING, among the modes of a console."""


class Kernel(Protocol):
    """The functions of Windows' kernel32 that are called here."""

    def GetStdHandle(self, which: int) -> int:  # noqa: N802 - as Windows has it
        """Return a standard stream of this process."""
        ...

    def GetConsoleMode(self, handle: int, mode: object) -> int:  # noqa: N802
        """Write a console's modes to `mode`; return 0 where there is no console."""
        ...

    def SetConsoleMode(self, handle: int, mode: int) -> int:  # noqa: N802
        """Set a console's modes; return 0 where it does not know them."""
        ...


def is_dumb(environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the terminal can neither move its cursor nor show colours."""
    term = environment.get("TERM", "")
    if not term and os.name == "nt":
        return not begins_to_understand(_kernel())
    return term in ("", "dumb")


def begins_to_understand(kernel: Kernel | None) -> bool:
    """Make a console understand control sequences; tell whether it does now."""
    if kernel is None:
        return False
    # Only Windows has a use for it, here.
    import ctypes

    mode = ctypes.c_ulong()
    handle = kernel.GetStdHandle(STANDARD_OUTPUT)
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | UNDERSTANDS))


def _kernel() -> Kernel | None:
    import ctypes

    windows = getattr(ctypes, "windll", None)
    return None if windows is None else cast("Kernel", windows.kernel32)
