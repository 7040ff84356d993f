"""Transcripts: everything about a finished match that its proof needs.

A transcript is a value; `to_plain` and `from_plain` turn it into maps, lists,
texts, numbers and bytes, and back, for whatever encoding; `verification` plays
it again. docs/reference/transcripts.md has every field and the encoding.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

from samedeal_games.errors import BadTranscript
from samedeal_games.fairness import VoidReason, VoidRecord, WithheldRecord
from samedeal_games.wording import Wording
from samedeal_protocol.limits import MAX_SEATS

PLAIN_VERSION = 2
"""Of an old record of a match whose deal was not chosen."""
CERTIFIED_VERSION = 3
"""Of an old record of one whose deal was: it has two fields more."""
VERSION = 4
"""Of every record that is made now; a reader refuses any other than these three."""
TEXT_MOST = 200
"""Characters of any text of a record; none that a server makes needs as many."""
BYTES_MOST = 64
"""Of a commitment, a seed or a nonce, likewise."""
LISTED_MOST = {
    "seats": MAX_SEATS,
    # A room that changes before the deal may have had more people than seats.
    **dict.fromkeys(("nonces", "withheld"), 2 * MAX_SEATS),
    "voids": 32,
}
"""Of the parts of a record, at most; of moves as many as there is room for."""
CHOICE = ("certifier", "counter")
"""The fields that an old record has only of a deal that was chosen."""


class MoveRecord(NamedTuple):
    """A move, and when it was made."""

    at_ms: int
    """From the start, not counting what the clock stood still."""
    move: str
    """In the notation of the game."""


class SeatRecord(NamedTuple):
    """One player's attempt, from the deal to the standings."""

    seat: int
    player: str
    name: str
    bot: bool
    place: int
    score: int
    plies: int
    elapsed_ms: int
    """From the start to the moment the score was reached."""
    state: str
    """``out``, ``over``, ``finished``, ``resigned`` or ``timed_out``."""
    moves: tuple[MoveRecord, ...]
    named: bool | None = False
    """Whether the name was claimed, so that nobody else can show it; unknown (None)
    in versions 2 and 3."""


class NonceRecord(NamedTuple):
    """What a player committed to, and what they revealed."""

    player: str
    commitment: bytes
    nonce: bytes | None
    """None for a no-show, which only versions 2 and 3 have."""


Kind: TypeAlias = Literal["match", "daily", "challenge", "event"]
"""An ordinary match; an attempt at a day's deal; one at the deal of a match that is
over; one deal of an event."""


class Transcript(NamedTuple):
    """A match that is over."""

    match: str
    deal: str
    """What the seed was committed to for: the match itself; ``daily/``, the game and
    the day; ``event/``, the event and a number; or the match that was challenged."""
    rated: bool
    """Whether it counts for leaderboards and ratings among people."""
    game: str
    rules: str
    """The ruleset's hash, 16 hex digits."""
    commitment: bytes
    server_seed: bytes
    nonces: tuple[NonceRecord, ...]
    started_at: int
    """In ms since 1970."""
    ended_at: int
    stood_ms: int
    """For how long nobody's clock ran in between."""
    time_limit_s: int
    seats: tuple[SeatRecord, ...]
    """In order of seat number."""
    server: str
    """Program and version that kept it."""
    certifier: str = ""
    """What decided which candidates are known to be winnable; empty if the deal was
    not chosen."""
    counter: int = 0
    """Which candidate was dealt, from 0."""
    voids: tuple[VoidRecord, ...] | None = ()
    """The starts that were void since the room's match before, oldest first; unknown
    (None) in versions 2 and 3."""

    @property
    def version(self) -> int:
        """Which version of the format holds just what is known of it."""
        if self.voids is not None:
            return VERSION
        return CERTIFIED_VERSION if self.certifier else PLAIN_VERSION

    @property
    def kind(self) -> Kind:
        """What kind of match it was, which its deal tells."""
        if self.deal == self.match:
            return "match"
        if self.deal.startswith("daily/"):
            return "daily"
        return "event" if self.deal.startswith("event/") else "challenge"


def to_plain(transcript: Transcript) -> dict[str, Any]:
    """Return a transcript as a map, its keys in the order of the fields."""
    version = transcript.version
    fields = transcript._asdict()
    fields["nonces"] = [nonce._asdict() for nonce in transcript.nonces]
    fields["seats"] = [_plain_seat(seat, version) for seat in transcript.seats]
    fields["voids"] = [
        {**void._asdict(), "withheld": [who._asdict() for who in void.withheld]}
        for void in transcript.voids or ()
    ]
    return {"version": version, **{name: fields[name] for name in _names(version)}}


def _plain_seat(seat: SeatRecord, version: int) -> dict[str, Any]:
    fields = seat._asdict()
    fields["moves"] = [[at, move] for at, move in seat.moves]
    return {name: fields[name] for name in _names_of_seat(version)}


def _names(version: int) -> tuple[str, ...]:
    """Return the fields of a transcript in their order, without the version."""
    names = [name for name in Transcript._fields if name != "voids"]
    if version == PLAIN_VERSION:
        names = [name for name in names if name not in CHOICE]
    return (*names, "voids") if version == VERSION else tuple(names)


def _names_of_seat(version: int) -> tuple[str, ...]:
    names = SeatRecord._fields
    return names if version == VERSION else names[:-1]


