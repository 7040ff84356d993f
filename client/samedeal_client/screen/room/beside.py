"""The panels beside the felt of a room: the time and pace, and a player's record."""

from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.facts import Time, own_block, time_block
from samedeal_client.screen.room.around.ratings import Ratings
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import fold
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import RoomView

CLOCK_FROM = 34
"""Cells of a side that has a large clock, beside the one above the board."""


def panels_beside(
    player: Player, ratings: Ratings, room: RoomView, width: int, glyphs: Glyphs
) -> tuple[Block, ...]:
    """Return panels on `width` cells, as far as anything is known for them.

    A slim side has no second clock.
    """
    about, left_ms = find_game(room.game).about, player.left_ms()
    own = player.session.own
    found: list[Block | None] = []
    is_timed = width >= CLOCK_FROM and room.phase == "playing"
    if left_ms is not None and is_timed:
        plies = own.play.ply if own is not None and own.play is not None else None
        time = Time(left_ms, room.time_limit_s, plies)
        found.append(time_block(time, about, width, glyphs))
    if own is not None:
        rating = ratings.of(room).get(own.player, "")
        found.append(own_block(ratings.own, about, rating, glyphs))
    return tuple(_folded(block, width) for block in found if block is not None)


def _folded(block: Block, width: int) -> Block:
    """Return a panel with its rows on `width` cells."""
    return block._replace(rows=tuple(p for row in block.rows for p in fold(row, width)))
