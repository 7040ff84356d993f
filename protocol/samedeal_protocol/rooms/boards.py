"""What a viewer may know of a room, as values on the wire.

A `RoomView` is the same for everybody in the room. The folding of updates into
it lives with whoever holds one (the client's session); the server makes it from
its own state when someone joins or returns.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.rooms.series import SeriesView
from samedeal_protocol.shapes import (
    GameKey,
    MatchId,
    PlayerId,
    RoomCode,
    Sentence,
    View,
    Who,
    Word,
)

Cards: TypeAlias = tuple[Annotated[int, Field(ge=0, le=52)], ...]
"""Card numbers plus one; 0 is a card face down."""

Zones: TypeAlias = dict[str, Cards]
"""Cards by place; the names are the game's own."""

Phase: TypeAlias = Literal["gathering", "countdown", "playing", "result", "closed"]
SeatState: TypeAlias = Literal[
    "playing", "out", "over", "finished", "resigned", "timed_out"
]
"""Playing; every card up; nothing left to do; finished early; resigned; the time
limit ended the match first."""


MatchKind: TypeAlias = Literal["match", "daily", "challenge", "event"]
"""An ordinary match; an attempt at the deal of a day; one at the deal of a match that
is over; one deal of an event that several rooms play."""

Scoring: TypeAlias = Literal["wins", "duplicate"]
"""Who wins a series: who wins most matches, or who does best against all that played
the same deals."""

Watching: TypeAlias = Literal["no", "counts", "boards"]
"""What whoever has the code may watch without a seat: nothing; how far everybody
is; also boards, each as far as it shows no card that somebody else who still plays
has not seen."""


class BoardView(View):
    """A board; during a match its own player's, or one that may be watched."""

    ply: int
    """Actions taken so far; the next move carries this number."""
    score: int
    zones: Zones


class PlayView(View):
    """How far a seat is: all that others may know of it during a match."""

    score: int
    ply: int
    state: SeatState = "playing"


class SeatView(View):
    """A seat that is taken."""

    seat: int
    """From 0; seats keep their number while they are taken."""
    player: PlayerId
    """The player's id."""
    name: Who
    named: bool = False
    """Whether the name was claimed, so that nobody else can show it."""
    bot: bool = False
    present: bool = True
    ready: bool = False
    commitment: bytes = b""
    """To the nonce for the open match, once ready; everybody has been told all of them
    before anybody reveals a nonce."""
    wins: int = 0
    """Matches of this series won."""
    play: PlayView | None = None
    """Counts in the match that is played or was played last; None out of it."""


class OpenMatchView(View):
    """A match that is open for ready, and what the server committed to."""

    id: MatchId
    number: int
    """Its number within the series, from 1."""
    commitment: bytes
    deal: MatchId | Literal[""] = ""
    """What the server committed for, if that is not this match alone; no nonce enters
    such a deal any more."""
    game: GameKey | Literal[""] = ""
    """Its key, if it is not the room's."""


class StandingView(View):
    """One row of the standings."""

    place: int
    """From 1; those who tie share it."""
    seat: int
    player: PlayerId
    name: Who
    named: bool = False
    """Whether the name was claimed."""
    bot: bool = False
    score: int
    plies: int
    elapsed_ms: int
    """From the start to the moment the score was reached."""
    state: SeatState


class NonceView(View):
    """What a player committed to, and what they revealed."""

    player: PlayerId
    commitment: bytes
    nonce: bytes | None
    """None for a no-show, whose nonce a deal for more than one match never needed."""


class WithheldView(View):
    """Who committed to a nonce and did not reveal it."""

    player: PlayerId
    name: Who
    commitment: bytes


class VoidView(View):
    """A start of a match that was void, so that another was opened in its place."""

    match: MatchId
    commitment: bytes
    """The server's, to a seed that was thrown away."""
    why: Literal["withheld", "service"]
    """A nonce was withheld; or it was missing after a server or the store failed."""
    withheld: tuple[WithheldView, ...] = ()
    """Those whose nonce was missing, where that is held against them."""


class ResultView(View):
    """A match that is over: standings, and the reveal that proves the deal."""

    match: MatchId
    kind: MatchKind = "match"
    deal: MatchId | Literal[""] = ""
    """What the server committed for, if that is not this match alone."""
    rated: bool = False
    """Whether it counts for leaderboards and ratings."""
    reveal_at: int = 0
    """When the seed is revealed, in ms since 1970; until then it is empty here, and
    there is no transcript. 0 for now."""
    standings: tuple[StandingView, ...]
    server_seed: bytes
    commitment: bytes
    nonces: tuple[NonceView, ...]
    series_over: bool
    series_winners: tuple[int, ...]
    """Seats that won the series, more than one when it is tied; empty before."""
    certifier: Word = ""
    """How the deal was chosen among the candidates of its seed; empty if it was not."""
    counter: int = 0
    """Which candidate was dealt, from 0."""
    voids: tuple[VoidView, ...] = ()
    """The starts that were void since the match before, oldest first."""


