"""A process killed while it moves transcripts, links, or boards of windows over.

None is lost, none is left.
"""

import signal
import sys
from asyncio import create_subprocess_exec
from pathlib import Path
from random import Random

import pytest
from bench.finished import keep, series
from tests.server.books_told import told
from tests.server.chains import chain_of
from tests.server.house import opened

from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare
from samedeal_server.records.shelving import sheets_over
from samedeal_server.store.chain import PAGE

MATCHES, STAY = 60, 10
LONG_OVER, NEVER = -10_000, 10_000
"""Days after which windows are moved: at once, and not here."""
MOVER = """
import asyncio, os, signal, sys
from pathlib import Path
from samedeal_server.archive import holdings, shelves
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.redis import Store
from samedeal_server.store.transcripts import TranscriptStore
from samedeal_server.store.calls import Calls

url, folder, stay, days, where = sys.argv[1:]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

async def end(*_, **__):
    die()

taken = 0
script = Calls.script

async def half(calls, name, *rest):
    global taken
    taken += name in ("take_away", "shelve_sheet")
    return await (end() if taken > 20 else script(calls, name, *rest))

if where == "before it is put in place":
    Path.replace = die
elif where == "before it is read back":
    shelves.Folder._sync = die
elif where == "before any is taken away":
    TranscriptStore.take_away = SheetStore.moved = ChainStore.moved = end
elif where == "while they are taken away":
    Calls.script = half
elif where == "before it is noted":
    TranscriptStore.move_on = end

async def main():
    async with Store(url) as store:
        running = asyncio.create_task(store.run())
        mover = Archiving(store, folder, int(stay), least=1, days=int(days))
        await mover.look()
        running.cancel()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    "where",
    [
        "before it is put in place",
        "before it is read back",
        "before any is taken away",
        "while they are taken away",
        "before it is noted",
    ],
)
async def test_every_transcript_is_found_and_moved_once_whenever_a_mover_is_killed(
    store_url: str, tmp_path: Path, where: str
) -> None:
    folder = tmp_path / "archive"
    matches = [*series(Random(7), MATCHES)]
    known = {match.match: seal(to_plain(match)) for match in matches}
    async with opened(store_url) as store:
        await keep(store, *matches)
        mover = await create_subprocess_exec(
            *(sys.executable, "-c", MOVER, store_url, str(folder)),
            *(str(STAY), str(NEVER), where),
        )
        assert await mover.wait() == -signal.SIGKILL
        next_one = Archiving(store, str(folder), STAY, least=1)
        assert await store.transcripts.read(list(known)) == list(known.values())
        while await next_one.move_some():
            pass
        assert await store.transcripts.read(list(known)) == list(known.values())
        # The chain of these has no links but those that ended them.
        left = set(await store.transcripts.stored(list(known)))
        assert left == set(list(known)[-2 * STAY :])
        archived = await next_one.archive.find(list(known))
        assert set(archived) == set(known) - left


@pytest.mark.parametrize(
    "where",
    [
        "before it is put in place",
        "before it is read back",
        "before any is taken away",
        "while they are taken away",
    ],
)
async def test_every_board_is_found_and_moved_once_whenever_a_mover_is_killed(
    store_url: str, tmp_path: Path, where: str
) -> None:
    folder = tmp_path / "archive"
    async with opened(store_url) as store:
        await keep(store, *series(Random(7), MATCHES))
        await BooksWriter(store).catch_up()
        before = await told(store)
        over = await sheets_over(store, LONG_OVER)
        assert len(over) > 40
        mover = await create_subprocess_exec(
            *(sys.executable, "-c", MOVER, store_url, str(folder)),
            *(str(MATCHES), str(LONG_OVER), where),
        )
        assert await mover.wait() == -signal.SIGKILL
        next_one = Archiving(store, str(folder), MATCHES, days=LONG_OVER)
        assert await told(store) == before
        left = await sheets_over(store, LONG_OVER)
        assert len(left) == (len(over) - 20 if where.startswith("while") else len(over))
        await next_one.move_sheets()
        assert await told(store) == before
        assert await sheets_over(store, LONG_OVER) == []
        assert len(await store.books.sheets.heads(over)) == len(over)
        assert (await compare(store)).differences == ()


@pytest.mark.parametrize(
    "where",
    [
        "before it is put in place",
        "before it is read back",
        "before any is taken away",
    ],
)
async def test_every_link_is_found_and_moved_once_whenever_a_mover_is_killed(
    store_url: str, tmp_path: Path, where: str
) -> None:
    folder = tmp_path / "archive"
    async with opened(store_url) as store:
        await chain_of(store, 2 * PAGE + 100)
        await BooksWriter(store).catch_up()
        next_one = Archiving(store, str(folder), 1, least=1)
        while await next_one.move_some():
            pass  # there are no transcripts, and so the archive begins
        before = await store.chain.links(0, 3 * PAGE)
        mover = await create_subprocess_exec(
            *(sys.executable, "-c", MOVER, store_url, str(folder)),
            *("1", str(NEVER), where),
        )
        assert await mover.wait() == -signal.SIGKILL
        assert await store.chain.links(0, 3 * PAGE) == before
        assert len(await store.chain.to_move(2 * PAGE, 9)) == 2
        # In one go, as the other is the mover for two minutes yet.
        await next_one.move_links()
        assert await store.chain.links(0, 3 * PAGE) == before
        assert await store.chain.to_move(2 * PAGE, 9) == []
        assert (await compare(store)).differences == ()
