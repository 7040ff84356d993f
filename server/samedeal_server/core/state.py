"""A room's state: everything that a fold of its facts knows.

All of it is immutable; positions are the games' own values, hidden cards and
all, and stay on the server.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, TypeVar, cast

from samedeal_games.fairness import VoidRecord
from samedeal_games.game import AnyGame
from samedeal_protocol.rooms.boards import SeatState
from samedeal_server.core.facts import (
    CloseReason,
    Entry,
    GivenDeal,
    RoomOpened,
    Seat,
)


class Phase(StrEnum):
    """The place of a room in its life; the values are those of the wire."""

    GATHERING = "gathering"
    COUNTDOWN = "countdown"
    PLAYING = "playing"
    RESULT = "result"
    CLOSED = "closed"


class Player(NamedTuple):
    """The player in a seat."""

    id: str
    name: str
    bot: bool
    named: bool = False
    """Whether the name was claimed, so that nobody else can show it."""
    token: str = ""
    """The hash of the token that was good when its connection came; empty in rooms."""


class Sitter(NamedTuple):
    """A taken seat."""

    player: Player
    connection: str
    """The one connection that speaks for this seat."""
    place: str = ""
    """The place from which its player came when they sat down; empty if that is
    unknown."""
    away_since: int | None = None
    departed: bool = False
    commitment: bytes | None = None
    """To a nonce for the open match; having one is being ready."""
    nonce: bytes | None = None
    wins: int = 0
    number: int = 0
    """Of this player's last line of talk."""
    lines: int = 0
    """Said since a match began or ended last."""
    n: int = 0
    """The number of this player's last accepted command."""
    answers: tuple[int, ...] = ()
    """Offsets of the last accepted commands, newest last, at most `ANSWERS_KEPT`."""


ANSWERS_KEPT = 16
"""The most commands of one player that can be under way and still be answered again."""


class Play(NamedTuple):
    """One seat's solo game within a match."""

    player: Player
    position: object
    """The game's position; only the game looks inside."""
    score: int
    plies: int
    state: SeatState
    reached_at: int
    """The time at which the present score was reached, in ms, less what the clock stood
    still."""


class TalkLine(NamedTuple):
    """Something that was said."""

    offset: int
    at: int
    seat: Seat
    player: Player
    phrase: str
    text: str


class OpenMatch(NamedTuple):
    """A match that is open for ready."""

    id: str
    number: int
    server_seed: bytes
    commitment: bytes
    game: AnyGame
    given: GivenDeal | None
    """The deal, if it was made for more than this match."""


class Nonce(NamedTuple):
    """A player's commitment for a match, and what they revealed."""

    player: str
    commitment: bytes
    nonce: bytes | None


class Withheld(NamedTuple):
    """Somebody lost a seat because they did not reveal their nonce."""

    match: str
    player: str
    place: str
    """The place they came from; empty if that is unknown."""
    at: int
    """In ms since 1970."""


class Match(NamedTuple):
    """A match that is being played or was played last."""

    id: str
    number: int
    server_seed: bytes
    commitment: bytes
    nonces: tuple[Nonce, ...]
    started_at: int
    ended_at: int | None
    deal: str
    """The deal that the server committed to its seed for."""
    rated: bool
    reveal_at: int
    """The time when the seed may be known, in ms; 0 for at the end."""
    stood_ms: int
    """For how long nobody's clock ran since the start."""
    certifier: str
    """The certifier, which chose the deal among the candidates of its seed; empty for
    none."""
    counter: int
    """The number of the candidate."""
    voids: tuple[VoidRecord, ...]
    """The starts that were void before it."""
    plays: tuple[Play | None, ...]
    """By seat; None for a seat that takes no part."""


class PlayerResult(NamedTuple):
    """One player's result on a deal."""

    player: Player
    score: int
    plies: int
    elapsed_ms: int
    state: SeatState


