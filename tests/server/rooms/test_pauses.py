"""Pauses outlast processes and outages: they are in the room's log."""

import asyncio
from pathlib import Path

import pytest
from tests.faults.inside import hurry, inside, mortal_store, until_service
from tests.talk import talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Error, PauseChanged
from samedeal_server.core.aspects import pauses


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


async def test_a_pause_goes_on_where_its_process_is_gone_and_the_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pauses, "GOES_ON_MS", 100)
    async with (
        mortal_store(tmp_path) as mortal,
        inside(mortal.url) as house,
        talking(house.url, "Ann") as ann,
    ):
        async with inside(mortal.url) as other, talking(other.url, "Bob") as bob:
            room = await ann.host(rated=False)
            await bob.join(room)
            for talker in (ann, bob):
                await talker.ready()
            await asyncio.gather(ann.start(), bob.start())
            for talker in (ann, bob):
                await talker.command(Done, t="pause")
            while (told := (await ann.hear(PauseChanged)).pause) is None or (
                told.since is None
            ):
                pass
            # Later than the pause, as clocks stand from the last pulse on.
            await house.store.pulse()
            before = (await bob.ask(Joined, t="join", room=room)).snapshot.room
            assert before.until is not None
            left_ms = before.until - told.since
        # Bob's process is gone. Now the store is, too, and comes back.
        await mortal.kill()
        await until_service(ann, "degraded")
        await mortal.start()
        await until_service(ann, "ok")
        async with (
            inside(mortal.url) as third,
            talking(third.url, None, bob.token) as again,
        ):
            view = (await again.join(room)).snapshot.room
            assert view.pause is not None
            assert view.pause.since is not None
            assert view.until is not None
            # What is left is what was left when the pause began.
            assert view.until - view.pause.since == left_ms
            refused = await again.command(Error, t="move", ply=0, move="a1")
            assert refused.code == "paused"
            await again.command(Done, t="go_on")
            for talker in (ann, again):
                while (await talker.hear(PauseChanged)).pause is not None:
                    pass
            moved = await again.command(Moved, t="move", ply=0, move="a1")
            assert moved.ply == 1
