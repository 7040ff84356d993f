"""The oldest lines of long histories: moved into the archive, page by page.

In the order in which transcripts are moved: a page is on the disk and was read back
before its lines go from the store. Whoever is killed between the two leaves them in
both, and the next one makes the same page again.
"""

from collections.abc import Sequence

from samedeal_server.archive.archive import Archive
from samedeal_server.store.boards.histories import HistoryStore, Page, name_of
from samedeal_server.store.connections.together import together
from samedeal_server.store.operators.erased import ErasedStore

PAGES_MOST = 16
"""Of one history, in one go."""


async def turn_pages(
    histories: HistoryStore,
    books: Sequence[str],
    archive: Archive,
    erased: ErasedStore,
) -> bool:
    """Move pages of long histories; tell whether any went. Raises StoreError."""
    begun = await erased.begun()
    found = await histories.to_move(books, PAGES_MOST)
    pages = [page for of_book in found for page in of_book]
    if pages:
        added = {name_of(page.digest): page.packed for page in pages}
        pack = await archive.add(added)
        if await erased.begun() != begun:
            # Somebody is erased: these may have the name yet.
            await archive.drop(pack)
            return False
    short = [book for book, of in zip(books, found, strict=True) if not of]
    await together(*(histories.not_long(book) for book in short))
    gone = await together(*(_turned(histories, of_book) for of_book in found))
    return any(gone) or bool(short)


async def _turned(histories: HistoryStore, pages: Sequence[Page]) -> bool:
    """Take the lines of pages of one history away; tell whether any went."""
    for number, page in enumerate(pages):
        if not await histories.moved(page):
            return number > 0
    return bool(pages)
