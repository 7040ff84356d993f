"""Servers whose clock can be put forward, for what happens on another day."""

import pytest

from samedeal_server.store.redis import Store


class Ahead:
    """The lead of the clock of servers in this process over the real one."""

    ms = 0


def ahead_by(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    """Return the lead of servers in this process; at first none."""
    ahead, real = Ahead(), Store.now

    def now(store: Store) -> int:
        return real(store) + ahead.ms

    monkeypatch.setattr(Store, "now", now)
    return ahead
