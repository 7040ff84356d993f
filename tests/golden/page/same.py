"""What chance would choose is the same each time, and what a clock tells is left out.

So what is told of a screen can be kept, and compared with what is told later.
"""

import itertools
import re
import secrets
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from samedeal_server.core.facts import MatchOpened
from samedeal_server.core.rooms import openings
from samedeal_server.deals.tournaments import ID_ALPHABET, ID_LENGTH
from samedeal_server.hub import hub
from samedeal_server.people import identities

WIDEST_CODE = "WMWMW"
SAME_NONCES = "crypto.getRandomValues = (numbers) => numbers.fill(7);"
"""Has a page choose the same numbers; the cards of a match depend on them."""

MASKS = {
    r"http://127\.0\.0\.1:\d+": "http://here",
    rf"\b[{ID_ALPHABET}]{{{ID_LENGTH}}}\b": "EVENT",
    r"\b[0-9a-f]{16}\b": "DIGITS",
    r"\b(?:[0-9a-f]{4} ){4}…": "DIGITS …",
    r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?": "DATE",
    r"\d+:\d\d(?::\d\d)?(?:\.\d)?": "TIME",
    r"\d+ ms\b": "TIME",
    r'(- timer: )"\d+"': r"\1TIME",
}
"""What no dice of ours choose: addresses, events and commitments, days and clocks."""


def masked(text: str) -> str:
    """Return a text without what is another one each time."""
    for found, instead in MASKS.items():
        text = re.sub(found, instead, text)
    return text


class _Counted:
    """Gives ids in their order; what else is secret stays so."""

    token_urlsafe = staticmethod(secrets.token_urlsafe)

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def token_hex(self, count: int) -> str:
        """Return the next id, in so many bytes."""
        return next(self._numbers).to_bytes(count, "big").hex()


def _opened(_: str, number: int, server_seed: bytes, turn: int) -> MatchOpened:
    """Return a match whose id and seed tell its turn in a room, and nothing else."""
    return MatchOpened(f"m-{turn:032x}", number, bytes(len(server_seed)), turn)


@contextmanager
def same_deals() -> Generator[None]:
    """Have a server that is asked the same deal the same cards, in its one room."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(openings, "MatchOpened", _opened))
        patches.enter_context(patch.object(hub, "new_code", lambda: WIDEST_CODE))
        patches.enter_context(patch.object(identities, "secrets", _Counted()))
        yield
