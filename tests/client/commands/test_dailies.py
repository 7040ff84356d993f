"""The deals of the day at the command line and at a table."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgpack
import pytest
import pytest_asyncio
from tests.client.command_lines import told
from tests.client.paper import CTRL_C, Paper
from tests.clocks import Ahead, ahead_by
from tests.conditions import eventually
from tests.server.house import serving

from samedeal_client.failed import INTERRUPTED
from samedeal_client.lines.attempt import AttemptLines
from samedeal_client.wire.player import Player
from samedeal_protocol.deals.dailies import Daily
from samedeal_server.core.books.dailies import DailyDeal, given_daily
from samedeal_server.core.facts import GivenDeal
from samedeal_server.deals import dailies
from samedeal_server.process.settings import Settings
from samedeal_server.store.keys import daily_key
from samedeal_server.store.redis import Store

pytestmark = pytest.mark.asyncio
GAME = "squares/english"
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
QUICK = Settings.model_validate({"countdown_ms": 100, "commands_per_s": 1_000})
DAY_MS = 24 * 3600 * 1000


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Ahead:
    return ahead_by(monkeypatch)


@pytest_asyncio.fixture
async def server(store_url: str, ahead: Ahead) -> AsyncIterator[str]:
    async with serving(store_url, QUICK) as address:
        yield address


class CommandLine:
    """The command line of one player, in a pipe."""

    def __init__(self, server: str, folder: Path) -> None:
        self._words = ["--server", server, "--identity", str(folder / "identity.json")]

    async def run(self, *arguments: str, given: str = "") -> tuple[int, str]:
        """Return status and output, complaints behind it."""
        said = await told(*self._words, *arguments, given=given)
        return said.status, said.out.decode() + said.err

    async def document(self, *arguments: str) -> dict[str, Any]:
        _, out = await self.run(*arguments, "--json")
        document: dict[str, Any] = json.loads(out)
        return document


@pytest.fixture
def ada(server: str, tmp_path: Path) -> CommandLine:
    return CommandLine(server, tmp_path)


async def played(line: CommandLine, cells: list[str] = CELLS) -> str:
    status, out = await line.run("daily", GAME, "--name", "Ada", given=" ".join(cells))
    assert status == 0, out
    return out


async def test_a_daily_is_played_through_a_pipe_in_two_sittings(
    ada: CommandLine,
) -> None:
    first = await played(ada, CELLS[:10])
    assert f"Come back with:  samedeal daily {GAME}" in first
    assert "card 11 of 25" in first
    second = await played(ada, CELLS[10:])
    assert "1st of 1 so far" in second
    assert "The seed is revealed at" in second
    third = await played(ada)
    assert "You have played this deal" in third
    assert "1st of 1 so far" in third


async def test_a_result_is_shared_in_three_lines_with_and_without_symbols(
    ada: CommandLine,
) -> None:
    await played(ada)
    status, told = await ada.run("daily", GAME, "--share")
    assert status == 0
    assert len(told.splitlines()) == 3
    _, plain = await ada.run("daily", GAME, "--share", "--ascii")
    assert plain.isascii()
    assert not any(card in plain for card in ("AH", "KS", "TD"))


async def test_who_has_no_result_has_nothing_to_share(ada: CommandLine) -> None:
    status, told = await ada.run("daily", GAME, "--share")
    assert status == 1
    assert "no result" in told


async def test_the_list_says_what_is_played_and_what_is_not(ada: CommandLine) -> None:
    await played(ada)
    _, told = await ada.run("daily")
    rows = {row.split()[0]: row for row in told.splitlines() if "/" in row}
    assert "1 of 1" in rows[GAME]
    assert "1 day" in rows[GAME]
    assert "not played" in rows["westcliff/classic"]
    assert all(len(row) < 80 for row in told.splitlines())
    document = await ada.document("daily")
    attempts = {each["game"]: each["attempt"] for each in document["games"]}
    assert attempts[GAME]["rank"] == 1
    assert attempts["easthaven"] is None


async def test_yesterdays_board_is_proven_once_its_seed_is_revealed(
    ada: CommandLine, ahead: Ahead
) -> None:
    await played(ada)
    status, told = await ada.run("daily", GAME, "--board", "--verify")
    assert (status, "once the seed is revealed" in told) == (1, True)
    day = (await ada.document("daily", GAME))["day"]
    ahead.ms = 2 * DAY_MS
    asked = ("daily", GAME, "--board", "--date", day, "--verify")
    status, told = await ada.run(*asked)
    assert status == 0, told
    assert "The seed is the one committed to." in told
    assert "First shown to you at" in told
    assert "Proven by their records: 1 row." in told
    assert all(len(row) < 80 for row in told.splitlines())
    document = await ada.document(*asked)
    assert document["holds"]
    assert document["rows"][0]["doubt"] is None
    assert len(bytes.fromhex(document["server_seed"])) == 32


async def test_a_seed_without_a_commitment_from_before_proves_nothing(
    ada: CommandLine, ahead: Ahead, server: str, tmp_path: Path
) -> None:
    await played(ada)
    day = (await ada.document("daily", GAME))["day"]
    ahead.ms = 2 * DAY_MS
    asked = ("daily", GAME, "--board", "--date", day, "--verify")
    stranger = CommandLine(server, tmp_path / "elsewhere")
    status, told = await stranger.run(*asked)
    words = " ".join(told.split())
    assert status == 0, told
    assert "The seed is the one committed to." not in told
    assert "this machine was shown none before the reveal" in words
    assert "Played as recorded, with this seed: 1 row." in told
    assert "Proven" not in told
    assert all(len(row) < 80 for row in told.splitlines())
    document = await CommandLine(server, tmp_path / "third").document(*asked)
    assert not document["seen_before_reveal"]
    match = document["rows"][0]["match"]
    whoever = CommandLine(server, tmp_path / "fourth")
    _, told = await whoever.run("verify", match)
    words = " ".join(told.split())
    assert f"this machine was shown none to daily/{GAME}/{day}" in words
    assert (await whoever.document("verify", match))["unpromised"]
    _, told = await ada.run("verify", match)
    assert "shown none" not in told


async def test_a_record_with_another_commitment_than_the_day_s_is_not_as_kept(
    ada: CommandLine, ahead: Ahead, tmp_path: Path
) -> None:
    await played(ada)
    shown = await ada.document("daily", GAME)
    match = shown["attempt"]["match"]
    kept = tmp_path / "commitments.json"
    kept.write_text(kept.read_text().replace(shown["seen"]["commitment"], "00" * 32))
    ahead.ms = 2 * DAY_MS
    status, told = await ada.run("verify", match)
    assert status == 1
    assert "NOT AS KEPT" in told
    assert "you were shown a different commitment at" in told


async def test_who_comes_back_at_another_machine_is_told_what_it_was_not_shown(
    ada: CommandLine, server: str, tmp_path: Path
) -> None:
    await played(ada, CELLS[:10])
    there = tmp_path / "elsewhere"
    there.mkdir()
    identity = (tmp_path / "identity.json").read_bytes()
    (there / "identity.json").write_bytes(identity)
    told = await played(CommandLine(server, there), CELLS[10:12])
    unheld = "shown no commitment to this deal before the attempt began"
    assert unheld in told
    assert unheld not in await played(ada, CELLS[12:])


async def test_a_seed_that_was_exchanged_is_found(
    ada: CommandLine, ahead: Ahead, store_url: str
) -> None:
    await played(ada)
    day = (await ada.document("daily", GAME))["day"]
    await put_seed(store_url, day, bytes(32))
    ahead.ms = 2 * DAY_MS
    status, told = await ada.run("daily", GAME, "--board", "--date", day)
    assert status == 1
    assert "DOUBT  you were shown a different commitment" in told
    document = await ada.document("daily", GAME, "--board", "--date", day, "--verify")
    assert not document["holds"]
    assert "different seed" in document["rows"][0]["doubt"]


async def test_a_deal_exchanged_before_it_is_played_is_told_of(
    ada: CommandLine, ahead: Ahead, store_url: str
) -> None:
    document = await ada.document("daily", GAME, "--board")
    tomorrow = date.fromisoformat(document["day"]) + timedelta(days=1)
    await put_seed(store_url, tomorrow.isoformat(), bytes(32))
    ahead.ms = DAY_MS
    told = await played(ada)
    assert "NOT FAIR: you were shown a different commitment" in told


@pytest.mark.parametrize(
    ("days_ago", "seed", "doubt"),
    [
        (30, bytes(32), "the room plays another deal than the day's: daily/"),
        (0, bytes(32), "the room's commitment is not the day's"),
    ],
)
async def test_being_led_to_the_room_of_another_deal_is_told_of(
    ada: CommandLine,
    monkeypatch: pytest.MonkeyPatch,
    days_ago: int,
    seed: bytes,
    doubt: str,
) -> None:
    def given(daily: DailyDeal, server_seed: bytes) -> GivenDeal:
        del server_seed
        day = daily.day - timedelta(days=days_ago)
        return given_daily(daily._replace(day=day), seed)

    monkeypatch.setattr(dailies, "given_daily", given)
    _, told = await ada.run("daily", GAME, "--name", "Ada", given=" ".join(CELLS))
    assert f"NOT FAIR: {doubt}" in told
    assert "THIS DEAL DOES NOT LOOK FAIR" in told


async def put_seed(store_url: str, day: str, seed: bytes) -> None:
    """Put another seed in the place of one that was drawn."""
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        await store.calls.write("HSET", daily_key(day), GAME, msgpack.packb((seed, 0)))
        running.cancel()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--board",),
        (GAME, "--verify"),
        (GAME, "--date", "2026-11-20"),
        (GAME, "--board", "--date", "20261120"),
        (GAME, "--board", "--share"),
    ],
)
async def test_what_cannot_be_asked_is_refused_in_one_line(
    ada: CommandLine, arguments: tuple[str, ...]
) -> None:
    status, told = await ada.run("daily", *arguments)
    assert status == 2
    assert len(told.splitlines()) == 1


class Sitting:
    """A table for one, on paper."""

    def __init__(self, player: Player) -> None:
        self.paper = Paper()
        table = AttemptLines(player, self.paper, title="A daily", again="AGAIN")
        self.status = asyncio.create_task(table.run())

    def type(self, text: str | None) -> None:
        self.paper.typed.put_nowait(text)

    async def sees(self, text: str) -> None:
        await eventually(lambda: self.paper.has(text))


async def test_enter_begins_and_the_end_comes_by_itself(server: str) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.play_daily(GAME)
        sitting = Sitting(player)
        await sitting.sees("Enter deals the cards")
        sitting.type("")
        await sitting.sees("Go!")
        sitting.type(" ".join(CELLS))
        assert await sitting.status == 0
        assert sitting.paper.has("The seed is revealed at")
        assert not sitting.paper.has("rematch")
        assert (await attempt(player)).is_over


@pytest.mark.parametrize("word", ["leave", None, CTRL_C])
async def test_who_goes_away_in_the_middle_has_not_given_up(
    server: str, word: str | None
) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.play_daily(GAME)
        sitting = Sitting(player)
        sitting.type("")
        await sitting.sees("Go!")
        sitting.type("a1")
        await sitting.sees("card 2 of 25")
        sitting.type(word)
        assert await sitting.status == (INTERRUPTED if word == CTRL_C else 0)
        assert sitting.paper.has("The clock keeps running. Come back with:  AGAIN")
        assert not (await attempt(player)).is_over


async def test_who_leaves_before_the_cards_are_dealt_has_begun_nothing(
    server: str,
) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.play_daily(GAME)
        sitting = Sitting(player)
        sitting.type("leave")
        assert await sitting.status == 0
        assert sitting.paper.has("It has not begun.")
        assert not (await attempt(player)).match


async def test_giving_up_is_a_result_without_a_rank_above_others(server: str) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.play_daily(GAME)
        sitting = Sitting(player)
        sitting.type("")
        await sitting.sees("Go!")
        sitting.type("resign")
        await sitting.sees("Type resign again.")
        sitting.type("resign")
        assert await sitting.status == 0
        told = await attempt(player)
        assert (told.is_over, told.state) == (True, "resigned")


async def attempt(player: Player) -> Any:
    told: Daily = await player.daily(GAME)
    return told.attempt
