"""The chain of matches as tests look at it."""

from collections.abc import Sequence

from samedeal_protocol.rooms.boards import LinkView
from samedeal_records.proof.chain import ChainReader


def heads_of(links: Sequence[LinkView]) -> list[bytes]:
    """Return the chain's head before the first link and after each."""
    reader = ChainReader(range(len(links) + 1))
    for link in links:
        reader.add(link)
    return [reader.heads[length] for length in range(len(links) + 1)]
