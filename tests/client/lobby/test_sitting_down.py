"""Who comes to a room in mid-match is told when there is a seat, and what meanwhile."""

import pytest
from tests.conditions import eventually
from tests.golden.fullscreen.still import room

from samedeal_client.failed import Failed
from samedeal_client.identity.seating import sit_down
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game


async def test_a_match_that_is_on_can_be_watched_until_there_is_a_seat(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cid").connected() as cid,
    ):
        code = await ada.host("squares/english", seats=3)
        await sit_down(bob, code)
        await ada.ready()
        await bob.ready()
        await eventually(lambda: ada.session.may_move)
        with pytest.raises(Failed, match=f"next one when it is over; .* {code}@"):
            await sit_down(cid, code)


def test_a_room_says_when_more_can_join() -> None:
    about = find_game("squares/english").about
    waiting, racing = room(), room(phase="playing")
    assert text_of(room_lines(waiting, about, None)).endswith("1 more can join.")
    told = text_of(room_lines(racing, about, None))
    assert told.endswith("1 more can join when the match is over.")
