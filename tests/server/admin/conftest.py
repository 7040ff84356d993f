"""Fixtures of several tests of erasing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.server.erased import House
from tests.server.house import opened

from samedeal_server.process.settings import Settings
from samedeal_server.records.archiving import DAYS, Archiving


@pytest_asyncio.fixture
async def house(
    store_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    """A house; asked for with LONG_OVER, all boards of windows are to be archived."""
    days: int = getattr(request, "param", DAYS)
    folder = tmp_path / "archive"
    settings = Settings.model_validate({"archive": str(folder)})
    async with opened(store_url) as store:
        archiving = Archiving(store, str(folder), 8, least=1, days=days)
        yield House(store, archiving, settings, folder)
