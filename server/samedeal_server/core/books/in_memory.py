"""Books in memory: all of them, as a fold over a whole chain of matches makes them."""

from collections.abc import Iterable

from samedeal_server.core.books.books import (
    AddLine,
    AddNote,
    Field,
    SetField,
    SetRank,
    Write,
)

Book = dict[str, bytes]
"""What is in a book, whatever its kind: values by field; scores, as decimal text, by
player; or lines by their number, from 0."""


class BooksInMemory:
    """Every book by its name; those that are empty are not there."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}

    def known(self, fields: Iterable[Field]) -> dict[Field, bytes | None]:
        """Return the values of some fields; None for one that is not there."""
        return {(book, name): self.book(book).get(name) for book, name in fields}

    def book(self, name: str) -> Book:
        """Return a book, which may have nothing in it."""
        return self.books.get(name, {})

    def put(self, name: str, book: Book) -> None:
        """Put a book in place of the one of its name."""
        if book:
            self.books[name] = book
        else:
            self.books.pop(name, None)

    def write(self, writes: Iterable[Write]) -> None:
        """Write into the books, of which all parts are here."""
        for write in writes:
            if isinstance(write, AddNote):
                continue
            book = self.books.setdefault(write.book, {})
            match write:
                case SetField(_, field, value):
                    book[field] = value
                case SetRank(_, player, score):
                    book[player] = b"%d" % score
                case AddLine(_, line):
                    book[str(len(book))] = line
