"""Leaderboards: results as rows of bytes in the store, and back."""

import asyncio
import logging
from collections.abc import Awaitable

import msgpack

from samedeal_protocol.boards import LeaderboardRow
from samedeal_server.core.standings import leaderboard_value, standings
from samedeal_server.core.state import Room
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)


async def submit_result(store: Store, room: Room) -> None:
    """Put the results of a room's last match on its game's leaderboard.

    Doing it again changes nothing, so every process that sees a match end may.
    Who resigned or never moved has no result.
    """
    match = room.match
    if match is None or match.ended_at is None:
        return
    about = room.game.about
    submitting: list[Awaitable[bool]] = []
    for row in standings(match, about.contest):
        play = row.play
        if play.state == "resigned" or play.plies == 0:
            continue
        fields = LeaderboardRow(
            rank=0,
            player=play.player.id,
            name=play.player.name,
            bot=play.player.bot,
            score=play.score,
            plies=play.plies,
            elapsed_ms=row.elapsed_ms,
            match=match.id,
            at=match.ended_at,
        ).model_dump(exclude={"rank"})
        value = leaderboard_value(play.score, row.elapsed_ms, about.contest)
        packed = msgpack.packb(fields)
        submitting.append(store.submit(about.key, play.player.id, value, packed))
    try:
        await asyncio.gather(*submitting)
    except StoreError as error:
        log.warning("match %s: not every result submitted: %s", match.id, error)


async def read_leaderboard(
    store: Store, game: str, limit: int
) -> tuple[LeaderboardRow, ...]:
    """Return the best results in a game; equal results share a rank."""
    rows: list[LeaderboardRow] = []
    last_value: int | None = None
    for index, row in enumerate(await store.leaderboard(game, limit)):
        rank = rows[-1].rank if row.value == last_value else index + 1
        last_value = row.value
        fields = msgpack.unpackb(row.packed)
        rows.append(LeaderboardRow.model_validate({**fields, "rank": rank}))
    return tuple(rows)
