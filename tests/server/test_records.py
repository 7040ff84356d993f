"""What is kept of matches: as long as it is to be, and as long as a row links it."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio

from redis.asyncio import Redis
from tests.faults.inside import inside
from tests.talk import Talker, talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import Done, MatchOpened, Moved
from samedeal_server.settings import Settings
from samedeal_server.store.keys import transcript_key

DAY_S = 24 * 3600
SETTINGS = Settings.model_validate({"countdown_ms": 200, "transcript_days": 3})
FIRST_ROW = ("a1", "b1", "c1", "d1", "e1")


async def played(*talkers: Talker, plies: int) -> str:
    """Play a match in which everybody lays so many cards; return its id."""
    await asyncio.gather(*(talker.ready() for talker in talkers))
    await asyncio.gather(*(talker.start() for talker in talkers))
    for talker in talkers:
        for ply, cell in enumerate(FIRST_ROW[:plies]):
            await talker.command(Moved, t="move", ply=ply, move=cell)
        await talker.command(Done, t="finish")
    return (await talkers[0].ended()).result.match


async def opened_again(talker: Talker) -> None:
    """Know of the next match of the room."""
    opened = await talker.hear(MatchOpened)
    assert talker.room is not None
    talker.room = talker.room.model_copy(update={"next_match": opened.match})


async def kept_for_s(store_url: str, match: str) -> int:
    """Return how long a transcript is kept: -1 for ever, -2 not at all."""
    async with Redis.from_url(store_url) as client:
        return int(await client.ttl(transcript_key(match)))


async def test_a_transcript_outlasts_its_days_while_a_row_links_it(
    store_url: str,
) -> None:
    async with (
        inside(store_url, SETTINGS) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        await bob.join(await ann.host("westcliff/american", seats=2))
        kept = house.server.hub.carrier.all_kept
        matches: list[str] = []
        for deals in (1, 2, 3):
            await asyncio.gather(ann.ready(), bob.ready())
            await asyncio.gather(ann.start(), bob.start())
            for talker, number in ((ann, deals), (bob, 4 - deals)):
                for ply in range(number):
                    await talker.command(Moved, t="move", ply=ply, move="D")
                await talker.command(Done, t="finish")
            matches.append((await ann.ended()).result.match)
            for talker in (ann, bob):
                await opened_again(talker)
            await kept.wait()
        lasts = [await kept_for_s(store_url, match) for match in matches]
        rows = await house.store.rows_of("westcliff/american", [ann.me, bob.me])
        linked = {
            match for match in matches if match.encode() in b"".join(filter(None, rows))
        }
    assert linked
    for match, last in zip(matches, lasts, strict=True):
        assert (last == -1) if match in linked else (0 < last <= 3 * DAY_S)


async def test_who_never_moved_is_on_no_board_and_their_match_is_kept_for_its_days(
    store_url: str,
) -> None:
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        await talker.host("squares/english", seats=1)
        match = await played(talker, plies=0)
        await house.server.hub.carrier.all_kept.wait()
        assert 0 < await kept_for_s(store_url, match) <= 3 * DAY_S


async def test_a_match_of_which_nothing_is_kept_is_said_to_be_unknown(
    store_url: str,
) -> None:
    async with inside(store_url, SETTINGS) as house, talking(house.url) as talker:
        refusal = await talker.refused(t="transcript", match="m-nobody")
        assert refusal.code is ErrorCode.UNKNOWN_MATCH
