"""A server with a short countdown, and somebody it knows, to try the lobby."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.client.lobby.lobbies import (
    context_at,
    known,
)
from tests.servers import running_server

from samedeal_client.context import Context


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest_asyncio.fixture
async def ada(server: str, tmp_path: Path) -> Context:
    """Return the context of somebody whom the server knows."""
    context = context_at(server, tmp_path)
    await known(context, "Ada")
    return context
