"""Patience for servers that tests of identities start."""

import pytest
from tests.conditions import PATIENCE_S, THINKING_S


@pytest.fixture(autouse=True)
def _own_servers_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine take its time to start a server, and to come to it."""
    for module in ("serving", "starting"):
        name = f"samedeal_client.identity.{module}.READY_WITHIN_S"
        monkeypatch.setattr(name, THINKING_S)
    monkeypatch.setattr("samedeal_client.lobby.visit.KNOWN_WITHIN_S", PATIENCE_S)
