"""Rooms on the full screen, for tests: what is shown there, and moves."""

from tests.conditions import eventually
from textual.pilot import Pilot

from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player

SIZE = (80, 24)


def shown(app: TableScreen, name: str) -> str:
    return text_of(app.query_one(name, Words).lines)


def felt(app: TableScreen) -> str:
    return text_of(app.query_one(Table).felt.rows)


def holds(app: RoomScreen, text: str) -> bool:
    return text in felt(app)


async def started(pilot: Pilot[int], app: RoomScreen, player: Player) -> None:
    await pilot.press("enter")
    await eventually(lambda: player.session.may_move)
    await eventually(lambda: "Go!" in shown(app, "#notes"))


async def moved_on(player: Player, plies: int) -> None:
    await eventually(lambda: plies_of(player) >= plies)


def plies_of(player: Player) -> int:
    return -1 if player.session.board is None else player.session.board.ply
