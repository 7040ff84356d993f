"""The part of a transcript that goes into books: its people, and results as rows.

And what its boards take from the rest of the books, as a note.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgpack

from samedeal_games.catalogue import GAMES
from samedeal_games.contests import has_earned, places
from samedeal_games.game import About
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_server.core.books.books import (
    BoardKind,
    Row,
    SetField,
    SetRank,
    SheetNames,
    Write,
)
from samedeal_server.core.books.windows import ALL, windows_at
from samedeal_server.core.rooms.standings import leaderboard_value

MINUTE_MS = 60_000


class Person(NamedTuple):
    """Somebody who is no bot, and their place among people."""

    id: str
    seat: SeatRecord
    place: int
    beaten: int
    """The number of people who came after them."""

    @property
    def has_result(self) -> bool:
        """Tell whether they made a move and did not resign, or leave."""
        return self.seat.plies > 0 and self.seat.state != "resigned"

    @property
    def has_won(self) -> bool:
        """Tell whether nobody came before them, and they have earned it."""
        seat = self.seat
        is_first = self.place == 1 and self.has_result
        return is_first and (self.beaten > 0 or has_earned(seat.score, seat.elapsed_ms))


class Finished:
    """A match that is over, and what follows from it alone: reckoned once."""

    def __init__(
        self,
        transcript: Transcript,
        original: Transcript | None = None,
        number: int = 0,
        proof: bytes = b"",
    ) -> None:
        """`original` is the transcript of the match that a challenge is on.

        As `original_of` says; None where it is not kept any more. `number` is that of
        the links of the chain up to its end, `proof` what that link has of it.
        """
        self.number = number
        self.proof = proof
        self.transcript = transcript
        self.original = original
        self.about = GAMES[transcript.game].about if transcript.game in GAMES else None
        """None for a game that is not in the catalogue: that changes no book."""
        self.people = () if self.about is None else people_of(transcript)
        is_rated = self.about is not None and transcript.rated
        movers = movers_of(transcript) if is_rated else ()
        self.rated = movers if len(movers) > 1 else ()
        """Those among whom it is rated."""


class Standing(NamedTuple):
    """What boards take of a player from what everybody's matches have in common."""

    weight: int
    """Of a win in this match, in millionths."""
    rating: int | None
    """After it, as people see it; None for one that is on no board yet."""
    matches: int
    """Rated ones in the family, with this one."""


class Note(NamedTuple):
    """A match whose boards are to be written, and what they take from elsewhere."""

    match: str
    proof: bytes
    """The digest of its transcript, as its link has it."""
    standings: tuple[Standing, ...]
    """Of those among whom it is rated, in their order."""


def people_of(transcript: Transcript) -> tuple[Person, ...]:
    """Return the people who played, no bots, in order of seats."""
    return _compared([seat for seat in transcript.seats if not seat.bot])


def movers_of(transcript: Transcript) -> tuple[Person, ...]:
    """Return the people who made a move, with their places among one another."""
    return _compared([seat for seat in transcript.seats if seat.plies and not seat.bot])


def sheets_of(game: str, deal: str, at: int) -> Iterator[str]:
    """Yield the sheets that a match may be on which ended then, in ms since 1970."""
    scopes = {game}
    if game in GAMES:
        scopes.add(GAMES[game].about.family)
    for window in windows_at(at):
        if window != ALL:
            yield from (f"{scope}/{window}" for scope in sorted(scopes))
    yield f"{deal}/{ALL}"


def ranked(
    on: SheetNames, kind: BoardKind, player: str, row: bytes, value: int
) -> tuple[Write, Write]:
    """Return the writes that put a player's row on a board, or replace it."""
    return (
        SetField(on.rows[kind], player, row),
        SetRank(on.rankings[kind], player, -value),
    )


def row_of(transcript: Transcript, person: Person) -> Row:
    """Return a row with the fields that every row has."""
    row = Row(person.id, person.seat.name, transcript.match, transcript.ended_at)
    return row._replace(unvouched=_is_unvouched(transcript, person) or None)


def result_of(transcript: Transcript, person: Person) -> Row:
    """Return the row of a result."""
    return row_of(transcript, person)._replace(
        score=person.seat.score,
        plies=person.seat.plies,
        elapsed_ms=person.seat.elapsed_ms,
        state=person.seat.state,
    )


def value_of(about: About, result: SeatRecord | Row) -> int:
    """Return the number that orders a result on a board; the higher, the better."""
    return leaderboard_value(result.score or 0, result.elapsed_ms or 0, about.contest)


def pace_of(_about: About, result: SeatRecord | Row) -> int:
    """Return the score a minute, in thousandths; 0 where nothing was earned.

    The time runs from the start to when the score was reached; it counts as a minute at
    least, or one quick card would be a pace that nobody keeps up.
    """
    score, elapsed_ms = result.score or 0, result.elapsed_ms or 0
    if not has_earned(score, elapsed_ms):
        return 0
    return score * MINUTE_MS * 1000 // max(MINUTE_MS, elapsed_ms)


def _is_unvouched(transcript: Transcript, person: Person) -> bool:
    """Tell whether all others in a match were guests or bots.

    Then they may have been the same person, who saw the deal with their eyes.
    """
    others = [seat for seat in transcript.seats if seat.player != person.id]
    return transcript.kind == "match" and not any(
        seat.named is not False and not seat.bot for seat in others
    )


def _compared(seats: Sequence[SeatRecord]) -> tuple[Person, ...]:
    ranks = places([(seat.place,) for seat in seats])
    beaten = [sum(other > rank for other in ranks) for rank in ranks]
    ids = [seat.player for seat in seats]
    return tuple(map(Person, ids, seats, ranks, beaten))


def pack_note(note: Note) -> bytes:
    """Return a note's bytes, in which nobody is named."""
    packed: bytes = msgpack.packb(note)
    return packed


def unpack_note(packed: bytes) -> Note:
    """Read a note back."""
    match, proof, standings = msgpack.unpackb(packed)
    return Note(match, proof, tuple(Standing(*each) for each in standings))
