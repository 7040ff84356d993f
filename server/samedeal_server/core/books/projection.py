"""The changes to the books by a finished match.

A pure fold over transcripts, in the order in which the chain of matches has them.
`needs` and then `needs_then` say which fields must be known, `book` returns what is to
be written; the same transcripts in the same order always give the same books, whoever
books them and however often they are computed anew.

Bots are nowhere: not rated, on no board, without a history; places among people are
counted without them. Nor does a match count for people who made no move in it, or
against them: it is rated among those who did, if they are at least two. What is not
rated goes into histories alone, and given deals (dailies, challenges, tournaments) also
onto the deal's own board.

Boards and counts of a game, or a family, may be a part of the books of their own: then
the rest leaves a note for each match, from which, with the transcript, `book_boards`
makes them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from samedeal_games.game import About
from samedeal_records.transcripts import ERASED, Transcript
from samedeal_server.core.books import books
from samedeal_server.core.books.books import (
    AddLine,
    AddNote,
    Counts,
    Field,
    Known,
    LastRating,
    Line,
    Opponent,
    Row,
    SetField,
    SheetNames,
    Shown,
    Versus,
    Write,
)
from samedeal_server.core.books.first_attempts import first_attempts, needs_of_firsts
from samedeal_server.core.books.metrics import COUNTS, OF_A_GAME, RESULTS
from samedeal_server.core.books.ratings import MILLION, Rating
from samedeal_server.core.books.reckoning import (
    Account,
    Met,
    opponents_owed,
    reckoned,
    settled,
)
from samedeal_server.core.books.renown import (
    Renown,
    after_match,
    known_on,
    share_of_pair,
)
from samedeal_server.core.books.results import (
    Finished,
    Note,
    Person,
    Standing,
    pack_note,
    ranked,
    result_of,
    row_of,
)
from samedeal_server.core.books.windows import ALL, day_of, windows_at

NONE: Collection[str] = frozenset()


def needs(finished: Finished, apart: Collection[str] = NONE) -> tuple[Field, ...]:
    """Return the fields that `book` has to know for the same match."""
    return tuple(_needs(finished, apart))


def needs_of_boards(finished: Finished, part: str) -> tuple[Field, ...]:
    """Return the fields that `book_boards` has to know for the same match."""
    about = finished.about
    is_game = about is not None and about.key == part
    return tuple(_needs_of_boards(finished, about)) if about and is_game else ()


def needs_then(known: Known, matches: Iterable[Finished]) -> tuple[Field, ...]:
    """Return the fields that `book` has to know besides for these, one by one.

    `known` is what stands in all that `needs` says for any of them.
    """
    opponents = {
        opponent
        for finished in matches
        for field in _rating_fields(finished)
        if (packed := known[field]) is not None
        for opponent in opponents_owed(books.unpack_rating(packed).owed)
    }
    fields = ((books.renown(), opponent) for opponent in sorted(opponents))
    return tuple(field for field in fields if field not in known)


def touches(finished: Finished) -> frozenset[str]:
    """Return the books that `book` may change, whatever stands in them."""
    return frozenset(_touches(finished))


def book(
    known: Known, finished: Finished, apart: Collection[str] = NONE
) -> tuple[Write, ...]:
    """Return the writes by which a match changes the books.

    Of the boards of games and families that are `apart` there is a note in their place.
    Games that are not in the catalogue change nothing. Later writes replace earlier
    ones.
    """
    return tuple(_book(known, finished, apart))


def book_boards(
    known: Known, finished: Finished, note: Note, part: str
) -> tuple[Write, ...]:
    """Return the writes by which a match changes boards and counts of a part."""
    return tuple(_book_boards(known, finished, note, (part,)))


def _needs(finished: Finished, apart: Collection[str]) -> Iterator[Field]:
    about, people = finished.about, finished.rated
    if about is None:
        return
    if people:
        yield from _rating_fields(finished)
        for person in people:
            yield (books.renown(), person.id)
            versus = books.versus(person.id)
            for other in people:
                yield (versus, other.id)
        if about.key not in apart:
            yield from _needs_of_boards(finished, about)
    yield from needs_of_firsts(finished.transcript, finished.original, about)


def _needs_of_boards(finished: Finished, about: About) -> Iterator[Field]:
    sheets = _sheets_of(finished, about)
    for person in finished.rated:
        for sheet in sheets:
            for kind in RESULTS:
                yield (sheet.rows[kind], person.id)
            yield (sheet.counts, person.id)


def _touches(finished: Finished) -> Iterator[str]:
    about, transcript = finished.about, finished.transcript
    if about is None:
        return
    yield from (book for book, _ in needs(finished))
    yield from (
        books.history(person.id)
        for person in finished.people
        if not ERASED.fullmatch(person.id)
    )
    boards = {books.board("deal", transcript.deal, ALL)}
    for window in windows_at(transcript.ended_at):
        boards.add(books.board("rating", about.family, window))
        for kind in OF_A_GAME:
            boards.add(books.board(kind, about.key, window))
    for board in boards:
        yield books.rows(board)
        yield books.ranking(board)


def _book(known: Known, finished: Finished, apart: Collection[str]) -> Iterator[Write]:
    about, transcript, people = finished.about, finished.transcript, finished.rated
    if about is None:
        return
    ratings: Mapping[str, _Change] = {}
    if people:
        company = _Company(known, transcript, people)
        ratings = _rated(known, finished, company)
        note, scopes = _note(finished, company, ratings), {about.key, about.family}
        yield from _book_boards(known, finished, note, scopes.difference(apart))
        for part in sorted(scopes.intersection(apart)):
            yield AddNote(part, finished.number, pack_note(note))
        yield from _rating_writes(finished, about, ratings)
        yield from company.versus_writes()
        yield from company.writes()
    yield from first_attempts(known, transcript, finished.original, about)
    for person in finished.people:
        if ERASED.fullmatch(person.id):
            continue  # Nobody can ask for what was theirs alone.
        line = _line(transcript, person, ratings.get(person.id))
        yield AddLine(books.history(person.id), books.pack_line(line))


def _book_boards(
    known: Known, finished: Finished, note: Note, scopes: Collection[str]
) -> Iterator[Write]:
    about = finished.about
    if about is None:
        return
    standings = dict(
        zip((person.id for person in finished.rated), note.standings, strict=True)
    )
    if about.family in scopes:
        yield from _rated_rows(finished, about, standings)
    if about.key in scopes:
        sheets = _sheets_of(finished, about)
        yield from _count_writes(known, finished, sheets, standings)
        yield from _best_writes(known, finished, about, sheets)


def _note(
    finished: Finished, company: "_Company", ratings: Mapping[str, "_Change"]
) -> Note:
    standings = list[Standing]()
    for person in finished.rated:
        after = ratings[person.id].after
        shown = None if after.is_provisional else after.shown
        standings.append(Standing(company.weight(person), shown, after.matches))
    return Note(finished.transcript.match, finished.proof, tuple(standings))


def _sheets_of(finished: Finished, about: About) -> Sequence[SheetNames]:
    windows = windows_at(finished.transcript.ended_at)
    return [books.names_on(about.key, window) for window in windows]


# Who has played, and how well they are known


@lru_cache(8192)
def _known_on(packed: bytes | None, day: int) -> int:
    # Most matches are against people who are owed to somebody from other matches.
    return known_on(Renown() if packed is None else books.unpack_renown(packed), day)


class _Company:
    """Those who play a match, as they are known on its day."""

    def __init__(
        self, known: Known, transcript: Transcript, people: Sequence[Person]
    ) -> None:
        self.day = day_of(transcript.ended_at).toordinal()
        self._known = known
        self._people = people
        self._versus = {
            (person.id, other.id): _versus(known, person, other)
            for person in people
            for other in people
            if other.id != person.id
        }
        self.met = {
            person.id: tuple(
                Met(other.id, share_of_pair(self._times(person, other)))
                for other in people
                if other.id != person.id
            )
            for person in people
        }
        """The opponents of each, the less the more often they met today."""

    def known(self, player: str) -> int:
        """Return the share to which somebody is known, in millionths."""
        return _known_on(self._known[(books.renown(), player)], self.day)

    def weight(self, person: Person) -> int:
        """Return the weight of a win of somebody's, in millionths."""
        return max(
            share * self.known(player) // MILLION
            for player, share in self.met[person.id]
        )

    def writes(self) -> Iterator[Write]:
        """Yield the writes of everybody's renown after the match."""
        for person in self._people:
            others = [other.id for other in self._people if other.id != person.id]
            packed = self._known[(books.renown(), person.id)]
            before = Renown() if packed is None else books.unpack_renown(packed)
            # Of an old record nobody knows whether names were claimed.
            named = bool(person.seat.named)
            after = after_match(before, others, self.day, named=named)
            yield SetField(books.renown(), person.id, books.pack_record(after))

    def versus_writes(self) -> Iterator[Write]:
        """Yield the writes of who has met whom."""
        for person in self._people:
            book = books.versus(person.id)
            for other in self._people:
                if other.id == person.id:
                    continue
                before = self._versus[person.id, other.id]
                after = Versus(
                    other.seat.name,
                    before.matches + 1,
                    before.won + (person.place < other.place),
                    before.lost + (person.place > other.place),
                    self.day,
                    self._times(person, other) + 1,
                )
                yield SetField(book, other.id, books.pack_record(after))

    def _times(self, person: Person, other: Person) -> int:
        """Return the number of times that two have met on this day before."""
        before = self._versus[person.id, other.id]
        return before.on_day if before.day == self.day else 0


