"""Times as operators read them."""

from datetime import UTC, datetime


def when(at: int) -> str:
    """Return a time in ms since 1970 as one of UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"
