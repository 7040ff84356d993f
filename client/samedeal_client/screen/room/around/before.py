"""A room before a match: its seats round the felt, or in words, in frames."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.gathering.drawn import drawn
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.screen.gathering.page import Gathering, gathering_page
from samedeal_client.screen.gathering.tables import face_down
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.screen.panels.sheet import blocks_of, sheet
from samedeal_client.screen.room.around import pages
from samedeal_client.screen.room.seen import Seen
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, line
from samedeal_protocol.rooms.boards import RoomView


class Coming(NamedTuple):
    """How others come to a room; nothing where nobody is to come."""

    to_send: str = ""
    """The line that brings a friend here."""
    link: str = ""
    """The link that brings other devices here."""
    ways: Lines = ()
    """Other ways to come here, with a word on each."""


def room_page(rows: Lines, glyphs: Glyphs, size: tuple[int, int]) -> Felt:
    """Return what is told of a room, below its name; commands in it can be copied."""
    blocks = (
        block._replace(frame=block.frame._replace(is_open=True))
        for block in blocks_of(rows)
    )
    return sheet(tuple(blocks), glyphs, size)


@lru_cache(4)
def attempt_page(
    title: str, begins: str, game: str, glyphs: Glyphs, size: tuple[int, int]
) -> Felt:
    """Return the page before the one attempt at a deal, which lies face down below."""
    width, height = size
    block = Block(Frame(title, is_marked=True), (line(begins),))
    page = sheet((block,), glyphs, (width, 0))
    left = height - len(page.rows)
    table = drawn(Below(face_down(game)), width, left, glyphs)
    return page._replace(rows=(*page.rows, *table))


def seats_page(
    play: RoomPlay,
    ratings: Mapping[str, str],
    seen: Seen,
    coming: Coming,
    glyphs: Glyphs,
    *,
    sits: bool,
) -> Felt | None:
    """Return the seats round the felt, with how others come to them.

    None where they have no room. Ratings are by player.
    """
    room, own, left_s = seen.room, play.session.seat, None
    following: Lines = (
        *pages.expected_lines(room, own),
        *play.race.rivals(),
        *pages.meanwhile_lines(room, own, is_inviting=bool(coming.to_send)),
    )
    if room.phase == "countdown" and sits:
        left_s = ((play.player.left_ms() or 0) + 999) // 1000
        following = family_of(play.game).key_help("") if own is not None else ()
    at = Gathering(
        *(room, own, ratings, coming.to_send, coming.ways, following, left_s),
        link=coming.link,
    )
    return gathering_page(at, glyphs, seen.felt)


def room_lines(
    play: RoomPlay,
    ratings: Mapping[str, str],
    room: RoomView,
    invited: Lines,
    *,
    sits: bool,
) -> Lines:
    """Return the room while no board is seen, with how others come to it."""
    own = play.session.seat
    rows = pages.gathering_lines(room, own, ratings)
    if room.phase == "countdown" and sits:
        left_ms = play.player.left_ms() or 0
        return (*rows, *pages.countdown_lines(room, own, left_ms))
    if room.phase == "gathering":
        rivals = tuple(line(" ", *row) for row in play.race.rivals())
        awaited = pages.awaited_lines(room, own)
        waiting = pages.waiting_lines(room, own, invited)
        return (*rows, *awaited, *rivals, *waiting)
    return rows
