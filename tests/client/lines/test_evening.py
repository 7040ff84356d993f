"""A duplicate evening at a real server, from hosting to the final table."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from tests.client.paper import Paper
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.cli import main
from samedeal_client.lines.room import RoomLines
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.series import SeriesView
from samedeal_records.duplicate import Result, result_of, total
from samedeal_records.record import read_record
from samedeal_records.transcripts import Transcript

GAMES = ("squares/english", "easthaven")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def results_in(transcript: Transcript) -> list[Result]:
    contest = find_game(transcript.game).about.contest
    return [
        result_of(
            contest,
            seat.player,
            bot=seat.bot,
            state=seat.state,
            score=seat.score,
            elapsed_ms=seat.elapsed_ms,
        )
        for seat in transcript.seats
    ]


def series_of(player: Player) -> SeriesView | None:
    return None if player.session.room is None else player.session.room.series


def know_the_same(one: Player, other: Player) -> bool:
    return series_of(one) == series_of(other)


async def test_an_evening_of_two_games_ends_with_a_table_that_its_records_prove(
    server: str,
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host(GAMES[0], games=GAMES, deals=2, seats=2))
        paper = Paper()
        sitting = asyncio.create_task(RoomLines(ada, paper).run())
        await eventually(lambda: paper.has("Games in turn: Poker Squares; "))
        for deal in (1, 2):
            paper.typed.put_nowait("ready")
            await bob.ready()
            await eventually(partial(has_begun, paper, deal))
            await eventually(lambda: bob.session.may_move)
            await bob.resign()
            paper.typed.put_nowait("finish")
            done = f"After deal {deal} of 2" if deal == 1 else "The evening"
            await eventually(partial(paper.has, done))
            if deal == 1:
                await eventually(lambda: paper.has("deal 2 of 2, Easthaven"))
                again = Player(server, name="Cid")
                async with again.connected():
                    await again.watch(room_code(ada))
                    # Spectators are told some time after players.
                    await eventually(partial(know_the_same, again, ada))
        assert paper.has("samedeal verify MATCH")
        assert paper.has("Ada won the evening.")
        series = series_of(ada)
        assert series is not None
        await eventually(partial(know_the_same, bob, ada))
        assert [deal.game for deal in series.deals] == list(GAMES)
        records = [read_record(await ada.transcript(d.match)) for d in series.deals]
        assert all(record.is_proven for record in records)
        assert all(record.transcript.rated for record in records)
        rows = total([results_in(record.transcript) for record in records])
        assert [(row.player, row.place, row.percentage) for row in rows] == [
            (row.player, row.place, row.percentage) for row in series.rows
        ]
        assert [row.percentage for row in series.rows] == [10_000, 0]
        paper.typed.put_nowait("leave")
        assert await sitting == 0


def has_begun(paper: Paper, deal: int) -> bool:
    return sum("Go!" in shown for shown in paper.shown) == deal


def room_code(player: Player) -> str:
    assert player.session.room is not None
    return player.session.room.room


def test_a_game_that_is_not_known_is_refused_before_a_server_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["host", "squares/english,chess", "--deals", "4"]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--deals", "1"], ["--deals", "33"], ["--deals", "4", "--best-of", "3"]]
)
def test_deals_are_2_to_32_and_no_series_by_wins(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["host", "squares/english", *words])
    assert ended.value.code == 2
