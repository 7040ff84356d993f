"""Somebody erased: nothing tells who they were, and what others have still holds."""

from pathlib import Path
from random import Random

import pytest
from bench.finished import finished, keep, series
from tests.server.archived import LONG_OVER
from tests.server.erased import (
    ANN,
    IDS,
    MATCHES,
    SALTING,
    House,
    has_a_life,
    played,
    renamed,
)
from tests.server.house import serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.people.accounts import Account, Related
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_records.record import read_record
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import salted, to_plain
from samedeal_server.admin.audit_log import read as read_log
from samedeal_server.admin.erasing import erase
from samedeal_server.admin.verbs import CannotDo
from samedeal_server.archive.own import OwnArchive
from samedeal_server.backup.erased_list import read_list
from samedeal_server.core.books import books
from samedeal_server.records.archiving import DAYS
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.erasing import Erasing
from samedeal_server.records.links import link_of, pack_link
from samedeal_server.store.chain import NewLink
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.operators.erased import ErasedStore

wherever_boards_are = pytest.mark.parametrize(
    "house",
    [pytest.param(DAYS, id="in store"), pytest.param(LONG_OVER, id="archived")],
    indirect=True,
)


@wherever_boards_are
async def test_nothing_tells_who_they_were_and_everything_still_holds(
    house: House,
) -> None:
    store = house.store
    await played(store)
    await house.archiving.look()
    await has_a_life(store)
    assert any(b"Ann the" in sealed for sealed in await house.archived())
    assert await house.wrong() == []
    before = await house.shown(*(set(IDS.values()) - {ANN}))
    would = await erase(store, house.archiving, ANN, is_dry=True)
    assert any(b"Ann the" in word for word in await house.words())
    found = await erase(store, house.archiving, ANN, "as she asked")
    for what in ("matches", "records", "claims", "listed", "reports"):
        assert would[what] == found[what] > 0
    assert (found["claims"], found["listed"], found["reports"]) == (1, 2, 1)
    assert not would["erased"]
    for mark in (b"Ann the", ANN.encode()):
        assert [word for word in await house.words() if mark in word] == []
        assert [sealed for sealed in await house.archived() if mark in sealed] == []
    assert await house.wrong() == []
    assert await house.shown(*(set(IDS.values()) - {ANN})) == before
    (_, deed) = (await read_log(store))[-1]
    assert (deed.verb, deed.what, deed.why) == (
        *("erase", found["stand_in"]),
        "as she asked",
    )
    names = await store.whole_books.names()
    boards = [name for name in names if name.endswith(":rows")]
    rows = [
        (await store.books.entries(board)).get(found["stand_in"]) for board in boards
    ]
    assert {books.unpack_row(row).name for row in rows if row is not None} == {""}
    again = await erase(store, house.archiving, ANN)
    assert again["was_erased_before"]
    assert (again["records"], again["matches"], again["claims"]) == (0, 0, 0)
    assert again["stand_in"] == found["stand_in"]


