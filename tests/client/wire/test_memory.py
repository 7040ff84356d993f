"""What a client has seen counts, whatever messages a server uses to say otherwise."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.client.wire.fed import ROOM_1, Table, opened, void
from tests.client.wire.test_session import ADA, BOB, ROOM
from tests.golden.frames.examples import examples

from samedeal_client.wire.player import Player
from samedeal_client.wire.witness.memory import Before
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import (
    Snapshot,
)
from samedeal_protocol.rooms.playing import Reveal
from samedeal_protocol.rooms.rooms import Joined, JoinRoom
from samedeal_protocol.shapes import Request
from samedeal_protocol.updates import Error, MatchOpened, PhaseChanged
from samedeal_records.proof.witness import OWN_DEALS

Attack = Callable[[Table], Awaitable[None]]


async def another_match_by_news(table: Table) -> None:
    """The client has revealed nothing yet, and never does."""
    table.hearing.commit_to("m-1")
    table.open("m-2")
    table.say(PhaseChanged(phase="countdown", until=9))
    table.play("m-2")


async def another_match_by_reset(table: Table) -> None:
    await table.reveal("m-1")
    playing = {"phase": "playing", "next_match": None, "started": 50}
    table.reset(table.board("m-2"), **playing)
    table.end("m-2")


async def another_match_by_an_answer_to_nothing(table: Table) -> None:
    table.hearing.commit_to("m-1")
    playing = {"phase": "playing", "next_match": None, "started": 50}
    snapshot = table.snapshot(table.board("m-2"), **playing)
    table.hearing.take(Joined(re=12345, snapshot=snapshot))
    table.end("m-2")


async def a_prepared_deal(table: Table) -> None:
    deal = "m-" + "e" * 32
    table.say(MatchOpened(match=opened("m-2").model_copy(update={"deal": deal})))
    await table.reveal("m-2")
    table.play("m-2", deal=deal)


async def a_prepared_deal_in_a_room_that_turns(table: Table) -> None:
    deal = "m-" + "e" * 32
    prepared = opened("m-2").model_copy(update={"deal": deal})
    table.reset(next_match=prepared, kind="challenge", origin=deal)
    await table.reveal("m-2")
    table.play("m-2", deal=deal, kind="challenge")


async def a_seed_kept_back(table: Table) -> None:
    await table.reveal("m-1")
    table.play("m-1", server_seed=b"", reveal_at=2**41)


async def a_start_dropped_by_news(table: Table) -> None:
    await table.reveal("m-1")
    table.open("m-2")
    await table.reveal("m-2")
    table.play("m-2")


async def dropped(table: Table, **room: Any) -> None:
    """Drop a start by a snapshot, and deal the next as if nothing had been."""
    await table.reveal("m-1")
    table.reset(None, **{"next_match": opened("m-2"), **room})
    if room.get("next_match", 1) is None:
        table.reset(next_match=opened("m-2"))
    await table.reveal("m-2")
    table.play("m-2")


async def a_start_dropped_by_a_reset(table: Table) -> None:
    await dropped(table)


async def a_start_dropped_by_an_epoch(table: Table) -> None:
    await dropped(table, epoch=2)


async def a_start_dropped_by_no_match(table: Table) -> None:
    await dropped(table, next_match=None)


async def a_start_dropped_by_another_beginning(table: Table) -> None:
    await dropped(table, started=77)


async def a_start_dropped_by_another_room(table: Table) -> None:
    await dropped(table, room="ZZZZZ")


async def a_start_dropped_by_another_result(table: Table) -> None:
    await dropped(table, result=table.result("m-0", standings=()))


async def a_start_dropped_by_an_old_result(table: Table) -> None:
    await table.reveal("m-1")
    table.play("m-1")
    first = table.session.room
    assert first is not None
    table.open("m-2")
    await table.reveal("m-2")
    table.play("m-2")
    table.open("m-3")
    await table.reveal("m-3")
    table.reset(next_match=opened("m-4"), result=first.result, epoch=2)
    await table.reveal("m-4")
    table.play("m-4")


async def a_start_dropped_by_a_beginning_without_an_end(table: Table) -> None:
    await table.reveal("m-1")
    table.start("m-1")
    table.reset(next_match=opened("m-2"), started=77)
    await table.reveal("m-2")
    table.play("m-2")


async def a_void_start_taken_back_by_an_epoch(table: Table) -> None:
    table.open("m-2", void("m-1", "p-bob"))
    table.reset(next_match=opened("m-2"), epoch=2)
    await table.reveal("m-2")
    table.play("m-2")


async def a_void_start_made_up(table: Table) -> None:
    await table.reveal("m-1")
    table.play("m-1", void("m-0", "p-carol"))


async def a_void_start_made_up_behind_a_reset(table: Table) -> None:
    await table.reveal("m-1")
    playing = {"phase": "playing", "next_match": None, "started": 50}
    table.reset(table.board("m-1"), **playing)
    table.end("m-1", void("m-0", "p-carol"))


async def blame_for_a_nonce_that_was_taken(table: Table) -> None:
    await table.reveal("m-1")
    blamed = void("m-1", "p-ada")
    table.open("m-2", blamed)
    await table.reveal("m-2")
    table.play("m-2", blamed)


@pytest.mark.parametrize(
    ("attack", "said"),
    [
        (another_match_by_news, "made no nonce"),
        (another_match_by_reset, "made no nonce"),
        (another_match_by_reset, "left out"),
        (another_match_by_an_answer_to_nothing, "made no nonce"),
        (a_prepared_deal, "does not play such a deal"),
        (a_prepared_deal_in_a_room_that_turns, "does not play such a deal"),
        (a_seed_kept_back, "keeps the seed back"),
        (a_start_dropped_by_news, "left out"),
        (a_start_dropped_by_a_reset, "left out"),
        (a_start_dropped_by_an_epoch, "left out"),
        (a_start_dropped_by_no_match, "left out"),
        (a_start_dropped_by_another_beginning, "left out"),
        (a_start_dropped_by_another_room, "left out"),
        (a_start_dropped_by_another_result, "left out"),
        (a_start_dropped_by_an_old_result, "left out"),
        (a_start_dropped_by_a_beginning_without_an_end, "left out"),
        (a_void_start_taken_back_by_an_epoch, "other void starts"),
        (a_void_start_made_up, "other void starts"),
        (a_void_start_made_up_behind_a_reset, "other void starts"),
        (blame_for_a_nonce_that_was_taken, "because of you"),
    ],
)
async def test_what_contradicts_the_client_is_a_doubt(
    attack: Attack, said: str
) -> None:
    table = Table()
    await attack(table)
    doubts, _ = table.verdict()
    assert [doubt for doubt in doubts if said in doubt], doubts


async def one_match_after_another(table: Table) -> None:
    for number in (1, 2, 3):
        await table.reveal(f"m-{number}")
        table.play(f"m-{number}")
        table.open(f"m-{number + 1}")


async def void_starts_that_are_told(table: Table) -> None:
    first, second = void("m-1", "p-bob"), void("m-2")
    await table.reveal("m-1")
    table.open("m-2", first)
    await table.reveal("m-2")
    table.open("m-3", second)
    await table.reveal("m-3")
    table.play("m-3", first, second)


async def void_starts_while_the_line_was_cut(table: Table) -> None:
    starts = (void("m-1", "p-bob"), void("m-2"))
    await table.reveal("m-1")
    table.reset(next_match=opened("m-3"), voids=starts)
    await table.reveal("m-3")
    table.play("m-3", *starts)


async def a_beginning_and_an_end_while_the_line_was_cut(table: Table) -> None:
    await table.reveal("m-1")
    ended = {"phase": "result", "started": 50, "result": table.result("m-1")}
    table.reset(table.board("m-1"), **{**ended, "next_match": opened("m-2")})
    await table.reveal("m-2")
    table.play("m-2")


async def a_void_start_after_a_result_that_was_missed(table: Table) -> None:
    await table.reveal("m-1")
    ended = {"phase": "result", "started": 50, "result": table.result("m-1")}
    start = void("m-2", "p-bob")
    again = {"next_match": opened("m-3"), "voids": (start,)}
    table.reset(table.board("m-1"), **{**ended, **again})
    await table.reveal("m-3")
    table.play("m-3", start)


async def a_void_start_that_the_store_lost_and_told_anew(table: Table) -> None:
    await table.reveal("m-1")
    table.open("m-2", void("m-1", "p-bob"))
    table.hearing.commit_to("m-2")
    table.reset(next_match=opened("m-3"), epoch=2, voids=(void("m-1"),))
    await table.reveal("m-3")
    table.play("m-3", void("m-1"))


async def a_void_start_that_the_store_lost_and_dealt(table: Table) -> None:
    await table.reveal("m-1")
    table.open("m-2", void("m-1", "p-bob"))
    table.reset(next_match=opened("m-1"), epoch=2, phase="countdown")
    table.play("m-1")


@pytest.mark.parametrize(
    "honest",
    [
        one_match_after_another,
        void_starts_that_are_told,
        void_starts_while_the_line_was_cut,
        a_beginning_and_an_end_while_the_line_was_cut,
        a_void_start_after_a_result_that_was_missed,
        a_void_start_that_the_store_lost_and_told_anew,
        a_void_start_that_the_store_lost_and_dealt,
    ],
)
async def test_an_honest_evening_raises_no_doubt(honest: Attack) -> None:
    table = Table()
    await honest(table)
    assert table.verdict() == ((), ())


async def test_what_a_store_lost_after_a_match_that_goes_on_is_told_and_no_doubt() -> (
    None
):
    table = Table()
    await table.reveal("m-1")
    table.play("m-1")
    table.open("m-2")
    await table.reveal("m-2")
    playing = {"phase": "playing", "next_match": None, "started": 50, "epoch": 2}
    table.reset(table.board("m-1"), **playing)
    table.end("m-1")
    table.open("m-3")
    await table.reveal("m-3")
    table.play("m-3")
    doubts, unseen = table.verdict()
    assert doubts == ()
    assert unseen == ("what became of a start that you had sent your nonce for",)


READY = (ADA.model_copy(update={"ready": True, "commitment": b"a" * 32}), BOB)


@pytest.mark.parametrize(
    "found",
    [
        {"phase": "countdown", "seats": READY},
        {"phase": "gathering", "seats": READY},
        {"phase": "playing", "started": 50, "next_match": None},
    ],
    ids=["counting down", "ready", "playing"],
)
async def test_a_program_that_restarted_says_what_it_did_not_see(
    found: dict[str, Any],
) -> None:
    table = Table(ROOM_1.model_copy(update=found))
    if found["phase"] == "playing":
        table.end("m-1")
    else:
        table.play("m-1")
    doubts, unseen = table.verdict()
    assert doubts == ()
    assert "your own nonce, which this program did not make" in unseen


async def test_what_another_program_kept_is_what_the_result_is_held_against() -> None:
    table = Table(
        ROOM_1.model_copy(
            update={"phase": "playing", "started": 50, "next_match": None}
        )
    )
    other = Before(b"o" * 16, b"c" * 32, "", {})
    table.keeper.known = other
    table.end("m-1")
    doubts, unseen = table.verdict()
    assert "your own nonce was not used" in doubts
    assert "the server's seed is not the one that it committed to" in doubts
    assert unseen == ()


async def test_a_result_that_was_there_before_is_no_doubt() -> None:
    result = Table().result("m-0", void("m-x", "p-bob"))
    room = ROOM_1.model_copy(update={"phase": "result", "result": result})
    table = Table(room)
    doubts, unseen = table.verdict()
    assert doubts == ()
    assert "every start that was void" in unseen
    await table.reveal("m-1")
    table.play("m-1")
    assert table.verdict() == ((), ())


async def test_a_nonce_that_was_sent_and_not_taken_is_told_of() -> None:
    """A line can be slow, so that it is no doubt; but the player was there."""
    table = Table()
    table.say(*table.seats("m-1"), PhaseChanged(phase="countdown", until=9))
    (sent,) = [one for one in await table.sent() if isinstance(one, Reveal)]
    late = Error(re=sent.id, code=ErrorCode.WRONG_PHASE, retry="never", trace="")
    table.hearing.take(late)
    blamed = void("m-1", "p-ada")
    table.open("m-2", blamed)
    await table.reveal("m-2")
    table.play("m-2", blamed)
    doubts, unseen = table.verdict()
    assert doubts == ()
    assert [each for each in unseen if "you had sent it" in each]


async def test_who_takes_a_seat_anew_after_a_match_may_have_missed_a_start() -> None:
    table = Table()
    await table.reveal("m-1")
    join = JoinRoom(id=table.exchange.next_id(), room=ROOM.room)
    asking = asyncio.create_task(table.exchange.ask(join, Joined))
    await table.sent()
    later = table.snapshot(next_match=opened("m-5"), started=77)
    table.hearing.take(Joined(re=join.id, snapshot=later))
    await asking
    await table.reveal("m-5")
    table.play("m-5")
    doubts, unseen = table.verdict()
    assert doubts == ()
    assert unseen == ("what became of a start that you had sent your nonce for",)


async def test_what_is_told_of_a_day_first_is_what_its_match_is_held_against() -> None:
    player = Player("ws://127.0.0.1:9", name="Ada")
    known = examples()
    days = [known["Dailies"], known["Daily"], known["EventTable"]]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(player, "ask", AsyncMock(side_effect=days))
        listed, daily = await player.dailies(), await player.daily("easthaven")
        event = (await player.event("7KQ4PXM")).event
    told = [*(view.commitment for view in listed.games), daily.commitment]
    told += [] if daily.tomorrow is None else [daily.tomorrow]
    first = {deal.deal: deal.commitment for deal in event.deals}
    first |= {view.deal: view.commitment for view in reversed(told)}
    assert player.session.memory.promised == first


async def test_a_room_that_one_hosts_plays_what_was_asked_for() -> None:
    """Its deals would be a challenge's, which the server knows already."""
    player = Player("ws://127.0.0.1:9", name="Ada")
    other = ROOM_1.model_copy(update={"kind": "challenge", "origin": "m-0"})
    snapshot = Snapshot(offset=1, seat=0, n=0, room=other, board=None)

    async def answer(request: Request, kind: type[Joined]) -> Joined:
        player.session.join(snapshot)
        return kind(re=request.id, snapshot=snapshot)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(player, "ask", answer)
        await player.host(ROOM.game)
    assert player.session.memory.plays == OWN_DEALS
