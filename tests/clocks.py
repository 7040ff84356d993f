"""Servers whose clock can be put forward, for what happens on another day."""

import pytest

from samedeal_server.store.redis import Store


class Ahead:
    """How far the clock of servers in this process is ahead of the real one."""

    ms = 0


def ahead_by(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    """Return how far servers in this process are ahead; at first not at all."""
    ahead, real = Ahead(), Store.now

    def now(store: Store) -> int:
        return real(store) + ahead.ms

    monkeypatch.setattr(Store, "now", now)
    return ahead
