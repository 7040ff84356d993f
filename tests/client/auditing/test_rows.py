"""Rows of leaderboards against the matches that they name."""

from typing import cast, get_args

import pytest
from bench.finished import NOON, Came, finished

from samedeal_client.auditing.rows import (
    StandingRow,
    all_rows,
    doubt_about_row,
    scopes,
)
from samedeal_client.view.people.metrics import METRICS, Metric
from samedeal_client.view.records.audit import Audit, audit_lines
from samedeal_client.view.records.heads import Head
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import LeaderboardRow, Leaders, WindowView
from samedeal_protocol.results.metrics import MetricName
from samedeal_protocol.updates import Error
from samedeal_records.record import Record
from samedeal_records.transcripts import Transcript

GAME = "squares/english"
DAY = WindowView(name="2026-11-21", start=NOON - 1, end=NOON + 1)
ROW = LeaderboardRow(
    rank=1,
    overall=1,
    player="ann",
    name="ANN",
    score=20,
    plies=20,
    elapsed_ms=60_000,
    state="finished",
    wins=1,
    matches=2,
    rating=1600,
    match="m-1",
    at=NOON,
)
MATCH = finished("m-1", Came("ann", 20), Came("bob", 10, named=True))


def doubt(
    by: MetricName, match: Transcript = MATCH, scope: str = "", **changed: object
) -> str:
    """Return what is doubted of a row with these changes."""
    scope = scope or ("squares" if by == "rating" else GAME)
    standing = StandingRow(by, scope, DAY, ROW.model_copy(update=changed))
    return doubt_about_row(standing, Record(b"", match, b"", ()))


@pytest.mark.parametrize("by", get_args(MetricName))
def test_a_row_that_its_match_bears_out_is_not_doubted(by: MetricName) -> None:
    assert doubt(by) == ""


@pytest.mark.parametrize("by", get_args(MetricName))
def test_a_row_of_a_match_that_does_not_count_is_doubted(by: MetricName) -> None:
    casual = finished("m-1", "ann", "bob", rated=False)
    with_bot = finished("m-1", "ann", Came("bob", bot=True), rated=True)
    for match in (casual, with_bot):
        assert doubt(by, match).startswith("it does not count")
    assert doubt(by, finished("m-2", "ann", "bob")).startswith("the record is of")
    assert doubt(by, scope="russian").startswith("the record is of")
    assert doubt(by, at=NOON + 1) == "it ended at another time"
    assert doubt(by, finished("m-1", "ann", "bob", at=NOON + 1), at=NOON + 1) == (
        "it ended at another time"
    )
    assert doubt(by, player="cid", name="CID") == "CID did not play in it"
    assert doubt(by, name="ANNE") == "ANNE did not play in it"


def test_a_row_that_says_more_than_its_match_is_doubted() -> None:
    of_results: tuple[MetricName, ...] = ("best", "pace")
    for by in of_results:
        assert doubt(by, score=21) == "ANN did not have this result in it"
    lost = finished("m-1", Came("ann", 20), Came("bob", 30, named=True))
    assert doubt("wins", lost) == "ANN did not win it"
    assert doubt("winrate", lost) == ""
    assert doubt("winrate", wins=3) == "it counts more wins than matches"
    assert doubt("rating", rating=None) == "it has no rating"


def test_a_row_says_whether_anybody_vouches_for_its_match() -> None:
    said = "it is wrong about whether anybody else in it had a claimed name"
    guests = finished("m-1", Came("ann", 20, named=True), Came("bob", 10))
    assert doubt("best", guests) == said
    assert doubt("best", guests, unvouched=True) == ""
    assert doubt("best", unvouched=True) == said


def test_nobody_has_won_with_nothing_or_against_who_never_moved() -> None:
    bob = Came("bob", 0, 0, named=True)
    assert doubt("wins", finished("m-1", Came("ann", 0, 0), bob)) == (
        "ANN did not win it"
    )
    idle = finished("m-1", Came("ann", 20), bob._replace(plies=0))
    assert doubt("wins", idle).startswith("it does not count")


class _OlderServer:
    """A server that knows no pace, and has no rows."""

    async def leaders(self, by: MetricName, window: str) -> Leaders:
        """Refuse what it does not know."""
        if by == "pace":
            raise NotDone(
                Error(re=1, code=ErrorCode.BAD_MESSAGE, retry="never", trace="")
            )
        return Leaders(re=1, by=by, window=DAY, leaders=())


async def test_rows_are_read_of_a_server_that_does_not_know_every_metric() -> None:
    older = cast("Player", _OlderServer())
    assert [row async for row in all_rows(older, ("all",))] == []


def test_each_leaderboard_is_named_after_its_game_or_its_metric_and_family() -> None:
    families = tuple(dict.fromkeys(game.about.family for game in GAMES.values()))
    assert scopes() == (*GAMES, *(f"rating {family}" for family in families))


def test_any_metric_of_a_family_has_a_place_in_an_audit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    metrics = cast("dict[MetricName, Metric]", METRICS)
    pace = metrics["pace"]._replace(of_family=True)
    monkeypatch.setitem(metrics, "pace", pace)
    where = StandingRow("pace", "squares", DAY, ROW).where
    assert where in scopes()
    found = _found(dict.fromkeys(scopes(), 0))
    told = text_of(audit_lines(found))
    assert f"{pace.value} squares" in told
    assert f"{metrics['rating'].value} squares" in told


def _found(rows: dict[str, int]) -> Audit:
    """Return an audit that has found these rows, and nothing else."""
    return Audit(0, Head(0, ""), 0, 0, (), 0, (), 0, (), rows, ())
