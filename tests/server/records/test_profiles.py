"""Profiles and histories as they are told, and to whom."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from bench.finished import NOON, Came, finished
from tests.server.house import opened, serving
from tests.server.records.test_leaderboards import House
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_protocol.codec import MAX_OUTBOUND_BYTES, encode
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import (
    ENTRIES_MOST,
    EntryView,
    History,
    OpponentView,
    PersonView,
    Profile,
    ShownRating,
)

GAME, OTHER = "squares/english", "pas-seul"
DAY_MS = 24 * 3600 * 1000


@pytest_asyncio.fixture
async def house(store_url: str) -> AsyncIterator[House]:
    async with serving(store_url) as url, opened(store_url) as store:
        yield House(url, store)


async def history(talker: Talker, **asked: object) -> History:
    return await talker.ask(History, t="history", **asked)


def matches(found: History) -> list[str]:
    return [entry.match for entry in found.entries]


async def test_a_profile_adds_up_rated_matches(house: House) -> None:
    async with talking(house.url) as ada, talking(house.url, "Bob") as bob:
        await house.book(
            finished("m-1", Came(ada.me, 20), Came(bob.me, 10), at=NOON),
            finished("m-2", Came(ada.me, 5), Came(bob.me, 9), at=NOON + DAY_MS),
            finished("m-3", Came(ada.me, 99), Came(bob.me, 9), rated=False),
        )
        found = await bob.ask(Profile, t="profile", who=ada.me, versus="")
        assert (found.who.player, found.who.named) == (ada.me, False)
        (game,) = found.games
        assert (game.game, game.matches, game.wins) == (GAME, 2, 1)
        assert game.best is not None
        assert (game.best.score, game.best.match) == (20, "m-1")
        (family,) = found.ratings
        assert (family.family, family.matches, family.match) == ("squares", 2, "m-2")
        assert family.rating.provisional
        assert found.versus is not None
        versus = found.versus
        assert (versus.who.player, versus.matches) == (bob.me, 2)
        assert (versus.won, versus.lost) == (1, 1)
        assert found.since == NOON


async def test_who_has_played_nothing_has_an_empty_profile(house: House) -> None:
    async with talking(house.url) as ada:
        found = await ada.ask(Profile, t="profile")
        assert (found.who.name, found.ratings, found.games) == ("Ada", (), ())
        assert (found.since, found.versus) == (None, None)
        assert (await history(ada)).entries == ()
        error = await ada.refused(t="profile", who="Nobody")
        assert error.code is ErrorCode.UNKNOWN_PLAYER


async def test_guests_are_known_to_themselves_by_name(house: House) -> None:
    async with talking(house.url) as ada:
        found = await ada.ask(Profile, t="profile", who="ada", versus=None)
        assert (found.who.player, found.who.name) == (ada.me, "Ada")
        refused = await ada.refused(t="profile", who="Ada B", versus="")
        assert refused.code is ErrorCode.UNKNOWN_PLAYER


async def test_a_guest_is_known_by_name_to_whom_they_have_played_with(
    house: House,
) -> None:
    async with (
        talking(house.url) as ada,
        talking(house.url, "BOB") as one,
        talking(house.url, "BOB") as other,
        talking(house.url, "Cid") as cid,
    ):
        for number, bob in enumerate((one, other)):
            match = finished(f"m-{number}", ada.me, bob.me)
            seats = (match.seats[0], match.seats[1]._replace(name="Bob"))
            await house.book(match._replace(seats=seats))
        assert matches(await history(ada, who="bob")) == ["m-1"]
        found = await ada.ask(Profile, t="profile", who="Bob", versus="")
        assert found.who.player == other.me
        assert (await cid.refused(t="profile", who="Bob")).code is (
            ErrorCode.UNKNOWN_PLAYER
        )


async def test_a_history_is_read_in_parts_from_the_newest(house: House) -> None:
    async with talking(house.url) as ada:
        games = [GAME, OTHER] * 3
        await house.book(
            *(
                finished(f"m-{n}", ada.me, "bob", game=game, at=NOON + n)
                for n, game in enumerate(games)
            )
        )
        first = await history(ada, limit=4)
        assert matches(first) == ["m-5", "m-4", "m-3", "m-2"]
        # What is played meanwhile moves nothing.
        await house.book(finished("m-6", ada.me, "bob", at=NOON + 9))
        rest = await history(ada, limit=4, before=first.before)
        assert (matches(rest), rest.before) == (["m-1", "m-0"], None)
        assert matches(await history(ada, game=OTHER)) == ["m-5", "m-3", "m-1"]
        assert (await history(ada, before=0)).entries == ()


async def test_a_rated_match_tells_the_change_of_the_rating(house: House) -> None:
    async with talking(house.url) as ada:
        await house.book(finished("m-1", Came(ada.me, 20), Came("bob", 10)))
        (entry,) = (await history(ada)).entries
        assert entry.before == ShownRating(rating=1500, provisional=True)
        assert entry.after is not None
        assert entry.after.rating > 1500
        assert (entry.place, entry.players) == (1, 2)
        (other,) = entry.opponents
        assert (other.player, other.name, other.place) == ("bob", "BOB", 2)


async def test_what_is_not_rated_is_told_to_who_took_part_alone(house: House) -> None:
    async with (
        talking(house.url) as ada,
        talking(house.url, "Bob") as bob,
        talking(house.url, "Eve") as eve,
    ):
        daily = f"daily/{GAME}/2026-11-21"
        await house.book(
            finished("m-casual", ada.me, bob.me, rated=False),
            finished("m-alone", ada.me),
            finished("m-rated", ada.me, bob.me),
            finished("m-daily", ada.me, deal=daily),
        )
        assert matches(await history(ada)) == [
            *("m-daily", "m-rated", "m-alone", "m-casual")
        ]
        of_ada = {"who": ada.me}
        assert matches(await history(bob, **of_ada)) == [
            *("m-daily", "m-rated", "m-casual")
        ]
        assert matches(await history(eve, **of_ada)) == ["m-daily", "m-rated"]


async def test_two_processes_tell_the_same_of_a_player(store_url: str) -> None:
    async with (
        running_server(store_url) as one,
        running_server(store_url) as other,
        opened(store_url) as store,
        talking(one.url) as ada,
        talking(other.url, "Bob") as bob,
    ):
        await House(one.url, store).book(finished("m-1", ada.me, bob.me))
        here, there = await asyncio.gather(
            history(ada, who=bob.me), history(bob, who=bob.me)
        )
        assert here.entries == there.entries
        profiles = await asyncio.gather(
            ada.ask(Profile, t="profile", who=bob.me), bob.ask(Profile, t="profile")
        )
        assert profiles[0].games == profiles[1].games


def test_the_longest_page_of_a_history_fits_into_a_frame() -> None:
    wide = "\U0001f0a1" * 20
    opponent = OpponentView(
        player="p-0123456789abcdef", name=wide, bot=True, place=8, score=2**31
    )
    rating = ShownRating(rating=99999, provisional=True)
    entry = EntryView(
        index=2**40,
        match="m-" + 32 * "f",
        kind="challenge",
        deal="m-" + 32 * "f",
        game="squares/patience-american",
        rated=True,
        at=2**41,
        place=8,
        players=8,
        score=2**31,
        plies=2**31,
        elapsed_ms=2**31,
        state="timed_out",
        before=rating,
        after=rating,
        opponents=(opponent,) * 7,
    )
    who = PersonView(player="p-0123456789abcdef", name=wide, named=True)
    page = History(re=2**50, who=who, entries=(entry,) * ENTRIES_MOST, before=2**50)
    assert len(encode(page)) < MAX_OUTBOUND_BYTES
