"""Text of others, as it may stand in a log or on an operator's screen.

What comes from outside may have line ends, to look like lines of the log; escapes, to
move a terminal's cursor or set its title; and direction marks, to have a line read from
the other end. What is left here are the printable characters of ASCII: everything else
is written as Python would.
"""

import re

from samedeal_server.people.naming.names import is_visible

MOST = 2_000
"""Characters of one line; no honest one is longer."""

_UNPRINTABLE = re.compile(r"[^ -~]")


def printable(text: str, most: int = MOST) -> str:
    """Return a text on one line, in plain ASCII, cut where it is too long."""
    more = len(text) - most
    shown = _UNPRINTABLE.sub(_escaped, text[:most] if more > 0 else text)
    return f"{shown}... ({more} more characters)" if more > 0 else shown


def shown(text: str) -> str:
    """Return a text for players: letters of any script stay as they are."""
    return "".join(
        each if is_visible(each) else each.encode("unicode_escape").decode("ascii")
        for each in text
    )


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
