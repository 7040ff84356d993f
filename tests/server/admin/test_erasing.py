"""Somebody erased: nothing tells who they were, and what others have still holds."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from bench.finished import finished, keep, series
from tests.server.house import opened, serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.people.accounts import Account, Related
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_records.record import read_record
from samedeal_records.transcripts import Transcript, salted
from samedeal_server.admin.audit_log import read as read_log
from samedeal_server.admin.checking import check
from samedeal_server.admin.erasing import erase
from samedeal_server.admin.verbs import CannotDo
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.holdings import Holdings
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books import books
from samedeal_server.core.books.books import Field
from samedeal_server.process.settings import Settings
from samedeal_server.records import erasing
from samedeal_server.records.archiving import DAYS, Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.erasing import Erasing
from samedeal_server.store.boards.pieces import boards_of
from samedeal_server.store.boards.sheets import SheetStore
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.histories import LONG
from samedeal_server.store.keys import ENDED
from samedeal_server.store.operators.erased import ErasedStore
from samedeal_server.store.redis import Store

SALTING = bytes(32)
NAMES = {
    f"p-{n}": name
    for n, name in enumerate(("Bot", "Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))
}
IDS = {f"p-{n}": f"p-{n:016x}" for n in range(len(NAMES))}
ANN, BOB = IDS["p-1"], IDS["p-2"]
MATCHES = 50
LONG_OVER = -10_000
"""Days after which a window counts as over: whatever the clock says, all are."""


class House(NamedTuple):
    """A store with matches in it and in its archive, among seven who met often."""

    store: Store
    archiving: Archiving
    settings: Settings
    folder: Path

    async def wrong(self) -> list[str]:
        """Return what does not hold of all that is kept."""
        found: list[str] = (await check(self.store, self.settings))["wrong"]
        return found

    async def shown(self, *others: str) -> dict[str, object]:
        """Return what others are rated at."""
        asked = [
            Field(book, player)
            for player in others
            for book in ("ratings/squares", "ratings/westcliff")
        ]
        found = await self.store.books.read(asked)
        return {
            f"{book} {player}": books.unpack_rating(value).rating
            for (book, player), value in found.items()
            if value is not None
        }

    async def words(self) -> set[bytes]:
        """Return all that stands anywhere in the store, by keys and values."""
        keys = await self.store.whole.keys()
        held = await self.store.whole.read([[key] for key in keys])
        return {word for each in held for word in (each.key.encode(), *each.words)} - {
            word for each in held if each.key == ENDED for word in each.words
        }

    async def archived(self) -> list[bytes]:
        """Return all records that are in the archive."""
        server = await self.store.transcripts.known_archive()
        seen = list[bytes]()

        def look(sealed: bytes) -> None:
            seen.append(sealed)

        Holdings(Folder(self.folder), server).rewrite(look)
        return seen


def renamed(match: Transcript, number: int) -> Transcript:
    """Return a match among people with ids and names; the first are of version 4."""
    seats = (
        seat._replace(player=IDS[seat.player], name=f"{NAMES[seat.player]} the Great")
        for seat in match.seats
    )
    fresh = match._replace(seats=tuple(seats))
    return fresh if number < 0 else salted(fresh, SALTING)


async def played(store: Store, first: int = 0) -> None:
    """Have matches played and booked."""
    matches = enumerate(series(Random(7), MATCHES), first)
    await keep(store, *(renamed(match, number) for number, match in matches))
    await BooksWriter(store).catch_up()


@pytest_asyncio.fixture
async def house(
    store_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[House]:
    """A house; asked for with LONG_OVER, all boards of windows are to be archived."""
    days: int = getattr(request, "param", DAYS)
    folder = tmp_path / "archive"
    settings = Settings.model_validate({"archive": str(folder)})
    async with opened(store_url) as store:
        archiving = Archiving(store, str(folder), 8, least=1, days=days)
        yield House(store, archiving, settings, folder)


async def has_a_life(store: Store) -> None:
    """Have Ann claim a name, list others, be listed, and be reported."""
    for player, name in ((ANN, "Ann the Great"), (BOB, "Bob")):
        await store.people.add(player, {"name": name, "bot": "", "token": "x"})
    await store.people.take_name(ANN, ["0123"])
    await store.people.relate(ANN, BOB, "friend", 9)
    await store.people.relate(BOB, ANN, "blocked", 9)
    await store.presence.invite(BOB, ANN, b"x")
    await store.reports.add(b"%s reports that" % ANN.encode())


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
        *((Archiving, "rewrite"), (ErasedStore, "forget")),
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


async def test_pages_of_histories_in_the_archive_lose_the_name_too(
    house: House,
) -> None:
    store = house.store
    matches = (finished(f"m-{n}", "p-1", "p-2", rated=False) for n in range(LONG + 3))
    await keep(store, *(renamed(match, 0) for match in matches))
    await BooksWriter(store).catch_up()
    await house.archiving.move_histories()
    assert any(b"Ann the" in page for page in await house.archived())
    found = await erase(store, house.archiving, ANN)
    assert found["records"] == found["matches"] == LONG + 3
    for mark in (b"Ann the", ANN.encode()):
        assert [word for word in await house.words() if mark in word] == []
        assert [page for page in await house.archived() if mark in page] == []
    _, lines = await store.books.part(books.history(BOB), 2, 1)
    assert books.unpack_line(lines[-1]).opponents[0].player == found["stand_in"]
    assert await house.wrong() == []


def without_ann(sealed: bytes) -> bytes | None:
    return sealed.replace(b"Ann", b"Xnn") if b"Ann" in sealed else None


async def test_a_pack_put_together_of_what_had_the_name_is_thrown_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever tidies the archive read the packs before somebody was erased."""
    await played(house.store)
    await house.archiving.look()
    server = await house.store.transcripts.known_archive()
    tidying = Holdings(Folder(house.folder), server)
    other = Holdings(Folder(house.folder), server)
    put, is_first = Folder.put, [True]

    def put_late(self: Folder, *args: object) -> None:
        put(self, *args)  # type: ignore[arg-type]
        if is_first.pop() if is_first else False:
            other.rewrite(without_ann)

    assert tidying.count() > 0
    monkeypatch.setattr(Folder, "put", put_late)
    packs = list(tidying._packs.values())  # pyright: ignore[reportPrivateUsage]
    tidying._put_together(packs)  # pyright: ignore[reportPrivateUsage]
    assert not [sealed for sealed in await house.archived() if b"Ann" in sealed]