class DealPlayed(NamedTuple):
    """A deal of a duplicate evening that is over."""

    match: str
    game: str
    """Its key."""
    results: tuple[PlayerResult, ...]


class Table(NamedTuple):
    """The people at a table, and their match."""

    host: Seat
    game: AnyGame
    """Of the match that is on or was played last, or of the first one."""
    time_limit_s: int
    """Of the same match."""
    match: Match | None
    seats: tuple[Sitter | None, ...]


class Break(NamedTuple):
    """A pause of the match that is on: wanted, begun, or none."""

    asked: tuple[Seat, ...] = ()
    """The seats that want it, in the order of asking."""
    since: int | None = None
    """The time when it began, in ms; None before."""
    until: int = 0
    """The time when it ends by itself."""
    by: Seat | None = None
    """The seat that has ended it."""


NO_BREAK = Break()


class Named(NamedTuple):
    """Somebody whom a host has let in or put out."""

    player: str
    name: str
    by: str
    """The host's name."""


class Door(NamedTuple):
    """The host's word on who comes into a room."""

    shut: bool = False
    """To all who were not let in."""
    let_in: tuple[Named, ...] = ()
    put_out: tuple[Named, ...] = ()


OPEN_DOOR = Door()


class Course(NamedTuple):
    """The course of a room: its phase, and all that outlasts a phase."""

    phase: Phase
    until: int
    """The time when the phase ends by itself, in ms."""
    phase_since: int
    stood_to: int
    """Up to when it is settled for how long the phase's clock stood, in ms."""
    ready_since: int | None = None
    """The time since which enough seats are ready to start without the rest."""
    next_match: OpenMatch | None = None
    turn: int = 1
    """The number of the match of the room that is open or was opened last, from 1."""
    no_shows: tuple[Nonce, ...] = ()
    """Commitments to the open match whose nonce was not revealed in time; only where
    no nonce enters the deal, or by the log of a server that dealt without them."""
    voids: tuple[VoidRecord, ...] = ()
    """The starts that were void since a match started last, oldest first."""
    withheld: tuple[Withheld, ...] = ()
    """Those who lost a seat because they did not reveal, once for each time."""
    stirs: Mapping[str, int] = MappingProxyType({})
    """By place, how often those from there sat down, came back or thought better of
    being ready."""
    played_from: Mapping[str, int] = MappingProxyType({})
    """By place, how much longer those from there have made the log by playing."""
    is_troubled: bool = False
    """Whether a server or the store has failed in this countdown."""
    series_over: bool = False
    series_winners: tuple[Seat, ...] = ()
    """Seats that won the series that is over; empty before."""
    played: tuple[DealPlayed, ...] = ()
    """The deals of a duplicate evening so far; those of the last evening until the
    first deal of the next is over."""
    talk: tuple[TalkLine, ...] = ()
    """The last lines said, at most `LINES_KEPT`, oldest first."""
    lines: int = 0
    """The number of lines said in all."""
    closed: CloseReason | Literal["operator"] | None = None
    because: str = ""
    """The words of an operator who closed it."""
    pause: Break = NO_BREAK
    door: Door = OPEN_DOOR


class Marks(NamedTuple):
    """Up to where in the log a room is folded, and what was last about what."""

    offset: int
    last: str
    """The mark of the last fact."""
    gen: str
    """The mark of the last fact that concerned the room as a whole."""
    versions: tuple[str, ...]
    """The marks of the last facts that concerned each seat's own board."""
    spoken: str = ""
    """The mark of the last line of talk."""
    epoch: int = 1
    """Counts how often the store lost facts of this room, from 1."""


