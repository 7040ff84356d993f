"""Transcripts: everything about a finished match that its proof needs.

A transcript is a value; `to_plain` and `from_plain` turn it into maps, lists,
texts, numbers and bytes, and back, for whatever encoding; `verification` plays
it again. docs/reference/transcripts.md has every field and the encoding.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from samedeal_games.errors import BadTranscript
from samedeal_games.wording import Wording

VERSION = 2
"""Of the format, for a match whose deal was not chosen."""
CERTIFIED_VERSION = 3
"""For one whose deal was: it has two fields more. A reader refuses any other."""
CHOICE = ("certifier", "counter")
"""The fields of a choice, which come last."""


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


class NonceRecord(NamedTuple):
    """What a player committed to, and what they revealed."""

    player: str
    commitment: bytes
    nonce: bytes | None
    """None for a no-show."""


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
    """What decided which candidates are known to be winnable; only in version 3."""
    counter: int = 0
    """Which candidate was dealt, from 0; only in version 3."""

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
    fields = transcript._asdict()
    fields["nonces"] = [nonce._asdict() for nonce in transcript.nonces]
    fields["seats"] = [
        {**seat._asdict(), "moves": [[at, move] for at, move in seat.moves]}
        for seat in transcript.seats
    ]
    if transcript.certifier:
        return {"version": CERTIFIED_VERSION, **fields}
    return {"version": VERSION, **{k: v for k, v in fields.items() if k not in CHOICE}}


def from_plain(value: object) -> Transcript:
    """Read a map back, and nothing but one that `to_plain` gives.

    Raises BadTranscript with what is wrong where.
    """
    fields = _whole(value)
    nonces = [
        NonceRecord(**_fields(each, "nonce", NonceRecord._fields))
        for each in _listed(fields.pop("nonces"), "nonces")
    ]
    seats = [_seat(each) for each in _listed(fields.pop("seats"), "seats")]
    transcript = Transcript(**fields, nonces=tuple(nonces), seats=tuple(seats))
    moves = [move for seat in seats for move in seat.moves]
    records: list[Any] = [transcript, *nonces, *seats, *moves]
    for record in records:
        _check_kinds(record._asdict())
    if [seat.seat for seat in seats] != sorted({seat.seat for seat in seats}):
        raise BadTranscript(
            Wording("seats are not in their order, or one is there twice")
        )
    return transcript


def _whole(value: object) -> dict[str, Any]:
    """Return the fields of a transcript of either version, without the version."""
    names = ("version", *Transcript._fields)
    is_short = not _has_choice(value)
    fields = _fields(value, "transcript", names[: -len(CHOICE)] if is_short else names)
    version = VERSION if is_short else CERTIFIED_VERSION
    if fields.pop("version") != version or fields.get(CHOICE[0]) == "":
        raise BadTranscript(
            Wording("this is no transcript of version {version}", version=version)
        )
    return fields


def _has_choice(value: object) -> bool:
    return isinstance(value, dict) and CHOICE[0] in cast("dict[str, Any]", value)


def _seat(value: object) -> SeatRecord:
    fields = _fields(value, "seat", SeatRecord._fields)
    moves = [
        MoveRecord(*_listed(each, "move", len(MoveRecord._fields)))
        for each in _listed(fields.pop("moves"), "moves")
    ]
    return SeatRecord(**fields, moves=tuple(moves))


_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("match", "game", "rules", "server", "player", "name"), (str,)),
    **dict.fromkeys(("deal", "state", "move", "certifier"), (str,)),
    **dict.fromkeys(("commitment", "server_seed"), (bytes,)),
    **dict.fromkeys(("started_at", "ended_at", "stood_ms", "time_limit_s"), (int,)),
    **dict.fromkeys(("seat", "place", "score", "plies", "elapsed_ms"), (int,)),
    **dict.fromkeys(("at_ms", "counter"), (int,)),
    "nonce": (bytes, type(None)),
    **dict.fromkeys(("bot", "rated"), (bool,)),
    **dict.fromkeys(("nonces", "seats", "moves"), (tuple,)),
}


def _check_kinds(fields: Mapping[str, object]) -> None:
    for name, value in fields.items():
        if type(value) not in _KINDS[name]:
            raise BadTranscript(
                Wording(
                    "{name} is of another kind: {value!r:.40}", name=name, value=value
                )
            )
        if type(value) is int and value < 0:
            raise BadTranscript(Wording("{name} is below 0", name=name))


def _fields(value: object, what: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a map with exactly these keys in this order."""
    if not isinstance(value, dict):
        raise BadTranscript(Wording("a {what} is no map", what=what))
    fields = cast("dict[str, Any]", value)
    if tuple(fields) != tuple(names):
        raise BadTranscript(
            Wording("a {what} has other fields, or in another order", what=what)
        )
    return dict(fields)


def _listed(value: object, what: str, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise BadTranscript(Wording("{what}: no list", what=what))
    items = cast("Sequence[Any]", value)
    if length is not None and len(items) != length:
        raise BadTranscript(
            Wording("a {what} has {length} parts", what=what, length=length)
        )
    return items
