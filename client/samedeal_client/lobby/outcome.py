"""What somebody leaves the lobby for, and comes back from."""

from argparse import Namespace
from typing import NamedTuple, TypeAlias

from samedeal_client.kept.seats import Seat
from samedeal_protocol.dailies import Daily


class Sit(NamedTuple):
    """Play in the room in which the visit's player has sat down."""


class Serve(NamedTuple):
    """Open a room at a server of one's own, and play in it under a name."""

    arguments: Namespace
    """As `samedeal host` has them."""
    name: str


class ServeAgain(NamedTuple):
    """Come back to a room at a server of one's own."""

    seat: Seat


class Attempt(NamedTuple):
    """Play the deal of a day at which the visit's player has sat down."""

    known: Daily


class Watch(NamedTuple):
    """Watch the room that the visit's player watches."""


class Bots(NamedTuple):
    """Race bots at a game, under a name."""

    game: str
    name: str


class Practise(NamedTuple):
    """Play a game alone."""

    game: str


class Learn(NamedTuple):
    """Be taught a game."""

    game: str


class Changed(NamedTuple):
    """Begin again with what has been chosen in the settings."""


Outcome: TypeAlias = (
    Sit | Serve | ServeAgain | Attempt | Watch | Bots | Practise | Learn | Changed
)
