"""Fixtures of several tests of records."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from tests.server.house import opened

from samedeal_server.store.redis import Store


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """Yield a store that writes what is asked."""
    async with opened(store_url) as store:
        yield store


@pytest_asyncio.fixture
async def redis(store_url: str) -> AsyncIterator[Any]:
    """Yield a client of the same store, for what nobody should do there."""
    async with Redis.from_url(store_url) as client:
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where an archive may be."""
    return tmp_path / "archive"
