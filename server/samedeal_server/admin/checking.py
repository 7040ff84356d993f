"""All that is kept held against itself: the chain, records, archive and books."""

from collections.abc import AsyncIterator, Iterator, Sequence

from samedeal_games.fairness import CHAIN_START, chain_head
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import digest_of, unseal
from samedeal_server.admin.verbs import Asked, Document, Verb, opened, tell
from samedeal_server.archive.holdings import Holdings
from samedeal_server.backup.backing_up import look_at, shelf_of
from samedeal_server.process.settings import Settings
from samedeal_server.records.links import Link, unpack_link
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.redis import Store

LINKS_AT_ONCE = 200
TOLD_MOST = 100
"""Sentences about what is wrong; `--json` has all."""


async def _run(settings: Settings, asked: Asked) -> int:
    async with opened(settings) as store:
        found = await check(store, settings)
    tell(asked, found, _told)
    return int(bool(found["wrong"]))


async def check(store: Store, settings: Settings) -> Document:
    """Return the faults of a store and its archive, and in short all they have.

    Changes nothing; raises StoreError.
    """
    wrong = [sentence async for sentence in _chain_wrong(store)]
    wrong += await _archive_wrong(store, settings)
    books = await compare(store)
    wrong += [
        f"book {each.book}, {each.field}: not what the matches come to; see "
        "rebuild-boards"
        for each in books.differences
    ]
    return {"wrong": wrong, "gone": books.gone, **(await look_at(store))._asdict()}


async def _chain_wrong(store: Store) -> AsyncIterator[str]:
    """Fold the chain, and look at the record of whatever match it says ended."""
    length, told = await store.chain.end()
    head = CHAIN_START
    for first in range(0, length, LINKS_AT_ONCE):
        packed = await store.chain.links(first, min(LINKS_AT_ONCE, length - first))
        links = [unpack_link(link) for link in packed]
        for link in links:
            head = chain_head(head, link.kind, link.shown, link.proof)
        ended = [link for link in links if link.kind == "end"]
        sealed = await store.transcripts.read([link.match for link in ended])
        for sentence in _records_wrong(ended, sealed):
            yield sentence
    if head != (told or CHAIN_START):
        yield "the chain of matches: its links do not lead to its head"


def _records_wrong(
    ended: Sequence[Link], found: Sequence[bytes | None]
) -> Iterator[str]:
    for link, sealed in zip(ended, found, strict=True):
        if sealed is None:
            continue  # kept for some days, and over
        try:
            unseal(sealed)
        except BadFrame:
            yield f"match {link.match}: its record is torn"
            continue
        if digest_of(sealed) != link.proof:
            yield f"match {link.match}: its record is not the one that the chain has"


async def _archive_wrong(store: Store, settings: Settings) -> list[str]:
    server = await store.transcripts.known_archive()
    shelf = shelf_of(settings.archive_place)
    if not server:
        return []
    if shelf is None:
        return ["the archive: SAMEDEAL_ARCHIVE does not say where it is"]
    return list(Holdings(shelf, server).check())


def _told(found: Document) -> Iterator[str]:
    yield from found["wrong"][:TOLD_MOST]
    more = len(found["wrong"]) - TOLD_MOST
    if more > 0:
        yield f"... and {more} more."
    yield (
        f"{found['keys']} keys, {found['matches']} matches that ended, "
        f"{found['gone']} of them with no record any more."
    )
    yield f"digest {found['digest']}"
    if found["wrong"]:
        yield f"{len(found['wrong'])} things are wrong."
    else:
        yield "All of it is as it should be."


CHECK = Verb(
    "hold all that is kept against itself: chain, records, archive, books",
    "Read the chain of matches, every record in the store and in the archive, and the "
    "books; say what is wrong; the exit status is 1 then. Nothing is changed. Stores "
    "that have the same have the same digest; while matches are played it changes.",
    _run,
    example="check --json",
)
