"""The matches that were played on this machine, at whichever server.

A match that was proven is kept with its record, so that it can be seen again, checked
and analysed wherever its server is by then. Each match has files of its own, so that
programs at two terminals never write one; a record is as `samedeal export` writes it.

What cannot be written is done without: a full disk ends no match.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.identity import IdentityError, write_private
from samedeal_protocol.profiles import EntryView
from samedeal_records.record import SUFFIX, beginning_of, is_whole

FOLDER = ".matches"
NOTE = ".json"


class KeptMatch(BaseModel):
    """A match, and where it was played by whom."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    player: str
    """The id of who played it here."""
    entry: EntryView
    is_given_up: bool = False
    """Whether a chain was accepted that does not have it."""


class KeptMatches:
    """The matches of one user; a folder beside the identities."""

    def __init__(self, identity: Path) -> None:
        self.folder = identity.with_suffix(FOLDER)
        # A device in place of the file is for whoever wants nothing kept.
        self._keeps = identity.is_file() or not identity.exists()

    def keep(self, match: KeptMatch, sealed: bytes = b"") -> None:
        """Keep a match, with its record if it is proven; what was kept before stays."""
        name = match.entry.match
        if not (self._keeps and is_whole(name)):
            return
        note, record = self._note(name), self._record(name)
        with suppress(IdentityError):
            if sealed and not record.exists():
                write_private(record, sealed)
            if not note.exists():
                write_private(note, match.model_dump_json())

    def note(self, server: str, player: str, entries: Iterable[EntryView]) -> None:
        """Keep what a server lists of somebody's matches."""
        for entry in entries:
            self.keep(KeptMatch(server=server, player=player, entry=entry))

    def find(self, text: str) -> KeptMatch | None:
        """Return the match of an id, or of its beginning if only one begins so."""
        if is_whole(text):
            return _read(self._note(text))
        beginning = beginning_of(text)
        if beginning is None:
            return None
        meant = self.beginning_with(beginning)
        return _read(self._note(meant[0])) if len(meant) == 1 else None

    def beginning_with(self, beginning: str) -> list[str]:
        """Return the ids that begin so."""
        return [path.stem for path in self.folder.glob(f"{beginning}*{NOTE}")]

    def record(self, match: str) -> bytes | None:
        """Return the bytes of a match's record, None where it was not kept."""
        try:
            return self._record(match).read_bytes() if is_whole(match) else None
        except OSError:
            return None

    def linked_at(self, server: str) -> tuple[str, ...]:
        """Return the ids of the matches that the chain of a server has to have."""
        found = (_read(path) for path in self.folder.glob(f"*{NOTE}"))
        return tuple(
            m.entry.match
            for m in found
            if m and m.server == server and not m.is_given_up
        )

    def give_up(self, matches: Iterable[str]) -> None:
        """Look for some of them in no chain any more; they stay as they are."""
        for name in matches:
            match = self.find(name) if is_whole(name) else None
            if match is not None:
                given_up = match.model_copy(update={"is_given_up": True})
                with suppress(IdentityError):
                    write_private(self._note(name), given_up.model_dump_json())

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
            if match.server != but and game in (None, match.entry.game):
                there.setdefault(match.server, []).append(match.entry)
        return there

    def _note(self, match: str) -> Path:
        return self.folder / f"{match}{NOTE}"

    def _record(self, match: str) -> Path:
        return self.folder / f"{match}{SUFFIX}"


def _read(path: Path) -> KeptMatch | None:
    try:
        return KeptMatch.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None
