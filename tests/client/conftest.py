"""What holds for all tests of the client."""

import pytest


@pytest.fixture(autouse=True)
def _results_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the last board of a match in sight for no time, and wait for nothing."""
    monkeypatch.setattr("samedeal_client.fullscreen.room_screen.END_SEEN_S", 0.0)
