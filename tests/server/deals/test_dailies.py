"""Dailies over sockets: one attempt each, and no word of the seed before its time."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import msgpack
import pytest
import pytest_asyncio
from tests import talk
from tests.clocks import Ahead, ahead_by
from tests.server.house import serving
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_games.catalogue import GAMES
from samedeal_games.fairness import commitment_to_seed
from samedeal_protocol.codec import decode_message
from samedeal_protocol.deals.dailies import Dailies, Daily
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.results.records import TranscriptPart
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Error, ServerMessage
from samedeal_records.proof.reveals import doubt_about_row, doubts_about_order
from samedeal_server.core.books.dailies import DRAWN_AHEAD, DailyDeal, daily_id
from samedeal_server.core.books.windows import day_of, day_start
from samedeal_server.deals.dailies import Dailies as DailiesService
from samedeal_server.process.settings import Settings
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import unpack_link
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import daily_key
from samedeal_server.store.redis import Store

pytestmark = pytest.mark.asyncio
GAME = "squares/english"
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
QUICK = Settings.model_validate({"countdown_ms": 100, "commands_per_s": 1_000})
HOUR_MS = 3600 * 1000
DAY_MS = 24 * HOUR_MS


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    return ahead_by(monkeypatch)


@pytest_asyncio.fixture
async def url(store_url: str, ahead: Ahead) -> AsyncIterator[str]:
    async with serving(store_url, QUICK) as address:
        yield address


async def begin(talker: Talker, game: str = GAME) -> Joined:
    """Begin the daily of a game, up to its first board."""
    joined = await enter(talker, game)
    await talker.ready()
    await talker.start()
    return joined


async def enter(talker: Talker, game: str = GAME) -> Joined:
    joined = await talker.ask(Joined, t="play_daily", game=game)
    talker.room, talker.n = joined.snapshot.room, joined.snapshot.n
    return joined


async def lay(talker: Talker, cells: tuple[str, ...], first: int = 0) -> None:
    for ply, cell in enumerate(cells, first):
        await talker.command(Moved, t="move", ply=ply, move=cell)


async def play(talker: Talker, cells: tuple[str, ...] = CELLS) -> str:
    """Play the whole of today's daily; return its match."""
    await begin(talker)
    await lay(talker, cells)
    return (await talker.ended()).result.match


async def daily(talker: Talker, **asked: object) -> Daily:
    return await talker.ask(Daily, t="daily", game=GAME, **asked)


async def seeds_in(store_url: str, day: str) -> dict[str, bytes]:
    """Return what the store has drawn for a day, by game."""
    async with Store(store_url) as store:
        (answer,) = await store.calls.read([("HGETALL", daily_key(day))])
    found = cast("dict[bytes, bytes]", answer)
    return {game.decode(): msgpack.unpackb(drawn)[0] for game, drawn in found.items()}


async def test_todays_deal_and_tomorrows_are_committed_to(
    url: str, store_url: str
) -> None:
    async with talking(url) as ada:
        told = await daily(ada)
    assert told.tomorrow is not None
    today = datetime.fromisoformat(told.day).date()
    for view, days in ((told.commitment, 0), (told.tomorrow, 1)):
        day = (today + timedelta(days=days)).isoformat()
        seed = (await seeds_in(store_url, day))[GAME]
        assert view.deal == f"daily/{GAME}/{day}"
        assert view.commitment == commitment_to_seed(view.deal, seed)
    assert told.server_seed == b""
    assert (told.attempt, told.rows, told.players) == (None, (), 0)


async def test_a_day_whose_commitments_could_not_be_linked_is_not_played(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*asked: object) -> None:
        raise StoreUnavailable("away")

    nobody: Any = Carrier
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        dailies = DailiesService(store, nobody, Chain(store))
        with monkeypatch.context() as patched:
            patched.setattr(store.chain, "append", away)
            with pytest.raises(StoreUnavailable):
                await dailies.draw_ahead()
        await dailies.draw_ahead()
        assert len(await store.chain.links(0, 200)) == len(GAMES) * (DRAWN_AHEAD + 1)
        running.cancel()


