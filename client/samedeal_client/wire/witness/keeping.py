"""Interfaces between a connection and everything that outlives it.

It knows no files and starts no servers: records of matches, the way back to a server
after a loss, and servers of this program come with the player who is made.
"""

from dataclasses import dataclass, field
from typing import Protocol

from samedeal_client.wire.witness.following import Following, ShowsChain
from samedeal_client.wire.witness.memory import Before
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.proof.witness import Witness


class Keeper:
    """A keeper of nothing; one that keeps something overrides these methods."""

    def keep_match(self, entry: EntryView, sealed: bytes, player: str) -> None:
        """Keep the record of a match that is proven, and what the player made of it."""

    def settle(self, match: str) -> None:
        """Stop looking for the end of a match: it was in the chain."""

    def doubt(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        """Keep a player's doubts about a match that they took part in."""

    def was_proven(self, match: str) -> bool:
        """Tell whether a match was proven to this player before this program came."""
        del match
        return False

    def reveal(self, match: str, player: str, seen: Before) -> None:
        """Note a match that the player's own nonce is about to be sent for."""

    def known_before(self, match: str, player: str) -> Before | None:
        """Return the state in which another program of theirs sent their nonce."""
        del match, player
        return None

    def keep_bot(self, room: str, name: str, kind: str, token: str) -> None:
        """Keep a bot that was called to a room."""

    def keep_head(self, following: Following) -> None:
        """Keep how far the chain was followed to the end of an own match."""

    async def look_back(self, shown: ShowsChain) -> str:
        """Return a sentence about the chain that a server shows, empty if it fits."""
        del shown
        return ""


class Seeker(Protocol):
    """A player who lost the server, and hears of the search for it."""

    @property
    def url(self) -> str:
        """The last address of the server."""
        ...

    def miss(self) -> None:
        """Note that no server runs there now."""
        ...

    def revived(self) -> None:
        """Note that the server was started anew."""
        ...


class Way(Protocol):
    """The way of a player back to their server."""

    async def find(self, seeker: Seeker, /) -> str:
        """Return the address of the server after a loss; raises Unreachable."""
        ...


class SamePlace:
    """The way to a server that stays where it is."""

    async def find(self, seeker: Seeker, /) -> str:
        """Return the address of before."""
        return seeker.url


class RunServer(Protocol):
    """A server that this program may have started for its player and friends."""

    @property
    def ends(self) -> bool:
        """Whether it ends with this program."""
        ...

    async def who_races(self) -> dict[str, str]:
        """Return the players who race there, in any room: names by player's id."""
        ...


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The surroundings of a player in a program; by default nearly nothing."""

    keeper: Keeper = field(default_factory=Keeper)
    """The keeper of everything that outlives the program."""
    way: Way = field(default_factory=SamePlace)
    """The way back after a loss."""
    served: RunServer | None = None
    """The server for friends that this program runs, if it does."""
    elsewhere: str | None = None
    """The server as commands must name it, empty where they need not; None for its
    address."""


ON_ITS_OWN = Surroundings()
"""Surroundings that keep nothing, with the server where it was."""