class Room(NamedTuple):
    """A room, folded up to `marks.offset`; a move changes table and marks alone."""

    opened: RoomOpened
    """The request that opened it."""
    course: Course
    table: Table
    marks: Marks

    @property
    def code(self) -> str:
        """By which it is found."""
        return self.opened.room

    @property
    def withholders(self) -> tuple[str, ...]:
        """List the players who have withheld a nonce, as often as they did."""
        return tuple(each.player for each in self.course.withheld)

    @property
    def players_needed(self) -> int:
        """The number that must be ready for a match: two, or one at a table for one."""
        return min(2, self.opened.seats_max)

    @property
    def is_held_up(self) -> bool:
        """Tell whether a person is ready and waits for others who are not."""
        sitters = [sitter for _, sitter in self.taken()]
        return any(s.commitment and not s.player.bot for s in sitters) and any(
            s.commitment is None for s in sitters
        )

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that a player holds, None for none."""
        for seat, sitter in enumerate(self.table.seats):
            if sitter is not None and sitter.player.id == player:
                return seat
        return None

    def has_left(self, player: str) -> bool:
        """Tell whether a player has no seat, or has given up the one they have."""
        seat = self.seat_of(player)
        sitter = None if seat is None else self.table.seats[seat]
        return sitter is None or sitter.departed

    def taken(self) -> list[tuple[Seat, Sitter]]:
        """List the taken seats in order."""
        return [(k, s) for k, s in enumerate(self.table.seats) if s is not None]

    def play_of(self, seat: Seat | None) -> Play | None:
        """Return a seat's play in the current or last match, None out of it."""
        match = self.table.match
        return None if seat is None or match is None else match.plays[seat]

    def all_done(self) -> bool:
        """Tell whether no seat of the match that is on is still playing."""
        match = self.table.match
        return match is not None and all(
            play is None or play.state != "playing" for play in match.plays
        )


R = TypeVar("R", bound=tuple[object, ...])


class _Maker(Protocol):
    def __call__(self, kind: type[R], fields: tuple[object, ...], /) -> R: ...


_made = cast("_Maker", tuple.__new__)
"""A record of fields in their order: what its own class does, in half the time. Each
move makes five of them."""
_BEFORE_PLAYS = slice(Match._fields.index("plays"))
"""Of a match, what no move changes: all but `plays`, its last field."""
_BEFORE_N = slice(Sitter._fields.index("n"))
"""Of a sitter, what no answer changes: all but `n` and `answers`, the last two."""


def after_seat_fact(
    room: Room, match: Match, seat: Seat, play: Play, entry: Entry
) -> Room:
    """Return the room after a fact about one seat's own board."""
    table, marks, mark, after = room.table, room.marks, entry.mark, seat + 1
    plays = (*match.plays[:seat], play, *match.plays[after:])
    fields: tuple[object, ...] = match
    match = _made(Match, (*fields[_BEFORE_PLAYS], plays))
    versions = (*marks.versions[:seat], mark, *marks.versions[after:])
    seats = with_answer(room, entry, seat) if entry.n else table.seats
    marks = _made(
        Marks, (entry.offset, mark, marks.gen, versions, marks.spoken, marks.epoch)
    )
    table = _made(Table, (table.host, table.game, table.time_limit_s, match, seats))
    return _made(Room, (room.opened, room.course, table, marks))


def with_answer(room: Room, entry: Entry, near: Seat = 0) -> tuple[Sitter | None, ...]:
    """Return the seats, with the answer noted that a command gets if it is repeated.

    Who asked is looked for at one seat first.
    """
    seats = room.table.seats
    seat: Seat | None = near
    sitter = seats[near]
    if sitter is None or sitter.player.id != entry.by:
        seat = room.seat_of(entry.by)
        sitter = None if seat is None else seats[seat]
    if seat is None or sitter is None:
        return seats
    known = sitter.answers[:-1] if sitter.n == entry.n else sitter.answers
    answers = (*known, entry.offset)[-ANSWERS_KEPT:]
    fields: tuple[object, ...] = sitter
    sitter = _made(Sitter, (*fields[_BEFORE_N], entry.n, answers))
    return (*seats[:seat], sitter, *seats[seat + 1 :])