def from_plain(value: object) -> Transcript:
    """Read a map back, and nothing but one that `to_plain` gives.

    Raises BadTranscript with what is wrong where.
    """
    version, fields = _whole(value)
    nonces = _records(fields.pop("nonces"), "nonces", "nonce", NonceRecord)
    seats = [_seat(each, version) for each in _listed(fields.pop("seats"), "seats")]
    voids = [_void(each) for each in _listed(fields.pop("voids", ()), "voids")]
    transcript = Transcript(
        **fields,
        nonces=tuple(nonces),
        seats=tuple(seats),
        voids=tuple(voids) if version == VERSION else None,
    )
    moves = [move for seat in seats for move in seat.moves]
    withheld = [who for void in voids for who in void.withheld]
    records: list[Any] = [transcript, *nonces, *seats, *moves, *voids, *withheld]
    for record in records:
        _check_kinds(record._asdict())
    if version == VERSION and any(seat.named is None for seat in seats):
        raise BadTranscript(
            Wording(
                "{name} is of the wrong type: {value!r:.40}", name="named", value=None
            )
        )
    if [seat.seat for seat in seats] != sorted({seat.seat for seat in seats}):
        raise BadTranscript(
            Wording("the seats are out of order, or one is listed twice")
        )
    return transcript


def _whole(value: object) -> tuple[int, dict[str, Any]]:
    """Return a transcript's version, and its fields without it."""
    if not isinstance(value, dict):
        raise BadTranscript(Wording("a {what} is not a map", what="transcript"))
    plain = cast("dict[str, Any]", value)
    version = plain.get("version")
    if type(version) is not int or version not in _VERSIONS:
        raise BadTranscript(
            Wording(
                "this is not a transcript of a known version: {version!r:.40}",
                version=version,
            )
        )
    fields = _fields(plain, "transcript", ("version", *_names(version)))
    if fields.pop("version") == CERTIFIED_VERSION and fields[CHOICE[0]] == "":
        raise BadTranscript(
            Wording(
                "the match is certified, but the record does not say what chose "
                "its deal"
            )
        )
    return version, fields


_VERSIONS = (PLAIN_VERSION, CERTIFIED_VERSION, VERSION)


def _seat(value: object, version: int) -> SeatRecord:
    fields = _fields(value, "seat", _names_of_seat(version))
    moves = [
        MoveRecord(*_listed(each, "move", len(MoveRecord._fields)))
        for each in _listed(fields.pop("moves"), "moves")
    ]
    named = fields.pop("named", None)
    return SeatRecord(**fields, named=named, moves=tuple(moves))


def _void(value: object) -> VoidRecord:
    fields = _fields(value, "void", VoidRecord._fields)
    withheld = _records(fields.pop("withheld"), "withheld", "player", WithheldRecord)
    if fields["why"] not in get_args(VoidReason):
        raise BadTranscript(
            Wording(
                "{name} is of the wrong type: {value!r:.40}",
                name="why",
                value=fields["why"],
            )
        )
    return VoidRecord(**fields, withheld=tuple(withheld))


_Record = TypeVar("_Record", NonceRecord, WithheldRecord)


def _records(
    value: object, list_name: str, what: str, kind: type[_Record]
) -> list[_Record]:
    """Read a list of flat maps."""
    return [
        kind(**_fields(each, what, kind._fields)) for each in _listed(value, list_name)
    ]


_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("match", "game", "rules", "server", "player", "name"), (str,)),
    **dict.fromkeys(("deal", "state", "move", "certifier", "why"), (str,)),
    **dict.fromkeys(("commitment", "server_seed"), (bytes,)),
    **dict.fromkeys(("started_at", "ended_at", "stood_ms", "time_limit_s"), (int,)),
    **dict.fromkeys(("seat", "place", "score", "plies", "elapsed_ms"), (int,)),
    **dict.fromkeys(("at_ms", "counter"), (int,)),
    "nonce": (bytes, type(None)),
    **dict.fromkeys(("bot", "rated"), (bool,)),
    "named": (bool, type(None)),
    **dict.fromkeys(("nonces", "seats", "moves", "withheld"), (tuple,)),
    "voids": (tuple, type(None)),
}


def _check_kinds(fields: Mapping[str, object]) -> None:
    for name, value in fields.items():
        if type(value) not in _KINDS[name]:
            raise BadTranscript(
                Wording(
                    "{name} is of the wrong type: {value!r:.40}", name=name, value=value
                )
            )
        if (isinstance(value, str) and len(value) > TEXT_MOST) or (
            isinstance(value, bytes) and len(value) > BYTES_MOST
        ):
            raise BadTranscript(
                Wording("{name} is longer than in any record of a match", name=name)
            )
        if type(value) is int and value < 0:
            raise BadTranscript(Wording("{name} is below 0", name=name))


def _fields(value: object, what: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a map with exactly these keys in this order."""
    if not isinstance(value, dict):
        raise BadTranscript(Wording("a {what} is not a map", what=what))
    fields = cast("dict[str, Any]", value)
    if tuple(fields) != tuple(names):
        raise BadTranscript(
            Wording(
                "a {what} has the wrong fields, or has them in the wrong order",
                what=what,
            )
        )
    return dict(fields)


def _listed(value: object, what: str, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BadTranscript(Wording("{what}: not a list", what=what))
    items = cast("Sequence[Any]", value)
    if len(items) > LISTED_MOST.get(what, len(items)):
        raise BadTranscript(
            Wording("{name} is longer than in any record of a match", name=what)
        )
    if length is not None and len(items) != length:
        raise BadTranscript(
            Wording("a {what} must have {length} parts", what=what, length=length)
        )
    return items
