"""Events: two rooms at two server processes, one table, and nobody plays twice."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from functools import partial
from typing import NamedTuple

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.server.house import serving

from samedeal_client.commands.playing.events import read_event, read_records
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.fairness import blinded_id, commitment_to_seed
from samedeal_protocol.errors import ErrorCode
from samedeal_records.proof.events import Event, findings_in
from samedeal_records.record import Record
from samedeal_server.core.books.tournaments import GRACE_MS
from samedeal_server.deals import tournament_rooms
from samedeal_server.deals.tournaments import ID_ALPHABET
from samedeal_server.process.settings import Settings
from samedeal_server.store.redis import Store

GAMES = ("squares/english", "easthaven")
HOUR_MS = 3600 * 1000
QUICK = Settings.model_validate({"countdown_ms": 100})


class Clock:
    """The store's clock, which a test may put forward."""

    ahead_ms = 0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, now = Clock(), Store.now

    def put_forward(store: Store) -> int:
        return now(store) + clock.ahead_ms

    monkeypatch.setattr(Store, "now", put_forward)
    return clock


class Two(NamedTuple):
    """Two server processes over one store."""

    one: str
    other: str


@pytest_asyncio.fixture
async def two(store_url: str) -> AsyncIterator[Two]:
    async with serving(store_url, QUICK) as one, serving(store_url, QUICK) as other:
        yield Two(one, other)


def phase(player: Player) -> str:
    return "" if player.session.room is None else player.session.room.phase


async def play(*players: Player) -> None:
    """Play the open deal: who is named first does best, and so on."""
    await asyncio.gather(*(player.ready() for player in players))
    for player in players:
        await eventually(partial(may_move, player))
    first, *others = players
    for player in others:
        await player.resign()
    await first.finish()
    for player in players:
        await eventually(partial(is_over, player))


def may_move(player: Player) -> bool:
    return player.session.may_move


def is_over(player: Player) -> bool:
    return phase(player) == "result"


def seats_of(who: str, *hosts: Player) -> int:
    rooms = [host.session.room for host in hosts]
    return sum(seat.player == who for room in rooms if room for seat in room.seats)


async def refused(asking: Awaitable[object]) -> ErrorCode:
    with pytest.raises(NotDone) as refusal:
        await asking
    return refusal.value.error.code


def shares(event: Event) -> list[tuple[str, int | None, tuple[int | None, ...]]]:
    return [(row.name, row.place, row.percentages) for row in event.rows]


async def linked(player: Player, event: str) -> list[tuple[str, bytes]]:
    """Return what the chain has of an event's deals."""
    links = (await player.links(0)).links
    names = [f"event/{event}/{number}" for number in range(64)]
    deals = {blinded_id(name): name for name in names}
    ours = [link for link in links if link.match in deals]
    assert all(link.kind == "deal" for link in ours)
    return [(deals[link.match], link.proof) for link in ours]


