"""Booking: what a finished match changes in the books.

A pure fold over transcripts, in the order in which the chain of matches has them.
`needs` says which fields must be known, `book` returns what is to be written; the
same transcripts in the same order always give the same books, whoever books them
and however often they are computed anew.

Bots are nowhere: not rated, on no board, without a history; places among people are
counted without them. What is not rated goes into histories alone, and given deals
(dailies, challenges, events) also onto the deal's own board.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from samedeal_games.catalogue import GAMES
from samedeal_games.game import About
from samedeal_games.transcripts import Transcript
from samedeal_server.core import books
from samedeal_server.core.books import (
    WINRATE_LEAST,
    AddLine,
    BoardKind,
    Counts,
    Field,
    Known,
    LastRating,
    Line,
    Opponent,
    SetField,
    Shown,
    Versus,
    Write,
)
from samedeal_server.core.firsts import first_attempts, needs_of_firsts
from samedeal_server.core.ratings import MILLION, Rating, rate
from samedeal_server.core.results import (
    Person,
    people_of,
    ranked,
    result_of,
    row_of,
    value_of,
)
from samedeal_server.core.windows import ALL, windows_at

_OF_A_GAME: tuple[BoardKind, ...] = ("best", "wins", "winrate")


def needs(
    transcript: Transcript, original: Transcript | None = None
) -> tuple[Field, ...]:
    """Return the fields that `book` has to know for the same transcripts."""
    return tuple(_needs(transcript, original))


def touches(
    transcript: Transcript, original: Transcript | None = None
) -> frozenset[str]:
    """Return the books that `book` may change, whatever stands in them."""
    return frozenset(_touches(transcript, original))


def book(
    known: Known, transcript: Transcript, original: Transcript | None = None
) -> tuple[Write, ...]:
    """Return what a transcript changes in the books.

    `original` is the transcript of the match that a challenge is on, as
    `original_of` says, None where it is not kept any more. Games that are not in
    the catalogue change nothing. Later writes replace earlier ones.
    """
    if transcript.game not in GAMES:
        return ()
    return tuple(_book(known, transcript, original))


def _needs(transcript: Transcript, original: Transcript | None) -> Iterator[Field]:
    if transcript.game not in GAMES:
        return
    about, people = GAMES[transcript.game].about, people_of(transcript)
    if _is_rated(transcript, people):
        windows = windows_at(transcript.ended_at)
        for person in people:
            yield Field(books.ratings(about.family), person.id)
            for window in windows:
                best = books.board("best", about.key, window)
                yield Field(books.rows(best), person.id)
                yield Field(books.counts(about.key, window), person.id)
            for other in people:
                yield Field(books.versus(person.id), other.id)
    yield from needs_of_firsts(transcript, original, about)


def _touches(transcript: Transcript, original: Transcript | None) -> Iterator[str]:
    if transcript.game not in GAMES:
        return
    about, people = GAMES[transcript.game].about, people_of(transcript)
    yield from (field.book for field in needs(transcript, original))
    yield from (books.history(person.id) for person in people)
    boards = {books.board("deal", transcript.deal, ALL)}
    for window in windows_at(transcript.ended_at):
        boards.add(books.board("rating", about.family, window))
        for kind in _OF_A_GAME:
            boards.add(books.board(kind, about.key, window))
    for board in boards:
        yield books.rows(board)
        yield books.ranking(board)


def _book(
    known: Known, transcript: Transcript, original: Transcript | None
) -> Iterator[Write]:
    about, people = GAMES[transcript.game].about, people_of(transcript)
    ratings: Mapping[str, _Change] = {}
    if _is_rated(transcript, people):
        ratings = _rated(known, about, people)
        yield from _rating_writes(transcript, about, people, ratings)
        yield from _count_writes(known, transcript, about, people)
        yield from _best_writes(known, transcript, about, people)
        yield from _versus_writes(known, people)
    yield from first_attempts(known, transcript, original, about)
    for person in people:
        line = _line(transcript, person, ratings.get(person.id))
        yield AddLine(books.history(person.id), books.pack_line(line))


def _is_rated(transcript: Transcript, people: Sequence[Person]) -> bool:
    return transcript.rated and len(people) > 1


# Ratings


class _Change(NamedTuple):
    before: Rating
    after: Rating


def _rated(known: Known, about: About, people: Sequence[Person]) -> dict[str, _Change]:
    before = [
        Rating()
        if (packed := known[Field(books.ratings(about.family), person.id)]) is None
        else books.unpack_rating(packed).rating
        for person in people
    ]
    after = rate(before, [person.place for person in people])
    changes = map(_Change, before, after)
    return {person.id: change for person, change in zip(people, changes, strict=True)}


def _rating_writes(
    transcript: Transcript,
    about: About,
    people: Sequence[Person],
    ratings: Mapping[str, _Change],
) -> Iterator[Write]:
    for person in people:
        after = ratings[person.id].after
        record = LastRating(*after, transcript.match)
        packed = books.pack_record(record)
        yield SetField(books.ratings(about.family), person.id, packed)
        if not after.is_provisional:
            row = row_of(transcript, person)._replace(
                rating=after.shown, matches=after.matches
            )
            packed = books.pack_row(row)
            for window in windows_at(transcript.ended_at):
                board = books.board("rating", about.family, window)
                yield from ranked(board, person.id, packed, after.shown)


# Counts, and what is made of them


def _count_writes(
    known: Known, transcript: Transcript, about: About, people: Sequence[Person]
) -> Iterator[Write]:
    for window in windows_at(transcript.ended_at):
        for person in people:
            name = books.counts(about.key, window)
            packed = known[Field(name, person.id)]
            before = Counts() if packed is None else books.unpack_counts(packed)
            after = Counts(
                before.matches + 1,
                before.wins + person.has_won,
                before.outs + (person.seat.state == "out"),
            )
            yield SetField(name, person.id, books.pack_record(after))
            is_rate = after.matches >= WINRATE_LEAST
            if not (person.has_won or is_rate):
                continue
            packed = books.pack_row(
                row_of(transcript, person)._replace(
                    wins=after.wins, matches=after.matches
                )
            )
            if person.has_won:
                board = books.board("wins", about.key, window)
                yield from ranked(board, person.id, packed, after.wins)
            if is_rate:
                board = books.board("winrate", about.key, window)
                share = after.wins * MILLION // after.matches
                yield from ranked(board, person.id, packed, share)


def _best_writes(
    known: Known, transcript: Transcript, about: About, people: Sequence[Person]
) -> Iterator[Write]:
    boards = [
        books.board("best", about.key, window)
        for window in windows_at(transcript.ended_at)
    ]
    for person in people:
        if not person.has_result:
            continue
        value = value_of(about, person.seat)
        row = books.pack_row(result_of(transcript, person))
        for board in boards:
            packed = known[Field(books.rows(board), person.id)]
            if packed is None or value_of(about, books.unpack_row(packed)) < value:
                yield from ranked(board, person.id, row, value)


def _versus_writes(known: Known, people: Sequence[Person]) -> Iterator[Write]:
    for person in people:
        for other in people:
            if other.id == person.id:
                continue
            field = Field(books.versus(person.id), other.id)
            packed = known[field]
            before = Versus("") if packed is None else books.unpack_versus(packed)
            after = Versus(
                other.seat.name,
                before.matches + 1,
                before.won + (person.place < other.place),
                before.lost + (person.place > other.place),
            )
            yield SetField(*field, books.pack_record(after))


# Histories


def _line(transcript: Transcript, person: Person, change: _Change | None) -> Line:
    seat = person.seat
    others = [other for other in transcript.seats if other.player != seat.player]
    return Line(
        match=transcript.match,
        kind=transcript.kind,
        deal=transcript.deal,
        game=transcript.game,
        rated=change is not None,
        at=transcript.ended_at,
        place=seat.place,
        players=len(transcript.seats),
        score=seat.score,
        plies=seat.plies,
        elapsed_ms=seat.elapsed_ms,
        state=seat.state,
        before=None if change is None else _shown(change.before),
        after=None if change is None else _shown(change.after),
        opponents=tuple(
            Opponent(other.player, other.name, other.bot, other.place, other.score)
            for other in sorted(others, key=lambda other: (other.place, other.seat))
        ),
    )


def _shown(rating: Rating) -> Shown:
    return Shown(rating.shown, rating.is_provisional)
