"""Given deals in the books: everybody's first attempt, and the streaks of dailies.

Whoever has seen a deal once knows it, so one attempt is on its board, and the first,
however it went.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from samedeal_games.game import About
from samedeal_records.transcripts import Transcript
from samedeal_records.verification import took_back
from samedeal_server.core.books import books
from samedeal_server.core.books.books import Field, Known, SetField, Streak, Write
from samedeal_server.core.books.dailies import read_daily_id, reveal_at
from samedeal_server.core.books.results import (
    Person,
    people_of,
    ranked,
    result_of,
    value_of,
)
from samedeal_server.core.books.windows import ALL

NO_RESULT = -1
"""Orders an attempt at a deal that was resigned, or had no move: below every score."""


def original_of(transcript: Transcript) -> str | None:
    """Return the match whose deal a challenge is on; None for no challenge."""
    return transcript.deal if transcript.kind == "challenge" else None


def needs_of_firsts(
    transcript: Transcript, original: Transcript | None, about: About
) -> Iterator[Field]:
    """Yield the fields that `first_attempts` has to know."""
    board = books.board("deal", transcript.deal, ALL)
    for attempt, person in _attempts(transcript, original):
        yield (books.rows(board), person.id)
        if attempt.kind == "daily":
            yield (books.streak(person.id), about.key)


def first_attempts(
    known: Known, transcript: Transcript, original: Transcript | None, about: About
) -> Iterator[Write]:
    """Yield the writes that put newcomers on the deal's board."""
    on = books.names_on(transcript.deal, ALL)
    placed = set[str]()
    for attempt, person in _attempts(transcript, original):
        field = (on.rows["deal"], person.id)
        if person.id in placed or known[field] is not None:
            continue
        placed.add(person.id)
        value = value_of(about, person.seat) if person.has_result else NO_RESULT
        row = books.pack_row(result_of(attempt, person))
        yield from ranked(on, "deal", person.id, row, value)
        if attempt.kind == "daily" and person.has_result:
            packed = known[(books.streak(person.id), about.key)]
            before = None if packed is None else books.unpack_streak(packed)
            after = prolonged(before, read_daily_id(attempt.deal).day)
            packed = books.pack_record(after)
            yield SetField(books.streak(person.id), about.key, packed)


def prolonged(streak: Streak | None, day: date) -> Streak:
    """Return a streak after a result in the daily of a day.

    Days come in order but for two: an attempt begun before midnight may end after
    the next day's.
    """
    if streak is None:
        return Streak(1, 1, day.isoformat())
    last = date.fromisoformat(streak.last)
    if day == last + timedelta(days=1):
        current, before = streak.current + 1, 0
    elif day == last - timedelta(days=1) and streak.current == 1:
        day, current, before = last, streak.before + 2, 0
    elif day > last:
        is_one_missing = day == last + timedelta(days=2)
        current, before = 1, streak.current if is_one_missing else 0
    else:
        return streak
    return Streak(current, max(streak.longest, current), day.isoformat(), before)


def _attempts(
    transcript: Transcript, original: Transcript | None
) -> Iterator[tuple[Transcript, Person]]:
    """Yield those who tried a given deal, those of the match that it is from first.

    Without those of that match who took moves back: they played another game.
    """
    if transcript.kind == "match":
        return
    if transcript.kind == "daily" and not _is_in_time(transcript):
        return
    if original is not None:
        for person in people_of(original):
            if not took_back(person.seat):
                yield original, person
    for person in people_of(transcript):
        yield transcript, person


def _is_in_time(transcript: Transcript) -> bool:
    try:
        daily = read_daily_id(transcript.deal)
    except ValueError:
        return False
    is_its_game = daily.game == transcript.game
    return is_its_game and transcript.ended_at < reveal_at(daily.day)
