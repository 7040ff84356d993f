"""A server at its door, for the tests beside this."""

from collections.abc import AsyncIterator

import pytest
from tests.server.house import serving


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    """Return the address of a server with nothing in its store."""
    async with serving(store_url) as address:
        yield address
