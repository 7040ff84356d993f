"""Transcripts: everything about a finished match that its proof needs.

A transcript is a value; `to_plain` and `from_plain` turn it into maps, lists,
texts, numbers and bytes, and back, for whatever encoding; `verification` plays
it again. docs/reference/transcripts.md has every field and the encoding.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast, get_args

from samedeal_games.errors import BadTranscript
from samedeal_games.fairness import (
    SALT_BYTES,
    VoidReason,
    VoidRecord,
    WithheldRecord,
    salt_for,
    who_digest,
)
from samedeal_games.wording import Wording
from samedeal_records.reading import (
    TEXT_MOST,
    check_kinds,
    fields_of,
    listed,
    of_wrong_type,
)

PLAIN_VERSION = 2
"""Of an old record of a match whose deal was not chosen."""
CERTIFIED_VERSION = 3
"""Of an old record of one whose deal was: it has two fields more."""
NAMED_VERSION = 4
"""Of an old record whose names are under its digest, and cannot be erased."""
VERSION = 5
"""Of every record that is made now; a reader refuses any other than these four."""
ERASED = re.compile(r"gone-[0-9a-f]{16}", re.ASCII)
"""The name of an erased player in a record: the same in all of theirs."""
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
    who: bytes = b""
    """The salted digest of player and name; empty before version 5."""
    salt: bytes = b""
    """Of `who`; empty before version 5, and for somebody who was erased."""

    @property
    def is_erased(self) -> bool:
        """Tell whether the player was erased, so that nobody knows who it was."""
        return bool(self.who) and not self.salt


class NonceRecord(NamedTuple):
    """A player's commitment, and the nonce they revealed."""

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
    """The deal that the seed was committed to for: the match itself; ``daily/``, the
    game and the day; ``event/``, the event and a number; or the match that was
    challenged."""
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
    """The certifier, which decided which candidates are known to be winnable; empty if
    the deal was not chosen."""
    counter: int = 0
    """The number of the candidate that was dealt, from 0."""
    voids: tuple[VoidRecord, ...] | None = ()
    """The starts that were void since the room's match before, oldest first; unknown
    (None) in versions 2 and 3."""

    @property
    def version(self) -> int:
        """The version of the format that holds just what is known of it."""
        if self.voids is not None:
            return VERSION if any(seat.who for seat in self.seats) else NAMED_VERSION
        return CERTIFIED_VERSION if self.certifier else PLAIN_VERSION

    @property
    def kind(self) -> Kind:
        """The kind of the match, which its deal tells."""
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
    names = _names_of_withheld(version)
    fields["voids"] = [
        {
            **void._asdict(),
            "withheld": [
                {name: getattr(who, name) for name in names} for who in void.withheld
            ],
        }
        for void in transcript.voids or ()
    ]
    plain = {"version": version, **{name: fields[name] for name in _names(version)}}
    return plain if version < VERSION else {**plain, PEOPLE: _people(transcript)}


def salted(transcript: Transcript, salting: bytes) -> Transcript:
    """Return a transcript whose names can be erased, salted with a server's secret."""
    seats: list[SeatRecord] = []
    for seat in transcript.seats:
        salt = salt_for(salting, transcript.match, seat.seat)
        who = who_digest(salt, seat.player, seat.name)
        seats.append(seat._replace(who=who, salt=salt))
    return transcript._replace(seats=tuple(seats))


def erased(transcript: Transcript, player: str, stand_in: str) -> Transcript:
    """Return a transcript of version 5 without a player's name, and with another id.

    All that is under its digest stays. The id of whoever withheld a nonce is under it.
    """
    seats = (
        seat._replace(player=stand_in, name="", salt=b"")
        if seat.player == player
        else seat
        for seat in transcript.seats
    )
    voids = (
        void._replace(
            withheld=tuple(
                who._replace(name="") if who.player == player else who
                for who in void.withheld
            )
        )
        for void in transcript.voids or ()
    )
    return transcript._replace(seats=tuple(seats), voids=tuple(voids))


