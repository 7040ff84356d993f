"""What was possible, asked for at a prompt: at a table, in practice, in a replay."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from tests.client.commands.test_replaying import Typist, recorded
from tests.client.paper import Paper
from tests.conditions import THINKING_S, eventually
from tests.javascript.test_second_opinion import played_on
from tests.records.test_transcripts import played
from tests.servers import running_server

from samedeal_client.lines.practice import Practice
from samedeal_client.lines.room import RoomLines
from samedeal_client.lines.viewing import Viewing
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.solo_game import SoloGame
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.reader import linear
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_games.wording import Wording
from samedeal_players.solver import UnsolvableRules, Verdict
from samedeal_records.analysis import Analysis, Effort
from samedeal_records.replays import Fate, Outlook, Replay

LOST = played_on("easthaven/open", 6)
"""A match of three who all lose, which is soon seen without a compiled solver, too."""
SEED = bytes(range(32))


class Script(Paper):
    """Lines that nobody sits and types."""

    is_live = False


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def test_analyse_tells_it_at_the_table_once_the_match_is_over(
    server: str,
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        paper.typed.put_nowait("analyse")
        await eventually(lambda: paper.has("Once a match is over here, analyse"))
        paper.typed.put_nowait("ready")
        await eventually(lambda: ada.session.may_move)
        paper.typed.put_nowait("a1")
        paper.typed.put_nowait("finish")
        await eventually(lambda: paper.has("Type analyse to see"))
        paper.typed.put_nowait("analyse")
        paper.typed.put_nowait("?")
        await eventually(lambda: paper.has("An expert, who sees"), within_s=THINKING_S)
        assert paper.has("Looking at what was possible...")
        assert paper.has("below the best")
        # Nobody had to wait for it.
        texts = "\n".join(paper.shown)
        assert texts.index("ready, unready") < texts.index("An expert, who sees")
        paper.typed.put_nowait("moments")
        await eventually(lambda: paper.has("No move was "))
        paper.typed.put_nowait("leave")
        assert await sitting == 0


async def test_a_script_is_told_it_before_it_goes_on(server: str) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Script()
        for text in ("ready", "a1", "b3", "finish", "analyse", "moments", None):
            paper.typed.put_nowait(text)
        with linear():
            assert await RoomLines(ada, paper).run() == 0
        assert paper.has("An expert, who sees")
        assert paper.has("\n 1 Ada: 0 points: ")
        row = next(r for r in "\n".join(paper.shown).split("\n") if "Row 3:" in r)
        assert row.count(" of ") == 5, "cards are told in words"
        assert paper.has("No move was ") or paper.has(" Moment 1 of ")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Return what searches wait for, so that none ends before it is to."""
    may_end = threading.Event()

    class Waiting(threading.Thread):
        def run(self) -> None:
            may_end.wait(30)
            super().run()

    monkeypatch.setattr("samedeal_client.play.searching.Thread", Waiting)
    yield may_end
    may_end.set()


