"""Sheets in pieces, as the archive keeps them.

A sheet is what the books have of one game in one window: its boards and counts; or of a
family; or of one daily deal. Rows of a board are in their order, so many in a piece,
and where those are several, an index in pieces says of each player where they stand. So
whoever asks for some rows reads a few pieces, however long the board is. Other books
are fields in pieces. A head names all of them, each by a digest of what is in it, and
has one itself: whoever knows that one can take nothing else for the sheet.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgpack

from samedeal_server.store.boards.rows import Ranked

DIGEST_BYTES = 16
PIECE = 256
"""Rows or fields in a piece. Never another number: where a row stands says in which."""
INDEXED = 2048
"""Players in a piece of an index."""
PIECE_BEGINS = 0x94
"""The first byte of a piece, a list of four; pages of histories are lists of three."""
RANKING, ROWS = ":ranking", ":rows"

Book: TypeAlias = Mapping[str, bytes]
"""Values by field; scores, as decimal text, by player."""
Pieces: TypeAlias = Mapping[bytes, bytes]
"""The contents of pieces, by their digests."""
Place: TypeAlias = tuple[int, int]
"""The number of rows before one, and its rank."""
T = TypeVar("T")


class Uneven(ValueError):
    """A board's order and its rows are not of the same players."""


class BoardHead(NamedTuple):
    """A board's entry in a head."""

    total: int
    rows: Sequence[bytes]
    """Names of pieces, the best rows first."""
    firsts: Sequence[str]
    """The first player of each piece of an index, which has them in their order."""
    telling: Sequence[bytes]
    """Names of those pieces; none where there is one piece of rows."""

    def holding(self, start: int, most: int) -> list[bytes]:
        """Return the names of the pieces that have these rows."""
        last = min(self.total, start + most) - 1
        if last < start:
            return []
        return list(self.rows[start // PIECE : last // PIECE + 1])

    def index_of(self, players: Iterable[str]) -> list[bytes]:
        """Return the names of the pieces that say where players stand."""
        if not self.telling:
            return list(self.rows)
        return [self.telling[place] for place in sorted(self.by_piece(players))]

    def by_piece(self, players: Iterable[str]) -> dict[int, list[str]]:
        """Return players by the number of the piece that says where they stand."""
        found: dict[int, list[str]] = {}
        for one in players:
            number = max(0, bisect_right(self.firsts, one) - 1)
            found.setdefault(number, []).append(one)
        return found

    def read(self, pieces: Pieces, start: int, most: int) -> tuple[Ranked, ...]:
        """Return rows, from those pieces that have them."""
        held = self.holding(start, most)
        rows = [row for name in held for row in rows_in(pieces[name])]
        before = start % PIECE
        return tuple(rows[before : before + most])

    def places(self, pieces: Pieces, players: Collection[str]) -> dict[str, Place]:
        """Return the places of players, where they have any, from pieces that tell."""
        if not self.telling:
            rows = self.read(pieces, 0, self.total)
            all_places = {row.player: (at, row.rank) for at, row in enumerate(rows)}
        else:
            all_places = {
                player: place
                for name in self.index_of(players)
                for player, place in places_in(pieces[name]).items()
            }
        return {one: all_places[one] for one in players if one in all_places}


class Head(NamedTuple):
    """The contents of a sheet."""

    boards: Mapping[str, BoardHead]
    others: Mapping[str, Sequence[bytes]]
    """Names of the pieces of books that are no boards."""

    @property
    def books(self) -> tuple[str, ...]:
        """Return the names of all its books."""
        of_boards = [
            f"{board}{part}" for board in self.boards for part in (RANKING, ROWS)
        ]
        return (*of_boards, *self.others)

    @property
    def pieces(self) -> frozenset[bytes]:
        """Return the names of all its pieces."""
        of_boards = (
            name
            for board in self.boards.values()
            for name in (*board.rows, *board.telling)
        )
        return frozenset(
            (*of_boards, *(n for names in self.others.values() for n in names))
        )

    def holding(self, book: str) -> Sequence[bytes]:
        """Return the names of the pieces that a book is in, none for one not here."""
        board = self.boards.get(book.removesuffix(RANKING).removesuffix(ROWS))
        return self.others.get(book, ()) if board is None else board.rows


def sheet_of(book: str) -> str | None:
    """Return the sheet that a book is on; None for one that is on none.

    Those of all time are on sheets of their own, which never leave the store.
    """
    kind, _, rest = book.partition("/")
    match kind:
        case "board":
            _, _, sheet = rest.partition("/")
            return sheet.removesuffix(RANKING).removesuffix(ROWS)
        case "counts":
            return rest
        case _:
            return None


def digest_of(packed: bytes) -> bytes:
    """Return the digest by which a piece is named."""
    return hashlib.sha256(packed).digest()[:DIGEST_BYTES]


def empty_piece() -> bytes:
    """Return the piece that is put in place of one that is of no sheet any more."""
    return _packed("", "", 0, [])


class Making:
    """A sheet that is being taken apart, book by book."""

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._boards: dict[str, BoardHead] = {}
        self._others: dict[str, list[bytes]] = {}

    def board(self, board: str, ranking: Book, rows: Book) -> Iterator[bytes]:
        """Take a board; yield its pieces. Raises Uneven before the first of them."""
        if ranking.keys() != rows.keys():
            raise Uneven(board)
        if ranking:
            yield from self._board(board, _in_order(ranking), rows)

    def _board(
        self, board: str, order: Sequence[tuple[int, str]], rows: Book
    ) -> Iterator[bytes]:
        named, places = list[bytes](), dict[str, Place]()
        rank, last = 0, None
        for first in range(0, len(order), PIECE):
            entries = list[tuple[str, int, int, bytes]]()
            for at, (score, player) in enumerate(order[first : first + PIECE], first):
                rank, last = (rank if score == last else at + 1), score
                places[player] = at, rank
                entries.append((player, -score, rank, rows[player]))
            piece = _packed(self._sheet, board, first // PIECE, entries)
            named.append(digest_of(piece))
            yield piece
        firsts, index = list[str](), list[bytes]()
        for some in _batched(sorted(places) if len(named) > 1 else (), INDEXED):
            found = [(player, *places[player]) for player in some]
            piece = _packed(self._sheet, f"{board}:index", len(index), found)
            firsts.append(some[0])
            index.append(digest_of(piece))
            yield piece
        self._boards[board] = BoardHead(len(order), named, firsts, index)

    def other(self, book: str, fields: Book) -> Iterator[bytes]:
        """Take a book that is no board; yield its pieces."""
        named = list[bytes]()
        for some in _batched(sorted(fields), PIECE):
            found = [(field, fields[field]) for field in some]
            piece = _packed(self._sheet, book, len(named), found)
            named.append(digest_of(piece))
            yield piece
        if named:
            self._others[book] = named

    def head(self) -> bytes:
        """Return the head of what was taken."""
        boards = {board: list(head) for board, head in self._boards.items()}
        return _packed(self._sheet, "", 0, [boards, self._others])


def taken_apart(
    sheet: str, books: Mapping[str, Book]
) -> tuple[bytes, dict[bytes, bytes]]:
    """Return the digest of a whole sheet's head, and all its pieces by their digests.

    Raises Uneven.
    """
    making, pieces = Making(sheet), list[bytes]()
    for board in boards_of(books):
        of_board = (books.get(f"{board}{part}", {}) for part in (RANKING, ROWS))
        pieces += making.board(board, *of_board)
    for book in others_of(books):
        pieces += making.other(book, books[book])
    pieces.append(making.head())
    return digest_of(pieces[-1]), {digest_of(piece): piece for piece in pieces}


def boards_of(books: Collection[str]) -> list[str]:
    """Return the boards that books are of, in their order."""
    return sorted(
        {
            book.removesuffix(RANKING).removesuffix(ROWS)
            for book in books
            if book.endswith((RANKING, ROWS))
        }
    )


def others_of(books: Collection[str]) -> list[str]:
    """Return those books that are no boards, in their order."""
    return sorted(book for book in books if not book.endswith((RANKING, ROWS)))


# Read


def head_in(packed: bytes) -> Head:
    """Read a head."""
    boards, others = _content(packed)
    return Head({name: BoardHead(*told) for name, told in boards.items()}, others)


def sheet_in(packed: bytes) -> str:
    """Return the sheet of a piece; "" if it was emptied."""
    sheet: str = msgpack.unpackb(packed)[0]
    return sheet


def rows_in(packed: bytes) -> list[Ranked]:
    """Return the rows in a piece, the best first."""
    return [
        Ranked(rank, player, value, row)
        for player, value, rank, row in _content(packed)
    ]


def places_in(packed: bytes) -> dict[str, Place]:
    """Read players' places from a piece of an index."""
    return {player: (at, rank) for player, at, rank in _content(packed)}


def book_in(book: str, pieces: Iterable[bytes]) -> dict[str, bytes]:
    """Return a whole book, from the pieces that it is in."""
    if not book.endswith((RANKING, ROWS)):
        return dict(pair for piece in pieces for pair in _content(piece))
    rows = (row for piece in pieces for row in rows_in(piece))
    if book.endswith(RANKING):
        return {row.player: b"%d" % -row.value for row in rows}
    return {row.player: row.row for row in rows}


def _batched(things: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    for first in range(0, len(things), most):
        yield things[first : first + most]


def _in_order(ranking: Book) -> list[tuple[int, str]]:
    return sorted((int(score), player) for player, score in ranking.items())


def _packed(sheet: str, book: str, number: int, content: object) -> bytes:
    packed: bytes = msgpack.packb((sheet, book, number, content))
    return packed


def _content(packed: bytes) -> Any:
    return msgpack.unpackb(packed)[3]
