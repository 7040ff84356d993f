"""What was possible in a match that is over, on the screen on which it ended."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.client.screen.rooms import at_foot, moved_on, shown, started
from tests.conditions import THINKING_S, eventually
from tests.golden.fullscreen.still import Still, playing, result, room, seats
from tests.javascript.test_second_opinion import played_on
from tests.screens import opened
from tests.servers import running_server
from textual.pilot import Pilot

from samedeal_client.play.course import lesson_of
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Table
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import line, text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import Snapshot
from samedeal_protocol.updates import MatchStarted
from samedeal_records.sealing import seal
from samedeal_records.transcripts import Transcript, to_plain
from samedeal_records.verification import seed_of

SIZE = (80, 24)
LOST = played_on("easthaven/open", 6)
"""A match of three who all lose, which is soon seen without a compiled solver, too."""
SEED = bytes(range(32))


class Counting(Player):
    """A player who counts the records that are asked for."""

    asked = 0

    async def transcript(self, match: str) -> bytes:
        """Return a match's record."""
        self.asked += 1
        return await super().transcript(match)


class Ended(Still):
    """A player after a match of which there is a record."""

    def __init__(self, whole: Transcript, *, reveal_at: int = 0) -> None:
        super().__init__("ws://play.example:8765", name="Ada")
        self.sealed = seal(to_plain(whole))
        self.asked = 0
        told = {"match": whole.match, "reveal_at": reveal_at}
        over = room(
            whole.game,
            phase="result",
            result=result().model_copy(update=told),
            seats=seats(3),
        )
        self.session.join(Snapshot(offset=1, seat=0, n=0, room=over, board=None))

    async def transcript(self, match: str) -> bytes:
        """Return the record."""
        self.asked += 1
        return self.sealed


def screen_of(player: Player) -> RoomScreen:
    return RoomScreen(player, ASCII, colour=False)


def felt(app: TableScreen) -> str:
    return text_of(app.query_one(Table).felt.rows)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def test_a_says_where_a_lost_deal_was_lost_and_the_replay_marks_it() -> None:
    app = screen_of(Ended(LOST))
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("a")
        await eventually(lambda: "This deal could be won." in felt(app))
        assert "; lost with move " in felt(app)
        assert "The shortest win found takes" in felt(app)
        await pilot.press("r")
        await eventually(lambda: "move 0 of" in shown(app, "#head"))
        assert "could still be won" in shown(app, "#head")
        assert "l lost" in shown(app, "#foot")
        await pilot.press("l")
        await eventually(lambda: "lost with this move" in shown(app, "#head"))
        await pilot.press("left")
        await eventually(lambda: "could still be won" in shown(app, "#head"))
        await pilot.press("end")
        await eventually(lambda: "already lost" in shown(app, "#head"))
        await pilot.press("a")
        await eventually(lambda: "What was possible" in felt(app))
        await pilot.press("escape")
        await eventually(lambda: "already lost" in shown(app, "#head"))
        await pilot.press("escape")
        await eventually(lambda: "- Result -" in felt(app))


async def test_a_replay_has_no_notes_of_its_room_but_what_was_just_done() -> None:
    app = screen_of(Ended(LOST))
    async with opened(app, size=SIZE) as pilot:
        app.say((line(" Bob: well played"),))
        await eventually(lambda: "well played" in shown(app, "#notes"))
        await pilot.press("r")
        await eventually(lambda: "move 0 of" in shown(app, "#head"))
        assert "well played" not in shown(app, "#notes")
        app.warn("Not done.")
        await eventually(lambda: "Not done." in shown(app, "#notes"))
        await pilot.press("escape")
        await eventually(lambda: "well played" in shown(app, "#notes"))


