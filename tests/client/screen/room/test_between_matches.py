"""What is done on the full screen between matches."""

from collections.abc import Iterator
from functools import partial

import pytest
from tests.client.screen.rooms import (
    SIZE,
    felt,
    moved_on,
    plies_of,
    shown,
    started,
)
from tests.conditions import eventually
from tests.screens import opened
from tests.servers import running_server
from textual import events

from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.room.around import lingering
from samedeal_client.screen.room.around.lingering import END_SEEN_S, TURNED_S
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player


def is_seen(app: RoomScreen, text: str) -> bool:
    return text in felt(app)


class Turning(Player):
    """A player who keeps what was asked of the room about being ready."""

    asked: tuple[str, ...] = ()

    async def ready(self) -> None:
        self.asked += ("ready",)
        await super().ready()

    async def order(self, name: str) -> None:
        self.asked += (name,)
        await super().order(name)


async def test_ready_that_is_typed_twice_is_still_ready(server: str) -> None:
    async with Turning(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=2)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            for word in ("ready", "ready", "unready"):
                await pilot.press(":", *word, "enter")
            await eventually(lambda: len(ada.asked) == 3)
            assert ada.asked == ("ready", "ready", "unready")
            await pilot.press("enter")
            await eventually(
                lambda: ada.session.own is not None and ada.session.own.ready
            )


