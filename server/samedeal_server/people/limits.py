"""How much one player and one address may ask: buckets that fill with time.

The first answer to asking too much is soft, an error that says when to ask
again; only a client that goes on all the same is cut off. What is counted is
kept by player and by address, not by connection, so that coming back does not
begin a new count. Every process counts for itself.
"""

import hashlib
import ipaddress
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from samedeal_server.people.places import Places

STRIKES = 20
"""Requests sent although it was said to wait, after which a connection is closed;
each second forgives one."""

UNDER_WAY_MOST = 64
"""Requests that one connection may send without waiting for answers; an honest client
has one or two under way. So many refusals it may not have read yet, and none of them is
a strike."""
UNDER_WAY_PER_S = 8.0
"""How many of those are taken for read each second."""

REMEMBERED = 50_000
"""Players and addresses that are counted at once; the longest unheard of is
forgotten first, long after its bucket was full again."""

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class Rate(NamedTuple):
    """So many at once, and so many a second from then on."""

    burst: float
    per_s: float


ROUNDING = 1e-6
"""Of one request: what rounding may leave."""


class Bucket:
    """What is left of a rate, as the time at which all of it is there again."""

    __slots__ = ("__weakref__", "_burst", "_burst_s", "_each_s", "_full_at_s")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._burst = rate.burst
        self._each_s = 1 / rate.per_s
        self._burst_s = rate.burst / rate.per_s + ROUNDING * self._each_s
        self._full_at_s = now_s

    @property
    def each_ms(self) -> float:
        """Return the ms after which there is one more."""
        return 1000 * self._each_s

    def is_full(self, now_s: float) -> bool:
        """Tell whether it is as good as a new one."""
        return self._full_at_s <= now_s

    def wait_ms(self, now_s: float, count: float = 1) -> int:
        """Return 0 if there are so many, or the ms after which there are again.

        For more than there ever are at once, a full bucket is enough.
        """
        early_s = self._without(now_s, count) - now_s - self._burst_s
        return 0 if early_s <= 0 else int(early_s * 1000) + 1

    def spend(self, now_s: float, count: float = 1) -> int:
        """Take so many; return 0, or the ms after which there are so many again."""
        full_at_s = self._without(now_s, count)
        early_s = full_at_s - now_s - self._burst_s
        if early_s > 0:
            return int(early_s * 1000) + 1
        self._full_at_s = full_at_s
        return 0

    def give_back(self) -> None:
        """Return one that was taken."""
        self._full_at_s -= self._each_s

    def _without(self, now_s: float, count: float) -> float:
        """Return when it would be full again if so many were taken now."""
        if count > self._burst:
            count = self._burst
        return max(now_s, self._full_at_s) + count * self._each_s


class Strikes:
    """How often one connection did what an honest client does not."""

    __slots__ = ("_at_s", "_count", "_unread", "_unread_at_s", "_wait_until_s")

    def __init__(self, now_s: float) -> None:
        self._count = 0.0
        self._at_s = now_s
        self._wait_until_s = self._unread_at_s = now_s
        self._unread = 0.0

    def told_to_wait(self, now_s: float, wait_ms: int) -> int:
        """Note a refusal; return how many before it may not have been read yet.

        Who waits as long as it was told never gets a strike, nor does who has sent at
        once what may be under way, and could not know.
        """
        read = (now_s - self._unread_at_s) * UNDER_WAY_PER_S
        unread = max(0.0, self._unread - read)
        self._unread, self._unread_at_s = unread, now_s
        if unread < UNDER_WAY_MOST:
            self._unread += 1
        elif now_s < self._wait_until_s:
            self.add(now_s)
        self._wait_until_s = now_s + wait_ms / 1000
        return round(unread)

    def add(self, now_s: float) -> None:
        """Count one."""
        self._count = max(0.0, self._count - (now_s - self._at_s)) + 1
        self._at_s = now_s

    @property
    def are_enough(self) -> bool:
        """Tell whether this connection has been told often enough."""
        return self._count >= STRIKES


K = TypeVar("K", bound=Hashable)


class Buckets(Generic[K]):
    """A bucket for each player or address that was heard of lately, or is held."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[K, Bucket] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: K, now_s: float) -> Bucket:
        """Return the bucket of a key, a full one for a key not heard of."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now_s)
            bucket = self._held.get(key) or Bucket(self.rate, now_s)
            self._buckets[key] = bucket
        else:
            self._buckets.move_to_end(key)
        return bucket

    def held(self, key: K, now_s: float) -> Bucket:
        """Return the bucket of a key, which stays that for as long as it is held."""
        bucket = self._held[key] = self.of(key, now_s)
        return bucket

    def _forget(self, now_s: float) -> None:
        """Forget those that say nothing any more, so that only the active count."""
        for _ in range(2):  # for each that comes, and so never many at once
            oldest = next(iter(self._buckets.items()), None)
            if oldest is None:
                return
            key, bucket = oldest
            if len(self._buckets) < REMEMBERED and not bucket.is_full(now_s):
                return
            del self._buckets[key]

    def spend(self, key: K, now_s: float, count: float = 1) -> int:
        """Take so many of a key's; return 0, or the ms to wait for them."""
        return self.of(key, now_s).spend(now_s, count)


class Budgets(NamedTuple):
    """What an operator allows; the defaults are those of the settings."""

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