async def test_each_seed_is_drawn_once_whichever_process_is_first(
    store_url: str,
) -> None:
    async with Store(store_url) as one, Store(store_url) as other:
        running = [asyncio.create_task(store.run()) for store in (one, other)]
        nobody: Any = Carrier
        await asyncio.gather(
            *(DailiesService(s, nobody, Chain(s)).draw_ahead() for s in (one, other))
        )
        links = [unpack_link(link) for link in await one.chain.links(0, 200)]
        today = day_of(one.now())
        for task in running:
            task.cancel()
    days = [today + timedelta(days=n) for n in range(DRAWN_AHEAD + 1)]
    drawn = [await seeds_in(store_url, day.isoformat()) for day in days]
    seeds = [seed for each in drawn for seed in each.values()]
    assert len(set(seeds)) == len(seeds)
    assert all(len(seed) == 32 for seed in seeds)
    committed = {
        (deal := daily_id(DailyDeal(game, day))): commitment_to_seed(deal, seed)
        for day, each in zip(days, drawn, strict=True)
        for game, seed in each.items()
    }
    assert {(link.kind, link.shown): link.proof for link in links} == {
        ("deal", deal): commitment for deal, commitment in committed.items()
    }
    assert len(links) == len(committed)


async def test_a_days_deal_was_committed_to_more_than_a_day_before(
    url: str, ahead: Ahead
) -> None:
    async with talking(url) as ada:
        first = await daily(ada)
        ahead.ms = 2 * DAY_MS
        later = await daily(ada)
    begins = day_start(datetime.fromisoformat(later.day).date())
    assert later.commitment.committed_at < begins - DAY_MS
    assert later.commitment.committed_at < first.closes_at


async def test_an_attempt_is_ranked_and_a_second_one_is_refused(url: str) -> None:
    async with talking(url, "Ada") as ada, talking(url, "Bob") as bob:
        match = await play(ada)
        await play(bob, CELLS[::-1])
        told = await daily(ada)
        refusal = await ada.refused(t="play_daily", game=GAME)
        await ada.command(Done, t="leave")
        again = await ada.refused(t="play_daily", game=GAME)
        listed = await ada.ask(Dailies, t="dailies")
    assert refusal.code is again.code is ErrorCode.ALREADY_PLAYED
    assert told.attempt is not None
    assert (told.attempt.match, told.attempt.is_over) == (match, True)
    assert told.attempt.progress[-1] == told.attempt.score
    assert {row.name for row in told.rows} == {"Ada", "Bob"}
    assert told.players == 2
    assert told.streak.current == 1
    ranks = {v.game: v.attempt.rank for v in listed.games if v.attempt is not None}
    assert ranks == {GAME: told.attempt.rank}


async def test_two_terminals_at_once_are_led_to_one_attempt(url: str) -> None:
    async with talking(url, "Ada") as ada:
        assert ada.token is not None
        async with (
            talking(url, None, ada.token) as one,
            talking(url, None, ada.token) as other,
        ):
            asked = [t.ask(Joined, t="play_daily", game=GAME) for t in (one, other)]
            # The later one takes the seat over, and the earlier one may hear only that.
            answers = await asyncio.gather(*asked, return_exceptions=True)
        told = await daily(ada)
    rooms = {a.snapshot.room.room for a in answers if isinstance(a, Joined)}
    assert told.attempt is not None
    assert rooms == {told.attempt.room}


async def test_bots_may_not_play(url: str) -> None:
    async with talk.silent(url) as bot:
        await bot.ask(Welcome, t="hello", client="talk", name="Bo", bot=True)
        refusal = await bot.refused(t="play_daily", game=GAME)
    assert refusal.code is ErrorCode.PEOPLE_ONLY


async def test_a_reservation_whose_room_was_never_opened_locks_nobody_out(
    url: str, store_url: str
) -> None:
    async with talking(url) as ada:
        deal = (await daily(ada)).commitment.deal
        async with Store(store_url) as store:
            running = asyncio.create_task(store.run())
            await store.attempts.reserve(deal, ada.me, "ZZZZZ")
            running.cancel()
        joined = await enter(ada)
    assert joined.snapshot.room.room == "ZZZZZ"


async def test_what_was_left_before_it_began_was_no_attempt(url: str) -> None:
    async with talking(url) as ada:
        first = await enter(ada)
        await ada.command(Done, t="leave")
        told = await daily(ada)
        second = await enter(ada)
    assert told.attempt is None
    assert first.snapshot.room.room != second.snapshot.room.room


