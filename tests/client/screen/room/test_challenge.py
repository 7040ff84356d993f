"""A challenge on the full screen: ghosts among the bars, and where one came."""

from tests.client.screen.rooms import felt, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server

from samedeal_client.play.room.ghosts import ghosts_of
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player

SIZE = (80, 24)


async def one_match(ada: Player) -> str:
    """Play alone, a card long; return the match."""
    await ada.host("squares/english", seats=1)
    await ada.ready()
    await eventually(lambda: ada.session.may_move)
    await ada.move("a1")
    await ada.finish()
    await eventually(lambda: bool(ada.session.room and ada.session.room.result))
    assert ada.session.room is not None
    assert ada.session.room.result is not None
    return ada.session.room.result.match


async def test_a_challenge_is_played_on_the_full_screen(embedded_url: str) -> None:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        async with Player(running.url, name="Ada").connected() as ada:
            match = await one_match(ada)
        async with Player(running.url, name="Bob").connected() as bob:
            await bob.challenge(match)
            ghosts = ghosts_of(await bob.timelines(match, rivals=True), bob.id)
            app = RoomScreen(bob, ASCII, colour=False, ghosts=ghosts)
            async with opened(app, size=SIZE) as pilot:
                await eventually(lambda: "Ada [ghost]: 0 points" in felt(app))
                assert match[:32] in felt(app)  # the rest is below
                await started(pilot, app, bob)
                await eventually(lambda: "ghost Ada" in shown(app, "#side"))
                assert "challenge" in shown(app, "#head")
                assert "casual" not in shown(app, "#head")
                ghost_is_done = "Ada [ghost]: finished, 0 points."
                await eventually(lambda: ghost_is_done in shown(app, "#notes"), 15)
                await pilot.press("c", "3")
                await pilot.press(":", *"finish", "enter")
                await eventually(lambda: "- Result -" in felt(app))
                await eventually(lambda: " Bob -" in felt(app))
                # Those who played it before have places, and last boards, too.
                await eventually(lambda: "Tab" in shown(app, "#foot"))
                await pilot.press("tab")
                await eventually(lambda: " Ada [ghost] -" in felt(app))
                await pilot.press("s")
                command = f"samedeal challenge {bob_match(bob)}"
                await eventually(lambda: command in felt(app))
                await eventually(lambda: "Match proven" in felt(app))
                rows = "\n".join(shown(app, n) for n in ("#head", "#bars", "#notes"))
                rows += "\n" + felt(app)
                wide = [row for row in rows.splitlines() if width_of(row) > SIZE[0]]
                assert all("samedeal challenge" in row for row in wide)
                await pilot.press("ctrl+x")
            assert pilot.app.return_value == 0
            stays = text_of(app.farewell)
            assert "you among those who played it" in stays
            assert "Ada [ghost]" in stays
            row = next(row for row in stays.splitlines() if "--board" in row)
            assert command in stays.partition(row)[0] + row


def bob_match(bob: Player) -> str:
    room = bob.session.room
    assert room is not None
    assert room.result is not None
    return room.result.match
