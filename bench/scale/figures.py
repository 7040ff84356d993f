"""The figures that the simulation stands on, each with the command that measured it.

Those of a busy machine are dear, not cheap: CPU time grows a little there, and nothing
else is used of them. What nobody has measured is in `habits`: how people play.
"""

from typing import NamedTuple

from bench.scale.lengths import for_every_game

from samedeal_server.process.settings import Settings


class Figure(NamedTuple):
    """Something measured."""

    value: float
    command: str
    is_busy: bool = False
    """Whether the machine had much else to do."""


LOAD, WINDOW = "make load", 'make load ARGS="window --players 500 --rate 2"'
GROWTH, DISK = "python -m bench.growth --players 50", "python -m bench.disk"
MEASURED = "python -m bench.scale.measured"

MOVE_US = Figure(151, WINDOW, is_busy=True)
"""CPU of a server for a move, with all that beginnings, ends and books take."""
STORE_MOVE_US = Figure(36, WINDOW, is_busy=True)
"""CPU of the store for the same."""
HANDSHAKE_US = Figure(1e6 / 3_850, LOAD)
HANDSHAKES_PER_S = Figure(
    Settings.model_fields["handshakes_per_s"].default, "its default"
)
"""The handshakes a second that a process lets in, by its setting."""
IDLE_US = Figure(0.07 / 5_050 * 1e6, LOAD)
"""CPU of a server for a connection, each second."""
IDLE_KIB, SEATED_KIB = Figure(4.8, LOAD), Figure(10, LOAD)
BACK_S = Figure(6.1, 'make chaos ARGS="--scale 1"')
"""For how long a player was away at most, after a server was killed."""
STORE_BACK_S = Figure(30, 'make chaos ARGS="--scale 1"')
"""For how long a store was gone there, with all clocks standing."""

PAGES_BYTES = Figure(2, GROWTH)
"""The bytes of a match in the store's memory, for good: the names of the pages of the
chain and of histories in the archive."""
LINKS_DISK_BYTES = Figure(100, f"{GROWTH} --matches 4096")
"""The bytes on disk of a match: its links of the chain."""
PAGES_DISK_BYTES = Figure(363, GROWTH)
"""The bytes on disk of a match of four: the lines of its players' histories."""
WINDOW_BYTES = Figure((14_302 + 668) / 12, f"{GROWTH} --matches 400 --apart 3024000")
"""The bytes of a player, game and window, on its boards while these are in the
store."""
WINDOW_DISK_BYTES = Figure(5_446 / 12, WINDOW_BYTES.command)
"""The same in the archive, for good."""
MADE_BYTES = Figure(211, GROWTH)
"""For two days."""
PLAYER_BYTES = Figure(9_600 + 17_400, GROWTH)
"""The bytes of a player in the books, who has met two hundred others, and of a history
between 32 and 63 lines, in the middle."""
ROOM_BYTES, LOG_BYTES = Figure(4_668, DISK), Figure(5_373 / 100, DISK)
"""The bytes of a room's log, and of a move in it, for a day after the room was
closed."""

BOOKED_US = Figure(850 + 321, MEASURED, is_busy=True)
"""CPU, first of the process that books and then of the store, for a match of four,
where many are booked at once; one after the other, since books have one order.

The process took 1,393 µs before the fold reckoned each match once, and has taken 0.61
of that since, on a busier machine by turns."""
BOOKED_STORE_US = Figure(321, MEASURED, is_busy=True)
"""The store's part of it, on the node that has the books."""


class Share(NamedTuple):
    """The share of that which a part of the books takes, once boards are set apart."""

    process: float
    store: float

    @property
    def us(self) -> float:
        """The µs of a process and then of the store, one after the other."""
        store_us = BOOKED_STORE_US.value
        return (BOOKED_US.value - store_us) * self.process + store_us * self.store


PARTS = "python -m bench.stores.booked --matches 300 --turns 5 --apart --beside FOLDER"
"""FOLDER is of before there were parts."""
CORE = Share(749 / 1_388, 133 / 353)
"""That of the core, which has one order; each by turns."""
BUSIEST_PART = Share(97 / 1_388, 25 / 353)
"""That of the part that takes most, for each match, of whatever game."""
UP_BYTES, DOWN_BYTES = Figure(42.5, MEASURED), Figure(586, MEASURED)
"""For a move in a match of four, from its player and to all four, heartbeats and
beginnings with it; without the headers of TCP and IP."""
PACKETS = Figure(9.6, MEASURED)
"""For the same; each takes HEADER_BYTES more."""
HEADER_BYTES = 40 + 12
"""The bytes of IPv4 and TCP, with its time stamps (RFC 791, RFC 9293, RFC 7323)."""
STORE_BYTES = Figure(556, MEASURED)
"""Between processes and store, for the same, both ways; replicas aside."""
APPENDED_BYTES = Figure(447, MEASURED)
"""Written to the store's own file, which it puts together anew now and then."""
PROCESS_MIB = Figure(68, MEASURED)
"""The memory of a server process with nobody in it."""
_ARCHIVED_BYTES = {
    **dict.fromkeys(
        (
            "squares/patience",
            "squares/patience-american",
            "squares/english",
            "squares/american",
            "squares/serpent",
        ),
        948,
    ),
    "westcliff/classic": 1_835,
    "westcliff/american": 2_367,
    "pas-seul": 1_431,
    "easthaven": 1_032,
    "easthaven/open": 1_119,
    "westhaven": 1_909,
    "capricieuse": 1_667,
    "russian": 1_967,
}
ARCHIVED_BYTES = for_every_game(_ARCHIVED_BYTES)
"""The bytes of a match of four on disk, for good: `python -m bench.archive`."""
