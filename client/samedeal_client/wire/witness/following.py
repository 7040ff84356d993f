"""The chain of matches, followed from a head that a server has shown."""

from collections import deque
from typing import NamedTuple, Protocol

from samedeal_games.fairness import chain_head, shown_as
from samedeal_protocol.results.records import ChainPart
from samedeal_protocol.rooms.boards import LinkView

NEWEST_LINKS = 400
"""Newest links that were followed, among which a match that has just ended is
sought."""
PASSED_MOST = 8
PARTS_AT_ONCE = 4
"""Parts of a chain that are asked for at most, to find the end of a match."""


class ChainSeen(NamedTuple):
    """The length of a chain of matches, and its head."""

    length: int
    head: bytes


class Following:
    """A chain from one head on: any that is made up later leads to another head."""

    def __init__(self, *shown: ChainSeen) -> None:
        self.at = min(shown)
        """The length and head up to which it was followed."""
        self.passed = deque([self.at], maxlen=PASSED_MOST)
        """Heads that were shown or kept, and that it goes on from; the newest."""
        self._ahead = {one.length: one.head for one in shown if one != self.at}
        self._newest = deque[LinkView](maxlen=NEWEST_LINKS)

    def take(self, part: ChainPart, greeted: ChainSeen) -> bool:
        """Go on with some links; tell whether they lead to the heads that were shown.

        `greeted` is the head of the last greeting.
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
        """Return the link of the newest ones that closed a match, None for none."""
        names = shown_as(match)
        for link in self._newest:
            if link.kind in ("end", "void") and link.match in names:
                return link
        return None


class ShowsChain(Protocol):
    """A server's chain of matches, as it is shown to one player."""

    chain: ChainSeen
    """The chain as the last greeting showed it."""
    following: Following | None
    """The chain from a head on that was shown, None until it is first asked for."""

    async def links(self, start: int) -> ChainPart:
        """Return links, from `start` on; raises NotDone."""
        ...


async def find_closing(shown: ShowsChain, match: str) -> LinkView | None:
    """Return the link that closed a match, None if there is none so far.

    The chain is followed from the head of the greeting, so that links on no chain are
    noticed. Raises NotDone.
    """
    if shown.following is None:
        shown.following = Following(shown.chain)
    following = shown.following
    found = following.closing_of(match)
    for _ in range(PARTS_AT_ONCE):
        if found is not None:
            break
        part = await shown.links(following.at.length)
        if not following.take(part, shown.chain):
            # It is told when the heads are compared.
            shown.following = Following(shown.chain)
            return None
        found = following.closing_of(match)
        if not part.links:
            break
    return found
