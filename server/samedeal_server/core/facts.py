"""The facts of a room: the entries of its log, in the past tense.

Facts are the only truth there is: a room's state is a fold of them. They may
hold secrets (the server's seed) and never leave the server as they are; what
players are told is made from them in `updates`.

In the log a fact is a msgpack list: its tag, then its fields in order. A tag or
an order never changes once released; a new field goes to the end, with a
default.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import msgpack

from samedeal_games.fairness import VoidReason
from samedeal_protocol.rooms.boards import MatchKind, Scoring, Watching

Seat: TypeAlias = int
"""A seat's number in its room, from 0."""

LeaveReason: TypeAlias = Literal["left", "not_ready", "no_show", "away"]
CloseReason: TypeAlias = Literal["empty", "idle", "worn", "lost"]


class PhaseLimits(NamedTuple):
    """How long each phase may last, in ms; a room keeps those it opened with."""

    gather_ms: int = 30 * 60_000
    ready_ms: int = 60_000
    """From enough players being ready to a start without the others."""
    countdown_ms: int = 5_000
    result_ms: int = 10 * 60_000
    away_ms: int = 60_000
    """How long a seat is kept for a lost connection while no match is on."""
    host_away_ms: int = 0
    """How long that of the host is kept while a room gathers, if that is longer."""


class GivenNonce(NamedTuple):
    """A nonce that is part of a deal's seed already."""

    player: str
    commitment: bytes
    nonce: bytes | None


class GivenDeal(NamedTuple):
    """A deal that was made for more than one match."""

    deal: str
    """What the server committed to its seed for."""
    game: str
    server_seed: bytes
    nonces: tuple[GivenNonce, ...] = ()
    reveal_at: int = 0
    """When the seed may be known, in ms; 0 for at once."""
    certifier: str = ""
    """How the deal was chosen among the candidates of its seed; empty if it was not."""
    counter: int = 0
    """Which candidate it is."""


class RoomOpened(NamedTuple):
    """A room came to be; always the first fact."""

    room: str
    public: bool
    game: str
    seats_max: int
    time_limit_s: int
    """0 for each game's own."""
    best_of: int
    """How many matches a series has at most."""
    limits: PhaseLimits
    watch: Watching = "counts"
    kind: MatchKind = "match"
    rated: bool = True
    scoring: Scoring = "wins"
    games: tuple[str, ...] = ()
    """What is played in turn, if there are several."""
    given: tuple[GivenDeal, ...] = ()
    """What is dealt, match by match; the room's own deals if empty."""
    origin: str = ""
    """The day, match or tournament that the given deals are of."""
    begin_by: int = 0
    """When the last match can be begun, in ms since 1970; 0 for at any time."""
    quiet: bool = False
    """Whether nobody says anything."""
    certifier: str = ""
    """How its own deals are chosen among candidates; empty if they are not."""
    takes_back: bool = False
    """Whether moves may be taken back; never where anything counts."""
    named_only: bool = False
    """Whether nobody sits down without a claimed name."""


class SeatTaken(NamedTuple):
    """A player sat down."""

    seat: Seat
    player: str
    name: str
    bot: bool
    connection: str
    named: bool = False
    """Whether the name was claimed."""
    place: str = ""
    """Where they came from, as `addresses.place_in` tells it; empty if unknown."""


class SeatLeft(NamedTuple):
    """A seat became free; its player takes no part in what follows."""

    seat: Seat
    why: LeaveReason


class Departed(NamedTuple):
    """A player left during a match; the seat is freed when it ends."""

    seat: Seat


class WentAway(NamedTuple):
    """A player's connection was lost."""

    seat: Seat
    by_service: bool = False
    """Whether that was a server process's doing, which stopped or died."""


class CameBack(NamedTuple):
    """A player is connected again, by this connection and no other."""

    seat: Seat
    connection: str


class MatchOpened(NamedTuple):
    """A match is open for ready; fixes the server's secret seed."""

    match: str
    number: int
    """Within the series, from 1."""
    server_seed: bytes
    turn: int = 0
    """Within the room, from 1: whose turn it is among its games; 0 in logs of before,
    where each series began with the first game."""


class Readied(NamedTuple):
    """A seat is ready, and committed to a nonce."""

    seat: Seat
    commitment: bytes


class Unreadied(NamedTuple):
    """A seat took its ready back."""

    seat: Seat


class CountdownBegan(NamedTuple):
    """Everybody who plays is ready."""


class Revealed(NamedTuple):
    """A seat revealed the nonce it was committed to."""

    seat: Seat
    nonce: bytes


class StartVoided(NamedTuple):
    """A countdown came to nothing: no deal is made without every nonce."""

    match: str
    why: VoidReason
    withheld: tuple[Seat, ...] = ()
    """Whose nonce was missing, where that is held against them."""


class MatchStarted(NamedTuple):
    """The deal is made from the seed and every revealed nonce."""

    counter: int = 0
    """Which candidate of the seed it is, where the room's deals are chosen."""


class Moved(NamedTuple):
    """A seat took an action that its position allows."""

    seat: Seat
    move: str
    """Canonical notation."""


class Finished(NamedTuple):
    """A seat stopped early and keeps its score."""

    seat: Seat


class Resigned(NamedTuple):
    """A seat gave the match up."""

    seat: Seat


