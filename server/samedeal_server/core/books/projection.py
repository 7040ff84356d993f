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
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from samedeal_games.catalogue import GAMES
from samedeal_games.game import About
from samedeal_records.transcripts import ERASED, Transcript
from samedeal_server.core.books import books
from samedeal_server.core.books.books import (
    AddLine,
    Counts,
    Field,
    Known,
    LastRating,
    Line,
    Opponent,
    Row,
    SetField,
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
    Person,
    movers_of,
    people_of,
    ranked,
    result_of,
    row_of,
)
from samedeal_server.core.books.windows import ALL, day_of, windows_at


def needs(
    transcript: Transcript, original: Transcript | None = None
) -> tuple[Field, ...]:
    """Return the fields that `book` has to know for the same transcripts."""
    return tuple(_needs(transcript, original))


def needs_then(known: Known, transcripts: Iterable[Transcript]) -> tuple[Field, ...]:
    """Return the fields that `book` has to know besides for these, one by one.

    `known` is what stands in all that `needs` says for any of them.
    """
    ratings = {
        _rating_field(transcript, person)
        for transcript in transcripts
        if _is_rated(transcript)
        for person in movers_of(transcript)
    }
    opponents = {
        opponent
        for field in ratings
        if (packed := known[field]) is not None
        for opponent in books.unpack_opponents_owed(packed)
    }
    fields = (Field(books.renown(), opponent) for opponent in sorted(opponents))
    return tuple(field for field in fields if field not in known)


def touches(
    transcript: Transcript, original: Transcript | None = None
) -> frozenset[str]:
    """Return the books that `book` may change, whatever stands in them."""
    return frozenset(_touches(transcript, original))


def book(
    known: Known, transcript: Transcript, original: Transcript | None = None
) -> tuple[Write, ...]:
    """Return the writes by which a transcript changes the books.

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
    about = GAMES[transcript.game].about
    if _is_rated(transcript):
        people, windows = movers_of(transcript), windows_at(transcript.ended_at)
        for person in people:
            yield Field(books.ratings(about.family), person.id)
            yield Field(books.renown(), person.id)
            for window in windows:
                for kind in RESULTS:
                    board = books.board(kind, about.key, window)
                    yield Field(books.rows(board), person.id)
                yield Field(books.counts(about.key, window), person.id)
            for other in people:
                yield Field(books.versus(person.id), other.id)
    yield from needs_of_firsts(transcript, original, about)


def _touches(transcript: Transcript, original: Transcript | None) -> Iterator[str]:
    if transcript.game not in GAMES:
        return
    about, people = GAMES[transcript.game].about, people_of(transcript)
    yield from (field.book for field in needs(transcript, original))
    yield from (
        books.history(person.id) for person in people if not ERASED.fullmatch(person.id)
    )
    boards = {books.board("deal", transcript.deal, ALL)}
    for window in windows_at(transcript.ended_at):
        boards.add(books.board("rating", about.family, window))
        for kind in OF_A_GAME:
            boards.add(books.board(kind, about.key, window))
    for board in boards:
        yield books.rows(board)
        yield books.ranking(board)


def _book(
    known: Known, transcript: Transcript, original: Transcript | None
) -> Iterator[Write]:
    about = GAMES[transcript.game].about
    ratings: Mapping[str, _Change] = {}
    if _is_rated(transcript):
        people = movers_of(transcript)
        company = _Company(known, transcript, people)
        ratings = _rated(known, transcript, people, company)
        yield from _rating_writes(transcript, about, people, ratings)
        yield from _count_writes(known, transcript, people, company)
        yield from _best_writes(known, transcript, about, people)
        yield from _versus_writes(known, transcript, people)
        yield from company.writes()
    yield from first_attempts(known, transcript, original, about)
    for person in people_of(transcript):
        if ERASED.fullmatch(person.id):
            continue  # Nobody can ask for what was theirs alone.
        line = _line(transcript, person, ratings.get(person.id))
        yield AddLine(books.history(person.id), books.pack_line(line))


def _is_rated(transcript: Transcript) -> bool:
    is_known = transcript.game in GAMES
    return is_known and transcript.rated and len(movers_of(transcript)) > 1


# Who has played, and how well they are known


class _Company:
    """Those who play a match, as they are known on its day."""

    def __init__(
        self, known: Known, transcript: Transcript, people: Sequence[Person]
    ) -> None:
        self.day = day_of(transcript.ended_at).toordinal()
        self._known = known
        self._people = people

    def known(self, player: str) -> int:
        """Return the share to which somebody is known, in millionths."""
        return known_on(self._renown(player), self.day)

    def met(self, person: Person) -> tuple[Met, ...]:
        """Return the opponents of somebody, the less the more often they met today."""
        return tuple(
            Met(other.id, share_of_pair(self._times(person, other)))
            for other in self._people
            if other.id != person.id
        )

    def weight(self, person: Person) -> int:
        """Return the weight of a win of somebody's, in millionths."""
        shares = (
            each.share * self.known(each.player) // MILLION for each in self.met(person)
        )
        return max(shares)

    def writes(self) -> Iterator[Write]:
        """Yield the writes of everybody's renown after the match."""
        for person in self._people:
            others = [other.id for other in self._people if other.id != person.id]
            before = self._renown(person.id)
            # Of an old record nobody knows whether names were claimed.
            named = bool(person.seat.named)
            after = after_match(before, others, self.day, named=named)
            yield SetField(books.renown(), person.id, books.pack_record(after))

    def _renown(self, player: str) -> Renown:
        packed = self._known[Field(books.renown(), player)]
        return Renown() if packed is None else books.unpack_renown(packed)

    def _times(self, person: Person, other: Person) -> int:
        """Return the number of times that two have met on this day before."""
        before = _versus(self._known, person, other)
        return before.on_day if before.day == self.day else 0


