"""Fixtures for several tests of the server."""

import pytest

from samedeal_server.edge.connections import Connection


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of players whose connections were cut for reading too slowly."""
    names: list[str] = []
    too_slow = Connection.too_slow

    def noted(connection: Connection) -> None:
        names.append(connection.player.name)
        too_slow(connection)

    monkeypatch.setattr(Connection, "too_slow", noted)
    return names