class Said(NamedTuple):
    """A player said something: either a phrase or a text."""

    seat: Seat
    number: int
    """Of the line, among those of its player; greater than those before."""
    phrase: str = ""
    text: str = ""


class ClockStood(NamedTuple):
    """No server process could write between two times, so nobody's clock ran."""

    since: int
    """ms since 1970, like `until`."""
    until: int


class PauseAsked(NamedTuple):
    """A seat wants a pause, or agrees to one; or no more."""

    seat: Seat
    wants: bool = True


class PauseBegan(NamedTuple):
    """Nobody who races is against a pause: all clocks stand from now on."""


class GoingOn(NamedTuple):
    """A seat has ended the pause: it is over soon."""

    seat: Seat


class PauseEnded(NamedTuple):
    """The clocks run again; how long they stood is the fact before."""


class DoorSet(NamedTuple):
    """The host, whose seat it is, shut the door to those not let in, or opened it."""

    seat: Seat
    shut: bool


class GuestNamed(NamedTuple):
    """The host let somebody in, or put them out; a seat is left by the next fact."""

    seat: Seat
    """The host's."""
    player: str
    name: str
    let_in: bool


class EpochBegan(NamedTuple):
    """The store has lost what came after the fact before this one."""

    epoch: int


class MatchEnded(NamedTuple):
    """Every seat is done, or time is up."""


class RoomClosed(NamedTuple):
    """The room is gone; always the last fact."""

    why: CloseReason


class RoomShut(NamedTuple):
    """An operator has closed the room; the last fact instead of `RoomClosed`.

    A match that was on has no end: it counts for nothing.
    """

    because: str
    """What the operator says to those who were in it."""


LAST_FACTS = (RoomClosed, RoomShut)

PauseFact: TypeAlias = PauseAsked | PauseBegan | GoingOn | PauseEnded
DoorFact: TypeAlias = DoorSet | GuestNamed

ASPECT_FACTS = (PauseAsked, PauseBegan, GoingOn, PauseEnded, DoorSet, GuestNamed, Said)
"""What each is about has a module of its own, a row of `ASPECTS`."""
CommonFact: TypeAlias = (
    PauseFact
    | DoorFact
    | RoomOpened
    | SeatTaken
    | SeatLeft
    | Departed
    | WentAway
    | CameBack
    | MatchOpened
    | Readied
    | Unreadied
    | CountdownBegan
    | Revealed
    | StartVoided
    | MatchStarted
    | ClockStood
    | EpochBegan
    | MatchEnded
    | RoomClosed
    | RoomShut
)
"""What concerns a room as a whole."""
Fact: TypeAlias = CommonFact | Moved | Finished | Resigned | Said

SEAT_FACTS = (Moved, Finished, Resigned)
"""Facts that concern one seat's own board; two seats' can never conflict."""

_TAGS: dict[str, type[Fact]] = {
    "open": RoomOpened,
    "sit": SeatTaken,
    "left": SeatLeft,
    "departed": Departed,
    "away": WentAway,
    "back": CameBack,
    "match": MatchOpened,
    "ready": Readied,
    "unready": Unreadied,
    "count": CountdownBegan,
    "reveal": Revealed,
    "void": StartVoided,
    "start": MatchStarted,
    "move": Moved,
    "finish": Finished,
    "resign": Resigned,
    "say": Said,
    "stood": ClockStood,
    "pause": PauseAsked,
    "paused": PauseBegan,
    "go_on": GoingOn,
    "gone_on": PauseEnded,
    "door": DoorSet,
    "guest": GuestNamed,
    "epoch": EpochBegan,
    "end": MatchEnded,
    "close": RoomClosed,
    "shut": RoomShut,
}
_TAG_OF = {kind: tag for tag, kind in _TAGS.items()}

_pack = msgpack.Packer().pack
"""Made once: to make a packer takes longer than to pack a fact."""


class Entry(NamedTuple):
    """A fact in its place in the log."""

    offset: int
    """From 1, without gaps."""
    at: int
    """The store's clock when it was appended, in ms since 1970."""
    by: str
    """The player whose command it came from; empty for the room's own."""
    n: int
    """The number of that command; 0 for the room's own."""
    fact: Fact

    @property
    def mark(self) -> str:
        """The entry's id in the log, which no other entry ever has."""
        return f"{self.at}-{self.offset}"


def pack_fact(fact: Fact, by: str, n: int) -> bytes:
    """Return the log's bytes for a fact and the command that it came from."""
    packed: bytes = _pack((_TAG_OF[type(fact)], by, n, *fact))
    return packed


def unpack_entry(offset: int, at: int, packed: bytes) -> Entry:
    """Read an entry of the log back; raises ValueError for one that is no fact."""
    value: Any = msgpack.unpackb(packed, use_list=False)
    tag, by, n, *fields = value
    kind = _TAGS.get(tag)
    if kind is None:
        raise ValueError(f"entry {offset} has an unknown tag {tag!r}")
    fact = kind(*fields)
    if isinstance(fact, RoomOpened):
        # Its fields are right, and what is in them so far only as msgpack has it.
        given = tuple(map(_given, fact.given))
        fact = fact._replace(limits=PhaseLimits(*fact.limits), given=given)
    return Entry(offset, at, by, n, fact)


def _given(fields: tuple[Any, ...]) -> GivenDeal:
    deal = GivenDeal(*fields)
    return deal._replace(nonces=tuple(GivenNonce(*nonce) for nonce in deal.nonces))
