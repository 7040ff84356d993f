"""Who comes back to a seat with another program proves what the first one saw."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from tests.client.lobby.lobbies import context_at
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.identity.connecting import playing
from samedeal_client.play.room.proof import prove
from samedeal_client.wire.happenings import Checked, Happening, Proven
from samedeal_client.wire.player import Player


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="50") as running:
        yield running.url


async def hung_up(server: str, home: Path) -> str:
    """Begin a match and hang up in its middle; return the room."""
    async with playing(context_at(server, home), "Ada") as ada:
        code = await ada.host("squares/english", seats=1, public=False, rated=False)
        await ada.ready()
        await eventually(lambda: ada.session.may_move)
        await ada.move("c3")
        return code


async def ended(server: str, home: Path, code: str) -> Proven:
    """Come back to it, end it and prove it."""
    async with playing(context_at(server, home), "Ada") as ada:
        await ada.join(code)
        await ada.move("c4")
        await ada.finish()
        return await prove(ada, (await _checked(ada)).witness)


async def _checked(player: Player) -> Checked:
    while not isinstance(happening := await player.happenings.get(), Checked):
        pass
    return happening


async def test_who_hung_up_and_came_back_proves_as_much_as_who_stayed(
    server: str, tmp_path: Path
) -> None:
    code = await hung_up(server, tmp_path)
    proven = await ended(server, tmp_path, code)
    assert (proven.doubts, proven.unseen) == ((), ())


async def test_from_another_home_no_more_is_said_than_was_seen_there(
    server: str, tmp_path: Path
) -> None:
    first, other = tmp_path / "first", tmp_path / "other"
    for home in (first, other):
        home.mkdir()
    code = await hung_up(server, first)
    # As an account is brought along: who one is, and nothing of what was seen.
    shutil.copy(first / "identity.json", other / "identity.json")
    proven = await ended(server, other, code)
    assert proven.doubts == ()
    assert proven.unseen == (
        "what the server had committed to before the match",
        "your own nonce, which this program did not make",
    )


async def test_what_was_proven_already_is_not_proven_again_with_less(
    server: str, tmp_path: Path
) -> None:
    code = await hung_up(server, tmp_path)
    assert (await ended(server, tmp_path, code)).is_recorded
    async with playing(context_at(server, tmp_path), "Ada") as ada:
        await ada.join(code)
        assert ada.session.room is not None
        assert ada.session.room.result is not None
        assert not [each for each in told(ada) if isinstance(each, Checked)]


async def test_nobody_is_told_of_a_match_of_others_that_was_over_when_they_came(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cid").connected() as cid,
    ):
        code = await ada.host("squares/english", seats=2, public=False, rated=False)
        await cid.join(code)
        for player in (ada, cid):
            await player.ready()
        await eventually(lambda: ada.session.may_move and cid.session.may_move)
        for player in (ada, cid):
            await player.finish()
        await _checked(ada)
        await cid.leave()
        await bob.join(code)
        assert bob.session.room is not None
        assert bob.session.room.result is not None
        assert not [each for each in told(bob) if isinstance(each, Checked)]


def told(player: Player) -> list[Happening]:
    """Return what has happened and was not heard yet."""
    waiting = player.happenings
    return [waiting.get_nowait() for _ in range(waiting.qsize())]