def named_in(transcript: Transcript) -> frozenset[str]:
    """Return the ids of all who may have a name in a transcript.

    Those of the seats, and who withheld a nonce and so lost theirs.
    """
    withheld = (who.player for void in transcript.voids or () for who in void.withheld)
    return frozenset((*(seat.player for seat in transcript.seats), *withheld))


def _people(transcript: Transcript) -> dict[str, Any]:
    """Return the people, not under the digest: those of the seats, and who withheld."""
    withheld = (who for void in transcript.voids or () for who in void.withheld)
    return {
        "seats": [
            {name: getattr(seat, name) for name in _OF_PEOPLE}
            for seat in transcript.seats
        ],
        "withheld": [who.name for who in withheld],
    }


def _plain_seat(seat: SeatRecord, version: int) -> dict[str, Any]:
    fields = seat._asdict()
    fields["moves"] = [[at, move] for at, move in seat.moves]
    return {name: fields[name] for name in _names_of_seat(version)}


def _names(version: int) -> tuple[str, ...]:
    """Return the fields of a transcript in their order, without the version."""
    names = [name for name in Transcript._fields if name != "voids"]
    if version == PLAIN_VERSION:
        names = [name for name in names if name not in CHOICE]
    return (*names, "voids") if version >= NAMED_VERSION else tuple(names)


PEOPLE = "people"
_OF_PEOPLE = ("salt", "player", "name")


def _names_of_seat(version: int) -> tuple[str, ...]:
    if version == VERSION:
        own = (name for name in SeatRecord._fields[1:] if name not in _OF_PEOPLE)
        return ("seat", "who", *(name for name in own if name != "who"))
    names = SeatRecord._fields[: -len(("who", "salt"))]
    return names if version == NAMED_VERSION else names[:-1]


def _names_of_withheld(version: int) -> tuple[str, ...]:
    names = WithheldRecord._fields
    return tuple(n for n in names if n != "name") if version == VERSION else names


def from_plain(value: object, *, with_moves: bool = True) -> Transcript:
    """Read a map back, and nothing but one that `to_plain` gives.

    Without moves they are left out and not looked at, for whoever wants results alone
    and knows the record by its digest: most of a record are moves.

    Raises BadTranscript with what is wrong where.
    """
    version, fields, people = _whole(value)
    nonces = [
        NonceRecord(**fields_of(each, "nonce", NonceRecord._fields))
        for each in listed(fields.pop("nonces"), "nonces")
    ]
    plain_seats = listed(fields.pop("seats"), "seats")
    seats = [
        _seat(each, version, who, with_moves=with_moves)
        for each, who in zip(plain_seats, people.seats(plain_seats), strict=True)
    ]
    plain_voids = listed(fields.pop("voids", ()), "voids")
    voids = [_void(each, version, people) for each in plain_voids]
    people.check_end()
    transcript = Transcript(
        **fields,
        nonces=tuple(nonces),
        seats=tuple(seats),
        voids=tuple(voids) if version >= NAMED_VERSION else None,
    )
    # Of seats alone that have something else among them: it says what is wrong.
    moves = [
        move
        for seat in seats
        if not _are_of_their_kinds(seat.moves)
        for move in seat.moves
    ]
    withheld = [who for void in voids for who in void.withheld]
    records: list[Any] = [transcript, *nonces, *seats, *moves, *voids, *withheld]
    for record in records:
        check_kinds(record._asdict())
    if version >= NAMED_VERSION and any(seat.named is None for seat in seats):
        raise of_wrong_type("named", None)
    if version == VERSION:
        _check_salts(seats)
    if [seat.seat for seat in seats] != sorted({seat.seat for seat in seats}):
        raise BadTranscript(
            Wording("the seats are out of order, or one is listed twice")
        )
    return transcript


