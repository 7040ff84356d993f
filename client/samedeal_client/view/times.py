"""Times as they are shown: clocks that run down, and times taken."""

from samedeal_games.contests import has_earned

LATE_MS = 60_000


def clock(seconds: float) -> str:
    """Return a time as ``m:ss``, never below zero."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def stopwatch(ms: int) -> str:
    """Return a time taken as ``m:ss.t``."""
    return f"{clock(ms / 1000)}.{ms % 1000 // 100}"


def is_late(left_ms: int) -> bool:
    """Tell whether the time left is so short that a clock should stand out."""
    return left_ms <= LATE_MS


def reached(score: int, ms: int) -> str:
    """Return the time of a score, a dash for one that nobody played for.

    The deal itself may give a card or two, at the start.
    """
    return stopwatch(ms) if has_earned(score, ms) else "-"
