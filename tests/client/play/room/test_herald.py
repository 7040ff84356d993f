"""What is worth a bell in a room: what others did, and nothing of one's own."""

from collections.abc import AsyncIterator

import pytest_asyncio
from tests.servers import running_server

from samedeal_client.play.room.herald import Herald
from samedeal_client.wire.player import Player
from samedeal_protocol.updates import MatchStarted, PhaseChanged


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def heard(herald: Herald, player: Player, last: str) -> list[str]:
    """Return what is told until a phase begins, or a match."""
    told: list[str] = []
    while True:
        happening = await player.happenings.get()
        told.append(herald.hear(happening))
        phase = happening.phase if isinstance(happening, PhaseChanged) else ""
        if phase == last or isinstance(happening, MatchStarted):
            return [text for text in told if text]


async def test_a_bell_rings_for_others_alone(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        code = await ada.host("squares/english", seats=2, public=False)
        ringing = Herald(ada.session)
        await bob.join(code)
        silent = Herald(bob.session)
        await ada.ready()
        await bob.ready()
        told = await heard(ringing, ada, "countdown")
        assert told == ["Bob has come.", "Bob is ready.", "The match begins."]
        assert await heard(silent, bob, "countdown") == ["Ada is ready."]
        await bob.leave()
        await ada.leave()
