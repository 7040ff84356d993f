"""Matches put into books, one after the other, as the store takes them."""

from collections.abc import Collection, Iterable, Sequence

from samedeal_server.core.books.books import (
    AddLine,
    AddNote,
    Field,
    SetField,
    SetRank,
    Write,
)
from samedeal_server.core.books.projection import NONE, book, book_boards
from samedeal_server.core.books.results import Finished, Note
from samedeal_server.store.books import Writes


class _Folded:
    """Writes, of which the last to each place remains."""

    def __init__(self, known: dict[Field, bytes | None]) -> None:
        self._known = known
        self._places: dict[Field, Write] = {}
        self._added: list[Write] = []

    def add(self, writes: Iterable[Write]) -> None:
        for write in writes:
            if isinstance(write, AddLine | AddNote):
                self._added.append(write)
                continue
            place = (write[0], write[1])
            self._places[place] = write
            if isinstance(write, SetField):
                self._known[place] = write.value

    def all(self) -> tuple[Write, ...]:
        return (*self._places.values(), *self._added)


def fold(
    known: dict[Field, bytes | None],
    finished: Iterable[Finished],
    apart: Collection[str] = NONE,
) -> tuple[Write, ...]:
    """Return the changes to the books by matches, one after the other.

    `known` is what stands in the fields that they need, and is kept up to date. Of
    several writes to one place the last remains. For parts that are `apart` there are
    notes.
    """
    folded = _Folded(known)
    for each in finished:
        folded.add(book(known, each, apart))
    return folded.all()


def fold_boards(
    known: dict[Field, bytes | None],
    noted: Iterable[tuple[Finished, Note]],
    part: str,
) -> tuple[Write, ...]:
    """Return the changes to boards of a part, as `fold` does."""
    folded = _Folded(known)
    for each, note in noted:
        folded.add(book_boards(known, each, note, part))
    return folded.all()


def as_stored(writes: Sequence[Write], apart: str | None = None) -> Writes:
    """Return writes as the store takes them, computed while those parts were apart."""
    return Writes(
        [each for each in writes if isinstance(each, SetField)],
        [each for each in writes if isinstance(each, SetRank)],
        [each for each in writes if isinstance(each, AddLine)],
        [each for each in writes if isinstance(each, AddNote)],
        apart,
    )