class PauseView(View):
    """A pause of the match that is on, wanted or begun."""

    asked: tuple[int, ...]
    """The seats that asked for it."""
    since: int | None = None
    """Since when all clocks stand, in ms since 1970: what is left is the room's `until`
    less this. None before the others agree."""
    until: int | None = None
    """When it ends by itself."""
    by: int | None = None
    """The seat of whoever has ended it, so that it is over soon."""


class GuestView(View):
    """Whom a host has let in, or put out."""

    player: PlayerId
    name: Who


class DoorView(View):
    """Who comes into a room, as its host has said."""

    shut: bool = False
    """Whether nobody comes in but those who were let in."""
    let_in: tuple[GuestView, ...] = ()
    put_out: tuple[GuestView, ...] = ()
    """Who may not come back."""


class RoomView(View):
    """Everything about a room that everybody in it may know."""

    room: RoomCode
    """The code by which it is joined."""
    epoch: int = 1
    """Counts how often the store lost facts of this room; offsets are comparable
    within one epoch only."""
    public: bool
    host: int
    """The host's seat."""
    game: GameKey
    seats_max: int
    time_limit_s: int
    best_of: int
    watch: Watching = "counts"
    """What those without a seat may see."""
    kind: MatchKind = "match"
    rated: bool = True
    """Whether its matches count, if at least two people play."""
    scoring: Scoring = "wins"
    takes_back: bool = False
    """Whether moves may be taken back as long as they showed nothing."""
    named_only: bool = False
    """Whether a seat takes a claimed name, so that nobody plays it with two guests."""
    games: tuple[GameKey, ...] = ()
    """The keys of the games that it plays in turn, if there are several."""
    origin: MatchId | Literal[""] = ""
    """Of which day, match or event its deals are; empty for its own."""
    quiet: bool = False
    """Whether nobody says anything in it."""
    certifier: Word = ""
    """What has to find a win for a deal before it is dealt, by its name; empty if
    nothing has to."""
    phase: Phase
    until: int | None
    """When this phase ends by itself, in ms since 1970 by the store's clock."""
    started: int | None
    """When the current or last match started, in the same ms, moved on by all the
    time that its clock stood still."""
    next_match: OpenMatchView | None
    seats: tuple[SeatView, ...]
    """Taken seats, in order of seat number."""
    result: ResultView | None
    """Of the last match, until the next one starts."""
    voids: tuple[VoidView, ...] = ()
    """The starts that were void since a match started last, oldest first."""
    series: SeriesView | None = None
    """Of a duplicate evening, from the end of its first deal to that of the next
    evening's."""
    pause: PauseView | None = None
    """Of the match that is on; None where nobody wants one."""
    because: Sentence = ""
    """Why an operator closed it, in their words; empty where no operator did."""
    door: DoorView | None = None
    """None where the host has said nothing of who comes in."""


class WatchedBoard(View):
    """A seat's board as far as those who watch may see it."""

    seat: int
    board: BoardView


class Snapshot(View):
    """All that one viewer knows, at one offset of the room's log."""

    offset: int
    seat: int | None
    """The viewer's own seat; None for somebody who only watches."""
    n: int
    """The number of the viewer's last accepted command in this room."""
    said: int = 0
    """The number of the viewer's last line of talk in this room."""
    room: RoomView
    board: BoardView | None
    """The viewer's own board, from the start of a match to the next."""


class RoomSummary(View):
    """A public room in the list."""

    room: RoomCode
    game: GameKey
    host: Who
    """The host's display name."""
    host_player: PlayerId | Literal[""] = ""
    """The host's id."""
    host_named: bool = False
    seats_taken: int
    seats_max: int
    time_limit_s: int
    best_of: int
    phase: Phase
    scoring: Scoring = "wins"
    certified: bool = False
    """Whether its deals are known to be winnable."""
    takes_back: bool = False
    """Whether moves may be taken back."""
    named_only: bool = False
    """Whether a seat takes a claimed name."""
    host_away: bool = False
    """Whether the host is not connected; their seat is kept for a while."""


class LinkView(View):
    """One link of the chain of matches."""

    kind: Literal["open", "end", "void", "deal"]
    """Opened; ended; never started; or a deal of a day or of an event was committed to,
    whose id then stands in place of a match's."""
    match: Word
    proof: bytes
    """The server's commitment; the transcript's digest; what was void and which match
    was opened in its place, or nothing."""
