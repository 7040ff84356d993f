"""Matches that links of the chain have ended, as the books need them."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from samedeal_games.errors import BadTranscript
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import unseal_proven
from samedeal_records.transcripts import Transcript, from_plain
from samedeal_server.core.books.first_attempts import original_of
from samedeal_server.core.books.results import Finished, sheets_of
from samedeal_server.records.booking.unnamed import without_erased
from samedeal_server.records.links import unpack_link
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)


class AtHand(NamedTuple):
    """A transcript that this process has written, and the digest of its bytes."""

    digest: bytes
    transcript: Transcript


_NONE: Mapping[str, AtHand] = MappingProxyType({})


async def read_finished(
    store: Store,
    links: Sequence[bytes],
    at_hand: Mapping[str, AtHand] = _NONE,
    first: int = 0,
) -> list[Finished]:
    """Return the matches of packed links as the books need them, in their order.

    `first` is the number of links before them.

    A match whose transcript is gone, or is not the one that the link has the digest
    of, is passed over and logged. Raises StoreError.
    """
    unpacked = [unpack_link(link) for link in links]
    ended = {
        link.match: (number, link.proof)
        for number, link in enumerate(unpacked, first + 1)
        if link.kind == "end"
    }
    proofs = {match: proof for match, (_, proof) in ended.items()}
    transcripts = await read_proven(store, proofs, at_hand)
    originals = await _read_originals(store, transcripts)
    return [
        Finished(each, originals.get(original_of(each) or ""), *ended[each.match])
        for each in transcripts
    ]


async def read_proven(
    store: Store, proofs: Mapping[str, bytes], at_hand: Mapping[str, AtHand] = _NONE
) -> list[Transcript]:
    """Return the transcripts of matches, of which links have these digests.

    One that is gone, or another one, is passed over and logged. Raises StoreError.
    """
    known = {
        match: at_hand[match].transcript
        for match, proof in proofs.items()
        if match in at_hand and at_hand[match].digest == proof
    }
    asked = [match for match in proofs if match not in known]
    found = dict(zip(asked, await store.transcripts.read(asked), strict=True))
    return await without_erased(
        store,
        [
            transcript
            for match, proof in proofs.items()
            if (transcript := known.get(match) or _read(match, found[match], proof))
        ],
    )


async def _read_originals(
    store: Store, transcripts: Iterable[Transcript]
) -> dict[str, Transcript | None]:
    """Return the matches that challenges are on, to be kept as long as those are."""
    matches = sorted({match for t in transcripts if (match := original_of(t))})
    for match in matches:
        await store.transcripts.keep(match)
    found = await store.transcripts.read(matches)
    read = {m: _read(m, sealed) for m, sealed in zip(matches, found, strict=True)}
    there = await without_erased(store, [each for each in read.values() if each])
    return {**read, **{each.match: each for each in there}}


def _read(
    match: str, sealed: bytes | None, proof: bytes | None = None
) -> Transcript | None:
    """Return a transcript, if it is one, and the one that a link proves.

    With a proof it is without its moves, which are in no book.
    """
    if sealed is None:
        log.warning("match %s: not in the books, its transcript is gone", match)
        return None
    try:
        plain, digest = unseal_proven(sealed)
        transcript = from_plain(plain, with_moves=proof is None)
    except (BadFrame, BadTranscript) as error:
        log.warning("match %s: not in the books: %s", match, error)
        return None
    if transcript.match != match or proof not in (None, digest):
        log.warning("match %s: not in the books, its transcript is another", match)
        return None
    return transcript


def sheets_of_all(finished: Iterable[Finished]) -> list[str]:
    """Return the sheets that matches may be on, each once."""
    found = (
        sheet
        for each in finished
        for sheet in sheets_of(
            each.transcript.game, each.transcript.deal, each.transcript.ended_at
        )
    )
    return list(dict.fromkeys(found))
