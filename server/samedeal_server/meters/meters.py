"""The meters of each floor of a process: who counts, holds them; others only read.

What is on the way of a move is an integer that is there before it is counted, in an
object that is at hand: neither a lock nor a label is made there. What happens seldom
is counted by its name. No name is a player's, a room's or an address.
"""

from collections import Counter

from samedeal_server.meters.spreads import SIZES, Spread

TIMED_ONE_IN = 8
"""Commands of a kind; timing each would cost a hundredth of what a move does."""


class StoreMeters:
    """Of the store: how often, how long, how much at once."""

    __slots__ = ("batches", "failed", "losses", "reads", "rings", "sizes")

    def __init__(self) -> None:
        self.batches = Spread()
        """Seconds from a batch's sending to its answers."""
        self.reads = Spread()
        """Seconds of each reading."""
        self.sizes = Spread(SIZES)
        """Appends in each batch that had any."""
        self.failed = 0
        """Batches that were not answered, or with an error."""
        self.rings = 0
        self.losses = 0
        """The times that the doorbell's connection was lost."""


class RoomMeters:
    """Of the rooms that are carried, and of those who are in them."""

    def __init__(self) -> None:
        self.conflicts = 0
        """Decisions that were made anew, because others had written first."""
        self.readings = 0
        """The times that a log was read on."""
        self.losses = 0
        """The times that a room was found to have lost facts, or to be gone."""
        self.epochs = 0
        self.voids = 0
        self.opened: Counter[str] = Counter()
        """Rooms, by kind."""
        self.closed: Counter[str] = Counter()
        """Rooms, by why."""
        self.matches: Counter[tuple[str, ...]] = Counter()
        """By game, kind and how they ended."""
        self.joins: Counter[str] = Counter()
        self.resets: Counter[str] = Counter()
        """Snapshots in place of what was known, by why."""
        self.failed_errands = 0
        self.certifying = Spread()
        """Seconds of each search for a certified deal."""
        self.failed_searches = 0


class RequestMeter:
    """Of requests of one kind."""

    __slots__ = ("carried_out", "refused")

    def __init__(self) -> None:
        self.carried_out = 0
        self.refused: Counter[str] = Counter()
        """By the code of the refusal."""


class EdgeMeters:
    """Of the door, and of those who came through it."""

    def __init__(self) -> None:
        self.acks = Spread()
        """Seconds from a command's frame to its answer, of a sample of commands."""
        self.replies = Spread()
        """The same of everything else that is answered."""
        self.requests: dict[str, RequestMeter] = {}
        """By their names on the wire; once there, for good."""
        self.rubbish = self.request("rubbish")
        """Frames that are no message."""
        self.others = self.request("other")
        """Requests that were refused before anybody looked what they are."""
        self.hellos = self.request("hello")
        self.beats = self.request("heartbeat")
        self.responses: Counter[int] = Counter()
        """Requests in HTTP, by the status of the answer."""
        self.greeted: Counter[str] = Counter()
        """Those who said hello, by how they are known."""
        self.limits: Counter[str] = Counter()
        """Things not done because there was too much of them, by what."""
        self.closes: Counter[str] = Counter()
        """Goodbyes of the server's, by code."""
        self.ended = 0
        """Connections, whoever ended them."""
        self.lags = Spread()
        """Seconds by which the loop was late."""

    def request(self, kind: str) -> RequestMeter:
        """Return the meter of requests of a kind."""
        return self.requests.setdefault(kind, RequestMeter())