async def test_what_was_read_before_and_is_moved_after_goes_to_no_archive(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    add, is_first = Archive.add, [True]

    async def add_late(self: Archive, found: Mapping[str, bytes], until: int) -> str:
        if is_first:
            is_first.clear()
            assert any(b"Ann the" in sealed for sealed in found.values())
            await erase(house.store, house.archiving, ANN)
        return await add(self, found, until)

    monkeypatch.setattr(Archive, "add", add_late)
    await house.archiving.look()
    assert not [sealed for sealed in await house.archived() if b"Ann the" in sealed]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_of_others_in_the_archive_are_the_same_but_for_who_it_was(
    house: House,
) -> None:
    store = house.store
    await played(store)
    await house.archiving.move_sheets()
    others = sorted({*IDS.values()} - {ANN})
    boards = boards_of(await store.whole_books.names())
    before = [await store.books.rows_of(board, others) for board in boards]
    of_ann = [(await store.books.rows_of(board, [ANN])).rows for board in boards]
    assert sum(map(len, of_ann)) > 20
    found = await erase(store, house.archiving, ANN)
    assert [await store.books.rows_of(board, others) for board in boards] == before
    for board, rows in zip(boards, of_ann, strict=True):
        then = (await store.books.rows_of(board, [found["stand_in"]])).rows
        assert [row._replace(player=ANN, row=b"") for row in then] == [
            row._replace(row=b"") for row in rows
        ]
        assert (await store.books.rows_of(board, [ANN])).rows == ()
    assert len(await store.whole_books.names_in_store("board/*")) < len(boards) / 2
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_are_moved_while_somebody_is_erased_have_no_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    from_books = Erasing.from_books

    async def moved_first(self: Erasing) -> None:
        await house.archiving.move_sheets()
        assert any(ANN.encode() in sealed for sealed in await house.archived())
        await from_books(self)

    monkeypatch.setattr(Erasing, "from_books", moved_first)
    await erase(house.store, house.archiving, ANN)
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_were_read_before_and_are_moved_after_stay_without_a_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    add, from_books = Archive.add, Erasing.from_books
    is_read, may_go = asyncio.Event(), asyncio.Event()
    moving = list[asyncio.Task[None]]()

    async def add_late(
        self: Archive, found: Mapping[str, bytes], until: int = 0
    ) -> str:
        if not is_read.is_set():
            assert any(ANN.encode() in sealed for sealed in found.values())
            is_read.set()
            await may_go.wait()
        return await add(self, found, until)

    async def read_first(self: Erasing) -> None:
        moving.append(asyncio.create_task(house.archiving.move_sheets()))
        await is_read.wait()
        await from_books(self)

    with monkeypatch.context() as patched:
        patched.setattr(Archive, "add", add_late)
        patched.setattr(Erasing, "from_books", read_first)
        await erase(house.store, house.archiving, ANN)
        may_go.set()
        await moving[0]
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    await house.archiving.move_sheets()
    assert await house.wrong() == []
    left = await house.store.whole_books.names_in_store("counts/*")
    assert all(name.endswith("/all") for name in left)


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_boards_that_are_in_the_archive_with_a_name_do_not_leave_the_store(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who moves them has put them there while somebody was erased."""
    await played(house.store)
    take_away = SheetStore.moved
    from_books, from_sheets = Erasing.from_books, Erasing.from_sheets
    is_there, may_go = asyncio.Event(), asyncio.Event()
    moving = list[asyncio.Task[None]]()

    async def moved_late(self: SheetStore, *asked: Any) -> bool:
        is_there.set()
        await may_go.wait()
        return await take_away(self, *asked)

    async def there_first(self: Erasing) -> None:
        moving.append(asyncio.create_task(house.archiving.move_sheets()))
        await is_there.wait()
        await from_books(self)

    async def then_gone(self: Erasing, *asked: Any) -> None:
        await from_sheets(self, *asked)
        may_go.set()
        await moving[0]

    with monkeypatch.context() as patched:
        patched.setattr(SheetStore, "moved", moved_late)
        patched.setattr(Erasing, "from_books", there_first)
        patched.setattr(Erasing, "from_sheets", then_gone)
        await erase(house.store, house.archiving, ANN)
    assert not [sealed for sealed in await house.archived() if ANN.encode() in sealed]
    assert not [word for word in await house.words() if ANN.encode() in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_of_two_who_are_erased_at_once_the_archive_has_neither(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    await house.archiving.move_sheets()
    add, is_first = Archiving.add, [True]

    async def late(self: Archiving, pieces: Mapping[str, bytes]) -> str:
        # The first sheets of one of them have few others on them.
        if is_first and any(ANN.encode() in piece for piece in pieces.values()):
            is_first.clear()
            await erase(house.store, house.archiving, ANN)
        return await add(self, pieces)

    monkeypatch.setattr(Archiving, "add", late)
    await erase(house.store, house.archiving, BOB)
    assert not is_first
    for who in (ANN, BOB):
        mark = who.encode()
        assert not [sealed for sealed in await house.archived() if mark in sealed]
        assert not [word for word in await house.words() if mark in word]
    assert await house.wrong() == []


@pytest.mark.parametrize("house", [LONG_OVER], indirect=True)
async def test_who_is_erased_from_many_boards_adds_few_packs_of_what_is_new_in_them(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(house.store)
    await house.archiving.move_sheets()
    monkeypatch.setattr(erasing, "PIECES_MOST", 30)
    add, added = Archiving.add, list[int]()

    async def noted(self: Archiving, pieces: Mapping[str, bytes]) -> str:
        assert not await self.find(list(pieces))
        added.append(len(pieces))
        return await add(self, pieces)

    monkeypatch.setattr(Archiving, "add", noted)
    await erase(house.store, house.archiving, ANN)
    assert sum(added) > 60
    assert len(added) <= 1 + sum(added) // 30
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
