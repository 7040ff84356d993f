"""Alerts at a terminal to deeds of others, while its window is behind another one.

A bell, the title of the window, and a notice on the desktop where the terminal has
them; each can be turned off. Sentences are made printable first: nobody's name is a
control sequence.
"""

import os
from collections.abc import Callable, Mapping

from samedeal_client.printable import printable_row
from samedeal_client.reader import reader

BELL = "\a"
END = "\x1b\\"
KEPT, BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Put the title of the window aside, and bring it back."""
TITLE_MOST = 80
NINE = ("iTerm.app", "WezTerm", "ghostty")
"""Terminals, by TERM_PROGRAM, that take a notice as iTerm2 does (OSC 9)."""
SEVENS = ("foot", "rxvt-unicode", "ghostty")
"""Terminals, by the beginning of TERM, that take a notice as rxvt does (OSC 777)."""


def alert_codes(text: str) -> str:
    """Return the codes by which this terminal alerts to a sentence; empty for none."""
    alerts = reader().alerts
    shown = printable_row(text)[:TITLE_MOST].replace(";", ",")
    codes = f"\x1b]2;{shown}{END}" if alerts.title else ""
    if alerts.notify:
        codes += _notice(shown, os.environ)
    return codes + (BELL if alerts.bell else "")


class Ringing:
    """The alerts of one terminal; at the end, its window gets its own title back."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._is_aside = False

    def say(self, text: str) -> None:
        """Alert to a deed of others."""
        codes = alert_codes(text)
        if codes and reader().alerts.title and not self._is_aside:
            self._is_aside = True
            codes = KEPT + codes
        if codes:
            self._write(codes)

    def seen(self) -> None:
        """Bring back the title that the window had."""
        if self._is_aside:
            self._is_aside = False
            self._write(BACK)

    def end(self, write: Callable[[str], None]) -> None:
        """Do so at the very end, when nothing else can be written any more."""
        self._write = write
        self.seen()


def _notice(text: str, environ: Mapping[str, str]) -> str:
    """Return a notice on the desktop, in the words that this terminal knows."""
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if "TMUX" in environ or term.startswith(("screen", "tmux")):
        return ""  # which keeps it to itself, or shows it as text
    if "KITTY_WINDOW_ID" in environ or term == "xterm-kitty":
        return f"\x1b]99;;samedeal: {text}{END}"
    if program in NINE:
        return f"\x1b]9;samedeal: {text}{END}"
    if term.startswith(SEVENS) or "VTE_VERSION" in environ:
        return f"\x1b]777;notify;samedeal;{text}{END}"
    return ""
