"""The proof of a match that has just ended, made while the player goes on."""

import asyncio
from typing import Protocol

from samedeal_client.wire.happenings import NotDone, Proven
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_games.wording import Wording
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import EntryView
from samedeal_protocol.rooms.boards import LinkView
from samedeal_records.proof.entries import entry_from
from samedeal_records.proof.verify import unseen_by
from samedeal_records.proof.witness import Witness, contradictions
from samedeal_records.record import Record, Unreadable, check_of_seat, read_record
from samedeal_records.sealing import contents, digest_of
from samedeal_records.transcripts import from_plain

WITHIN_S = 20.0
"""Longer than a server takes to keep a record; then it is given up."""
CLOSED_WITHIN_S = 4.0
"""A server makes the link right after the record."""
NOT_CLOSED = Wording("its end in the chain: samedeal verify --chain looks for it")
PAUSE_S = 0.5
NOT_YET = (ErrorCode.UNKNOWN_MATCH, ErrorCode.UNAVAILABLE)
"""Refusals of a server that may have the record in a moment."""


class Archive(Protocol):
    """A source of records, with the keeper of matches."""

    @property
    def keeper(self) -> Keeper:
        """The keeper of proven matches."""
        ...

    async def transcript(self, match: str) -> bytes:
        """Return a record's bytes; raises NotDone."""
        ...

    async def entry_of(self, match: str) -> EntryView | None:
        """Return a match's entry in the player's own history, if it is a late one.

        Raises NotDone.
        """
        ...

    async def closing_of(self, match: str) -> LinkView | None:
        """Return the link that closed a match, None if none of the newest did.

        Raises NotDone.
        """
        ...


class LastRecord:
    """The record asked for last, kept so that it is asked for once."""

    def __init__(self, archive: Archive) -> None:
        self.keeper = archive.keeper
        self._archive = archive
        self._match = ""
        self._sealed = b""

    async def transcript(self, match: str) -> bytes:
        """Return a record's bytes; raises NotDone."""
        if match != self._match:
            sealed = await self._archive.transcript(match)
            self._match, self._sealed = match, sealed
        return self._sealed

    async def entry_of(self, match: str) -> EntryView | None:
        """Return a match's entry in the player's own history; raises NotDone."""
        return await self._archive.entry_of(match)

    async def closing_of(self, match: str) -> LinkView | None:
        """Return the link that closed a match; raises NotDone."""
        return await self._archive.closing_of(match)

    async def read(self, match: str) -> Record:
        """Return a match's record, checked; raises NotDone and Unreadable."""
        sealed = await self.transcript(match)
        # Playing thousands of moves again takes its time.
        return await asyncio.to_thread(read_record, sealed)


async def prove(archive: Archive, witness: Witness, pause_s: float = PAUSE_S) -> Proven:
    """Fetch the record of a match and check it; never raises for want of one."""
    match, reveal_at = witness.result.match, witness.result.reveal_at
    voids, unseen = witness.result.voids, unseen_by(witness)
    if reveal_at and not witness.result.server_seed:
        return Proven(
            match, is_recorded=False, doubts=(), reveal_at=reveal_at, unseen=unseen
        )
    try:
        async with asyncio.timeout(WITHIN_S):
            sealed = await _fetched(archive, match, pause_s)
    except (NotDone, TimeoutError):
        return Proven(match, is_recorded=False, doubts=(), voids=voids, unseen=unseen)
    # Playing thousands of moves again takes its time.
    doubts = await asyncio.to_thread(_judged, sealed, witness)
    unclosed: tuple[str, ...] = ()
    if not doubts:
        doubts, unclosed = await _about_closing(archive, match, sealed, pause_s)
        unseen = (*unseen, *unclosed)
    entry = None
    if doubts:
        await asyncio.to_thread(archive.keeper.doubt, witness, doubts)
    else:
        entry = await _entry(archive, witness)
        await asyncio.to_thread(_keep, archive, sealed, entry, witness.player)
        if not unclosed:
            await asyncio.to_thread(archive.keeper.settle, match)
    return Proven(
        match,
        is_recorded=True,
        doubts=doubts,
        entry=entry,
        voids=voids,
        unseen=unseen,
    )


def _keep(
    archive: Archive, sealed: bytes, entry: EntryView | None, player: str
) -> None:
    """Keep a match that the player took part in."""
    entry = entry or entry_from(from_plain(contents(sealed)), player)
    if entry is not None:
        archive.keeper.keep_match(entry, sealed, player)


async def _entry(archive: Archive, witness: Witness) -> EntryView | None:
    """Return a rated match's entry in the player's history, if that can be had."""
    result = witness.result
    if not result.rated or witness.player not in {s.player for s in result.standings}:
        return None
    try:
        return await archive.entry_of(result.match)
    except NotDone:
        return None


async def _fetched(archive: Archive, match: str, pause_s: float) -> bytes:
    while True:
        try:
            return await archive.transcript(match)
        except NotDone as refusal:
            if refusal.error.code not in NOT_YET:
                raise
        await asyncio.sleep(pause_s)


async def _about_closing(
    archive: Archive, match: str, sealed: bytes, pause_s: float
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return doubts about a match's end in the chain, and what was not seen of it.

    A match that was opened and never closed is one that the server could leave out.
    """
    try:
        async with asyncio.timeout(CLOSED_WITHIN_S):
            closing = await _closing(archive, match, pause_s)
    except (NotDone, TimeoutError):
        # Who shows no chain could leave the match out of it.
        return (), (NOT_CLOSED,)
    if (closing.kind, closing.proof) != ("end", digest_of(sealed)):
        return (
            Wording(
                "in the chain it was closed with a different record, or not at all"
            ),
        ), ()
    return (), ()


async def _closing(archive: Archive, match: str, pause_s: float) -> LinkView:
    while True:
        closing = await archive.closing_of(match)
        if closing is not None:
            return closing
        await asyncio.sleep(2 * pause_s)


def _judged(sealed: bytes, witness: Witness) -> tuple[str, ...]:
    try:
        record = read_record(sealed)
    except Unreadable as error:
        return (
            Wording(
                "the server's record of it cannot be read: {why}", why=error.wording
            ),
        )
    return (*_doubts_in(record), *contradictions(witness, record))


def _doubts_in(record: Record) -> list[str]:
    names = {check_of_seat(seat): seat.name for seat in record.transcript.seats}
    return [
        Wording(
            "{what}: {doubt}",
            what=names.get(check.what, check.what),
            doubt=check.doubt,
        )
        for check in record.checks
        if check.doubt
    ]
