"""The contents of all boards of a store, for tests that move them."""

from asyncio import gather
from collections.abc import Awaitable, Mapping

from samedeal_server.store.boards import pieces
from samedeal_server.store.boards.rows import BoardPart
from samedeal_server.store.redis import Store


async def boards_of(store: Store) -> list[str]:
    names = await store.whole_books.names()
    return pieces.boards_of([name for name in names if name.startswith("board/")])


async def told(store: Store) -> Mapping[tuple[object, ...], BoardPart]:
    """Return the contents of every board, in each way that somebody may ask."""
    found: dict[tuple[object, ...], BoardPart] = {}
    for board in await boards_of(store):
        ask, asked = store.books, dict[tuple[object, ...], Awaitable[BoardPart]]()
        for start, most in ((0, 1), (0, 100), (1, 2), (50, 5)):
            asked[board, start, most] = ask.page(board, start, most, viewer="p-3")
        for player, most in (("p-1", 1), ("p-5", 3), ("p-6", 100), ("p-nobody", 3)):
            asked[board, player] = ask.around(board, player, most, viewer="p-2")
        asked[board, "of"] = ask.rows_of(board, ["p-5", "p-1", "p-nobody", "p-5"])
        found |= zip(asked, await gather(*asked.values()), strict=True)
    return found
