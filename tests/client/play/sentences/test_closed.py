"""A room that an operator closes: those in it are told why, on every face."""

import asyncio

import pytest
from tests.client.paper import Paper
from tests.client.screen.rooms import SIZE, shown, started
from tests.conditions import eventually
from tests.screens import opened
from tests.server.operators import admin
from tests.servers import running_server

from samedeal_client.language import speaking
from samedeal_client.lines.room import RoomLines
from samedeal_client.play.sentences.telling import Teller, shut_lines
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Renewed
from samedeal_client.wire.player import Player
from samedeal_protocol.updates import RoomClosed

WHY = "We stop here, thank you."
TOLD = f"Whoever runs this server has closed the room: {WHY}"


async def test_whoever_plays_is_told_on_the_screen_and_in_lines(
    embedded_url: str,
) -> None:
    async with (
        running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as server,
        Player(server.url, name="Ada").connected() as ada,
        Player(server.url, name="Bob").connected() as bob,
    ):
        code = await ada.host("squares/english", seats=2)
        await bob.join(code)
        app, paper = RoomScreen(ada, ASCII, colour=False), Paper()
        sitting = asyncio.create_task(RoomLines(bob, paper).run())
        paper.typed.put_nowait("ready")
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            status, _, _ = await admin(
                "close", code, "--why", WHY, REDIS_URL=embedded_url
            )
            assert status == 0
            await eventually(lambda: TOLD in shown(app, "#notes"))
            await pilot.press("ctrl+c")
        await eventually(lambda: paper.has(TOLD))
        paper.typed.put_nowait("leave")
        assert await sitting == 0


def test_words_of_an_operator_are_shown_and_move_no_cursor() -> None:
    with speaking("es"):
        told = text_of(shut_lines("a\x1b[2J\u202eb"))
    assert told.startswith(" Quien lleva este servidor ha cerrado la sala: a")
    assert "\x1b" not in told
    assert "\u202e" not in told


def test_a_long_reason_is_told_on_lines_of_the_terminal() -> None:
    rows = text_of(shut_lines("many words " * 18)).splitlines()
    assert len(rows) > 1
    assert max(map(len, rows)) < 80


@pytest.mark.parametrize("because", ["", WHY])
def test_an_older_server_says_what_it_always_said(because: str) -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    told = text_of(teller.tell(RoomClosed(why="lost", because=because)))
    assert (TOLD in told) == bool(because)
    assert ("has lost this room" in told) != bool(because)


def test_a_renewed_room_that_is_open_is_told_of_nothing() -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    renewed = Renewed(is_rewound=False, has_other_board=False, has_new_result=False)
    assert teller.tell(renewed) == ()
