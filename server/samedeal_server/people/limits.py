"""The limits of one player's and one address's requests.

The first answer to asking too much is soft, an error that says when to ask
again; only a client that goes on all the same is cut off. What is counted is
kept by player and by address, not by connection, so that coming back does not
begin a new count. Every process counts for itself; what would let somebody guess, or
leaves something behind, is counted in the store besides, for all of them.
"""

import logging
from typing import NamedTuple

from samedeal_server.people.buckets import Bucket, Buckets, Places, Rate
from samedeal_server.people.identities import hash_of
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.people import People


class Budgets(NamedTuple):
    """An operator's limits; the defaults are those of the settings."""

    commands: Rate = Rate(40, 20.0)
    """By one player."""
    joins: Rate = Rate(30, 30 / 60)
    """Rooms that one player hosts or joins; an address has ten times that."""
    wrong_codes: Rate = Rate(10, 10 / 60)
    """Codes of no room that one player tries; an address has ten times that."""
    handshakes: Rate = Rate(2_000, 1_000.0)
    """By everybody."""
    connections: int = 20_000
    """By everybody, at the same time."""
    connections_per_address: int = 200


log = logging.getLogger(__name__)

ANSWERS = Rate(400, 100.0)
"""Requests from one address that are answered and not let in; what comes beyond hears
nothing, so that answers that are not fetched hold no more sockets than this. They count
for nothing else, or a page that is not let in could keep out who sits before it."""

HEARTBEATS = Rate(40, 2.0)
"""On one connection: far more than an honest client sends."""

NOISE = Rate(64, 4.0)
"""Pings, pongs and parts of messages; a client needs one ping in some seconds."""

FILES = Rate(2_000, 200.0)
"""Files of the page that one address is sent; what comes beyond is not. A page has some
forty, which a browser asks for once: a whole class may open it at the same time."""

LOADING_MOST = 240
"""Files that one address is sent at the same time, or has not fetched; what comes
beyond is not sent. A browser asks for six at a time."""

GUESTS_PER_S = 2.0
"""New players from one address, once as many came as may be connected from there."""

CLAIMS = Rate(5, 5 / 300)
"""Tries to claim a name, by one player; an address has four times that, for what is
claimed is kept for good."""
CLAIMS_ADDRESS_SHARE = 4

CARRIES = Rate(10, 10 / 300)
"""What one player leaves for another device, or fetches; an address has ten times
that."""

RETURNS = Rate(60, 0.5)
"""Ways back into a room, by one player; or as many as joins, where there may be more of
those. Not by address: all who sit behind one may lose the line together, and often."""

KEPT_ROOMS = 100
"""Rooms from one address that are kept at a time for hosts who are away, or a little
more: of those beyond, a host has the seat no longer than others have theirs."""

TOURNAMENTS = Rate(6, 6 / 3600)
"""Tournaments that one player makes; an address has ten times that."""

REPORTS = Rate(10, 10 / 86_400)
"""Of others, by one player; an address has three times that, or it could fill what
operators are to read."""
REPORTS_ADDRESS_SHARE = 3

LINES = Rate(6, 0.5)
"""Lines of talk by one player; an address has ten times that."""

ADDRESS_SHARE = 10
"""The most players behind one address before it is counted itself."""


class Shared:
    """A rate for one player, and some times as much for all behind one address."""

    def __init__(self, rate: Rate, share: float = ADDRESS_SHARE) -> None:
        self._by_player: Buckets[str] = Buckets(rate)
        self._by_address = _by_address(rate, share)

    def spend(self, player: str, address: str, now_s: float) -> int:
        """Count it once; return 0, or the ms to wait."""
        wait_ms = self._by_player.spend(player, now_s)
        return wait_ms or self._by_address.spend(address, now_s)


class Everywhere:
    """A rate for one player and one address at all processes together.

    Where the store cannot say, nobody is turned away: each process counts, too.
    """

    def __init__(
        self, people: People, what: str, rate: Rate, share: float = ADDRESS_SHARE
    ) -> None:
        self._people = people
        self._what = what
        self._rate = rate
        self._of_address = Rate(rate.burst * share, rate.per_s * share)

    async def spend(self, player: str, address: str, count: int = 1) -> int:
        """Count it, an empty player not; return 0, or the ms to wait.

        Below 0 it is given back.
        """
        asked = [(f"p/{player}", self._rate)] if player else []
        asked += [(f"a/{address}", self._of_address)]
        try:
            for who, rate in asked:
                # What a player may not do costs others of the address nothing.
                if wait_ms := await self._spend(who, rate, count):
                    return wait_ms
        except StoreUnavailable:
            log.info("%s: not counted for all processes", self._what)
        return 0

    async def _spend(self, who: str, rate: Rate, count: int) -> int:
        return await self._people.spend(
            *(self._what, hash_of(who), rate.burst, 1000 / rate.per_s, count)
        )


def kept_rooms(people: People, gather_ms: int) -> Everywhere:
    """Return the count of rooms that are kept for their hosts, each for `gather_ms`.

    By address alone; whoever has used it up opens rooms as ever.
    """
    rate = Rate(KEPT_ROOMS, KEPT_ROOMS * 1000 / gather_ms)
    return Everywhere(people, "kept", rate, 1)


