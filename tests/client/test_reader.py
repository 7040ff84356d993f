"""Who reads belongs to a run of the program, and to all that was begun in it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from samedeal_client.language import speaking, tr
from samedeal_client.play.studying import Study
from samedeal_client.reader import Reader, go_on_for, read_by, reader
from samedeal_games.wording import Wording
from samedeal_records.analysis import Analysis, Effort
from samedeal_records.families import NothingToSay

SPANISH = Reader(language="es")


async def asked_in_a_task(go_on: asyncio.Event) -> Reader:
    await go_on.wait()
    return reader()


async def asked_in_a_thread(go_on: asyncio.Event) -> Reader:
    await go_on.wait()
    return await asyncio.to_thread(reader)


@pytest.mark.parametrize("asked", [asked_in_a_task, asked_in_a_thread])
async def test_what_was_begun_before_something_else_is_chosen_knows_of_it(
    asked: Callable[[asyncio.Event], Awaitable[Reader]],
) -> None:
    go_on = asyncio.Event()
    with read_by(Reader()):
        begun = asyncio.ensure_future(asked(go_on))
        await asyncio.create_task(chosen_in_a_task(SPANISH))
        assert reader() == SPANISH
        go_on.set()
        assert await begun == SPANISH


async def chosen_in_a_task(one: Reader) -> None:
    go_on_for(one)


async def test_two_runs_in_one_process_have_readers_of_their_own() -> None:
    met = asyncio.Barrier(2)

    async def run(one: Reader) -> str:
        with read_by(Reader()):
            go_on_for(one)
            await met.wait()
            return tr("seats")

    said = await asyncio.gather(run(SPANISH), run(Reader()))
    assert list(said) == ["sitios", "seats"]


def test_a_block_leaves_everything_as_it_was() -> None:
    before = reader()
    with read_by(SPANISH), speaking("en"):
        assert reader() == Reader()
    assert reader() == before


async def test_a_search_speaks_the_language_of_whoever_asked() -> None:
    def nothing(_effort: Effort) -> Analysis:
        raise NothingToSay(Wording("column {column} is empty", column=3))

    with speaking("es"):
        found = await Study(nothing).done()
    assert found.why_not.lower().startswith("la columna 3 está vacía")
