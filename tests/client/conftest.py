"""Haste for all tests of the client."""

import pytest


@pytest.fixture(autouse=True)
def _results_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the last board of a match in sight for no time, and wait for nothing."""
    for name in ("END_SEEN_S", "TURNED_S"):
        monkeypatch.setattr(f"samedeal_client.screen.room.around.lingering.{name}", 0.0)