# Ratings


class _Change(NamedTuple):
    before: Rating
    account: Account
    after: Rating


def _rating_field(transcript: Transcript, person: Person) -> Field:
    return Field(books.ratings(GAMES[transcript.game].about.family), person.id)


def _account(known: Known, transcript: Transcript, person: Person) -> Account:
    packed = known[_rating_field(transcript, person)]
    return Account() if packed is None else books.unpack_rating(packed).account


def _rated(
    known: Known, transcript: Transcript, people: Sequence[Person], company: _Company
) -> dict[str, _Change]:
    before = [_account(known, transcript, person) for person in people]
    met = [company.met(person) for person in people]
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
    transcript: Transcript,
    about: About,
    people: Sequence[Person],
    ratings: Mapping[str, _Change],
) -> Iterator[Write]:
    for person in people:
        _, account, after = ratings[person.id]
        mu, sigma, matches, _ = account.rating
        record = LastRating(mu, sigma, matches, transcript.match, account.owed)
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
    known: Known, transcript: Transcript, people: Sequence[Person], company: _Company
) -> Iterator[Write]:
    windows = windows_at(transcript.ended_at)
    for person in people:
        weight, row = company.weight(person), row_of(transcript, person)
        for window in windows:
            name = books.counts(transcript.game, window)
            packed = known[Field(name, person.id)]
            before = Counts() if packed is None else books.unpack_counts(packed)
            after = Counts(
                before.matches + 1,
                before.wins + person.has_won,
                before.outs + (person.seat.state == "out"),
                before.known + weight,
                before.known_wins + person.has_won * weight,
            )
            yield SetField(name, person.id, books.pack_record(after))
            yield from _counted_writes(transcript.game, row, person, window, after)


def _counted_writes(
    game: str, row: Row, person: Person, window: str, counts: Counts
) -> Iterator[Write]:
    for kind, metric in COUNTS.items():
        matches, wins = metric.counted(counts)
        value = metric.value(matches, wins)
        if value is None or (metric.changed_by_wins_alone and not person.has_won):
            continue
        packed = books.pack_row(row._replace(wins=wins, matches=matches))
        yield from ranked(books.board(kind, game, window), person.id, packed, value)


def _best_writes(
    known: Known, transcript: Transcript, about: About, people: Sequence[Person]
) -> Iterator[Write]:
    windows = windows_at(transcript.ended_at)
    for person in people:
        if not person.has_result:
            continue
        row = books.pack_row(result_of(transcript, person))
        for kind, value_of in RESULTS.items():
            value = value_of(about, person.seat)
            for window in windows:
                board = books.board(kind, about.key, window)
                packed = known[Field(books.rows(board), person.id)]
                if packed is None or value_of(about, books.unpack_row(packed)) < value:
                    yield from ranked(board, person.id, row, value)


def _versus(known: Known, person: Person, other: Person) -> Versus:
    packed = known[Field(books.versus(person.id), other.id)]
    return Versus("") if packed is None else books.unpack_versus(packed)


def _versus_writes(
    known: Known, transcript: Transcript, people: Sequence[Person]
) -> Iterator[Write]:
    day = day_of(transcript.ended_at).toordinal()
    for person in people:
        for other in people:
            if other.id == person.id:
                continue
            before = _versus(known, person, other)
            after = Versus(
                other.seat.name,
                before.matches + 1,
                before.won + (person.place < other.place),
                before.lost + (person.place > other.place),
                day,
                before.on_day + 1 if before.day == day else 1,
            )
            field = Field(books.versus(person.id), other.id)
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