@wherever_boards_are
async def test_who_is_killed_on_the_way_erases_to_the_end_the_next_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    await house.archiving.look()
    await has_a_life(house.store)

    async def dies(*_: object, **__: object) -> None:
        raise StoreUnavailable("killed")

    for where, what in (
        *((BooksWriter, "catch_up"), (Erasing, "in_store"), (Erasing, "from_books")),
        *((Erasing, "from_sheets"), (Erasing, "from_histories")),
        *((OwnArchive, "rewrite"), (ErasedStore, "forget")),
        (ErasedStore, "forget_identity"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(where, what, dies)
            with pytest.raises(StoreUnavailable, match="killed"):
                await erase(house.store, house.archiving, ANN)
    await erase(house.store, house.archiving, ANN)
    for mark in (b"Ann the", ANN.encode()):
        assert [word for word in await house.words() if mark in word] == []
        assert [sealed for sealed in await house.archived() if mark in sealed] == []
    assert await house.wrong() == []


async def test_who_is_killed_before_the_store_knows_leaves_the_stand_in_in_the_list(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    listed = tmp_path / "erased.list"

    async def dies(*_: object) -> None:
        raise StoreUnavailable("killed")

    with monkeypatch.context() as patched:
        patched.setattr(BooksWriter, "catch_up", dies)
        with pytest.raises(StoreUnavailable, match="killed"):
            await erase(house.store, house.archiving, ANN, listed=listed)
    begun = read_list(listed)
    found = await erase(house.store, house.archiving, ANN, listed=listed)
    assert [*begun.values()] == [found["stand_in"]]
    assert read_list(listed) == begun == await house.store.transcripts.erased.all()
    deeds = {deed.what for _, deed in await read_log(house.store)}
    assert deeds == {found["stand_in"]}


async def test_what_is_of_an_old_version_is_told_and_books_lose_the_name(
    house: House,
) -> None:
    """Its name is under the digest that the chain has."""
    await played(house.store, first=-MATCHES)
    found = await erase(house.store, house.archiving, ANN)
    assert found["records"] == 0
    assert len(found["keep_name"]) >= found["matches"] > 0
    named = {word for word in await house.words() if b"Ann the" in word}
    assert all(b"transcript" in word for word in named)
    assert await house.wrong() == []
    await BooksWriter(house.store).catch_up()
    names = await house.store.whole_books.names()
    assert not [name for name in names if ANN in name]


async def test_a_match_that_ends_later_is_recorded_without_the_name(
    house: House,
) -> None:
    await played(house.store)
    await erase(house.store, house.archiving, ANN)
    late = renamed(next(series(Random(7), 1)), 0)
    seats = tuple(seat._replace(player=ANN) for seat in late.seats[:1])
    await keep(house.store, salted(late._replace(match="m-late", seats=seats), SALTING))
    await BooksWriter(house.store).catch_up()
    assert not [n for n in await house.store.whole_books.names() if ANN in n]


async def test_a_match_that_is_not_booked_yet_loses_the_name_too(house: House) -> None:
    store = house.store
    await played(store)
    await keep(store, renamed(finished("m-late", "p-1", "p-2"), 0))
    await erase(store, house.archiving, ANN)
    assert [word for word in await house.words() if b"Ann the" in word] == []
    assert await house.wrong() == []


async def test_a_match_that_waits_for_the_chain_loses_the_name_too(
    house: House,
) -> None:
    store = house.store
    await played(store)
    sealed = seal(to_plain(renamed(finished("m-waits", "p-1", "p-2"), 0)))
    await store.transcripts.put("m-waits", sealed, 0)
    end = link_of("end", "m-waits", digest_of(sealed))
    await store.chain.wait([NewLink("end:m-waits", b"", pack_link(end))])
    await erase(store, house.archiving, ANN)
    assert [word for word in await house.words() if b"Ann the" in word] == []
    assert await house.wrong() == []


async def test_nobody_and_who_is_seated_are_refused_in_a_sentence(
    store_url: str, house: House
) -> None:
    with pytest.raises(CannotDo, match="there is none: Zoe"):
        await erase(house.store, house.archiving, "Zoe")
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host("squares/english", seats=1)
        with pytest.raises(CannotDo, match=f"sits in room {room}: wait until they"):
            await erase(house.store, house.archiving, ann.me)
        assert await read_log(house.store) == []
        await ann.ready()
        await ann.start()
        await ann.command(Moved, t="move", ply=0, move="a1")
        await ann.command(Done, t="finish")
        match = (await ann.ended()).result.match
        await ann.command(Done, t="leave")
        await bob.ask(Related, t="relate", who=ann.me, relation="friend")
        await ann.ask(Account, t="claim", name="Ann the Great")
        status, said, error = await admin("erase", "Ann the Great", REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert f"{ann.me} is erased" in said
        assert "1 record loses the name and keep every proof" in said
        _, sealed = await house.store.transcripts.part(match, 0, 10**6)
        assert b"Ann" not in sealed
        record = read_record(sealed)
        assert record.is_proven
        assert record.transcript.seats[0].is_erased
        refused = await bob.refused(t="relate", who=ann.me, relation="friend")
        assert refused.code == "unknown_player"
    assert await house.wrong() == []