def _check_salts(seats: Sequence[SeatRecord]) -> None:
    """Raise BadTranscript unless all have a salt, or are erased as servers do it."""
    if not seats:
        raise of_wrong_type("seats", [])
    for seat in seats:
        if not seat.who:
            raise of_wrong_type("who", seat.who)
        is_erased = not (seat.salt or seat.name) and ERASED.fullmatch(seat.player)
        if len(seat.salt) != SALT_BYTES and not is_erased:
            raise of_wrong_type("salt", seat.salt)


class _People:
    """The people of a record, as it names them beside what is under its digest."""

    def __init__(self, version: int, value: object) -> None:
        self._seats: Sequence[Any] | None = None
        self._names: list[Any] = []
        if version == VERSION:
            fields = fields_of(value, PEOPLE, ("seats", "withheld"))
            self._seats = listed(fields["seats"], "seats")
            self._names = list(listed(fields["withheld"], PEOPLE))

    def seats(self, seats: Sequence[object]) -> Iterator[dict[str, Any]]:
        """Yield the further facts about each seat."""
        if self._seats is None:
            yield from ({} for _ in seats)
        elif len(self._seats) != len(seats):
            raise of_wrong_type(PEOPLE, self._seats)
        else:
            yield from (fields_of(each, PEOPLE, _OF_PEOPLE) for each in self._seats)

    def withheld(self, fields: dict[str, Any]) -> WithheldRecord:
        """Return the next of those who withheld a nonce."""
        if "name" not in fields:
            if not self._names:
                raise of_wrong_type(PEOPLE, self._names)
            fields["name"] = self._names.pop(0)
        return WithheldRecord(**fields)

    def check_end(self) -> None:
        """Raise BadTranscript if there are names of nobody."""
        if self._names:
            raise of_wrong_type(PEOPLE, self._names)


def _whole(value: object) -> tuple[int, dict[str, Any], _People]:
    """Return a transcript's version, its fields without it, and its people."""
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
    people = (PEOPLE,) if version == VERSION else ()
    fields = fields_of(plain, "transcript", ("version", *_names(version), *people))
    if fields.pop("version") == CERTIFIED_VERSION and fields[CHOICE[0]] == "":
        raise BadTranscript(
            Wording(
                "the match is certified, but the record does not say what chose "
                "its deal"
            )
        )
    return version, fields, _People(version, fields.pop(PEOPLE, None))


_VERSIONS = (PLAIN_VERSION, CERTIFIED_VERSION, NAMED_VERSION, VERSION)


def _seat(
    value: object, version: int, who: dict[str, Any], *, with_moves: bool
) -> SeatRecord:
    fields = fields_of(value, "seat", _names_of_seat(version))
    listed_moves = listed(fields.pop("moves"), "moves")
    moves = _moves(listed_moves) if with_moves else ()
    named = fields.pop("named", None)
    return SeatRecord(**fields, **who, named=named, moves=moves)


def _moves(values: Sequence[Any]) -> tuple[MoveRecord, ...]:
    """Read moves; what is in them is not looked at."""
    size, read = len(MoveRecord._fields), list[MoveRecord]()
    for each in values:
        # Most of a record are moves, and nearly all of them are as they should be.
        if each.__class__ is not list or len(each) != size:
            listed(each, "move", size)
        read.append(MoveRecord(*each))
    return tuple(read)


def _are_of_their_kinds(moves: Sequence[MoveRecord]) -> bool:
    """Tell of moves what `check_kinds` does, without a map of each."""
    return all(
        type(at_ms) is int
        and at_ms >= 0
        and type(move) is str
        and len(move) <= TEXT_MOST
        for at_ms, move in moves
    )


def _void(value: object, version: int, people: _People) -> VoidRecord:
    fields = fields_of(value, "void", VoidRecord._fields)
    names = _names_of_withheld(version)
    withheld = [
        people.withheld(fields_of(each, "player", names))
        for each in listed(fields.pop("withheld"), "withheld")
    ]
    if fields["why"] not in get_args(VoidReason):
        raise of_wrong_type("why", fields["why"])
    return VoidRecord(**fields, withheld=tuple(withheld))
