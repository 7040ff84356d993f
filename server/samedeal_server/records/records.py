"""The records of finished matches: transcripts, links, and the books made of them.

A transcript is written before the link that closes its match, and the books follow
the links, so that every row of a board can be proven. Doing it again changes nothing,
so every process that sees a match end may.
"""

import asyncio
import logging
from collections.abc import Iterator

from samedeal_games.fairness import LinkKind
from samedeal_protocol.results.records import TranscriptPart
from samedeal_records.sealing import MAX_PART_BYTES, digest_of, seal
from samedeal_records.transcripts import to_plain
from samedeal_server import __version__
from samedeal_server.core.facts import unpack_entry
from samedeal_server.core.rooms.transcripts import (
    MovesMade,
    transcript_from,
    transcript_of,
)
from samedeal_server.core.rooms.voids import void_links
from samedeal_server.core.state import Match, Room
from samedeal_server.records.booking.ended import AtHand
from samedeal_server.records.booking.unnamed import salted_without_erased
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.chain import Chain
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

LINKED_WITHIN_MS = 24 * 3600 * 1000
"""Of its end; half as long as the chain remembers which links it has."""
AGAIN_S = 2.0
"""Until it is tried again to keep what the store did not take."""
SERVER = f"samedeal-server {__version__}"


class Records:
    """Transcripts and results in a store; transcripts are kept for `ttl_s`.

    0 is for ever, and so is what stands in the books as more than a line of history.
    """

    def __init__(self, store: Store, ttl_s: int) -> None:
        self.chain = Chain(store)
        self.books_writer = BooksWriter(store)
        self._store = store
        self._ttl_s = ttl_s
        self._unopened: dict[str, bytes] = {}
        """The commitments of matches that were opened here, which the chain does not
        say yet."""

    async def keep(self, room: Room, moves: MovesMade | None = None) -> bool:
        """Keep a room's last match, if it has ended; tell whether all of it is kept.

        `moves` are its moves, if they are known; otherwise the log is read.
        """
        match = room.table.match
        if match is None or match.ended_at is None:
            return True
        is_linked = False
        try:
            digest = await self._written(room, match.id, moves)
            # Who wrote it may have died before it was linked; but what is older than
            # the chain remembers would be linked twice.
            if digest and self._store.now() - match.ended_at < LINKED_WITHIN_MS:
                links = self._links_of(room, match, digest, is_seen=moves is not None)
                for link in links:
                    if not await self.chain.link(*link):
                        return False
            is_linked = True
            # Whoever asks for a board waits for this, so it is upkeep that tries again.
            if not self.books_writer.held_up:
                await self.books_writer.catch_up()
        except StoreError as error:
            log.warning("match %s: not everything kept: %s", match.id, error)
        finally:
            self.books_writer.at_hand.pop(match.id, None)
        return is_linked

    async def keep_later(self, room: Room, moves: MovesMade | None = None) -> None:
        """Keep a room's last match, as soon as the store lets it.

        Nobody else comes across it once the room goes on to the next one.
        """
        is_kept = False
        while not is_kept:
            await asyncio.sleep(AGAIN_S)
            is_kept = await self.keep(room, moves)

    async def link_open(self, match: str, commitment: bytes) -> None:
        """Link that a match was opened, as soon as the store lets it."""
        self._unopened[match] = commitment
        is_linked = await self.chain.link("open", match, commitment)
        while not is_linked:
            await asyncio.sleep(AGAIN_S)
            is_linked = await self.chain.link("open", match, commitment)
        self._unopened.pop(match, None)

    async def link_void(self, room: Room, match: str) -> None:
        """Link that a match which was opened in a room never began.

        With what it led to, if another was opened because its start was void.
        """
        if match in self._unopened:
            await self.chain.link("open", match, self._unopened[match])
        proofs = dict(void_links(room))
        await self.chain.link("void", match, proofs.get(match, b""))

    async def link_voids(self, room: Room) -> None:
        """Link all starts of a room that were void; whoever had to may have died."""
        if self._store.now() - room.course.phase_since < LINKED_WITHIN_MS:
            for match, proof in void_links(room):
                await self.chain.link("void", match, proof)

    async def look(self) -> None:
        """Learn of others' links, and of those that wait or are lost.

        Raises StoreError.
        """
        await self.chain.look()
        await self.books_writer.compare(self.chain.length)

    async def part(self, re: int, match: str, start: int) -> TranscriptPart | None:
        """Return a part of a transcript; None if there is none."""
        kept = self._store.transcripts
        size, data = await kept.part(match, start, MAX_PART_BYTES)
        if not size or await kept.reveal_at(match) > self._store.now():
            return None
        return TranscriptPart(re=re, match=match, size=size, start=start, data=data)

    def _links_of(
        self, room: Room, match: Match, digest: bytes, *, is_seen: bool
    ) -> Iterator[tuple[LinkKind, str, bytes]]:
        """Yield the links that a record needs, in their order.

        Of a match that was not seen here, whoever opened it may have died.
        """
        if not is_seen or match.id in self._unopened:
            # What kept its beginning from the chain must not let its end come first.
            yield "open", match.id, match.commitment
        # What was void before it, so that a chain which has its end has all that the
        # record tells.
        for void, proof in void_links(room):
            yield "void", void, proof
        yield "end", match.id, digest

    async def _written(self, room: Room, match: str, moves: MovesMade | None) -> bytes:
        """Return a transcript's digest, having written it unless it was.

        Empty for none. Whoever was first wrote it: the digest must be that of what is
        there.
        """
        if moves is None:
            # Who has not seen all of it may come late; who has was hardly the second.
            (sealed,) = await self._store.transcripts.read([match])
            if sealed is not None:
                return digest_of(sealed)
            found = await self._store.read_log(room.code, _before(room))
            entries = (
                unpack_entry(e.offset, e.at, e.packed)
                for e in found.entries
                if e.offset <= room.marks.offset  # and not of the matches after it
            )
            made = transcript_of(room, entries, SERVER)
        else:
            made = transcript_from(room, moves, SERVER)
        if made is None:
            return b""
        transcript = await salted_without_erased(self._store, made)
        is_for_ever = transcript.rated or transcript.kind != "match"
        written = seal(to_plain(transcript))
        sealed = await self._store.transcripts.put(
            match,
            written,
            0 if is_for_ever else self._ttl_s,
            0 if room.table.match is None else room.table.match.reveal_at,
        )
        if not sealed:
            return b""
        digest = digest_of(sealed)
        if sealed == written:
            self.books_writer.at_hand[match] = AtHand(digest, transcript)
        return digest


def _before(room: Room) -> str:
    """Return a mark from before the last match started, as near as that is known."""
    match = room.table.match
    return "" if match is None else f"{match.started_at}-0"
