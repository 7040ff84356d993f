"""The store that the settings ask for: one elsewhere, or an embedded one."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from samedeal_server.process.endings import noted_store
from samedeal_server.process.settings import Settings
from samedeal_server.store.embedded import EmbeddedStore, has_data
from samedeal_server.store.errors import NoData


@contextlib.asynccontextmanager
async def store_in_use(settings: Settings) -> AsyncGenerator[str]:
    """Yield the store's address, that of a server that runs over the data folder too.

    For operators' commands: a store that nobody serves is started for one, and ended.
    Raises NoData where nobody ever has served.
    """
    found = "" if settings.redis_url is not None else noted_store(settings.data)
    if found:
        yield found
        return
    if settings.redis_url is None:
        expect_data(settings)
    async with store_url(settings) as (url, _):
        yield url


def expect_data(settings: Settings) -> None:
    """Raise NoData if the data folder has none: it is not the one that was meant.

    Otherwise a store would be made there, and all that is asked of it be nothing.
    """
    if not has_data(settings.data):
        raise NoData(settings.data)


@contextlib.asynccontextmanager
async def store_url(
    settings: Settings,
) -> AsyncGenerator[tuple[str, asyncio.Event], None]:
    """Yield the store's address, and an event for its end, starting it if needed."""
    ended = asyncio.Event()
    if settings.redis_url is not None:
        yield settings.redis_url.get_secret_value(), ended
        return
    async with EmbeddedStore(settings.data, fsync=settings.fsync) as embedded:

        async def watch() -> None:
            await embedded.wait()
            ended.set()

        watcher = asyncio.create_task(watch())
        try:
            yield embedded.url, ended
        finally:
            watcher.cancel()
