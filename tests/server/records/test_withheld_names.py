"""Who withheld a nonce, lost the seat and was erased has no name in a later record."""

from collections.abc import AsyncIterator

import pytest_asyncio
from tests.records.test_transcripts import VOID, played
from tests.server.house import opened

from samedeal_games.fairness import VoidRecord
from samedeal_records.sealing import seal, unseal
from samedeal_records.transcripts import (
    VERSION,
    Transcript,
    from_plain,
    salted,
    to_plain,
)
from samedeal_server.records.booking.unnamed import without_erased, without_names
from samedeal_server.store.operators.erased import hash_of
from samedeal_server.store.redis import Store

WHOLE = salted(played("easthaven", 1)._replace(voids=(VOID,)), bytes(32))
(GONE,) = VOID.withheld


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


def names_of(transcript: Transcript) -> set[str]:
    voids: tuple[VoidRecord, ...] = transcript.voids or ()
    return {who.name for void in voids for who in void.withheld}


async def test_a_record_that_is_written_later_has_no_name(store: Store) -> None:
    await store.transcripts.erased.stand_in(GONE.player, "gone-1")
    (found,) = await without_erased(store, [WHOLE])
    assert names_of(WHOLE) == {GONE.name}
    assert names_of(found) == {""}


def test_nor_does_one_that_is_looked_at_again() -> None:
    sealed = seal(to_plain(WHOLE))
    assert WHOLE.version == VERSION
    again = without_names(sealed, {hash_of(GONE.player): "gone-1"})
    assert again is not None
    assert names_of(from_plain(unseal(again))) == {""}