async def test_the_last_match_is_seen_again_in_place(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            for ply, cell in enumerate(("a1", "b2", "c3"), 1):
                await pilot.press(*cell)
                await moved_on(ada, ply)
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("r")
            await eventually(lambda: "move 0 of 3" in shown(app, "#head"))
            await pilot.press("right", "n")
            await eventually(lambda: "move 2 of 3: b2" in shown(app, "#head"))
            await pilot.press("space")
            await eventually(lambda: "move 3 of 3: c3" in shown(app, "#head"))
            await pilot.press("home", "escape")
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("enter")
            await eventually(lambda: ada.session.may_move)


async def test_a_room_that_has_had_its_day_is_opened_anew(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("easthaven", seats=1, time_limit_s=120, rated=False)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            room = ada.session.room
            assert room is not None
            gone = {"phase": "result", "next_match": None, "until": None}
            ada.session.room = room.model_copy(update=gone)
            app.draw()
            assert "n new room like this" in shown(app, "#foot")
            await pilot.press("n")
            await eventually(partial(is_other, ada, room.room))
            made = ada.session.room
            assert made is not None
            kept = ("game", "time_limit_s", "rated", "seats_max", "best_of", "public")
            for name in kept:
                assert getattr(made, name) == getattr(room, name)


def is_other(player: Player, code: str) -> bool:
    room = player.session.room
    return room is not None and room.room != code


async def test_words_in_the_countdown_are_told_to_wait(embedded_url: str) -> None:
    async with (
        running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="20000") as running,
        Player(running.url, name="Ada").connected() as ada,
        Player(running.url, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await pilot.press("enter")
            await eventually(lambda: ada.session.counts_down)
            await pilot.press(":", *"c3", "enter")
            await eventually(lambda: "The cards come in" in shown(app, "#notes"))
            assert "cards in" in shown(app, "#head")


async def test_enter_while_the_room_counts_down_is_no_mistake(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            await pilot.press("enter")
            await eventually(lambda: ada.session.counts_down or ada.session.may_move)
            await pilot.press("enter")
            await eventually(lambda: "Go!" in shown(app, "#notes"))
            assert "Not now" not in shown(app, "#notes")


def may_be_ready(player: Player) -> bool:
    """Tell whether somebody has heard of the match that is next."""
    room = player.session.room
    return room is not None and room.phase != "playing" and room.next_match is not None


async def test_an_evening_shows_its_table_first_and_leaves_it_behind(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", deals=2, seats=2))
        app = RoomScreen(ada, ASCII, colour=False)
        async with opened(app, size=SIZE) as pilot:
            for table in ("- After deal 1 of 2 -", "- The evening -"):
                await eventually(lambda: shown(app, "#foot").startswith(" Enter"))
                await eventually(partial(may_be_ready, bob))
                await bob.ready()
                await pilot.press("enter")
                await eventually(lambda: ada.session.may_move)
                await eventually(lambda: bob.session.may_move)
                await bob.resign()
                await ada.finish()
                await eventually(partial(is_seen, app, table))
            await eventually(lambda: "Ada won the evening." in text_of(app.farewell))
            assert "The last deal: you win." in felt(app).replace("You", "you")
            assert "samedeal verify MATCH" in text_of(app.farewell)


async def test_what_was_heard_before_the_screen_is_no_countdown_that_failed(
    embedded_url: str,
) -> None:
    async with (
        running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="20000") as server,
        Player(server.url, name="Ada").connected() as ada,
        Player(server.url, name="Bob").connected() as bob,
        Player(server.url, name="Cat").connected() as cat,
    ):
        code = await ada.host("squares/english", seats=3)
        await bob.join(code)
        await cat.join(code)
        for player in (ada, bob, cat):
            await player.ready()
        await eventually(lambda: ada.session.counts_down)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE):
            await eventually(lambda: "Everybody is ready" in shown(app, "#notes"))
            assert "Not enough players" not in shown(app, "#notes")


async def test_a_key_for_the_board_does_nothing_on_the_result(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("russian", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            await pilot.press("r")
            await eventually(lambda: "once more" in shown(app, "#notes"))
            assert plies_of(ada) == 0
            for key in (":", *"finish", "enter", "r"):
                # At once, before anything is answered.
                await app.on_key(events.Key(key, key if len(key) == 1 else None))
            await eventually(lambda: "the match is over: r" in shown(app, "#notes"))
            await eventually(lambda: "r replay" in shown(app, "#foot"))


@pytest.fixture
def still(plain_reader: None) -> Iterator[None]:
    """Have no trail of a card on a board, where it stays for a moment."""
    del plain_reader
    with read_by(Reader(motion=False)):
        yield


@pytest.mark.usefixtures("still")
async def test_the_last_board_stays_in_sight_and_the_winner_is_told_before_the_table(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_client.screen.room.around.lingering.END_SEEN_S", 1e9)
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await pilot.press(*(key for n in range(1, 6) for key in f"a{n}"))
            await moved_on(ada, 5)
            await pilot.pause()
            board = felt(app)
            await bob.finish()
            await pilot.press(":", *"finish", "enter")
            told = ("You win by ", "You and Bob share the win.", "Nobody wins.")
            await eventually(lambda: any(t in shown(app, "#notes") for t in told))
            assert shown(app, "#foot").strip() == "Enter the result"
            # It has its rows again once the line that was typed is gone.
            await eventually(lambda: felt(app) == board)
            await pilot.press("enter")
            await eventually(lambda: "Enter rematch" in shown(app, "#foot"))
            assert "─ Result ─" in felt(app)
            # In large letters, of which only half cells are text, where they have room.
            small = tuple(text.rstrip(".") for text in told)
            assert felt(app).lstrip().startswith(("▀", "▄", *small))
            await pilot.press("?")
            await eventually(lambda: "what was possible" in felt(app))


async def test_enter_for_a_result_that_came_by_itself_is_not_ready_for_the_next(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await started(pilot, app, ada)
            now_s = app.now_s()
            monkeypatch.setattr(app, "now_s", lambda: now_s)
            monkeypatch.setattr(lingering, "END_SEEN_S", END_SEEN_S)
            monkeypatch.setattr(lingering, "TURNED_S", TURNED_S)
            await pilot.press("a", "1", ":", *"finish", "enter")
            await eventually(lambda: "Enter the result" in shown(app, "#foot"))
            now_s += END_SEEN_S
            await eventually(lambda: "Enter rematch" in shown(app, "#foot"))
            await pilot.press("enter")
            await eventually(lambda: "Enter once more" in shown(app, "#notes"))
            assert ada.session.own is not None
            assert not ada.session.own.ready
            now_s += TURNED_S
            await pilot.press("enter")
            await eventually(lambda: ada.session.may_move)


async def test_a_replay_opens_at_oneself_and_tells_its_keys(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=SIZE) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            for row in range(1, 6):
                await bob.move(f"a{row}")
            await bob.finish()
            await pilot.press(":", *"resign", "enter")
            await eventually(lambda: "Type :resign again." in shown(app, "#notes"))
            assert ada.session.may_move
            await pilot.press(":", *"resign", "enter")
            await eventually(lambda: "r replay" in shown(app, "#foot"))
            await eventually(lambda: "Match proven" in felt(app))
            await pilot.press("r")
            await eventually(lambda: "replay" in shown(app, "#head"))
            assert shown(app, "#head").startswith(" Ada")
            await pilot.press("?")
            await eventually(lambda: "Space" in felt(app))
            assert "the next player" in felt(app)
            await pilot.press("escape")
            await eventually(lambda: "the next player" not in felt(app))
            assert shown(app, "#head").startswith(" Ada")
            assert "replay" in shown(app, "#head")
            await pilot.press("tab")
            await eventually(lambda: shown(app, "#head").startswith(" Bob"))
