"""The matches that were played on this machine, at whichever server.

A match that was proven is kept with its record, so that it can be seen again, checked
and analysed wherever its server is by then. Each match of a server has files of its
own, so that programs at two terminals never write one, and no server that lists a match
by the id of another's comes before that; a record is as `samedeal export` writes it.

What cannot be written is done without: a full disk ends no match.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.files import (
    hashed,
    own_file_keeps,
    read_as,
    write_if_possible,
)
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.record import SUFFIX, beginning_of, is_whole

FOLDER = ".matches"
NOTE = ".json"


class KeptMatch(BaseModel):
    """A match, its server, and the player who played it here."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    player: str
    """The player's id."""
    entry: EntryView
    is_given_up: bool = False
    """Whether a chain without this match was accepted."""


class KeptMatches:
    """The matches of one user; a folder beside the identities."""

    def __init__(self, identity: Path) -> None:
        self.folder = identity.with_suffix(FOLDER)
        self._keeps = own_file_keeps(identity)

    def keep(self, match: KeptMatch, sealed: bytes = b"") -> None:
        """Keep a match, with its record if it is proven; anything kept before stays."""
        name = match.entry.match
        if not (self._keeps and is_whole(name)):
            return
        note = self._note(name, match.server)
        record = note.with_suffix(SUFFIX)
        if sealed and not record.exists():
            write_if_possible(record, sealed)
        if not note.exists():
            write_if_possible(note, match.model_dump_json())

    def note(self, server: str, player: str, entries: Iterable[EntryView]) -> None:
        """Keep the matches that a server lists for a player."""
        for entry in entries:
            self.keep(KeptMatch(server=server, player=player, entry=entry))

    def find(self, text: str, server: str = "") -> KeptMatch | None:
        """Return the match of an id, or of its beginning if only one begins so.

        Where several servers have one, it is that of the server named; then one that
        was proven here, before those that were only listed.
        """
        beginning = text if is_whole(text) else beginning_of(text)
        meant = [] if beginning is None else self.beginning_with(beginning)
        if len(meant) != 1:
            return None
        place = kept_under(server)
        notes = [
            (kept_under(found.server) != place, not record.exists(), found.server)
            for note, record in self._files(meant[0])
            if (found := _read(note))
        ]
        return self._at(meant[0], min(notes)[-1]) if notes else None

    def beginning_with(self, beginning: str) -> list[str]:
        """Return the ids with a beginning, sorted."""
        notes = self.folder.glob(f"{beginning}*{NOTE}")
        return sorted({_named(path) for path in notes})

    def record(self, match: str, server: str = "") -> bytes | None:
        """Return the bytes of a match's record, None if it was not kept.

        If several servers have the match, it is the record of the one that `find`
        returns.
        """
        found = self.find(match, server) if is_whole(match) else None
        if found is None:
            return None
        try:
            return self._note(match, found.server).with_suffix(SUFFIX).read_bytes()
        except OSError:
            return None

    def linked_at(self, server: str) -> tuple[str, ...]:
        """Return the ids of the matches that a server's chain has to have."""
        found = (_read(path) for path in self.folder.glob(f"*{NOTE}"))
        return tuple(
            m.entry.match
            for m in found
            if m and kept_under(m.server) == kept_under(server) and not m.is_given_up
        )

    def give_up(self, server: str, matches: Iterable[str]) -> None:
        """Stop looking for matches in their server's chain; they stay kept."""
        for name in matches:
            match = self._at(name, server) if is_whole(name) else None
            if match is not None:
                given_up = match.model_copy(update={"is_given_up": True})
                note = self._note(name, server)
                write_if_possible(note, given_up.model_dump_json())

    def by_server(
        self, game: str | None = None, *, but: str = ""
    ) -> dict[str, list[EntryView]]:
        """Return the matches by the server they were played at, newest first.

        Those at one server can be left out, and those of all games but one.
        """
        found = [read for path in self.folder.glob(f"*{NOTE}") if (read := _read(path))]
        found.sort(key=lambda match: match.entry.at, reverse=True)
        there: dict[str, list[EntryView]] = {}
        for match in found:
            server = kept_under(match.server)
            if server != kept_under(but) and game in (None, match.entry.game):
                there.setdefault(server, []).append(match.entry)
        return there

    def _at(self, match: str, server: str) -> KeptMatch | None:
        return _read(self._note(match, server))

    def _files(self, match: str) -> list[tuple[Path, Path]]:
        """Return the notes of a match at each server, each with its record's file."""
        notes = sorted(self.folder.glob(f"{match}*{NOTE}"))
        return [(note, note.with_suffix(SUFFIX)) for note in notes]

    def _note(self, match: str, server: str) -> Path:
        # Versions before kept one match of an id, whichever server's.
        before = self.folder / f"{match}{NOTE}"
        found = _read(before)
        if found is not None and kept_under(found.server) == kept_under(server):
            return before
        place = hashed(kept_under(server))
        return self.folder / f"{match}-{place}{NOTE}"


def _named(path: Path) -> str:
    return path.stem.partition("-x-")[0]


_read = partial(read_as, KeptMatch)
