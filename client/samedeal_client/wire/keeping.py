"""What a connection hands to whoever keeps things, and asks of them.

It knows no files and starts no servers: what is kept of matches, where the server is
after a loss, and what this program runs itself come with the player who is made.
"""

from dataclasses import dataclass, field
from typing import Protocol

from samedeal_client.wire.following import Following, ShowsChain
from samedeal_client.wire.memory import Before
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.proof.witness import Witness


class Keeper:
    """Keeps nothing and remembers nothing; who keeps something says so by methods."""

    def keep_match(self, entry: EntryView, sealed: bytes, player: str) -> None:
        """Keep the record of a match that is proven, and what the player made of it."""

    def settle(self, match: str) -> None:
        """Look no more for what became of a match: its end was in the chain."""

    def doubt(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        """Keep what is doubted of a match by who took part in it."""

    def was_proven(self, match: str) -> bool:
        """Tell whether a match was proven to this player before this program came."""
        del match
        return False

    def reveal(self, match: str, player: str, seen: Before) -> None:
        """Note a match that the player's own nonce is about to be sent for."""

    def known_before(self, match: str, player: str) -> Before | None:
        """Return what another program of the player's knew when it sent their nonce."""
        del match, player
        return None

    def keep_bot(self, room: str, name: str, kind: str, token: str) -> None:
        """Keep a bot that was called to a room."""

    def keep_head(self, following: Following) -> None:
        """Keep how far the chain was followed to the end of an own match."""

    async def look_back(self, shown: ShowsChain) -> str:
        """Return what does not fit in the chain of a server that one comes back to."""
        del shown
        return ""


class Seeker(Protocol):
    """A player who lost the server, and hears what becomes of it."""

    @property
    def url(self) -> str:
        """Where the server was."""
        ...

    def miss(self) -> None:
        """Note that no server runs there now."""
        ...

    def revived(self) -> None:
        """Note that the server was started anew."""
        ...


class Way(Protocol):
    """Leads a player back to their server."""

    async def find(self, seeker: Seeker, /) -> str:
        """Return where the server is after a loss; raises Unreachable."""
        ...


class SamePlace:
    """The way to a server that is where it was."""

    async def find(self, seeker: Seeker, /) -> str:
        """Return where the server was."""
        return seeker.url


class RunServer(Protocol):
    """A server that this program may have started for its player and friends."""

    @property
    def ends(self) -> bool:
        """Whether it ends with this program."""
        ...

    async def who_races(self) -> dict[str, str]:
        """Return whoever races there, in whatever room: names by player's id."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a player in a program; nothing much unless it is said."""

    keeper: Keeper = field(default_factory=Keeper)
    """Keeps what outlives the program."""
    way: Way = field(default_factory=SamePlace)
    """Leads back after a loss."""
    served: RunServer | None = None
    """The server for friends that one has."""
    elsewhere: str | None = None
    """What commands name to reach the server, empty where they need not; None for its
    address."""


ON_ITS_OWN = Surroundings()
"""Nothing is kept, and the server is where it was."""
