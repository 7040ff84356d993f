"""An operator's day behind Sentinels, with the archive in a bucket: `make sentinels`.

As the guide to stores has it: a master and two replicas that stop writing when nobody
hears them, three Sentinels with a quorum of two, two servers, and an archive at a
server that speaks S3's protocol. The master is killed while matches run, and comes
back; then whatever operators do is done over the same address.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.finished import keep, series
from bench.stores.node import POLL_S, READY_WITHIN_S, Node
from bench.stores.sentinel import Guarded, guarded
from tests.server.archive.test_buckets import BUCKET, SERVE
from tests.server.erased import ANN, renamed
from tests.server.house import opened as store_at
from tests.server.operators import admin_process
from tests.servers import hurried_server
from tests.stores.playing import CELLS, opened

from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter

WRITES = {"min_replicas_to_write": "1", "min_replicas_max_lag": "2"}
"""The two lines of the guide."""
PLAY = {"SAMEDEAL_COMMAND_BURST": "1000", "SAMEDEAL_COMMANDS_PER_S": "1000"}
BEFORE, STAY = 60, 10
"""Matches of days before, and how many of them are not in the archive."""
ROOMS = 4


@contextmanager
def bucket() -> Generator[None]:
    """Serve a bucket, and tell everybody of it by the environment."""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", SERVE, BUCKET],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        os.environ |= {
            "AWS_ENDPOINT_URL": server.stdout.readline().strip(),
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "who",
            "AWS_SECRET_ACCESS_KEY": "knows",
        }
        try:
            yield
        finally:
            server.terminate()


async def asked(*words: str, **settings: str) -> Any:
    """Return the document that a command of operators prints; fails if it does."""
    status, said, error = await admin_process(*words, "--json", **settings)
    assert status == 0, error
    return json.loads(said)


async def played_through(store: Guarded, place: str) -> None:
    """Play while the master dies; tell for how long nobody could move."""
    settings = {**PLAY, "SAMEDEAL_ARCHIVE": place}
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(hurried_server(store.url, **settings))
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        matches = [await opened(held, one, two, f"room {k}") for k in range(ROOMS)]
        await asyncio.gather(*(match.play(10) for match in matches))
        await store.until_replicated()
        await store.master.kill()
        began = time.monotonic()
        await asyncio.gather(*(match.play(11) for match in matches))
        print(
            f"the master was killed in the middle of {ROOMS} matches: all went on "
            f"after {time.monotonic() - began:.1f} s, at two servers"
        )
        await asyncio.gather(*(match.play(len(CELLS)) for match in matches))
        for match in matches:
            result = await match.result()
            assert [row.plies for row in result.standings] == [len(CELLS)] * 2
        await store.master.start()
        took = await until_replica(store.master)
        print(f"they ended; the old master is a replica {took:.1f} s after its start")


async def until_replica(node: Node) -> float:
    """Return after how many seconds a node that came back follows the new master."""
    began = time.monotonic()
    async with asyncio.timeout(READY_WITHIN_S):
        while "slave" not in str(await node.ask("ROLE")):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(POLL_S)
    return time.monotonic() - began


async def looked_after(store: Guarded, place: str, folder: Path) -> None:
    """Do what operators do, over the Sentinels' address and from the bucket."""
    lists = str(folder / "erased.list")
    here = {
        "REDIS_URL": store.url,
        "SAMEDEAL_ARCHIVE": place,
        "SAMEDEAL_ERASED_LIST": lists,
    }
    found = await asked("check", **here)
    print(f"check: {found['matches']} matches, nothing wrong")
    file = str(folder / "monday.tar")
    taken = await asked("backup", file, **here)
    print(f"backup: {taken['bytes']} bytes, {taken['matches']} matches")
    erased = await asked("erase", ANN, **here)
    print(f"erase: {erased['records']} records lose the name")
    await asked("check", **here)
    other = {
        "SAMEDEAL_ARCHIVE": f"s3://{BUCKET}/restored",
        "SAMEDEAL_ERASED_LIST": lists,
    }
    data = ("--data", str(folder / "data"))
    back = await asked("restore", file, *data, **other)
    assert back["digest"] == back["taken_digest"] == taken["digest"]
    assert back["erased_again"] == [ANN]
    checked = await asked("check", *data, **other)
    print(
        f"restore into a folder, and another place of the bucket: the same digest, "
        f"{len(back['erased_again'])} erased again, {checked['matches']} matches whole"
    )


async def filled(store: Guarded, place: str) -> None:
    """Keep matches of days before, the older of them in the bucket."""
    async with store_at(store.url) as kept:
        matches = list(series(Random(1), BEFORE))  # noqa: S311 - the same each time
        await keep(kept, *(renamed(match, n) for n, match in enumerate(matches)))
        await BooksWriter(kept).catch_up()
        await Archiving(kept, place, STAY // 2, least=STAY).look()
        print(
            f"{await kept.transcripts.archived()} of {BEFORE} matches are in the bucket"
        )


async def main() -> None:
    """Live through the day; fails at the first thing that is not as the guide says."""
    place = f"s3://{BUCKET}/samedeal"
    with bucket(), TemporaryDirectory(prefix="samedeal-sentinels-") as name:
        folder = Path(name)
        async with guarded(folder, replicas=2, sentinels=3, **WRITES) as store:
            print(f"REDIS_URL={store.url} SAMEDEAL_ARCHIVE={place}")
            await filled(store, place)
            await played_through(store, place)
            await looked_after(store, place, folder)


if __name__ == "__main__":
    asyncio.run(main())
