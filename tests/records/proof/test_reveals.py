"""A day's deal and its board against what was shown before: no lie goes unseen."""

from datetime import date
from typing import Any

import pytest
from tests.golden.frames.examples import ROOM
from tests.server.core.table import LIMITS, Table, seated

from samedeal_games.fairness import commitment_to_seed
from samedeal_protocol.deals.dailies import CommitmentView, Daily, StreakView
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.rooms.boards import OpenMatchView
from samedeal_records.proof.reveals import (
    Seen,
    doubt_about_room,
    doubt_about_row,
    doubts_about_day,
    doubts_about_order,
    is_from_before,
)
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.core.books.dailies import (
    DailyDeal,
    daily_id,
    given_daily,
    reveal_at,
)
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.core.rooms.transcripts import transcript_of

GAME = "squares/english"
SEED = bytes(range(32))
DAY = DailyDeal(GAME, date(2199, 11, 20))
"""Later than whatever time the table has."""
DEAL = daily_id(DAY)
COMMITMENT = commitment_to_seed(DEAL, SEED)
LATER = reveal_at(DAY.day) + 1
SEEN = Seen(COMMITMENT, 1_700_000_000_000)


def finished() -> Table:
    """Return a room in which the daily was played, two moves of it."""
    table = seated(room_for_one(given_daily(DAY, SEED), "daily", LIMITS), "ada")
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    table.move("ada")
    table.move("ada")
    table.finish("ada")
    table.tick_at_deadline()
    return table


TRANSCRIPT = transcript_of(finished().state, finished().log, "a test")
assert TRANSCRIPT is not None
(SEAT,) = TRANSCRIPT.seats
ROW = DealRow(
    rank=1,
    player=SEAT.player,
    name=SEAT.name,
    score=SEAT.score,
    plies=SEAT.plies,
    elapsed_ms=SEAT.elapsed_ms,
    state="finished",
    match=TRANSCRIPT.match,
    at=TRANSCRIPT.ended_at,
)
SEALED = seal(to_plain(TRANSCRIPT))
REVEALED = Daily(
    re=1,
    game=GAME,
    day=DAY.day.isoformat(),
    closes_at=reveal_at(DAY.day) - 3_600_000,
    reveal_at=reveal_at(DAY.day),
    commitment=CommitmentView(deal=DEAL, commitment=COMMITMENT, committed_at=0),
    tomorrow=None,
    server_seed=SEED,
    attempt=None,
    streak=StreakView(current=0, longest=0),
    players=1,
    rows=(ROW,),
)


def changed(**fields: Any) -> Daily:
    return REVEALED.model_copy(update=fields)


def test_an_honest_day_is_in_no_doubt() -> None:
    assert doubts_about_day(REVEALED, SEEN, LATER) == ()
    assert doubts_about_day(REVEALED, None, LATER) == ()
    assert doubt_about_row(REVEALED, ROW, SEALED) == ""
    assert doubts_about_order(REVEALED, [ROW]) == ()


def test_before_the_reveal_there_is_no_seed_and_no_doubt() -> None:
    assert doubts_about_day(changed(server_seed=b""), SEEN, LATER - 2) == ()


def test_a_seed_that_is_not_revealed_in_time_is_doubted() -> None:
    (doubt,) = doubts_about_day(changed(server_seed=b""), SEEN, LATER)
    assert "was due" in doubt


def test_a_false_seed_is_doubted() -> None:
    (doubt,) = doubts_about_day(changed(server_seed=bytes(32)), SEEN, LATER)
    assert "not the one that was committed to" in doubt


def test_a_commitment_other_than_the_one_seen_before_is_doubted() -> None:
    other = commitment_to_seed(DEAL, bytes(32))
    view = CommitmentView(deal=DEAL, commitment=other, committed_at=0)
    false = changed(commitment=view, server_seed=bytes(32))
    assert doubts_about_day(false, None, LATER) == ()
    (doubt,) = doubts_about_day(false, SEEN, LATER)
    assert "different commitment" in doubt


def test_only_what_was_shown_before_the_reveal_holds_a_seed() -> None:
    reveal = reveal_at(DAY.day)
    assert is_from_before(DEAL, SEEN)
    assert is_from_before(DEAL, Seen(COMMITMENT, reveal - 1))
    assert not is_from_before(DEAL, Seen(COMMITMENT, reveal))
    assert not is_from_before(DEAL, None)
    assert not is_from_before("daily/squares/english/someday", SEEN)
    # When an event ends is for its maker to say, and told with its commitments.
    assert is_from_before("event/7KQ4PXM/1", Seen(COMMITMENT, reveal))
    assert not is_from_before("event/7KQ4PXM/1", None)