async def test_nobody_else_can_come_into_an_attempt(url: str) -> None:
    async with talking(url, "Ada") as ada, talking(url, "Bob") as bob:
        joined = await begin(ada)
        room = joined.snapshot.room.room
        assert (await bob.refused(t="join", room=room)).code is ErrorCode.WRONG_PHASE
        assert (await bob.refused(t="watch", room=room)).code is ErrorCode.UNKNOWN_ROOM


async def test_no_byte_tells_of_the_seed_before_the_reveal(
    url: str, store_url: str, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[bytes] = []

    def noting(frame: bytes) -> ServerMessage:
        frames.append(frame)
        return decode_message(frame)

    monkeypatch.setattr(talk, "decode_message", noting)
    async with talking(url, "Ada") as ada, talking(url, "Bob") as bob:
        match = await play(ada)
        told = await daily(bob)
        refusal = await bob.refused(t="transcript", match=match)
        seed = (await seeds_in(store_url, told.day))[GAME]
        assert refusal.code is ErrorCode.UNKNOWN_MATCH
        assert not any(seed in frame for frame in frames)
        ahead.ms = told.reveal_at - told.commitment.committed_at
        revealed = await daily(bob, day=told.day)
        record = await bob.ask(TranscriptPart, t="transcript", match=match)
    assert revealed.server_seed == seed
    assert any(seed in frame for frame in frames)
    (row,) = revealed.rows
    assert doubt_about_row(revealed, row, record.data) == ""
    assert doubts_about_order(revealed, revealed.rows) == ()


async def test_an_attempt_at_yesterdays_deal_is_come_back_to_while_it_is_on(
    url: str, ahead: Ahead
) -> None:
    async with talking(url) as ada:
        assert ada.token is not None
        now = int(datetime.now(UTC).timestamp() * 1000)
        ahead.ms = day_start(day_of(now)) - now - 5 * 60_000
        entered = await enter(ada)
        ahead.ms = 0
        await ada.ready()
        await ada.start()
        ahead.ms = day_start(day_of(now)) - now + 5 * 60_000
        async with talking(url, None, ada.token) as later:
            back = await enter(later)
            other = await enter_another(later)
    assert back.snapshot.room.room == entered.snapshot.room.room
    assert back.snapshot.room.phase == "playing"
    assert other.code is ErrorCode.ALREADY_IN_ROOM


async def enter_another(talker: Talker) -> Error:
    return await talker.refused(t="play_daily", game="easthaven")


@pytest.mark.parametrize(
    "day", ["2019-01-01", "2026-02-30", "2199-01-01", "9999-12-31"]
)
async def test_days_without_a_deal_are_refused(url: str, day: str) -> None:
    async with talking(url) as ada:
        refusal = await ada.refused(t="daily", game=GAME, day=day)
        unknown = await ada.refused(t="daily", game="nonsense")
    assert refusal.code is ErrorCode.UNKNOWN_DAY
    assert unknown.code is ErrorCode.UNKNOWN_GAME


async def test_an_attempt_goes_on_at_another_process_after_its_own_was_killed(
    store_url: str,
) -> None:
    quick = {"SAMEDEAL_COUNTDOWN_MS": "100", "SAMEDEAL_COMMANDS_PER_S": "1000"}
    async with (
        running_server(store_url, **quick) as one,
        running_server(store_url, **quick) as other,
    ):
        async with talking(one.url) as ada:
            assert ada.token is not None
            begun = await begin(ada)
            await lay(ada, CELLS[:10])
            await one.kill()
        async with talking(other.url, None, ada.token) as back:
            resumed = await enter(back)
            board = resumed.snapshot.board
            assert board is not None
            assert board.ply == 10
            await lay(back, CELLS[10:], 10)
            await back.ended()
            told = await daily(back)
            refusal = await back.refused(t="play_daily", game=GAME)
    assert resumed.snapshot.room.room == begun.snapshot.room.room
    assert refusal.code is ErrorCode.ALREADY_PLAYED
    assert told.attempt is not None
    assert (told.attempt.plies, told.attempt.rank) == (25, 1)
    assert resumed.snapshot.room.started is not None
    assert begun.snapshot.room.started is None
