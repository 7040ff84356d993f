"""Rooms on the full screen, for tests: what is shown there, and moves."""

import re

from tests.conditions import eventually
from textual.events import Key
from textual.pilot import Pilot

from samedeal_client.play.opening import LIES
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player

SIZE = (80, 24)
NAMES = {"\r": "enter", "\b": "backspace", "/": "slash", " ": "space"}
"""Keys by the characters that stand for them here."""


def shown(app: TableScreen, name: str) -> str:
    """Return what a part of a screen says; caps of keys are no blanks."""
    text = text_of(app.query_one(name, Words).lines)
    return re.sub(" +", " ", text) if name == "#foot" else text


def at_foot(app: TableScreen, words: str) -> tuple[int, int]:
    """Return the cell of the foot where a key and its words begin."""
    text = text_of(app.query_one("#foot", Words).lines)
    found = re.search(re.escape(words).replace(r"\ ", " +"), text)
    assert found is not None, text
    return found.start(), 0


def felt(app: TableScreen) -> str:
    return text_of(app.query_one(Table).felt.rows)


def holds(app: RoomScreen, text: str) -> bool:
    return text in felt(app)


def at_once(pilot: Pilot[int], keys: str) -> None:
    """Press keys that come in one packet, as over a slow line."""
    for key in keys:
        pilot.app.post_message(Key(NAMES.get(key, key), key))


async def started(pilot: Pilot[int], app: RoomScreen, player: Player) -> None:
    await pilot.press("enter")
    await eventually(lambda: player.session.may_move)
    # Where the first card lies by itself, that soon takes the row of "Go!".
    await eventually(
        lambda: any(text in shown(app, "#notes") for text in ("Go!", LIES))
    )


async def moved_on(player: Player, plies: int) -> None:
    await eventually(lambda: plies_of(player) >= plies)


def plies_of(player: Player) -> int:
    return -1 if player.session.board is None else player.session.board.ply
