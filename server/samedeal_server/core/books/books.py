"""The books: what stands in them, under which names, in which bytes.

Books are what finished matches add up to: boards, ratings, counts, histories. Each
is a hash, a sorted set or a list in the store, which puts a prefix of its own before
the names made here. `projection` fills them; whoever shows them reads them back with
the functions here. All numbers are whole, all values msgpack in a fixed order, so
that books computed anew from the same matches are the same bytes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgpack

from samedeal_server.core.books.ratings import Rating
from samedeal_server.core.books.reckoning import Account, Met, Owed
from samedeal_server.core.books.renown import Renown

BoardKind: TypeAlias = Literal[
    "best", "pace", "wins", "winrate", "every-win", "every-winrate", "rating", "deal"
]
"""``best``: each player's best result in a game, ordered as
`standings.leaderboard_value` says. ``pace``: each player's result with the most points
or cards up a minute. ``wins``: matches won in a game, each as far as the
best known opponent is known (`renown`). ``winrate``: won of all, for those with
`WINRATE_LEAST` matches or more in the window, counted alike. ``every-win`` and
``every-winrate``: the same, where every match counts wholly; shown among people who
know one another. ``rating``: the last rating in a family of those who played in the
window, if not provisional. ``deal``: first attempts at one given deal, all time; who
resigned it, or never moved, comes last.

The scope is a game's key, for ``rating`` a family, for ``deal`` a deal's id; windows
are named as `windows` does."""

BookKind: TypeAlias = Literal["hash", "ranking", "list"]
"""The kind of a book in the store: a hash, a sorted set or a list."""

WINRATE_LEAST = 5
HISTORY = "history/"
"""The beginning of the names of histories."""


Field: TypeAlias = tuple[str, str]
"""A field of a hash in the books: the name of the book, and the field's."""

Known: TypeAlias = Mapping[Field, bytes | None]
"""Values of fields; None for nothing."""


class SetField(NamedTuple):
    """Put a value into a hash, or replace it."""

    book: str
    field: str
    value: bytes


class SetRank(NamedTuple):
    """Put a player into a ranking, or move them."""

    book: str
    player: str
    score: int
    """The value below zero: a ranking runs from its lowest score up, and those with
    equal scores stand in order of their ids."""


class AddLine(NamedTuple):
    """Put a line at the end of a list."""

    book: str
    line: bytes


class AddNote(NamedTuple):
    """Leave a note of a match for the part of the books that has its boards."""

    book: str
    """The part: a game, or a family."""
    number: int
    """How many links of the chain are in the books with that match."""
    note: bytes


Write: TypeAlias = SetField | SetRank | AddLine | AddNote


def board(kind: BoardKind, scope: str, window: str) -> str:
    """Return the name of a board."""
    return f"board/{kind}/{scope}/{window}"


def ranking(board: str) -> str:
    """Return the book with the order of a board's players.

    Sorted set: player ids; see `SetRank` for the scores.
    """
    return f"{board}:ranking"


def rows(board: str) -> str:
    """Return the book with the rows of a board.

    Hash: player id to a packed `Row`.
    """
    return f"{board}:rows"


class SheetNames(NamedTuple):
    """The names of a game's books in one window."""

    counts: str
    rows: Mapping[BoardKind, str]
    rankings: Mapping[BoardKind, str]


@lru_cache(1024)
def names_on(game: str, window: str) -> SheetNames:
    """Return the names of the books that a match of a game writes to in a window."""
    boards = {kind: board(kind, game, window) for kind in get_args(BoardKind)}
    return SheetNames(
        counts(game, window),
        {kind: rows(name) for kind, name in boards.items()},
        {kind: ranking(name) for kind, name in boards.items()},
    )


def ratings(family: str) -> str:
    """Return the book of a family's ratings.

    Hash: player id to a packed `LastRating`.
    """
    return f"ratings/{family}"


def counts(game: str, window: str) -> str:
    """Return the book that counts each player's rated matches in a window.

    Hash: player id to packed `Counts`.
    """
    return f"counts/{game}/{window}"


def versus(player: str) -> str:
    """Return the book of a player's rated matches against each other person.

    Hash: the opponent's id to packed `Versus`.
    """
    return f"versus/{player}"


def renown() -> str:
    """Return the book of how much of a history everybody has.

    Hash: player id to packed `Renown`.
    """
    return "renown"


def streak(player: str) -> str:
    """Return the book of a player's dailies day by day.

    Hash: a game's key to a packed `Streak`.
    """
    return f"streak/{player}"


def history(player: str) -> str:
    """Return the book of every match that a player took part in.

    List: packed `Line`s, the newest last; where there is an archive, not the oldest.
    """
    return f"{HISTORY}{player}"


def books_on(sheet: str) -> tuple[str, ...]:
    """Return all books that there may be of one scope in one window.

    A sheet is called as ``GAME/WINDOW``, with a family or a deal in place of the game.
    """
    boards = [f"board/{kind}/{sheet}" for kind in get_args(BoardKind)]
    parts = (part(board) for board in boards for part in (ranking, rows))
    return (*parts, f"counts/{sheet}")


def kind_of(book: str) -> BookKind:
    """Return the kind of value that a book is in the store, which its name tells."""
    if book.startswith(HISTORY):
        return "list"
    is_ranking = book.startswith("board/") and book.endswith(":ranking")
    return "ranking" if is_ranking else "hash"


