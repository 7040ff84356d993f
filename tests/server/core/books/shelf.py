"""Matches one after the other, and the books that they come to."""

from samedeal_records.transcripts import Transcript
from samedeal_server.core.books import books
from samedeal_server.core.books.books import (
    AddLine,
    AddNote,
    BoardKind,
    Field,
    Line,
    Row,
    SetField,
    SetRank,
    Write,
)
from samedeal_server.core.books.first_attempts import original_of
from samedeal_server.core.books.projection import book, needs, needs_then, touches
from samedeal_server.core.books.results import Finished
from samedeal_server.core.books.windows import ALL

GAME = "squares/english"
DAY = "2026-11-21"


class Shelf:
    """Books in memory."""

    def __init__(self, *matches: Transcript) -> None:
        self.fields: dict[Field, bytes] = {}
        self.scores: dict[str, dict[str, int]] = {}
        self.lines: dict[str, list[bytes]] = {}
        self._matches: dict[str, Transcript] = {}
        for match in matches:
            self.add(match)

    def add(self, match: Transcript) -> tuple[Write, ...]:
        """Book a match, knowing nothing but what was asked for."""
        ended = Finished(match, self._matches.get(original_of(match) or ""))
        known = {field: self.fields.get(field) for field in needs(ended)}
        more = needs_then(known, [ended])
        known |= {field: self.fields.get(field) for field in more}
        writes = book(known, ended)
        assert {write.book for write in writes} <= touches(ended)
        for write in writes:
            match write:
                case SetField(name, field, value):
                    self.fields[(name, field)] = value
                case SetRank(name, player, score):
                    self.scores.setdefault(name, {})[player] = score
                case AddLine(name, line):
                    self.lines.setdefault(name, []).append(line)
                case AddNote():
                    raise AssertionError("all books are together here")
        self._matches[match.match] = match
        return writes

    def board(self, kind: BoardKind, scope: str, window: str = ALL) -> dict[str, int]:
        """Return the values of a board, best first."""
        scores = self.scores.get(books.ranking(books.board(kind, scope, window)), {})
        order = sorted(scores, key=lambda player: (scores[player], player))
        return {player: -scores[player] for player in order}

    def row(self, kind: BoardKind, scope: str, player: str, window: str = ALL) -> Row:
        """Return a row of a board."""
        field = (books.rows(books.board(kind, scope, window)), player)
        return books.unpack_row(self.fields[field])

    def history(self, player: str) -> list[Line]:
        """Return a player's history."""
        return [
            books.unpack_line(line)
            for line in self.lines.get(books.history(player), [])
        ]

    def versus(self, player: str, other: str) -> books.Versus:
        """Return a player's results against another."""
        return books.unpack_versus(self.fields[(books.versus(player), other)])
