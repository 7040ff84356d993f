"""Bounds on what is read of a server, which could show rows and voids without end."""

from samedeal_client.failed import Failed
from samedeal_client.language import tr

ROWS_MOST = 100_000
"""Rows of leaderboards that one command reads; each takes some 2 KB in an audit."""

VOIDS_MOST = 50_000
"""Void starts, and players who withheld a nonce in them, in the records of rows."""


def refuse_more_rows(rows: int) -> None:
    """Raise Failed for more than `ROWS_MOST` rows."""
    if rows > ROWS_MOST:
        raise Failed(
            tr(
                "the server shows more than {most} rows; no more are read",
                most=ROWS_MOST,
            )
        )


def refuse_more_voids(told: int) -> None:
    """Raise Failed for more than `VOIDS_MOST` void starts."""
    if told > VOIDS_MOST:
        raise Failed(
            tr(
                "the server's records tell of more than {most} void starts; no more "
                "are read",
                most=VOIDS_MOST,
            )
        )
