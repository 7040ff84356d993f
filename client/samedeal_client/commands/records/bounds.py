"""How much is read of what a server has without an end, as it could say."""

from samedeal_client.failed import Failed
from samedeal_client.language import tr

ROWS_MOST = 100_000
"""Of boards, that one command reads; an audit has some 2 KB of memory for each."""


def refuse_more_rows(rows: int) -> None:
    """Raise Failed for more rows than are read."""
    if rows > ROWS_MOST:
        raise Failed(
            tr(
                "the server shows more than {most} rows; no more are read",
                most=ROWS_MOST,
            )
        )