async def test_what_leads_to_a_match_is_on_a_page_of_its_own() -> None:
    app = screen_of(Ended(LOST))
    async with opened(app, size=SIZE) as pilot:
        assert "s: a link to this deal, and the proof." in felt(app)
        assert "://" not in felt(app)
        await pilot.press("s")
        await eventually(lambda: "Challenge a friend:" in felt(app))
        assert f"http://play.example:8765/m/{LOST.match}" in felt(app)
        await pilot.press("y")
        assert pilot.app.clipboard == f"http://play.example:8765/m/{LOST.match}"
        await eventually(lambda: "Copied" in shown(app, "#notes"))
        await pilot.press("s")
        await eventually(lambda: "- Result -" in felt(app))
        # Another key leaves the page, and does what it does on the result.
        await pilot.press("s", "r")
        await eventually(lambda: "move 0 of" in shown(app, "#head"))


async def test_the_record_that_proved_a_match_tells_what_was_possible(
    server: str,
) -> None:
    async with Counting(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("a", "1")
            await moved_on(ada, 1)
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Match proven" in felt(app))
            await click_on(pilot, app, "a analyse")
            await eventually(lambda: "What was possible" in felt(app))
            await eventually(
                lambda: "An expert, who sees" in felt(app), within_s=THINKING_S
            )
            assert "below the best" in felt(app)
            await click_on(pilot, app, "Esc back")
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("a", "r")
            await eventually(lambda: "move 0 of 1" in shown(app, "#head"))
            await pilot.press("escape", "a", "enter")
            await eventually(lambda: ada.session.may_move)
            await eventually(lambda: "What was possible" not in felt(app))
            assert ada.asked == 1


async def click_on(pilot: Pilot[int], app: RoomScreen, words: str) -> None:
    await eventually(lambda: words in shown(app, "#foot"))
    await pilot.click("#foot", offset=at_foot(app, words))


async def test_the_next_match_ends_what_was_looked_for() -> None:
    player = Ended(LOST)
    app = screen_of(player)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("a")
        await eventually(lambda: "What was possible" in felt(app))
        begun = MatchStarted.model_construct(at=0, until=1000)
        player.happenings.put_nowait(begun)
        await eventually(lambda: "What was possible" not in felt(app))


@pytest.mark.parametrize("key", ["a", "r"])
async def test_a_record_that_comes_in_the_next_match_does_not_hide_the_board(
    key: str,
) -> None:
    player = Ended(LOST)
    app = screen_of(player)
    async with opened(app, size=SIZE) as pilot:
        # The match may have begun while the line was cut: then nothing tells of it.
        await pilot.press(key)
        await eventually(lambda: "Esc back" in shown(app, "#foot"))
        view, board = playing(LOST.game)
        player.session.join(Snapshot(offset=9, seat=0, n=0, room=view, board=board))
        assert player.session.may_move
        app.draw()
        await eventually(lambda: "Esc back" not in shown(app, "#foot"))
        assert "What was possible" not in felt(app)


async def test_without_a_connection_a_match_is_seen_again_but_none_asked_for() -> None:
    player = Ended(LOST)
    app = screen_of(player)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("r")
        await eventually(lambda: "Esc back" in shown(app, "#foot"))
        await pilot.press("escape")
        await eventually(lambda: "r replay" in shown(app, "#foot"))
        player.is_cut = True
        await pilot.press("r")
        await eventually(lambda: "Esc back" in shown(app, "#foot"))
        await pilot.press("a")
        await eventually(lambda: "What was possible" in felt(app))
        await pilot.press("escape", "escape")
        await eventually(lambda: "r replay" in shown(app, "#foot"))
        assert "Not done" not in shown(app, "#notes")
        for key in ("enter", "n", "b"):
            await pilot.press(key)
            await noted(app, f"Not done without a connection: {key}")
        await pilot.press(":", *"ready", "enter")
        await noted(app, "Not done without a connection: :ready")
    assert player.asked == 1


async def noted(app: RoomScreen, text: str) -> None:
    await eventually(lambda: text in shown(app, "#notes"))


async def test_a_deal_that_others_may_still_play_is_not_told_of() -> None:
    player = Ended(LOST, reveal_at=1_800_000_000_000)
    app = screen_of(player)
    async with opened(app, size=SIZE) as pilot:
        assert "a analyse" not in shown(app, "#foot")
        await pilot.press("a")
        await eventually(lambda: "once the seed is revealed" in shown(app, "#notes"))
    assert player.asked == 0


async def test_a_record_that_does_not_hold_is_said_not_to() -> None:
    first, *others = LOST.seats
    forged = LOST._replace(seats=(first._replace(score=first.score + 1), *others))
    app = screen_of(Ended(forged))
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("a")
        await eventually(
            lambda: "The record of this match does not hold; see" in felt(app)
        )


async def test_in_mid_match_nothing_is_told_of_the_cards() -> None:
    app = screen_of(Ended(LOST))
    async with opened(app, size=SIZE) as pilot:
        app.player.session.room = room()
        await pilot.press(":", *"analyse", "enter")
        await eventually(
            lambda: "Once a match is over here, analyse" in shown(app, "#notes")
        )


async def test_who_practised_is_told_what_the_deal_had_in_it() -> None:
    app = PracticeScreen(find_game("easthaven/open"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("d", ":", *"analyse", "enter")
        await eventually(lambda: "What was possible" in felt(app))
        await eventually(lambda: "you  " in felt(app), within_s=THINKING_S)
        assert "in 1 move" in felt(app)
        await pilot.press("escape")
        await eventually(lambda: "What was possible" not in felt(app))
        assert app.board.plies == 1


async def test_after_practice_a_key_tells_it_and_another_deal_takes_it_away() -> None:
    app = PracticeScreen(find_game("squares/english"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        for row in "12345":
            for column in "abcde":
                await pilot.press(column, row)
        await eventually(lambda: app.is_over)
        await pilot.press("a")
        await eventually(lambda: "An expert" in felt(app), within_s=THINKING_S)
        await pilot.press("enter")
        await eventually(lambda: not app.is_over)
        await eventually(lambda: "An expert" not in felt(app))


async def test_a_lesson_is_not_lost_by_asking_what_is_possible() -> None:
    app = PracticeScreen.of_lesson(
        lesson_of(find_game("squares/english")), ASCII, colour=False
    )
    async with opened(app, size=SIZE) as pilot:
        await pilot.press(":", *"analyse", "enter")
        await eventually(lambda: "What was possible" in felt(app))
        await pilot.press("escape")
        await eventually(lambda: "What was possible" not in felt(app))


async def test_keys_are_for_the_table_after_a_line_that_came_all_at_once() -> None:
    app = PracticeScreen(find_game("easthaven"), SEED, ASCII, colour=False)
    async with opened(app, size=SIZE) as pilot:
        app.open_line("")
        app.close_line()
        await pilot.pause()
        assert app.focused is None
        await pilot.press("d")
        await eventually(lambda: app.board.plies == 1)


async def test_a_board_of_a_replay_can_be_practised_from_until_a_match_begins() -> None:
    player = Ended(LOST)
    app = screen_of(player)
    async with opened(app, size=SIZE) as pilot:
        await pilot.press("r", "right", "right", "t")
        await eventually(lambda: isinstance(pilot.app.screen, PracticeScreen))
        practice = pilot.app.screen
        assert isinstance(practice, PracticeScreen)
        assert practice.board.plies == 2
        assert practice.solo.seed == seed_of(LOST)
        assert len(practice.solo.made) == 2
        await pilot.press("d")
        await eventually(lambda: practice.board.plies == 3)
        await pilot.press("ctrl+x")
        await eventually(lambda: pilot.app.screen is app)
        assert "move 2 of" in shown(app, "#head")
        await pilot.press("t")
        await eventually(lambda: isinstance(pilot.app.screen, PracticeScreen))
        begun = MatchStarted.model_construct(at=0, until=1000)
        player.happenings.put_nowait(begun)
        await eventually(lambda: pilot.app.screen is app)
