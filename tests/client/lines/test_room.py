"""Coming to a table, playing at it, and hanging up; and what it answers when."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from tests.client.paper import CTRL_C, Paper
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.failed import INTERRUPTED
from samedeal_client.language import Language, speaking
from samedeal_client.lines.room import KEPT, RoomLines
from samedeal_client.play.sentences.next_steps import why_no_move
from samedeal_client.play.sentences.telling import Teller
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.happenings import Proven
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import written
from samedeal_client.wire.session import board_of
from samedeal_client.wire.witness.keeping import Surroundings
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import BoardView, Phase


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


class Unplugged(Player):
    """A player who takes the link for lost, though all is sent."""

    @property
    def is_connected(self) -> bool:
        return False


async def test_ctrl_c_in_mid_match_keeps_the_seat_and_join_shows_the_board(
    server: str,
) -> None:
    tokens: list[str] = []
    bob = Player(server, name="Bob")
    async with bob.connected():
        ada = Player(server, name="Ada", on_token=lambda _, token: tokens.append(token))
        async with ada.connected():
            code = await ada.host("squares/english", seats=2)
            await bob.join(code)
            paper = Paper()
            sitting = asyncio.create_task(RoomLines(ada, paper).run())
            paper.typed.put_nowait("ready")
            await bob.ready()
            await eventually(lambda: paper.has("Type the cell"))
            paper.typed.put_nowait("c4")
            await eventually(lambda: paper.has("card 2 of 25"))
            paper.typed.put_nowait(CTRL_C)
            assert await sitting == INTERRUPTED
            assert "Your seat waits, " in paper.shown[-1]
            assert written(code, server) in paper.shown[-1]
        again = Player(server, name="Ada", token=tokens[-1])
        async with again.connected():
            await again.join(code)
            paper = Paper()
            sitting = asyncio.create_task(RoomLines(again, paper).run())
            await eventually(lambda: paper.has("Type the cell"))
            assert paper.has("card 2 of 25")
            assert paper.has("Bob 0 (0/25)")
            assert not paper.has("not ready")
            paper.typed.put_nowait("leave")
            paper.typed.put_nowait("leave")
            assert await sitting == 0


async def test_moves_and_an_order_can_be_typed_in_one_line(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await bob.ready()
        await eventually(lambda: paper.has("Type the cell"))
        paper.typed.put_nowait("a1 b1 finish")
        await eventually(lambda: not ada.session.may_move)
        play = ada.session.play
        assert play is not None
        assert (play.ply, play.state) == (2, "finished")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_a_room_in_a_match_calls_nobody_not_ready(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        code = await ada.host("easthaven", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        await eventually(lambda: paper.has("not ready"))
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Go!"))
        room = ada.session.room
        assert room is not None
        shown = text_of(room_lines(room, find_game(room.game).about, 0))
        assert code in shown
        assert "Ada (you, host): playing" in shown
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


@pytest.mark.parametrize("goes", ["leave", None])
async def test_who_would_leave_in_mid_match_is_asked_once(
    server: str, goes: str | None
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: ada.session.may_move and paper.has("Go!"))
        for asked in (1, 2):
            paper.typed.put_nowait(goes)
            await eventually(partial(has_asked, paper, asked))
            paper.typed.put_nowait("time")
        paper.typed.put_nowait("resign")
        await eventually(lambda: paper.has("Resign and come last?"))
        assert ada.session.may_move
        paper.typed.put_nowait(goes)
        await eventually(partial(has_asked, paper, 3))
        paper.typed.put_nowait(goes)
        assert await sitting == 0
        assert paper.has("You resigned the match")


def has_asked(paper: Paper, times: int) -> bool:
    """Tell whether it was asked so often whether to leave."""
    return "\n".join(paper.shown).count("Leave now and come last?") == times


async def test_a_casual_room_says_that_it_does_not_count(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", rated=False)
        room = ada.session.room
        assert room is not None
        assert "casual" in text_of(room_lines(room, find_game(room.game).about, 0))


def shy_move(player: Player) -> str:
    """Return a move that shows nothing, in a game where only a redeal does."""
    shy = (text for text in legal(player) if text != "R")
    return next(shy)


def legal(player: Player) -> list[str]:
    room, view = player.session.room, player.session.board
    assert room is not None
    assert view is not None
    game = find_game(room.game)
    moves = game.legal_moves(game.position_from(board_of(view)))
    return [game.format(move) for move in moves]


def ply_of(player: Player) -> int:
    return 0 if player.session.board is None else player.session.board.ply


async def at_a_shy_move(player: Player) -> BoardView:
    """Go on to a board with such a move; nearly every deal begins with one."""
    await eventually(lambda: player.session.may_move)
    while legal(player) == ["R"]:
        await player.move("R")
    assert player.session.board is not None
    return player.session.board


async def test_a_move_is_taken_back_where_the_host_allows_it(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1, takes_back=True)
        room = ada.session.room
        assert room is not None
        lines = text_of(room_lines(room, find_game(room.game).about, 0))
        assert "can be taken back" in lines
        assert "casual" in lines
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: ada.session.may_move and paper.has("Go!"))
        dealt = await at_a_shy_move(ada)
        paper.typed.put_nowait("undo")
        await eventually(lambda: paper.has("Nothing is left to take back"))
        paper.typed.put_nowait(f"{shy_move(ada)} u")
        await eventually(lambda: ply_of(ada) == dealt.ply + 2)
        assert ada.session.board is not None
        assert ada.session.board.zones == dealt.zones
        paper.typed.put_nowait("finish")
        await eventually(lambda: paper.has("Match proven"))
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_the_way_back_outlasts_the_connection(server: str) -> None:
    tokens: list[str] = []
    ada = Player(server, name="Ada", on_token=lambda _, token: tokens.append(token))
    async with ada.connected():
        code = await ada.host("russian", seats=1, takes_back=True)
        await ada.ready()
        dealt = await at_a_shy_move(ada)
        await ada.move(shy_move(ada))
    again = Player(server, name="Ada", token=tokens[-1])
    async with again.connected():
        await again.join(code)
        await again.take_back()
        assert again.session.board is not None
        assert again.session.board.zones == dealt.zones
        assert ply_of(again) == dealt.ply + 2
        await again.leave()


async def test_where_moves_stand_a_player_is_told_so(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: ada.session.may_move and paper.has("Go!"))
        paper.typed.put_nowait("u")
        await eventually(lambda: paper.has("Moves cannot be taken back here"))
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_what_is_typed_without_a_connection_is_said_to_be_kept(
    server: str,
) -> None:
    async with Unplugged(server, name="Ada").connected() as ada:
        await ada.host("easthaven", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Go!"))
        assert sum(KEPT in text for text in paper.shown) == 1
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_a_server_that_ends_with_the_program_keeps_no_seat(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("easthaven", seats=1)
        paper = Paper()
        paper.typed.put_nowait(CTRL_C)
        assert await RoomLines(ada, paper, is_alone=True).run() == INTERRUPTED
        assert not paper.has("seat waits")


def has_moved(player: Player) -> bool:
    own = player.session.own
    return own is not None and own.play is not None and own.play.ply > 0


async def test_who_was_rated_is_told_how_that_went(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await bob.ready()
        await eventually(lambda: bob.session.may_move)
        # Only who has made a move is rated.
        await bob.move("c3")
        await bob.resign()
        paper.typed.put_nowait("c3")
        await eventually(lambda: has_moved(ada))
        paper.typed.put_nowait("finish")
        await eventually(lambda: paper.has("Your rating: 1"))
        assert paper.has("(+")
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_who_was_not_rated_is_told_why(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        hers, his = Paper(), Paper()
        papers = {ada: hers, bob: his}
        sitting = [asyncio.create_task(RoomLines(p, papers[p]).run()) for p in papers]
        for paper in papers.values():
            paper.typed.put_nowait("ready")
        await eventually(lambda: ada.session.may_move and bob.session.may_move)
        his.typed.put_nowait("c3")
        await eventually(lambda: has_moved(bob))
        hers.typed.put_nowait("finish")
        his.typed.put_nowait("finish")
        await eventually(lambda: hers.has("Not rated: you made no move."))
        await eventually(lambda: his.has("Not rated: no other person made a move."))
        for paper in papers.values():
            paper.typed.put_nowait("leave")
        assert await asyncio.gather(*sitting) == [0, 0]


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_match_is_named_whether_its_record_has_come_or_not(
    *, is_recorded: bool
) -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    match = "m-" + 32 * "5"
    told = text_of(teller.tell(Proven(match, is_recorded=is_recorded, doubts=())))
    assert told.count(match) == 1
    assert "verify" in told
    assert max(map(len, told.splitlines())) < 80


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("elsewhere", "option"),
    [
        ("", []),
        ("own", ["--server", "own"]),
        ("ws://127.0.0.1:43210", ["--server", "127.0.0.1:43210"]),
        ("wss://Ada:secret@play.ada.example", ["--server", "play.ada.example"]),
        ("wss://play.ada.example:8765", ["--server", "play.ada.example:8765"]),
    ],
)
@pytest.mark.parametrize(
    ("proven", "command"),
    [
        (Proven("m-" + 32 * "5", is_recorded=True, doubts=()), "replay"),
        (Proven("m-" + 32 * "5", is_recorded=False, doubts=()), "verify"),
        (
            Proven("m-" + 32 * "5", is_recorded=True, doubts=(), reveal_at=1),
            "verify",
        ),
    ],
)
def test_how_a_match_is_seen_names_the_server_where_commands_must(
    proven: Proven, command: str, elsewhere: str, option: list[str], language: Language
) -> None:
    with speaking(language):
        around = Surroundings(elsewhere=elsewhere)
        teller = Teller(Player("ws://[::1]:9", name="Ada", around=around))
        told = text_of(teller.tell(proven))
    assert max(map(width_of, told.splitlines())) < 80
    typed = told.partition("samedeal ")[2].replace("\\\n", " ").split("\n")[0]
    assert typed.split() == [command, proven.match, *option]


@pytest.mark.parametrize(
    ("phase", "answer"),
    [
        ("gathering", "type ready"),
        ("countdown", "wait for the board"),
        ("playing", "wait for the others"),
        ("result", "type ready"),
    ],
)
def test_a_move_out_of_its_phase_is_told_what_to_wait_for(
    phase: Phase, answer: str
) -> None:
    assert answer in why_no_move(phase, "c4")


@pytest.mark.parametrize("rated", [True, False])
async def test_every_legal_move_is_told_only_where_nothing_counts(
    server: str, rated: bool
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1, rated=rated)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("ready")
        await eventually(lambda: paper.has("Type the cell"))
        paper.typed.put_nowait("?")
        await eventually(lambda: paper.has("take the last move back"))
        assert paper.has("Lay the card on one of:") != rated
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0
