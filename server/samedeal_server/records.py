"""What is kept of finished matches: transcripts, and the results they prove.

A transcript is written before the rows that link it, so that every row of a
leaderboard can be proven. Doing it again changes nothing, so every process that
sees a match end may.
"""

import logging

from samedeal_games.transcripts import from_plain, to_plain
from samedeal_protocol.transcripts import (
    MAX_PART_BYTES,
    MAX_TRANSCRIPT_BYTES,
    digest_of,
    seal,
    unseal,
)
from samedeal_protocol.updates import TranscriptPart
from samedeal_server import __version__
from samedeal_server.boards import linked_matches, submit_result
from samedeal_server.chain import Chain
from samedeal_server.core.facts import unpack_entry
from samedeal_server.core.state import Room
from samedeal_server.core.transcripts import transcript_of
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

SERVER = f"samedeal-server {__version__}"


class Records:
    """Transcripts and results in a store; transcripts are kept for `ttl_s`.

    0 is for ever, and so is what stands on a leaderboard.
    """

    def __init__(self, store: Store, ttl_s: int) -> None:
        self.chain = Chain(store)
        self._store = store
        self._ttl_s = ttl_s

    async def keep(self, room: Room, since: str = "") -> None:
        """Keep a room's last match, if it has ended.

        `since` is the mark of the fact that started it, if that is known.
        """
        match = room.match
        if match is None or match.ended_at is None:
            return
        try:
            if not await self._store.transcript_size(match.id):
                await self._write(room, match.id, since)
            for gone in await submit_result(self._store, room):
                await self._forget(room.game.about.key, gone)
        except StoreError as error:
            log.warning("match %s: not everything kept: %s", match.id, error)

    async def _forget(self, game: str, match: str) -> None:
        """Have a transcript expire that has lost a row, if no other row links it."""
        sealed = (await self._store.transcript(match, 0, MAX_TRANSCRIPT_BYTES))[1]
        if not sealed or not self._ttl_s:
            return
        players = [seat.player for seat in from_plain(unseal(sealed)).seats]
        if match not in await linked_matches(self._store, game, players):
            await self._store.forget_transcript(match, self._ttl_s)

    async def part(self, re: int, match: str, start: int) -> TranscriptPart | None:
        """Return a part of a transcript; None if there is none."""
        size, data = await self._store.transcript(match, start, MAX_PART_BYTES)
        if not size or await self._store.reveal_at(match) > self._store.now():
            return None
        return TranscriptPart(re=re, match=match, size=size, start=start, data=data)

    async def _write(self, room: Room, match: str, since: str) -> None:
        found = await self._store.read_log(room.code, since)
        entries = (unpack_entry(e.offset, e.at, e.packed) for e in found.entries)
        transcript = transcript_of(room, entries, SERVER)
        if transcript is not None:
            sealed = seal(to_plain(transcript))
            reveal_at = 0 if room.match is None else room.match.reveal_at
            await self._store.put_transcript(match, sealed, self._ttl_s, reveal_at)
            await self.chain.link("end", match, digest_of(sealed))
