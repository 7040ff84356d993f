"""Counts by player and by address: buckets that fill, strikes, places."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

STRIKES = 20
"""Requests sent although it was said to wait, after which a connection is closed;
each second forgives one."""

UNDER_WAY_MOST = 64
"""Requests that one connection may send without waiting for answers; an honest client
has one or two under way. So many refusals it may not have read yet, and none of them is
a strike."""
UNDER_WAY_PER_S = 8.0
"""The number of those taken for read each second."""

REMEMBERED = 50_000
"""Players and addresses that are counted at once; the longest unheard of is
forgotten first, long after its bucket was full again."""


class Rate(NamedTuple):
    """The most at once, and the number a second from then on."""

    burst: float
    per_s: float


ROUNDING = 1e-6
"""Of one request: what rounding may leave."""


class Bucket:
    """The rest of a rate, as the time at which all of it is there again."""

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
        """Return 0 if `count` are there, or the ms until they are.

        For more than there ever are at once, a full bucket is enough.
        """
        early_s = self._without(now_s, count) - now_s - self._burst_s
        return 0 if early_s <= 0 else int(early_s * 1000) + 1

    def spend(self, now_s: float, count: float = 1) -> int:
        """Take `count`; return 0, or the ms until they are there again."""
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
        """Return the time at which it would be full again if `count` were taken now."""
        if count > self._burst:
            count = self._burst
        return max(now_s, self._full_at_s) + count * self._each_s


class Strikes:
    """The times that one connection did what an honest client does not."""

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
        """Take `count` of a key's; return 0, or the ms to wait for them."""
        return self.of(key, now_s).spend(now_s, count)


class Places:
    """Counts what each address has taken and not given back; nothing of the others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, int] = {}

    def take(self, address: str) -> bool:
        """Take a place; tell whether it was one of those that there are.

        It is to be given back either way.
        """
        taken = self._taken[address] = self.taken(address) + 1
        return taken <= self._most

    def give_back(self, address: str) -> None:
        """Give a place back that was taken."""
        left = self._taken[address] - 1
        if left:
            self._taken[address] = left
        else:
            del self._taken[address]

    def taken(self, address: str) -> int:
        """Return the number that an address has."""
        return self._taken.get(address, 0)
