"""How much is read of what a server has without an end, as it could say."""

from samedeal_client.failed import Failed
from samedeal_client.language import tr

ROWS_MOST = 100_000
"""Of boards, that one command reads; an audit has some 2 KB of memory for each."""

VOIDS_MOST = 50_000
"""Void starts, and who withheld a nonce in them, that the records of rows tell of."""


def refuse_more_rows(rows: int) -> None:
    """Raise Failed for more rows than are read."""
    if rows > ROWS_MOST:
        raise Failed(
            tr(
                "the server shows more than {most} rows; no more are read",
                most=ROWS_MOST,
            )
        )


def refuse_more_voids(told: int) -> None:
    """Raise Failed for more void starts than are read."""
    if told > VOIDS_MOST:
        raise Failed(
            tr(
                "the server's records tell of more than {most} void starts; no more "
                "are read",
                most=VOIDS_MOST,
            )
        )