def test_a_commitment_to_another_deal_is_doubted() -> None:
    view = REVEALED.commitment.model_copy(update={"deal": "daily/easthaven/2199-11-20"})
    (doubt,) = doubts_about_day(changed(commitment=view), SEEN, LATER)
    assert "another deal" in doubt


OTHER = "daily/squares/english/2199-11-18"


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({}, ""),
        ({"next_match": None}, ""),
        ({"next_match": {"commitment": bytes(32)}}, "not the day's"),
        ({"next_match": {"deal": OTHER}}, "another deal than the day's"),
        ({"next_match": {"deal": ""}}, "another deal than the day's"),
        ({"origin": OTHER}, "another deal than the day's"),
        ({"origin": OTHER, "next_match": {"deal": OTHER}}, "another deal"),
        ({"origin": OTHER, "next_match": None}, "another deal than the day's"),
        ({"kind": "challenge"}, "another deal than the day's"),
        ({"kind": "match", "origin": ""}, "another deal than the day's"),
        ({"game": "easthaven"}, "another deal than the day's"),
    ],
)
def test_a_room_with_another_deal_than_the_days_is_doubted(
    changes: dict[str, Any], doubt: str
) -> None:
    opened = OpenMatchView(id="m-1", number=1, commitment=COMMITMENT, deal=DEAL)
    room = ROOM.model_copy(
        update={"kind": "daily", "origin": DEAL, "game": GAME, "next_match": opened}
    )
    if changes.get("next_match"):
        other = opened.model_copy(update=changes["next_match"])
        changes = {**changes, "next_match": other}
    told = doubt_about_room([REVEALED], room.model_copy(update=changes))
    assert (doubt in told) if doubt else not told


def test_an_attempt_of_the_day_before_may_be_on() -> None:
    today = changed(day="2199-11-21")
    room = ROOM.model_copy(
        update={"kind": "daily", "origin": DEAL, "game": GAME, "next_match": None}
    )
    assert doubt_about_room([today], room)
    assert doubt_about_room([today, REVEALED], room) == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("score", ROW.score + 1),
        ("plies", ROW.plies + 1),
        ("elapsed_ms", ROW.elapsed_ms + 1),
        ("name", "Eve"),
        ("player", "p-eve"),
        ("state", "over"),
        ("match", "m-other"),
        ("at", ROW.at + 1),
    ],
)
def test_a_row_that_its_record_does_not_prove_is_doubted(
    field: str, value: object
) -> None:
    row = ROW.model_copy(update={field: value})
    assert doubt_about_row(REVEALED, row, SEALED)


def test_a_record_of_another_seed_or_none_at_all_is_doubted() -> None:
    assert "seed" in doubt_about_row(changed(server_seed=bytes(32)), ROW, SEALED)
    assert doubt_about_row(REVEALED, ROW, SEALED[:-1])
    assert doubt_about_row(REVEALED, ROW, b"")


def test_a_result_that_came_too_late_is_doubted() -> None:
    early = changed(reveal_at=ROW.at - 1)
    assert "too late" in doubt_about_row(early, ROW, SEALED)


def test_ranks_follow_from_the_results() -> None:
    best = ROW.model_copy(update={"player": "p-2", "score": ROW.score + 5})
    equal = ROW.model_copy(update={"player": "p-3", "rank": 2})
    gave_up = ROW.model_copy(update={"player": "p-4", "state": "resigned", "rank": 4})
    rows = [best, ROW.model_copy(update={"rank": 2}), equal, gave_up]
    of_four = changed(players=4)
    assert doubts_about_order(of_four, rows) == ()
    assert doubts_about_order(
        of_four, [*rows[:3], gave_up.model_copy(update={"rank": 1})]
    )
    assert doubts_about_order(changed(players=5), rows)
    assert doubts_about_order(of_four, [*rows[:3], equal])


def test_the_faster_comes_first_in_a_race() -> None:
    race = changed(game="easthaven", players=2)
    fast = ROW.model_copy(update={"score": 20, "elapsed_ms": 1_000})
    slow = fast.model_copy(update={"player": "p-2", "elapsed_ms": 2_000, "rank": 2})
    assert doubts_about_order(race, [fast, slow]) == ()
    tied = slow.model_copy(update={"rank": 1})
    assert doubts_about_order(race, [fast, tied])
