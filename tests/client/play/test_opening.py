"""The first card of Poker Patience lies by itself: there is no choice."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from tests.client.paper import Paper
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server

from samedeal_client.families import family_of
from samedeal_client.lines.room import RoomLines
from samedeal_client.play.opening import LIES
from samedeal_client.play.room.first_card import lay_first
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.squares import Laying, SquaresGame
from samedeal_records.record import read_record

SIZE = (80, 24)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def plies_of(player: Player) -> int:
    return -1 if player.session.board is None else player.session.board.ply


def has_laid_one(player: Player) -> bool:
    return plies_of(player) == 1


def last_match(player: Player) -> str:
    room = player.session.room
    return "" if room is None or room.result is None else room.result.match


def notes(app: RoomScreen | PracticeScreen) -> str:
    return text_of(app.query_one("#notes", Words).lines)


@pytest.mark.parametrize("key", GAMES)
def test_a_first_move_is_made_where_it_is_the_only_one(key: str) -> None:
    game = find_game(key)
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    is_touching = (
        isinstance(game, SquaresGame) and game.ruleset.laying is Laying.TOUCHING
    )
    move = family_of(game).only_move(game.view(position))
    assert bool(move) == is_touching
    if move:
        after = game.apply(position, game.parse(move))
        assert not family_of(game).only_move(game.view(after))


async def test_practice_begins_with_a_card_that_stays() -> None:
    game = find_game("squares/patience")
    app = PracticeScreen(game, bytes(32), UNICODE, colour=True)
    async with opened(app, size=SIZE) as pilot:
        assert app.board.plies == 1
        assert app.solo.made == ["+0+0"]
        await pilot.press("f", "5", "u", "u")
        await pilot.pause()
        assert app.board.plies == 1
        assert "Nothing is left to take back." in notes(app)


async def test_a_match_begins_with_it_on_the_full_screen(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/patience", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("enter")
            await eventually(lambda: plies_of(ada) == 1)
            await eventually(lambda: LIES in notes(app))
            await pilot.press("enter")
            await eventually(lambda: "Choose a cell first" in notes(app))
            await pilot.press("f", "5")
            await eventually(lambda: plies_of(ada) == 2)
            await ada.finish()
            await eventually(lambda: bool(last_match(ada)))
        record = read_record(await ada.transcript(last_match(ada))).transcript
        assert [move.move for move in record.seats[0].moves] == ["+0+0", "+1+0"]


async def test_what_is_pressed_at_once_comes_after_it(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/patience", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await ada.ready()
            # Before the screen has heard that the match is on.
            await eventually(lambda: ada.session.may_move)
            await pilot.press("f", "5")
            await eventually(lambda: plies_of(ada) == 2)
            assert "f5:" not in notes(app)


async def test_who_comes_back_has_it_laid_once(server: str) -> None:
    tokens: list[str] = []
    ada = Player(server, name="Ada", on_token=lambda _, token: tokens.append(token))
    async with ada.connected():
        code = await ada.host("squares/patience", seats=1)
        await ada.ready()
        await eventually(lambda: ada.session.may_move)
    for _ in range(2):
        again = Player(server, name="Ada", token=tokens[-1])
        async with again.connected():
            await again.join(code)
            app = RoomScreen(again, UNICODE, colour=True)
            async with opened(app, size=SIZE) as pilot:
                await eventually(partial(has_laid_one, again))
                assert not await lay_first(again)
                await pilot.press("ctrl+c")
            assert has_laid_one(again)


async def test_a_match_begins_with_it_line_by_line(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/patience", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("card 2 of 25"))
        assert paper.has(LIES)
        assert not paper.has("card 1 of 25")
        paper.typed.put_nowait("f5 g5")
        await eventually(lambda: paper.has("card 4 of 25"))
        paper.typed.put_nowait("e5")
        await eventually(lambda: paper.has(" e5: "))
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0
