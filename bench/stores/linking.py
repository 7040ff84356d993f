"""One process that makes links of the chain, many at once, for `bench.stores.links`.

``python -m bench.stores.linking URL NAME AT_ONCE ROUNDS``

It says that it is ready, begins at a line, and says how many links it gave up. Of the
server it asks only what a tree of before the links waited in one line has, too.
"""

import asyncio
import logging
import sys

from samedeal_server.records.chain import Chain
from samedeal_server.store.redis import Store

PROOF = bytes(32)


class GivenUp(logging.Handler):
    """The count of the links that were given up, which is all that the chain logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        del record
        self.count += 1


async def link(url: str, name: str, at_once: int, rounds: int) -> None:
    """Make links once somebody says so."""
    given_up = GivenUp()
    logging.getLogger("samedeal_server.records.chain").addHandler(given_up)
    async with Store(url) as store:
        running = asyncio.create_task(store.run())
        chain = Chain(store)
        await chain.refresh()
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        for number in range(rounds):
            matches = [f"m-{name}-{number}-{each}" for each in range(at_once)]
            await asyncio.gather(*(chain.link("end", m, PROOF) for m in matches))
        print(given_up.count, flush=True)
        running.cancel()


if __name__ == "__main__":
    url, name, at_once, rounds = sys.argv[1:]
    asyncio.run(link(url, name, int(at_once), int(rounds)))