async def test_an_event_in_two_rooms_at_two_processes_has_one_table(
    two: Two, clock: Clock
) -> None:
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.one, name="Bob").connected() as bob,
        Player(two.other, name="Cid").connected() as cid,
        Player(two.other, name="Dot").connected() as dot,
    ):
        made = (await ada.create_event(GAMES, 3, hours=2)).event
        assert [deal.game for deal in made.deals] == [GAMES[0], GAMES[1], GAMES[0]]
        assert made.closes_at - made.created_at == 2 * HOUR_MS
        assert await linked(ada, made.event) == []
        await bob.join(await ada.host_event(made.event))
        committed = [(deal.deal, deal.commitment) for deal in made.deals]
        assert await linked(ada, made.event) == committed
        await dot.join(await cid.host_event(made.event.lower()))
        room = ada.session.room
        assert room is not None
        assert (room.kind, room.scoring, room.rated) == ("event", "duplicate", False)

        # Everybody who does not resign ends with nothing: a tie between the rooms.
        await play(ada, bob)
        await play(cid, dot)
        await play(bob, ada)
        await play(cid, dot)
        await play(ada, bob)
        event = await read_event(ada, made.event)
        # Deal 1: Ada and Cid beat two and tie with one, 5 of 6; Bob and Dot tie.
        # Deal 2: the same with Bob and Cid. Deal 3: Ada beats Bob.
        assert shares(event) == [
            ("Cid", 1, (8333, 8333, None)),
            ("Ada", 2, (8333, 1667, 10_000)),
            ("Bob", 3, (1667, 8333, 0)),
            ("Dot", 4, (1667, 1667, None)),
        ]
        assert [row.percentage for row in event.rows] == [8333, 6667, 3333, 1667]
        assert [deal.players for deal in event.view.deals] == [4, 4, 2]
        assert ada.session.room is not None
        assert ada.session.room.next_match is None

        assert shares(await read_event(dot, made.event)) == shares(event)

        # Withheld until the close, and an hour for those who began in time.
        whole = await read_event(bob, made.event, whole=True)
        matches = [deal[0].match for deal in whole.results]
        for ahead_ms in (0, 2 * HOUR_MS):
            clock.ahead_ms = ahead_ms
            view = (await bob.event(made.event)).event
            assert all(deal.server_seed == b"" for deal in view.deals)
            assert await refused(bob.transcript(matches[0])) is ErrorCode.UNKNOWN_MATCH
        clock.ahead_ms = 2 * HOUR_MS + GRACE_MS
        whole = await read_event(bob, made.event, whole=True)
        assert shares(whole) == shares(event)
        for deal, before in zip(whole.view.deals, made.deals, strict=True):
            assert deal.commitment == before.commitment
            assert commitment_to_seed(deal.deal, deal.server_seed) == deal.commitment
        records = await read_records(bob, whole)
        assert len(records) == 5
        assert findings_in(whole, records) == ()
        for match, record in records.items():
            seats = record.transcript.seats
            better = seats[0]._replace(score=seats[0].score + 1)
            changed = record.transcript._replace(seats=(better, *seats[1:]))
            tampered = records | {match: record._replace(transcript=changed)}
            assert findings_in(whole, tampered)
            assert findings_in(whole, {m: r for m, r in records.items() if m != match})
        assert_that_lies_are_found(whole, records)


def assert_that_lies_are_found(event: Event, records: dict[str, Record]) -> None:
    first, *others = event.results
    left_out = event._replace(results=(first[:-1], *others))
    richer = first[0].model_copy(update={"percentage": 10_000})
    worse = first[0].model_copy(update={"score": first[0].score + 1})
    deal = event.view.deals[0].model_copy(update={"server_seed": bytes(32)})
    view = event.view.model_copy(update={"deals": (deal, *event.view.deals[1:])})
    early = event.view.model_copy(update={"reveal_at": event.view.created_at})
    winner = event.rows[0].model_copy(update={"percentage": 10_000})
    lies = {
        "left out": left_out,
        "percentages": event._replace(results=((richer, *first[1:]), *others)),
        "different result": event._replace(results=((worse, *first[1:]), *others)),
        "committed to": event._replace(view=view),
        "when the seeds were already known": event._replace(view=early),
        "table": event._replace(rows=(winner, *event.rows[1:])),
    }
    for what, lie in lies.items():
        found = findings_in(lie, records)
        assert any(what in f"{f.where} {f.doubt}" for f in found), what


async def test_nobody_plays_an_event_in_two_rooms(two: Two, clock: Clock) -> None:
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.one, name="Bob").connected() as bob,
        Player(two.other, name="Cid").connected() as cid,
    ):
        event = (await ada.create_event(GAMES, 2)).event.event
        first = await ada.host_event(event)
        await bob.join(first)
        second = await cid.host_event(event, seats=3)
        # Nothing was begun: Bob may still go to the other room.
        await bob.leave()
        await bob.join(second)
        await bob.leave()
        await bob.join(first)
        await play(ada, bob)
        await bob.leave()
        assert await refused(bob.join(second)) is ErrorCode.OTHER_ROOM
        assert await refused(bob.host_event(event)) is ErrorCode.OTHER_ROOM
        # The room of one's own may be entered again, for the deals that are left.
        await bob.join(first)
        await bob.leave()
        await ada.leave()
        # That room is gone, and what was played there stays played.
        assert await refused(ada.host_event(event)) is ErrorCode.OTHER_ROOM
        assert await refused(bob.join(second)) is ErrorCode.OTHER_ROOM
        rows = (await cid.event(event)).rows
        assert [(row.name, row.deals) for row in rows] == [("Ada", 1), ("Bob", 1)]


