"""Leaderboards: results as rows of bytes in the store, and back."""

import asyncio
from collections.abc import Sequence

import msgpack

from samedeal_protocol.boards import LeaderboardRow
from samedeal_server.core.standings import Standing, leaderboard_value, standings
from samedeal_server.core.state import Room
from samedeal_server.store.redis import Store


async def submit_result(store: Store, room: Room) -> tuple[str, ...]:
    """Put the results of a room's last match on its game's leaderboard.

    Who resigned or never moved has no result. Return the matches whose rows gave
    way to these; raises StoreError.
    """
    match = room.match
    if match is None or match.ended_at is None:
        return ()
    contest = room.game.about.contest
    rows = [
        row
        for row in standings(match, contest)
        if row.play.state != "resigned" and row.play.plies
    ]
    replaced = await asyncio.gather(
        *[
            store.submit(
                room.game.about.key,
                row.play.player.id,
                leaderboard_value(row.play.score, row.elapsed_ms, contest),
                msgpack.packb(_row(row, match.id, match.ended_at)),
            )
            for row in rows
        ]
    )
    if any(before is not None for before in replaced):
        await store.keep_transcript(match.id)
    return tuple(msgpack.unpackb(before)["match"] for before in replaced if before)


async def linked_matches(store: Store, game: str, players: Sequence[str]) -> set[str]:
    """Return the matches of the rows that players have on a leaderboard."""
    rows = await store.rows_of(game, players)
    return {msgpack.unpackb(row)["match"] for row in rows if row is not None}


def _row(standing: Standing, match: str, ended_at: int) -> dict[str, object]:
    play = standing.play
    row = LeaderboardRow(
        rank=0,
        player=play.player.id,
        name=play.player.name,
        bot=play.player.bot,
        score=play.score,
        plies=play.plies,
        elapsed_ms=standing.elapsed_ms,
        match=match,
        at=ended_at,
    )
    return row.model_dump(exclude={"rank"})


async def read_leaderboard(
    store: Store, game: str, limit: int, start: int = 0
) -> tuple[LeaderboardRow, ...]:
    """Return results in a game, best first; equal results share a rank."""
    found = await store.leaderboard(game, limit, start)
    rows: list[LeaderboardRow] = []
    rank, last_value = 0, None
    for number, row in enumerate(found, start + 1):
        if row.value != last_value:
            # The first of a page may tie with the last of the page before.
            is_first = start and last_value is None
            rank = 1 + await store.count_above(game, row.value) if is_first else number
        last_value = row.value
        fields = msgpack.unpackb(row.packed)
        rows.append(LeaderboardRow.model_validate({**fields, "rank": rank}))
    return tuple(rows)
