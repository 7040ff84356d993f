"""The one message that is made without its model, because it is made so often."""

import msgpack

from samedeal_protocol.boards import Zones
from samedeal_server.core.state import Play

_pack = msgpack.Packer().pack
"""Made once: to make a packer takes as long as to pack a frame."""


def moved_frame(re: int, offset: int, play: Play, zones: Zones, *, full: bool) -> bytes:
    """Return the frame of `samedeal_protocol.updates.Moved`.

    Byte for byte what the codec makes of the model, at a fifth of the time; a
    test compares the two.
    """
    frame: bytes = _pack(
        {
            "re": re,
            "t": "moved",
            "offset": offset,
            "ply": play.plies,
            "score": play.score,
            "state": play.state,
            "zones": zones,
            "full": full,
        }
    )
    return frame
