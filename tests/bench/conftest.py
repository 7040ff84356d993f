"""Servers that are measured for a moment: nobody reads the figures."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from bench.load import processes
from tests.servers import hurried_server

_process = processes.process


@asynccontextmanager
async def forked(*words: str, **settings: str) -> AsyncGenerator[processes.Running]:
    """Run a server that has imported everything, which is most of what one costs."""
    if words != processes.SERVER:
        async with _process(*words, **settings) as other:
            yield other
        return
    store = settings.pop("REDIS_URL")
    # What it is told anyway.
    assert settings.pop("SAMEDEAL_LOG_LEVEL") == "error"
    async with hurried_server(store, **settings) as running:
        port = int(running.url.rpartition(":")[2])
        yield processes.Running(running.process.pid, port)


@pytest.fixture(autouse=True)
def servers_are_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the servers that generators start."""
    monkeypatch.setattr(processes, "process", forked)