async def test_another_match_ends_what_was_looked_for(
    server: str, held: threading.Event
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        await ada.host("squares/english", seats=1)
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        for text in ("ready", "a1", "finish", "analyse", "ready"):
            await eventually(paper.typed.empty)
            if text in ("a1", "finish"):
                await eventually(lambda: ada.session.may_move)
            if text == "analyse":
                await eventually(lambda: paper.has("Type analyse to see"))
            paper.typed.put_nowait(text)
        await eventually(lambda: ada.session.may_move)
        held.set()
        paper.typed.put_nowait("leave")
        paper.typed.put_nowait("leave")
        assert await sitting == 0
        assert not paper.has("An expert, who sees")


async def test_practice_is_told_what_its_deal_has_in_it(held: threading.Event) -> None:
    paper = Paper()
    for text in ("d", "analyse", "undo"):
        paper.typed.put_nowait(text)
    sitting = asyncio.create_task(
        Practice(SoloGame(find_game("easthaven/open"), SEED), paper).run()
    )
    await eventually(lambda: paper.has("This takes 30 seconds at most."))
    held.set()
    await eventually(lambda: paper.has("in 1 move"), within_s=THINKING_S)
    paper.typed.put_nowait("finish")
    assert await sitting == 0
    assert paper.has("samedeal solve easthaven/open")
    assert paper.has(f"--seed {SEED.hex()}")


async def test_why_a_card_does_not_go_is_told_in_practice() -> None:
    paper, solo = Paper(), SoloGame(find_game("easthaven/open"), SEED)
    for text in ("why 1 1", "why 1", "finish"):
        paper.typed.put_nowait(text)
    assert await Practice(solo, paper).run() == 0
    assert solo.is_untouched
    assert paper.has("a column cannot be moved onto itself.")
    assert paper.has("Ask of two cards")


async def test_why_a_card_does_not_go_is_told_in_a_replay() -> None:
    typist = Typist("why 1 1", "why zz 1", "quit")
    viewing = Viewing(recorded(LOST), Playback(Replay(LOST)), typist)
    assert await viewing.run() == 0
    told = "\n".join(typist.shown)
    assert "a column cannot be moved onto itself." in told
    assert "is no card and no pile" in told


async def test_an_order_among_moves_is_carried_out_in_practice_too() -> None:
    paper, solo = Paper(), SoloGame(find_game("easthaven/open"), SEED)
    paper.typed.put_nowait("d u board ready finish")
    assert await Practice(solo, paper).run() == 0
    assert solo.is_untouched
    assert paper.has("You are practising alone; just play.")


class Waiting(Typist):
    """A viewer who types on once what was asked for first is told."""

    def __init__(self, asked: str, *typed: str, until: str = "could be won") -> None:
        super().__init__(asked, *typed)
        self._asked, self._until = asked, until

    async def read(self, prompt: Callable[[], str]) -> str | None:
        if self.typed[:1] != [self._asked]:
            await eventually(lambda: any(self._until in t for t in self.shown))
        return await super().read(prompt)


async def test_a_replay_tells_the_moments_that_mattered_with_their_boards() -> None:
    record = recorded(played("squares/english", 3))
    typist = Waiting("moments", "quit", until="Moment 3 of 3.")
    playback = Playback(Replay(record.transcript))
    assert await Viewing(record, playback, typist).run() == 0
    told = "\n".join(typist.shown)
    name = playback.replay.tracks[playback.replay.watched[0]].seat.name
    assert told.count("To lay") >= 3 or told.count("to lay") >= 3
    assert f"\n {name}\n" in told
    assert "points lost. An expert: " in told


async def test_a_replay_marks_from_where_on_a_deal_was_lost() -> None:
    screen = Waiting("analyse", "start", "lost", "previous", "next 2")
    replay = Replay(LOST)
    viewing = Viewing(recorded(LOST), Playback(replay), screen, lambda: 80)
    assert await viewing.run() == 0
    start, lost, before, after = screen.shown[-4:]
    assert "could still be won" in start
    assert "could still be won" in before
    assert "lost with this move" in lost
    assert "already lost" in after
    fate = replay.fates[LOST.seats[0].seat]
    assert f"move {fate.lost_at} of" in lost


async def test_who_asks_where_it_was_lost_before_that_is_known_is_told_so() -> None:
    screen = Typist("lost")
    await Viewing(recorded(LOST), Playback(Replay(LOST)), screen, lambda: 80).run()
    assert "analyse finds out" in screen.shown[-1]


def test_what_is_known_of_a_track_is_told_of_each_of_its_boards() -> None:
    replay = Replay(LOST)
    seat = replay.tracks[0].seat.seat

    def outlooks(fate: Fate) -> list[Outlook | None]:
        replay.fates = {seat: fate}
        return [replay.outlook_at(0, ply) for ply in range(6)]

    still, this, lost = Outlook.OPEN, Outlook.LOST_BY_THIS, Outlook.LOST
    assert outlooks(Fate(0, 3)) == [still, None, None, lost, lost, lost]
    # Moves between them were taken back again.
    found = Fate(1, 3, is_found=True)
    assert outlooks(found) == [still, still, still, this, lost, lost]
    assert outlooks(Fate(None, 0)) == [lost] * 6
    assert outlooks(Fate(5, None)) == [still] * 6
    assert outlooks(Fate(None, None)) == [None] * 6
    replay.fates = {}
    assert replay.outlook_at(0, 0) is None
    assert not replay.jump_to_loss()


def test_an_analysis_that_is_dropped_ends_whatever_it_was_doing() -> None:
    searching, ended = threading.Event(), threading.Event()

    def work(effort: Effort) -> Analysis:
        until = effort.clock() + 1000
        try:
            searching.set()
            while effort.clock() < until:
                time.sleep(0.001)
            effort.tell(Wording("Looking..."))
        finally:
            ended.set()
        raise AssertionError("it was to be dropped")

    study = Study(work)
    assert searching.wait(5)
    assert "Looking..." in text_of(study.lines(ASCII))
    study.drop()
    assert ended.wait(5)


async def test_what_goes_wrong_in_a_search_is_told_and_ends_nothing_else() -> None:
    def work(effort: Effort) -> Analysis:
        raise ZeroDivisionError("\x1b[2J")

    study = Study(work)
    found = await study.done()
    assert found.result is None
    assert found.why_not == "The search failed: ZeroDivisionError('\\x1b[2J')."
    assert found.why_not in text_of(study.lines(ASCII))


async def test_of_a_game_that_nobody_can_solve_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*asked: object, **more: object) -> Verdict:
        raise UnsolvableRules("the solver knows no such game")

    monkeypatch.setattr("samedeal_records.analysis.search", refused)
    found = await study_of_record(recorded(LOST)).done()
    assert found.why_not.startswith("Easthaven, open spaces cannot be solved here")


async def test_a_search_without_memory_says_so() -> None:
    def work(effort: Effort) -> Analysis:
        raise MemoryError

    found = await Study(work).done()
    assert found.result is None
    assert "memory" in found.why_not