ANSWERS = Rate(400, 100.0)
"""Requests from one address that are answered and not let in; what comes beyond hears
nothing, so that answers that are not fetched hold no more sockets than this. They count
for nothing else, or a page that is not let in could keep out who sits before it."""

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

TOURNAMENTS = Rate(6, 6 / 3600)
"""Tournaments that one player makes; an address has ten times that."""

LINES = Rate(6, 0.5)
"""Lines of talk by one player; an address has ten times that."""

ADDRESS_SHARE = 10
"""How many players may sit behind one address before it is counted itself."""


class Doorkeeper:
    """Counts who asks for what; times are of a monotonic clock, in s."""

    def __init__(self, budgets: Budgets) -> None:
        self._budgets = budgets
        self.commands_of = Buckets[str](budgets.commands).held
        """The bucket of a player's requests, shared by their connections."""
        self._joins: Buckets[str] = Buckets(budgets.joins)
        self._joins_by_address = _shared(budgets.joins)
        self._returns: Buckets[str] = Buckets(max(RETURNS, budgets.joins))
        self._wrong_codes: Buckets[str] = Buckets(budgets.wrong_codes)
        self._wrong_codes_by_address = _shared(budgets.wrong_codes)
        self._carries: Buckets[str] = Buckets(CARRIES)
        self._carries_by_address = _shared(CARRIES)
        self._claims: Buckets[str] = Buckets(CLAIMS)
        self._claims_by_address = _shared(CLAIMS, CLAIMS_ADDRESS_SHARE)
        self._tournaments: Buckets[str] = Buckets(TOURNAMENTS)
        self._tournaments_by_address = _shared(TOURNAMENTS)
        self._lines: Buckets[str] = Buckets(LINES)
        self._lines_by_address = _shared(LINES)
        self._handshakes = Bucket(budgets.handshakes, 0.0)
        at_once = float(budgets.connections_per_address)
        shared_per_s = budgets.handshakes.per_s / ADDRESS_SHARE
        # All of them may be cut off and come back at once.
        self._handshakes_by_address = Buckets[str](Rate(2 * at_once, shared_per_s))
        self._guests_by_address = Buckets[str](Rate(at_once, GUESTS_PER_S))
        self._lookups_by_address = _shared(budgets.commands)
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
        """Count a question as so many small ones; return 0, or the ms to wait."""
        return self._lookups_by_address.spend(address, now_s, weight)

    def join(self, player: str, address: str, now_s: float) -> int:
        """Count a room hosted or joined; return 0, or the ms to wait."""
        by_player = self._joins.spend(player, now_s)
        return by_player or self._joins_by_address.spend(address, now_s)

    def come_back(self, player: str, address: str, now_s: float) -> int:
        """Count a way back into a room; return 0, or the ms to wait."""
        del address  # whose others may have lost the line, too
        return self._returns.spend(player, now_s)

    def carry(self, player: str, address: str, now_s: float) -> int:
        """Count a thing left for another device; return 0, or the ms to wait."""
        by_player = self._carries.spend(player, now_s)
        return by_player or self._carries_by_address.spend(address, now_s)

    def claim(self, player: str, address: str, now_s: float) -> int:
        """Count a try to claim a name; return 0, or the ms to wait."""
        by_player = self._claims.spend(player, now_s)
        return by_player or self._claims_by_address.spend(address, now_s)

    def create_tournament(self, player: str, address: str, now_s: float) -> int:
        """Count a tournament made; return 0, or the ms to wait."""
        by_player = self._tournaments.spend(player, now_s)
        return by_player or self._tournaments_by_address.spend(address, now_s)

    def talk(self, player: str, address: str, now_s: float) -> int:
        """Count a line of talk; return 0, or the ms to wait."""
        by_player = self._lines.spend(player, now_s)
        return by_player or self._lines_by_address.spend(address, now_s)

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


def _shared(rate: Rate, share: float = ADDRESS_SHARE) -> Buckets[str]:
    return Buckets(Rate(rate.burst * share, rate.per_s * share))


def address_of(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """Return the address that a connection comes from, through trusted proxies.

    `forwarded` holds the lines of X-Forwarded-For; whatever an untrusted hop
    wrote into them is not believed. IPv6 counts by the /64 that one subscriber has.
    """
    hops = [hop.strip() for line in forwarded for hop in line.split(",")]
    address = _parsed(peer)
    while hops and address is not None and _is_trusted(address, trusted):
        before = _parsed(hops.pop())
        if before is None:
            break
        address = before
    if address is None:
        return peer
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


PLACE_BYTES = 2
"""Few enough that each stands for 65,536 addresses of IPv4: a log tells nobody's."""


def place_in(room: str, address: str) -> str:
    """Return by what a room knows those again who come from the same address."""
    salted = f"{room} {address}".encode()
    return hashlib.blake2s(salted, digest_size=PLACE_BYTES).hexdigest()


Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def _parsed(text: str) -> Address | None:
    host, colon, port = text.rpartition(":")
    if colon and port.isdecimal() and (host.count(":") == 0 or host.endswith("]")):
        text = host.strip("[]")  # some proxies write the port, too
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Tell whether what a peer says of where it was reached from is believed."""
    address = _parsed(peer)
    return address is not None and _is_trusted(address, trusted)


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)
