"""The answers of Redis, read: logs and pulses."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import msgpack

from samedeal_server.store.keys import NO_CODE, room_keys, room_of


class LogEntry(NamedTuple):
    """One entry read back from a room's log."""

    id: str
    offset: int
    at: int
    """ms since 1970 by the store's clock."""
    packed: bytes


class Log(NamedTuple):
    """The entries read of a room's log, and the id of its last one."""

    entries: list[LogEntry]
    last: str
    """Empty where there is no such room."""


class Ring(NamedTuple):
    """An append to a room's log by another process."""

    room: str
    since: str
    """The id of the entry before; empty for none."""
    entries: list[LogEntry]


class Outage(NamedTuple):
    """A time during which no process could write, in ms since 1970."""

    since: int
    until: int


class Pulse(NamedTuple):
    """The answer to a process that says that it is alive."""

    now: int
    """The store's clock, in ms since 1970."""
    is_new: bool
    """Whether this process was not known, or taken for dead."""
    outages: tuple[Outage, ...]
    dead: tuple[str, ...]
    """Processes that have not been heard of for long."""
    stuck: Mapping[str, int]
    """Rooms that somebody could not write to, to since when, in ms since 1970."""
    ahead: int
    """By how many ms time is ahead of the clock that said it, as that was set back."""


class Layout(NamedTuple):
    """The layout of data, and the oldest code that may serve it, as a layout, too."""

    layout: int
    oldest: int

    @property
    def is_unfinished(self) -> bool:
        """Whether a backup is being restored, or was not to its end."""
        return self.oldest == NO_CODE

    def why_not(self, writes: int, reads: int) -> str:
        """Return a reason why code may not serve this data; empty where it may.

        It writes one layout, and reads those from another one on.
        """
        if self.is_unfinished:
            return (
                "a backup is being restored into this store, or that was ended on the "
                "way: restore it again, to its end"
            )
        if self.oldest > writes:
            return (
                f"the store's data has layout {self.layout}, which needs a "
                f"samedeal-server that knows layout {self.oldest}; this one is older "
                f"and knows {writes}: install the newer one"
            )
        if self.layout < reads:
            return (
                f"the store's data has layout {self.layout}, and this samedeal-server "
                f"reads layouts from {reads} on: run the version before it once, which "
                "brings the data up to date"
            )
        return ""


def layout_of(answer: object) -> Layout:
    """Read what is said of the layout; data from before it was said has the first."""
    layout, oldest = cast("list[bytes | None]", answer)
    return Layout(int(layout or 1), int(oldest or 1))


def reading_of(room: str, after: str = "") -> list[tuple[str, ...]]:
    """Return the commands that read a log, or what comes after an id; the end last."""
    keys = room_keys(room)
    start = f"({after}" if after else "-"
    return [("XRANGE", keys.log, start, "+"), ("HGET", keys.head, "last")]


def log_of(answers: Sequence[object]) -> Log:
    """Read what the commands of `reading_of` answer."""
    found, last = cast("tuple[list[list[object]], bytes | None]", answers)
    return Log([_entry_of(each) for each in found], (last or b"").decode())


def _entry_of(found: object) -> LogEntry:
    entry_id, (_, packed) = cast("tuple[bytes, tuple[bytes, bytes]]", found)
    return _entry(entry_id, packed)


def entries_of(said: Sequence[bytes]) -> list[LogEntry]:
    """Read entries from their ids and bytes in turn."""
    return [_entry(*each) for each in zip(said[::2], said[1::2], strict=True)]


def rings_of(message: bytes) -> list[Ring]:
    """Read what a doorbell says."""
    rings = cast("list[list[bytes]]", msgpack.unpackb(message, raw=True))
    return [
        Ring(room_of(log.decode()), since.decode(), entries_of(entries))
        for log, since, *entries in rings
    ]


def _entry(entry_id: bytes, packed: bytes) -> LogEntry:
    mark = entry_id.decode()
    ms, _, offset = mark.partition("-")
    return LogEntry(mark, int(offset), int(ms), packed)


def _outage_of(line: bytes) -> Outage:
    since, _, until = line.partition(b" ")
    return Outage(int(since), int(until))


def pulse_of(answer: object) -> Pulse:
    """Read what the script of that name answers."""
    now, is_new, outages, dead, stuck, ahead = cast(
        "tuple[int, int, list[bytes], list[bytes], list[bytes], int]", answer
    )
    return Pulse(
        now,
        bool(is_new),
        tuple(_outage_of(line) for line in outages),
        tuple(process.decode() for process in dead),
        {
            room.decode(): int(since)
            for room, since in zip(stuck[::2], stuck[1::2], strict=True)
        },
        ahead,
    )
