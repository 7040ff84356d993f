"""A server for what is done on the full screen."""

from collections.abc import AsyncIterator

import pytest_asyncio
from tests.servers import running_server


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url