class Row(NamedTuple):
    """A row of a board; None for what its kind does not have."""

    player: str
    name: str
    """As the match has it."""
    match: str
    """The match that put it there: of the result, or the last that changed it."""
    at: int
    """The time when that match ended, in ms since 1970."""
    score: int | None = None
    """Of ``best``, ``pace`` and ``deal``, as the next three."""
    plies: int | None = None
    elapsed_ms: int | None = None
    state: str | None = None
    wins: int | None = None
    """In the window; of ``wins`` and ``winrate``."""
    matches: int | None = None
    """In the window for ``wins`` and ``winrate``, in all for ``rating``."""
    rating: int | None = None
    """As people see it; of ``rating``."""
    unvouched: bool | None = None
    """True if no other player of the match had a claimed name. None: somebody had, it
    is unknown, or the board is of a ``deal``, which everybody may play alone."""


class LastRating(NamedTuple):
    """A player's rating in a family, and the last match that went into it."""

    mu: int
    sigma: int
    matches: int
    match: str
    owed: tuple[Owed, ...] = ()

    @property
    def account(self) -> Account:
        """Return the rating without what is owed, and that."""
        return Account(Rating(self.mu, self.sigma, self.matches), self.owed)

    @property
    def rating(self) -> Rating:
        """Return the rating as it is shown."""
        return self.account.swayed


class Counts(NamedTuple):
    """A player's rated matches in a game and a window."""

    matches: int = 0
    wins: int = 0
    outs: int = 0
    """The times that all cards came out, won or not."""
    known: int = 0
    """The matches as far as the best known opponent of each is known, in millionths."""
    known_wins: int = 0
    """Those that were won, in the same."""


class Versus(NamedTuple):
    """A player's rated matches against one other person."""

    name: str
    """The other's, in the last match."""
    matches: int = 0
    won: int = 0
    """Matches in which the other came after; equal places are neither."""
    lost: int = 0
    day: int = 0
    """The day of the last match, counted from that of the year 1."""
    on_day: int = 0
    """Matches on that day."""


class Streak(NamedTuple):
    """Days on end on which a player has a result in a game's daily."""

    current: int
    """Up to `last`; whether it still goes on depends on today."""
    longest: int
    last: str
    """The day of the last one, as ``2026-11-21``."""
    before: int = 0
    """What had been current two days before `last`, where the day between is missing
    and may still come: a daily can end after midnight, and after the next one."""


class Shown(NamedTuple):
    """A rating as people see it."""

    rating: int
    is_provisional: bool


class Opponent(NamedTuple):
    """Somebody else in a match, people and bots, in order of place."""

    player: str
    name: str
    bot: bool
    place: int
    score: int


class Line(NamedTuple):
    """One match in a player's history."""

    match: str
    kind: str
    """``match``, ``daily``, ``challenge`` or ``event``."""
    deal: str
    game: str
    rated: bool
    at: int
    """The time when it ended, in ms since 1970."""
    place: int
    """Among all, bots included, as the result told."""
    players: int
    """The number of players, bots included."""
    score: int
    plies: int
    elapsed_ms: int
    state: str
    before: Shown | None
    """The rating before this match; None where it was not rated."""
    after: Shown | None
    opponents: tuple[Opponent, ...]


def pack_row(row: Row) -> bytes:
    """Return a row's bytes: a map without what it does not have."""
    return _packed({k: v for k, v in zip(_ROW, row, strict=True) if v is not None})


_ROW = Row._fields


def unpack_row(packed: bytes) -> Row:
    """Read a row back."""
    return Row(**_unpacked(packed))


def pack_record(record: LastRating | Counts | Versus | Streak | Renown) -> bytes:
    """Return a record's bytes: a list of its fields in their order."""
    return _packed(record)


@lru_cache(256)
def unpack_rating(packed: bytes) -> LastRating:
    """Read a rating back; asked for twice when a match is booked."""
    mu, sigma, matches, match, owed = _unpacked(packed)
    return LastRating(mu, sigma, matches, match, tuple(map(_owed, owed)))


def unpack_counts(packed: bytes) -> Counts:
    """Read counts back."""
    return Counts(*_unpacked(packed))


def unpack_versus(packed: bytes) -> Versus:
    """Read what was against one opponent back."""
    return Versus(*_unpacked(packed))


def unpack_renown(packed: bytes) -> Renown:
    """Read a renown back."""
    return Renown(*_unpacked(packed))


def unpack_streak(packed: bytes) -> Streak:
    """Read a streak back."""
    return Streak(*_unpacked(packed))


def pack_line(line: Line) -> bytes:
    """Return the bytes of a line of history: a map of all its fields."""
    return _packed(line._asdict())


def unpack_line(packed: bytes) -> Line:
    """Read a line of history back."""
    fields = _unpacked(packed)
    for name in ("before", "after"):
        fields[name] = None if fields[name] is None else Shown(*fields[name])
    fields["opponents"] = tuple(Opponent(*each) for each in fields["opponents"])
    return Line(**fields)


def _owed(fields: Sequence[Any]) -> Owed:
    day, mu, sigma, most, counted, met = fields
    return Owed(day, mu, sigma, most, counted, tuple(map(Met._make, met)))


_PACKER = msgpack.Packer()
"""One for all: each has a buffer of its own, and a match has some hundred values."""


def _packed(value: object) -> bytes:
    packed: bytes = _PACKER.pack(value)
    return packed


def _unpacked(packed: bytes) -> Any:
    return msgpack.unpackb(packed)