def _versus(known: Known, person: Person, other: Person) -> Versus:
    packed = known[(books.versus(person.id), other.id)]
    return Versus("") if packed is None else books.unpack_versus(packed)


# Ratings


class _Change(NamedTuple):
    before: Rating
    account: Account
    after: Rating


def _rating_fields(finished: Finished) -> list[Field]:
    if finished.about is None:
        return []
    book = books.ratings(finished.about.family)
    return [(book, person.id) for person in finished.rated]


def _account(packed: bytes | None) -> Account:
    return Account() if packed is None else books.unpack_rating(packed).account


def _rated(known: Known, finished: Finished, company: _Company) -> dict[str, _Change]:
    people = finished.rated
    before = [_account(known[field]) for field in _rating_fields(finished)]
    met = [company.met[person.id] for person in people]
    opponents = {
        *(person.id for person in people),
        *(player for account in before for player in opponents_owed(account.owed)),
    }
    how_well = {player: company.known(player) for player in opponents}
    after = reckoned(
        [settled(account, how_well, company.day) for account in before],
        [person.place for person in people],
        met,
        how_well,
        company.day,
    )
    return {
        person.id: _Change(old.swayed, new, new.swayed)
        for person, old, new in zip(people, before, after, strict=True)
    }


def _rating_writes(
    finished: Finished, about: About, ratings: Mapping[str, _Change]
) -> Iterator[Write]:
    transcript, book = finished.transcript, books.ratings(about.family)
    for person in finished.rated:
        account = ratings[person.id].account
        mu, sigma, matches, _ = account.rating
        record = LastRating(mu, sigma, matches, transcript.match, account.owed)
        yield SetField(book, person.id, books.pack_record(record))


