"""Links of the chain as the store keeps them, and as anybody may see them.

The chain holds a blinded id for each match, so that it tells nobody which there were,
and for each deal but the daily ones, which are everybody's. The own id stands beside it
in the store, for the books, and is never told.
"""

from typing import NamedTuple

import msgpack

from samedeal_games.fairness import LinkKind, blinded_id
from samedeal_protocol.rooms.boards import LinkView

DAILY = "daily/"
"""The beginning of the ids of days' deals."""


class Link(NamedTuple):
    """One link, with what it is a link of."""

    kind: LinkKind
    shown: str
    """The id in the chain: a blinded one, or the public one of a day's deal."""
    proof: bytes
    match: str

    @property
    def view(self) -> LinkView:
        """The part of it that anybody may see."""
        return LinkView(kind=self.kind, match=self.shown, proof=self.proof)


def link_of(kind: LinkKind, match: str, proof: bytes) -> Link:
    """Return a link that is to be made."""
    is_public = kind == "deal" and match.startswith(DAILY)
    return Link(kind, match if is_public else blinded_id(match), proof, match)


def pack_link(link: Link) -> bytes:
    """Return a link's bytes in the store."""
    packed: bytes = msgpack.packb(tuple(link))
    return packed


def unpack_link(packed: bytes) -> Link:
    """Read a link back; one that was made before ids were blinded shows its own."""
    kind, shown, proof, *match = msgpack.unpackb(packed)
    return Link(kind, shown, proof, match[0] if match else shown)