class OfAll:
    """The counts of all processes together."""

    def __init__(self, people: People, budgets: Budgets) -> None:
        self.wrong_codes = Everywhere(people, "codes", budgets.wrong_codes)
        self.claims = Everywhere(people, "claims", CLAIMS, CLAIMS_ADDRESS_SHARE)
        self.reports = Everywhere(people, "reports", REPORTS, REPORTS_ADDRESS_SHARE)
        self.rooms = Everywhere(people, "rooms", budgets.joins)
        """Opened; who only comes to one leaves nothing behind."""
        self.carries = Everywhere(people, "carries", CARRIES)
        self.tournaments = Everywhere(people, "tournaments", TOURNAMENTS)
        at_once = float(budgets.connections_per_address)
        self.guests = Everywhere(people, "guests", Rate(at_once, GUESTS_PER_S), 1)
        """By address alone."""


class Doorkeeper:
    """Counts who asks for what; times are of a monotonic clock, in s."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets
        self.commands_of = Buckets[str](budgets.commands).held
        """The bucket of a player's requests, shared by their connections."""
        self.joins = Shared(budgets.joins)
        """Rooms hosted or joined."""
        self.carries = Shared(CARRIES)
        self.claims = Shared(CLAIMS, CLAIMS_ADDRESS_SHARE)
        self.tournaments = Shared(TOURNAMENTS)
        self.lines = Shared(LINES)
        self._returns: Buckets[str] = Buckets(max(RETURNS, budgets.joins))
        self._wrong_codes: Buckets[str] = Buckets(budgets.wrong_codes)
        self._wrong_codes_by_address = _by_address(budgets.wrong_codes)
        self._handshakes = Bucket(budgets.handshakes, 0.0)
        at_once = float(budgets.connections_per_address)
        shared_per_s = budgets.handshakes.per_s / ADDRESS_SHARE
        # All of them may be cut off and come back at once.
        self._handshakes_by_address = Buckets[str](Rate(2 * at_once, shared_per_s))
        self._guests_by_address = Buckets[str](Rate(at_once, GUESTS_PER_S))
        self._lookups_by_address = _by_address(budgets.commands)
        self._answers_by_address: Buckets[str] = Buckets(ANSWERS)
        self._files_by_address: Buckets[str] = Buckets(FILES)
        self.knocking = Places(budgets.connections_per_address)
        """Sockets that have said nothing yet."""
        self.loading = Places(LOADING_MOST)
        """Sockets on which a file of the page is under way, or not yet fetched."""
        self._connections = Places(budgets.connections_per_address)
        self._total = 0

    # Connections

    def connect(self, address: str, now_s: float) -> int:
        """Count a connection; return 0, or in how many ms it may be tried again.

        A connection that was let in is to be given back with `disconnect`.
        """
        here = self._connections.taken(address)
        if (
            self._total >= self._budgets.connections
            or here >= self._budgets.connections_per_address
        ):
            return FULL_WAIT_MS
        # An address's own first: what one may not do must not cost the others.
        wait_ms = self._handshakes_by_address.spend(address, now_s)
        wait_ms = wait_ms or self._handshakes.spend(now_s)
        if not wait_ms:
            self._connections.take(address)
            self._total += 1
        return wait_ms

    @property
    def has_room(self) -> bool:
        """Tell whether there are fewer connections than there may be."""
        return self._total < self._budgets.connections

    def may_hear(self, address: str, now_s: float) -> bool:
        """Count a request that is not let in; tell whether it is to be answered."""
        return not self._answers_by_address.spend(address, now_s)

    def may_load(self, address: str, now_s: float) -> bool:
        """Count a file of the page; tell whether it is to be sent."""
        return not self._files_by_address.spend(address, now_s)

    def disconnect(self, address: str) -> None:
        """Give a connection back."""
        self._total -= 1
        self._connections.give_back(address)

    def guest(self, address: str, now_s: float) -> int:
        """Count somebody new; return 0, or the ms to wait."""
        return self._guests_by_address.spend(address, now_s)

    # Requests

    def look_up(self, address: str, now_s: float, weight: int = 1) -> int:
        """Count a question as `weight` small ones; return 0, or the ms to wait."""
        return self._lookups_by_address.spend(address, now_s, weight)

    def come_back(self, player: str, address: str, now_s: float) -> int:
        """Count a way back into a room; return 0, or the ms to wait."""
        del address  # whose others may have lost the line, too
        return self._returns.spend(player, now_s)

    def guess(self, player: str, address: str, now_s: float) -> int:
        """Count a room's code as a wrong one; return 0, or the ms to wait.

        Those that are still being looked up are counted, or many could be tried at one
        moment. What was right is given back: `guessed_right`.
        """
        by_player = self._wrong_codes.of(player, now_s).wait_ms(now_s)
        wait_ms = by_player or self._wrong_codes_by_address.spend(address, now_s)
        if not wait_ms:
            self._wrong_codes.spend(player, now_s)
        return wait_ms

    def guessed_right(self, player: str, address: str, now_s: float) -> None:
        """Count a code that was tried as none that is wrong."""
        self._wrong_codes.of(player, now_s).give_back()
        self._wrong_codes_by_address.of(address, now_s).give_back()


FULL_WAIT_MS = 5_000


def _by_address(rate: Rate, share: float = ADDRESS_SHARE) -> Buckets[str]:
    return Buckets(Rate(rate.burst * share, rate.per_s * share))
