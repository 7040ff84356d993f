"""Leaderboards: rows of the books as the wire has them."""

from samedeal_protocol.boards import LeaderboardRow
from samedeal_server.core import books
from samedeal_server.core.windows import ALL
from samedeal_server.store.books import Books
from samedeal_server.store.redis import Store


async def read_leaderboard(
    store: Store, game: str, limit: int, start: int = 0
) -> tuple[LeaderboardRow, ...]:
    """Return the best results of all time in a game; raises StoreError."""
    part = await Books(store).page(books.board("best", game, ALL), start, limit)
    return tuple(
        LeaderboardRow(
            rank=ranked.rank,
            player=row.player,
            name=row.name,
            score=row.score or 0,
            plies=row.plies or 0,
            elapsed_ms=row.elapsed_ms or 0,
            match=row.match,
            at=row.at,
        )
        for ranked in part.rows
        for row in (books.unpack_row(ranked.row),)
    )
