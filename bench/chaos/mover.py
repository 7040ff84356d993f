"""A process that does nothing but move: ``python -m bench.chaos.mover URL PLACE``.

Boards go into the archive whatever the clock says, so that those of today are moved and
come back all the time; and all but the newest records.
"""

import asyncio
import sys

from samedeal_server.archive.archive import Archive, shelf_at
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

LONG_OVER = -10_000
"""Days after which a window counts as over: all are."""
IN_STORE = 4
PAUSE_S = 0.3


def mover_of(store: Store, place: str) -> Archiving:
    """Return one that moves all that may be moved."""
    return Archiving(store, place, IN_STORE, least=1, days=LONG_OVER)


async def tidied(store: Store, place: str) -> Archive:
    """Have packs put together; return the archive."""
    archive = Archive(shelf_at(place), await store.transcripts.known_archive())
    await archive.tidy(store.now())
    return archive


async def main(url: str, place: str) -> None:
    """Move until the process is ended."""
    async with Store(url) as store, asyncio.TaskGroup() as tasks:
        tasks.create_task(store.run())
        while True:
            # Another one each time, as one moves boards once a day.
            mover = mover_of(store, place)
            try:
                while await mover.move_some():
                    pass
                await mover.move_sheets()
                await tidied(store, place)
            except StoreError as error:
                print(error, file=sys.stderr)
            await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
