"""Watching a room line by line: at a terminal, and in a pipe."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import environment, running_server

from samedeal_client.bots import choose_greedily, play_as_bot
from samedeal_client.lines.watching import WatchLines
from samedeal_client.view.cards import UNICODE, Glyphs
from samedeal_client.view.spans import Lines, text_of
from samedeal_client.view.watching import head_line, seat_lines
from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.boards import PlayView, RoomView, SeatState, SeatView

NOW = 1_700_000_000_000
STATES: tuple[SeatState, ...] = ("playing", "over", "resigned", "timed_out", "out")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="500") as running:
        yield running.url


class Paper:
    """A screen of 80 by 24 that keeps what it is shown."""

    is_live = True
    height = 24

    def __init__(self, glyphs: Glyphs = UNICODE) -> None:
        self.glyphs = glyphs
        self.told: list[str] = []
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()

    def show(self, lines: Lines) -> None:
        self.told.append(text_of(lines))

    def has(self, text: str) -> bool:
        return any(text in told for told in self.told)

    async def read(self, prompt: Callable[[], str]) -> str | None:
        return await self.typed.get()


def eight_at(key: str) -> RoomView:
    """Return a room of eight with long names, each seat in another state."""
    seats = tuple(
        SeatView(
            seat=k,
            player=f"p-{k}",
            name=f"Bartholomea {k:08}",
            bot=True,
            present=k != 3,
            play=PlayView(score=k * 13, ply=k * 3, state=STATES[k % len(STATES)]),
        )
        for k in range(8)
    )
    return RoomView(
        room="7KQ4P",
        public=True,
        host=0,
        game=key,
        seats_max=8,
        time_limit_s=300,
        best_of=9,
        watch="boards",
        phase="playing",
        until=NOW + 60_000,
        started=NOW,
        next_match=None,
        seats=seats,
        result=None,
    )


def test_places_are_shared_by_those_who_tie() -> None:
    room = eight_at("squares/english")
    plays = [PlayView(score=score, ply=1) for score in (5, 9, 5, 1)]
    seats = [
        s.model_copy(update={"play": p})
        for s, p in zip(room.seats[:4], plays, strict=True)
    ]
    lines = seat_lines(room.model_copy(update={"seats": tuple(seats)}), UNICODE)
    shown = text_of(lines).split("\n")
    assert [row.split()[7] for row in shown] == ["2nd", "1st", "2nd", "4th"]
    assert "time left 1:00" in text_of((head_line(room, NOW),))


async def test_a_stand_tells_a_match_and_shows_whom_one_asks_for(server: str) -> None:
    paper = Paper()
    async with (
        Player(server, name="Ann", bot=True).connected() as ann,
        Player(server, name="Bob", bot=True).connected() as bob,
        Player(server, name="Eve").connected() as eve,
    ):
        code = await ann.host("squares/english", seats=2, watch="boards")
        await eve.watch(code)
        watching = asyncio.create_task(WatchLines(eve, paper).run())
        await bob.join(code)
        playing = [
            asyncio.create_task(play_as_bot(p, choose_greedily, Random(1), pace_s=0.02))
            for p in (ann, bob)
        ]
        await eventually(lambda: eve.session.watched.keys() == {0, 1})
        paper.typed.put_nowait("2")
        await eventually(lambda: paper.has("Bob [bot]  after"))
        await eventually(lambda: paper.has("Match proven"))
        assert paper.has("A number and Enter: that seat's board.")
        paper.typed.put_nowait("q")
        assert await watching == 0
        for task in playing:
            task.cancel()


async def watching(server: str, identity: Path, *arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_client", "--server", server),
        *("--identity", str(identity), "watch", *arguments),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=environment(PYTHONUTF8="1"),
    )


@pytest.mark.parametrize("watch", ["counts", "boards"])
async def test_a_pipe_is_told_a_match_until_the_room_is_closed(
    server: str, tmp_path: Path, watch: str
) -> None:
    async with (
        Player(server, name="Ann").connected() as ann,
        Player(server, name="Bob").connected() as bob,
    ):
        code = await ann.host(
            "squares/english",
            seats=2,
            watch="boards" if watch == "boards" else "counts",
            public=False,
        )
        process = await watching(server, tmp_path / "id", code, "--ascii")
        assert process.stdout is not None
        first = b""
        while b"2 " not in first and b"Room" not in first:
            first = await process.stdout.readline()
        await bob.join(code)
        for player in (ann, bob):
            await player.ready()
        await eventually(lambda: ann.session.may_move and bob.session.may_move)
        for move in ("a1", "b2", "c3"):
            await ann.move(move)
            await bob.move(move)
        for player in (ann, bob):
            await player.finish()
        await eventually(lambda: len(ann.proven) == len(bob.proven) == 1)
        for player in (ann, bob):
            await player.leave()
        out, err = await asyncio.wait_for(process.communicate(), 20)
    text = out.decode()
    assert (err, process.returncode) == (b"", 0)
    for told in ("The match begins", "Ann: finished", "Match proven", "closed"):
        assert told in text
    assert text.isascii()


@pytest.mark.parametrize("code", ["ZZZZZ", "23456"])
async def test_a_code_of_nobody_is_one_sentence_and_status_1(
    server: str, tmp_path: Path, code: str
) -> None:
    process = await watching(server, tmp_path / "id", code)
    out, err = await process.communicate()
    assert (out, process.returncode) == (b"", 1)
    assert err.decode() == "samedeal: No open room has this code.\n"
