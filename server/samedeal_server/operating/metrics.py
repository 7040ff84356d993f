"""The metrics of a process: what each is called, what it means, where it is read.

Reading costs something only when somebody asks. What is read here was counted where
it happened (`meters`), or is counted now, of rooms and connections that are there.
"""

import platform
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from samedeal_server import __version__
from samedeal_server.meters.spreads import Spread
from samedeal_server.process.logs import ENTRIES
from samedeal_server.process.process import Process
from samedeal_server.process.tls import Certificate

Labels: TypeAlias = tuple[str, ...]
Samples: TypeAlias = float | Spread | Mapping[Labels, float]
"""A number, a histogram, or a number for each that labels tell apart."""


class Metric(NamedTuple):
    """A metric, as Prometheus knows it and as a reference page has it."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    says: str
    read: Callable[[Process], Samples]
    labels: Labels = ()


def counter(
    name: str, says: str, read: Callable[[Process], Samples], *labels: str
) -> Metric:
    """Return a metric that only grows, until the process ends."""
    return Metric(f"samedeal_{name}_total", "counter", says, read, labels)


def gauge(
    name: str, says: str, read: Callable[[Process], Samples], *labels: str
) -> Metric:
    """Return a metric that says how it is now."""
    return Metric(f"samedeal_{name}", "gauge", says, read, labels)


def histogram(name: str, says: str, read: Callable[[Process], Spread]) -> Metric:
    """Return a metric that says how values are spread."""
    return Metric(f"samedeal_{name}", "histogram", says, read)


def by_one(counts: Mapping[str, int] | Mapping[int, int]) -> Mapping[Labels, float]:
    """Return counts by the one label that tells them apart."""
    return {(str(name),): count for name, count in counts.items()}


def _requests(process: Process) -> Mapping[Labels, float]:
    """Return the number of requests, by kind and by what became of them."""
    found: dict[Labels, float] = {}
    for kind, meter in process.gateway.meters.requests.items():
        found[kind, "ok"] = meter.carried_out
        for code, count in meter.refused.items():
            found[kind, str(code)] = count
    return found


def _connections(process: Process) -> Mapping[Labels, float]:
    stages = process.gateway.stages()
    return by_one({stage.name.lower(): count for stage, count in stages.items()})


def _rooms(process: Process) -> Mapping[Labels, float]:
    rooms = process.hub.carrier.rooms.values()
    return by_one(Counter(live.state.course.phase.value for live in rooms))


def _seats(process: Process) -> Mapping[Labels, float]:
    rooms = process.hub.carrier.rooms.values()
    seated = [viewer.player.bot for live in rooms for viewer in live.viewers.values()]
    return {("person",): seated.count(False), ("bot",): seated.count(True)}


def _in_line(process: Process) -> float:
    rooms = process.hub.carrier.rooms.values()
    return sum(len(live.line) for live in rooms)


def _under_way(process: Process) -> float:
    rooms = process.hub.carrier.rooms.values()
    return sum(live.line.under_way for live in rooms)


def _behind(process: Process) -> float:
    return process.records.books_writer.behind(process.records.chain.length)


def _of_certificate(
    process: Process, read: Callable[[Certificate], float | None]
) -> Mapping[Labels, float]:
    """Read a value off the certificate; nothing without one, or without a value."""
    found = None if process.certificate is None else read(process.certificate)
    return {} if found is None else {(): found}


_EDGE = (
    gauge(
        "connections",
        "Connections, by how far they have come: `knocking` has not asked for anything "
        "yet, `greeting` is to say hello, `welcome` is somebody.",
        _connections,
        "state",
    ),
    gauge(
        "connections_most",
        "How many connections may be let in: SAMEDEAL_CONNECTIONS.",
        lambda of: of.settings.connections,
    ),
    counter(
        "connections_ended",
        "Connections that ended, whoever ended them.",
        lambda of: of.gateway.meters.ended,
    ),
    counter(
        "closes",
        "Goodbyes that the server said, by code (docs/reference/errors.md).",
        lambda of: by_one(of.gateway.meters.closes),
        "code",
    ),
    counter(
        "http_responses",
        "Requests in HTTP at the door, by the status of the answer; 101 is a WebSocket "
        "that was let in.",
        lambda of: by_one(of.gateway.meters.responses),
        "status",
    ),
    counter(
        "hellos",
        "Who said hello and was welcome, by how they are known: `new`, by their "
        "`token`, or by the way back (`resume`) of a connection that was lost.",
        lambda of: by_one(of.gateway.meters.greeted),
        "how",
    ),
    counter(
        "requests",
        "Requests that were answered, by kind and code: `ok`, or that of the refusal "
        "(docs/reference/errors.md). `rubbish` is what is no message; `other` was "
        "refused before anybody looked what it is.",
        _requests,
        *("kind", "code"),
    ),
    histogram(
        "ack_seconds",
        "From a command's frame, most of them moves, to its answer: what it took to "
        "decide, to append to the log and to answer. One in eight of each kind is "
        "timed.",
        lambda of: of.gateway.meters.acks,
    ),
    histogram(
        "reply_seconds",
        "The same of what is answered by reading, and of ways into rooms.",
        lambda of: of.gateway.meters.replies,
    ),
    counter(
        "refusals",
        "What was not done because somebody asked for too much of it, by limit.",
        lambda of: by_one(of.gateway.meters.limits),
        "limit",
    ),
    histogram(
        "loop_lag_seconds",
        "By how much the event loop was late, looked at four times a second: "
        "everybody waited so long.",
        lambda of: of.gateway.meters.lags,
    ),
)

_CERTIFICATE = (
    gauge(
        "certificate_begins_timestamp_seconds",
        "From when the certificate of SAMEDEAL_TLS_CERT is valid, in s since 1970.",
        lambda of: _of_certificate(of, lambda it: it.validity and it.validity.begins),
    ),
    gauge(
        "certificate_ends_timestamp_seconds",
        "Until when it is.",
        lambda of: _of_certificate(of, lambda it: it.validity and it.validity.ends),
    ),
    gauge(
        "certificate_refused",
        "1 while another has been put in its place that cannot be used; the log says "
        "why.",
        lambda of: _of_certificate(of, lambda it: it.is_refused),
    ),
)

_ROOMS = (
    gauge("rooms", "Rooms carried by this process, by phase.", _rooms, "phase"),
    counter(
        "rooms_opened",
        "Rooms opened here, by kind.",
        lambda of: by_one(of.hub.carrier.meters.opened),
        "kind",
    ),
    counter(
        "rooms_closed",
        "Rooms closed here, by why (docs/reference/messages.md).",
        lambda of: by_one(of.hub.carrier.meters.closed),
        "why",
    ),
    gauge("seats", "Seats whose players are connected here.", _seats, "kind"),
    gauge("spectators", "Who watches, connected here.", lambda of: of.hub.spectators),
    counter(
        "matches",
        "Matches whose end was decided here, by game, kind and how: all were `done`, "
        "or it was `time`.",
        lambda of: of.hub.carrier.meters.matches,
        *("game", "kind", "end"),
    ),
    counter(
        "void_starts",
        "Matches that were opened and not dealt, decided here.",
        lambda of: of.hub.carrier.meters.voids,
    ),
    counter(
        "joins",
        "Ways into rooms: `new`; `back` to a seat; `late`, for the result of a room "
        "that has closed; to `watch`.",
        lambda of: by_one(of.hub.carrier.meters.joins),
        "how",
    ),
    counter(
        "resets",
        "Snapshots sent in place of what somebody knew: they were `behind`, or the "
        "store had `lost` facts.",
        lambda of: by_one(of.hub.carrier.meters.resets),
        "why",
    ),
    counter(
        "epochs",
        "How often a room had to go on from less than it knew, as the store had lost "
        "facts.",
        lambda of: of.hub.carrier.meters.epochs,
    ),
    gauge(
        "lost_facts",
        "1 from when the store was found to have lost facts, or links of the chain, "
        "until an operator has the books computed anew (`admin rebuild-boards`).",
        lambda of: of.obeying.is_lost,
    ),
    counter(
        "append_conflicts",
        "Decisions made anew because another process had written first.",
        lambda of: of.hub.carrier.meters.conflicts,
    ),
    counter(
        "log_readings",
        "How often a room's log was read on, because a ring was not enough.",
        lambda of: of.hub.carrier.meters.readings,
    ),
    gauge("commands_in_line", "Commands that wait for their turn.", _in_line),
    gauge("appends_under_way", "Appends on their way to the store.", _under_way),
    counter(
        "errands_failed",
        "What rooms wanted done besides, and was not; the log has why.",
        lambda of: of.hub.carrier.meters.failed_errands,
    ),
    histogram(
        "certifying_seconds",
        "Searches for a deal that can be won.",
        lambda of: of.hub.carrier.meters.certifying,
    ),
    gauge(
        "certifying_searches",
        "Searches that are on, or wait for those.",
        lambda of: of.hub.carrier.certifying.searching,
    ),
    counter(
        "certifying_failed",
        "Searches that failed; the match plays the first deal then.",
        lambda of: of.hub.carrier.meters.failed_searches,
    ),
)

_RECORDS = (
    gauge(
        "chain_links",
        "Links of the chain of matches, as this process knows it.",
        lambda of: of.records.chain.length,
    ),
    gauge(
        "books_behind_links",
        "Links of it that are not in all leaderboards, ratings and histories yet.",
        _behind,
    ),
    gauge(
        "books_links",
        "Links of it that are in those, as far as this process knows.",
        lambda of: of.records.books_writer.booked,
    ),
    gauge(
        "matches_being_kept",
        "Matches that are over and on their way to the records.",
        lambda of: of.hub.carrier.keeping,
    ),
)

_ARCHIVE = (
    gauge(
        "archive_fails",
        "1 while old transcripts or boards cannot be read or moved, as the archive "
        "cannot be used or has lost some; the log says why.",
        lambda of: of.archiving.is_in_trouble,
    ),
)

_STORE = (
    histogram(
        "store_batch_seconds",
        "From sending a batch of writes to the store to its answers.",
        lambda of: of.store.meters.batches,
    ),
    histogram(
        "store_batch_appends",
        "Appends in one batch.",
        lambda of: of.store.meters.sizes,
    ),
    histogram(
        "store_read_seconds", "Readings of the store.", lambda of: of.store.meters.reads
    ),
    counter(
        "store_batches_failed",
        "Batches that were not answered in time, or with an error.",
        lambda of: of.store.meters.failed,
    ),
    gauge("store_waiting", "What waits to be written.", lambda of: of.store.waiting),
    counter(
        "rings",
        "Rings heard: what other processes appended to rooms that are carried here.",
        lambda of: of.store.meters.rings,
    ),
    counter(
        "doorbell_losses",
        "How often the connection for rings was lost; rooms are then read again.",
        lambda of: of.store.meters.losses,
    ),
    gauge(
        "degraded",
        "1 while the store cannot be written to: nothing is acknowledged, and no clock "
        "runs.",
        lambda of: not of.health.is_well,
    ),
    counter(
        "degraded_seconds",
        "For how long that was so, all in all.",
        lambda of: of.health.unwell_s,
    ),
    gauge(
        "stuck_rooms",
        "Rooms carried here that cannot be written to though the service can: their "
        "node of a cluster is away, or their slot is half-way to another; their clocks "
        "stand.",
        lambda of: len(of.health.stuck.here),
    ),
    gauge(
        "store_clocks_apart",
        "Nodes of the store whose clocks are more than half a second off, or were set "
        "back: time goes by the service's, and not by theirs.",
        lambda of: of.store.clocks_apart,
    ),
    gauge(
        "draining",
        "1 while this process hands its players over to others, to end.",
        lambda of: of.hub.is_draining,
    ),
)

_PROGRAM = (
    counter(
        "log_entries",
        "Entries of the log by level, those left out included; none of debug.",
        lambda _: by_one(ENTRIES),
        "level",
    ),
    gauge(
        "build_info",
        "1; the labels say what runs.",
        lambda _: {(__version__, platform.python_version()): 1},
        *("version", "python"),
    ),
)

METRICS: tuple[Metric, ...] = (
    *_EDGE,
    *_CERTIFICATE,
    *_ROOMS,
    *_RECORDS,
    *_ARCHIVE,
    *_STORE,
    *_PROGRAM,
)
