"""The chain of matches, followed from a head that a server has shown."""

from collections import deque
from typing import NamedTuple

from samedeal_games.fairness import chain_head, shown_as
from samedeal_protocol.boards import LinkView
from samedeal_protocol.updates import ChainPart

NEWEST_LINKS = 400
"""Of those that were followed, among which what has just ended is looked for."""
PASSED_MOST = 8


class ChainSeen(NamedTuple):
    """How long the chain of matches was, and its head."""

    length: int
    head: bytes


class Following:
    """A chain from one head on: whatever is made up later leads to another one."""

    def __init__(self, *shown: ChainSeen) -> None:
        self.at = min(shown)
        """As far as it was followed."""
        self.passed = deque([self.at], maxlen=PASSED_MOST)
        """Heads that were shown or kept, and that it goes on from; the newest."""
        self._ahead = {one.length: one.head for one in shown if one != self.at}
        self._newest = deque[LinkView](maxlen=NEWEST_LINKS)

    def take(self, part: ChainPart, greeted: ChainSeen) -> bool:
        """Go on with some links; tell whether they lead to the heads that were shown.

        `greeted` is the one of the last greeting.
        """
        if greeted.length > self.at.length:
            self._ahead[greeted.length] = greeted.head
        if part.start != self.at.length:
            return True  # these came before
        for link in part.links:
            head = chain_head(self.at.head, link.kind, link.match, link.proof)
            self.at = ChainSeen(self.at.length + 1, head)
            self._newest.append(link)
            shown = self._ahead.pop(self.at.length, None)
            if shown not in (None, head):
                return False
            if shown is not None:
                self.passed.append(self.at)
        return True

    def closing_of(self, match: str) -> LinkView | None:
        """Return which of the newest links closed a match, None if none of them did."""
        names = shown_as(match)
        for link in self._newest:
            if link.kind in ("end", "void") and link.match in names:
                return link
        return None