def _rated_rows(
    finished: Finished, about: About, standings: Mapping[str, Standing]
) -> Iterator[Write]:
    transcript = finished.transcript
    for person in finished.rated:
        _, shown, matches = standings[person.id]
        if shown is None:
            continue
        row = row_of(transcript, person)._replace(rating=shown, matches=matches)
        packed = books.pack_row(row)
        for window in windows_at(transcript.ended_at):
            names = books.names_on(about.family, window)
            yield from ranked(names, "rating", person.id, packed, shown)


# Counts, and what is made of them


def _count_writes(
    known: Known,
    finished: Finished,
    sheets: Sequence[SheetNames],
    standings: Mapping[str, Standing],
) -> Iterator[Write]:
    for person in finished.rated:
        weight = standings[person.id].weight
        row = row_of(finished.transcript, person)
        has_won = person.has_won
        for sheet in sheets:
            packed = known[(sheet.counts, person.id)]
            before = Counts() if packed is None else books.unpack_counts(packed)
            after = Counts(
                before.matches + 1,
                before.wins + has_won,
                before.outs + (person.seat.state == "out"),
                before.known + weight,
                before.known_wins + has_won * weight,
            )
            yield SetField(sheet.counts, person.id, books.pack_record(after))
            yield from _counted_writes(sheet, row, after, has_won=has_won)


def _counted_writes(
    sheet: SheetNames, row: Row, counts: Counts, *, has_won: bool
) -> Iterator[Write]:
    packed = dict[tuple[int, int], bytes]()
    for kind, metric in COUNTS.items():
        if metric.changed_by_wins_alone and not has_won:
            continue
        matches, wins = metric.counted(counts)
        value = metric.value(matches, wins)
        if value is None:
            continue
        if (matches, wins) not in packed:
            counted = row._replace(wins=wins, matches=matches)
            packed[matches, wins] = books.pack_row(counted)
        yield from ranked(sheet, kind, row.player, packed[matches, wins], value)


def _best_writes(
    known: Known, finished: Finished, about: About, sheets: Sequence[SheetNames]
) -> Iterator[Write]:
    for person in finished.rated:
        if not person.has_result:
            continue
        row = books.pack_row(result_of(finished.transcript, person))
        for kind, value_of in RESULTS.items():
            value = value_of(about, person.seat)
            # Often the best of the day is that of the week, too.
            stands: dict[bytes | None, bool] = {None: False}
            for sheet in sheets:
                packed = known[(sheet.rows[kind], person.id)]
                if packed not in stands:
                    best = value_of(about, books.unpack_row(packed or b""))
                    stands[packed] = best >= value
                if not stands[packed]:
                    yield from ranked(sheet, kind, person.id, row, value)


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
