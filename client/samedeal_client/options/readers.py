"""Readers of typed values; each tells the fault of a value that cannot be used."""

import re
from argparse import ArgumentTypeError
from datetime import date

from samedeal_client.language import tr
from samedeal_client.view.records.heads import HEAD_DIGITS, Head
from samedeal_games.wording import Wording

WINDOWS = Wording(
    "day, week, month, all, or one such as 2026-11-21, 2026-W47 or 2026-11"
)
PLAYER_MOST = 80
ROOM_MOST = 16
EXAMPLE_HEAD = f"123:{'0f' * (HEAD_DIGITS // 2)}"
_HEAD = re.compile(rf"(\d{{1,15}}):([0-9a-fA-F]{{{HEAD_DIGITS},64}})", re.ASCII)
_WINDOW = re.compile(
    r"day|week|month|all|\d{4}-\d\d-\d\d|\d{4}-W\d\d|\d{4}-\d\d", re.ASCII
)


class number:  # noqa: N801 - reads as a type
    """A reader of whole numbers within bounds."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(self, text: str) -> int:
        """Read a number; raises ArgumentTypeError."""
        try:
            number = int(text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            raise ArgumentTypeError(
                tr(
                    "{text!r} is not a whole number from {least} to {most}",
                    text=text,
                    least=self.least,
                    most=self.most,
                )
            )
        return number


def seconds(text: str) -> float:
    """Read a time above 0; raises ArgumentTypeError."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise ArgumentTypeError(
            tr("{text!r} is not a number of seconds above 0", text=text)
        )
    return found


def day(text: str) -> str:
    """Read a day; raises ArgumentTypeError."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text:
        raise ArgumentTypeError(
            tr("{text!r} is not a day such as 2026-11-20", text=text)
        )
    return text


def window(text: str) -> str:
    """Read the name of a window of time; raises ArgumentTypeError."""
    if not _WINDOW.fullmatch(text):
        raise ArgumentTypeError(
            tr("{text!r} is not one of {times}", text=text, times=WINDOWS)
        )
    return text


def chain_head(text: str) -> Head:
    """Read a head of a chain, as ``audit`` prints it; raises ArgumentTypeError."""
    found = _HEAD.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(
            tr(
                "{text!r} is no head; one looks like {example}",
                text=text[:80],
                example=EXAMPLE_HEAD,
            )
        )
    return Head(int(found[1]), found[2].lower())


def player(text: str) -> str:
    """Read a text that names a player; raises ArgumentTypeError."""
    text = text.strip()
    if not 1 <= len(text) <= PLAYER_MOST or not text.isprintable():
        raise ArgumentTypeError(tr("{text!r} names no player", text=text[:20]))
    return text


def player_or_self(text: str) -> str:
    """Read the same, with nothing for oneself; raises ArgumentTypeError."""
    return player(text) if text else ""


def wanted_name(text: str) -> str:
    """Read a name to claim, which the server judges; raises ArgumentTypeError."""
    text = text.strip()
    if not 1 <= len(text) <= PLAYER_MOST:
        raise ArgumentTypeError(tr("a name has 3 to 20 characters"))
    return text


def room(text: str) -> str:
    """Read a room's code; raises ArgumentTypeError."""
    code = text.strip().upper()
    if not 1 <= len(code) <= ROOM_MOST or not code.isprintable():
        raise ArgumentTypeError(tr("{text!r} is not a room's code", text=text[:20]))
    return code