async def test_of_two_rooms_at_the_same_moment_one_is_had(two: Two) -> None:
    tokens: list[str] = []
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.other, name="Cid").connected() as cid,
        Player(
            two.one, name="Bob", on_token=lambda _, token: tokens.append(token)
        ).connected() as bob,
    ):
        event = (await ada.create_event(GAMES, 2)).event.event
        codes = (await ada.host_event(event), await cid.host_event(event))
        again = Player(two.other, name="Bob", token=tokens[-1])
        async with again.connected():
            answers = await asyncio.gather(
                bob.join(codes[0]), again.join(codes[1]), return_exceptions=True
            )
            assert sum(answer is None for answer in answers) <= 1
            await eventually(lambda: seats_of(bob.id, ada, cid) <= 1)


async def test_an_event_that_has_closed_begins_no_deal(two: Two, clock: Clock) -> None:
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.other, name="Bob").connected() as bob,
    ):
        event = (await ada.create_event(GAMES, 2, hours=1)).event.event
        code = await ada.host_event(event, seats=2)
        clock.ahead_ms = HOUR_MS
        assert await refused(ada.ready()) is ErrorCode.EVENT_OVER
        assert await refused(bob.join(code)) is ErrorCode.EVENT_OVER
        assert await refused(bob.host_event(event)) is ErrorCode.EVENT_OVER


async def test_a_deal_that_was_begun_in_time_counts_and_is_the_last(
    two: Two, clock: Clock
) -> None:
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.one, name="Bob").connected() as bob,
    ):
        event = (await ada.create_event(GAMES[:1], 3, hours=1)).event.event
        await bob.join(await ada.host_event(event, seats=2))
        await asyncio.gather(ada.ready(), bob.ready())
        await eventually(lambda: ada.session.may_move and bob.session.may_move)
        await asyncio.gather(ada.finish(), bob.finish())
        await eventually(lambda: is_over(ada) and is_over(bob))
        room = ada.session.room
        assert room is not None
        assert room.next_match is not None
        clock.ahead_ms = HOUR_MS
        assert await refused(ada.ready()) is ErrorCode.EVENT_OVER
        assert [row.deals for row in (await ada.event(event)).rows] == [1, 1]


async def test_an_event_that_is_full_takes_nobody_else(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_rooms, "EVENT_PLAYERS_MOST", 1)
    async with (
        Player(two.one, name="Ada").connected() as ada,
        Player(two.other, name="Bob").connected() as bob,
    ):
        event = (await ada.create_event(GAMES, 2)).event.event
        code = await ada.host_event(event)
        assert await refused(bob.join(code)) is ErrorCode.EVENT_FULL
        assert await refused(bob.host_event(event)) is ErrorCode.EVENT_FULL


async def test_an_event_is_not_found_by_blinding_every_id_there_can_be(
    two: Two,
) -> None:
    async with Player(two.one, name="Ada").connected() as ada:
        event = (await ada.create_event(GAMES, 2)).event.event
    # As many as a farm of the fastest machines tries in a century.
    assert len(ID_ALPHABET) ** len(event) > 2**64


async def test_an_event_that_has_closed_is_not_committed_to_again(
    two: Two, clock: Clock, store_url: str
) -> None:
    async with Player(two.one, name="Ada").connected() as ada:
        event = (await ada.create_event(GAMES, 2, hours=1)).event.event
        clock.ahead_ms = HOUR_MS
        assert await refused(ada.host_event(event)) is ErrorCode.EVENT_OVER
    async with Store(store_url) as store:
        length, _ = await store.chain.end()
        packed = await store.chain.links(0, length)
    assert not [link for link in packed if event.encode() in link]


@pytest.mark.parametrize("event", ["2345678", "x", "23456789ABCD", "23:5678"])
async def test_an_event_that_there_is_not_is_refused(two: Two, event: str) -> None:
    async with Player(two.one, name="Ada").connected() as ada:
        assert await refused(ada.event(event)) is ErrorCode.UNKNOWN_EVENT
        assert await refused(ada.event_deal(event, 1)) is ErrorCode.UNKNOWN_EVENT
        assert await refused(ada.host_event(event)) is ErrorCode.UNKNOWN_EVENT


async def test_bots_make_no_events_and_nobody_makes_many(two: Two) -> None:
    async with Player(two.one, name="Greta", bot=True).connected() as greta:
        assert await refused(greta.create_event(GAMES, 2)) is ErrorCode.PEOPLE_ONLY
    async with Player(two.one, name="Ada").connected() as ada:
        for _ in range(6):
            await ada.create_event(GAMES, 2)
        assert await refused(ada.create_event(GAMES, 2)) is ErrorCode.TOO_MANY
