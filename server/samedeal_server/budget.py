"""How much one connection may ask: a bucket that fills with time.

The first answer to asking too fast is soft, an error that says when to ask
again; only a client that goes on all the same is cut off.
"""

BURST = 40
PER_SECOND = 20.0
STRIKES = 20
"""Requests sent although it was said to wait, after which a connection is closed;
each second forgives one."""


class Budget:
    """The requests that one connection has left."""

    def __init__(self, now_s: float) -> None:
        self._left = float(BURST)
        self._at_s = now_s
        self._wait_until_s = now_s
        self._strikes = 0.0

    def spend(self, now_s: float) -> int:
        """Take one request; return 0, or the ms after which there is one again.

        Whoever waits as long as it was told never gets a strike.
        """
        passed_s = max(0.0, now_s - self._at_s)
        self._at_s = now_s
        self._left = min(BURST, self._left + passed_s * PER_SECOND)
        self._strikes = max(0.0, self._strikes - passed_s)
        if self._left >= 1:
            self._left -= 1
            return 0
        if now_s < self._wait_until_s:
            self.strike()
        wait_ms = int((1 - self._left) / PER_SECOND * 1000) + 1
        self._wait_until_s = now_s + wait_ms / 1000
        return wait_ms

    def strike(self) -> None:
        """Count something that an honest client does not send."""
        self._strikes += 1

    @property
    def is_spent(self) -> bool:
        """Tell whether this connection has been told often enough."""
        return self._strikes >= STRIKES
