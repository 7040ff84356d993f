"""The checker finds what is wrong, and nothing where nothing is."""

from collections.abc import Sequence

import pytest
from bench.chaos.checker import (
    check_ledger,
    check_log,
    check_results,
    check_view,
    excused,
)
from bench.chaos.ledger import Asked
from bench.chaos.logs import fold
from bench.chaos.scenarios.lost import unmarked
from tests.chaos.evening import ANN, BEN, MATCH, ROOM, Evening, an_evening

from samedeal_server.core import facts
from samedeal_server.core.facts import Entry, Fact


def findings(evening: Evening) -> list[str]:
    """Check everything, as a scenario does at its end."""
    folded = evening.folded
    return [
        *check_log(ROOM, folded),
        *(
            found
            for ledger in evening.ledgers
            for found in check_ledger(ledger, folded)
        ),
        *(found for seen in evening.seen for found in check_view(seen, folded)),
        *check_results(evening.ledgers, folded),
    ]


def renumbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Close the gaps in offsets, as if nothing had ever been there."""
    return tuple(entry._replace(offset=k) for k, entry in enumerate(entries, 1))


def move_of(evening: Evening, player: str, ply: int) -> Entry:
    moves = [
        entry
        for entry in evening.entries
        if entry.by == player and isinstance(entry.fact, facts.Moved)
    ]
    return moves[ply]


def found_in(evening: Evening, words: str) -> bool:
    return any(words in finding for finding in findings(evening))


def test_nothing_is_found_in_an_honest_evening() -> None:
    evening = an_evening()
    assert findings(evening) == []
    assert evening.ledgers[0].acknowledged() == 8
    assert evening.ledgers[0].results[MATCH][1].standings


def test_a_lost_move_is_found() -> None:
    evening = an_evening()
    lost = move_of(evening, ANN, 5)
    kept = renumbered([entry for entry in evening.entries if entry != lost])
    assert found_in(evening._replace(entries=kept), "lost move 5")


def test_a_lost_last_command_is_found_even_where_nobody_plays_on() -> None:
    evening = an_evening()
    cut = [e for e in evening.entries if not isinstance(e.fact, facts.Finished)]
    assert found_in(evening._replace(entries=renumbered(cut)), "lost 1 finish")


def test_another_move_in_place_of_the_acknowledged_one_is_found() -> None:
    evening = an_evening()
    first, second = move_of(evening, ANN, 4), move_of(evening, ANN, 5)
    swapped = {first: second.fact, second: first.fact}
    entries = tuple(e._replace(fact=swapped.get(e, e.fact)) for e in evening.entries)
    assert found_in(evening._replace(entries=entries), "and the log says")


def test_a_command_that_took_effect_twice_is_found() -> None:
    evening = an_evening()
    entries: list[Entry] = []
    for entry in evening.entries:
        entries.append(entry)
        if isinstance(entry.fact, facts.Readied):
            entries.insert(-1, entry)
    twice = evening._replace(entries=renumbered(entries))
    assert found_in(twice, "has 2 readys")


def test_a_doubled_command_is_found_by_its_number_alone() -> None:
    evening = an_evening()
    doubled = move_of(evening, ANN, 2)
    entries = list(evening.entries)
    entries.insert(entries.index(doubled) + 2, doubled)
    found = check_log(ROOM, fold(renumbered(entries)))
    assert any(f"{ANN}'s command {doubled.n} stands" in finding for finding in found)


def test_a_hole_in_the_offsets_is_found() -> None:
    evening = an_evening()
    holed = tuple(
        entry._replace(offset=entry.offset + (entry.offset > 12))
        for entry in evening.entries
    )
    assert found_in(evening._replace(entries=holed), "offset 14 stands at 13")


def test_a_command_that_nobody_asked_for_is_found() -> None:
    evening = an_evening()
    ledger = evening.ledgers[1]
    ledger.asked = [asked for asked in ledger.asked if asked.kind != "finish"]
    assert found_in(evening, f"{BEN}: finish of {MATCH} is in the log")


def test_a_refused_command_that_is_in_the_log_is_found() -> None:
    evening = an_evening()
    ledger = evening.ledgers[0]
    ledger.asked = [_refused(asked) for asked in ledger.asked]
    assert found_in(evening, "has 6 moves of m-1 for 0")


def _refused(asked: Asked) -> Asked:
    return asked._replace(outcome="refused")


def test_acknowledgements_in_another_order_than_the_log_are_found() -> None:
    evening = an_evening()
    ledger = evening.ledgers[0]
    ledger.asked[3], ledger.asked[4] = ledger.asked[4], ledger.asked[3]
    assert found_in(evening, "after a later fact")


@pytest.mark.parametrize("field", ["score", "place", "elapsed_ms", "state", "plies"])
def test_a_standing_that_the_engines_do_not_come_to_is_found(field: str) -> None:
    evening = an_evening()
    epoch, result = evening.ledgers[1].results[MATCH]
    row = result.standings[-1]
    value = "resigned" if field == "state" else getattr(row, field) + 1
    wrong = row.model_copy(update={field: value})
    told = result.model_copy(update={"standings": (*result.standings[:-1], wrong)})
    evening.ledgers[1].results[MATCH] = (epoch, told)
    assert found_in(evening, f"{MATCH} as told to {BEN}")


def test_a_result_of_a_match_that_never_ended_is_found() -> None:
    evening = an_evening()
    evening.ledgers[0].results["m-7"] = evening.ledgers[0].results[MATCH]
    assert found_in(evening, f"m-7 ended for {ANN} alone")


def test_a_view_that_lags_behind_is_found() -> None:
    evening = an_evening()
    ann, ben = evening.seen
    late = evening._replace(seen=(ann._replace(offset=ann.offset - 1), ben))
    assert found_in(late, f"{ANN} is at offset")


def test_a_view_that_differs_is_found() -> None:
    evening = an_evening()
    ann, ben = evening.seen
    assert ann.room is not None
    other = ann._replace(room=ann.room.model_copy(update={"host": 1}))
    assert found_in(evening._replace(seen=(other, ben)), f"{ANN} sees")


def test_a_board_or_digest_that_differs_is_found() -> None:
    evening = an_evening()
    ann, ben = evening.seen
    assert ann.board is not None
    ahead = ann.board.model_copy(update={"score": ann.board.score + 1})
    other = ann._replace(board=ahead, digest=b"another")
    assert found_in(evening._replace(seen=(other, ben)), f"{ANN} has another digest")
    assert found_in(evening._replace(seen=(other, ben)), "the log says")


def test_a_room_that_is_gone_is_found_unless_its_players_were_told() -> None:
    evening = an_evening()._replace(entries=())
    assert found_in(evening, "the room is gone and nobody said so")
    for ledger in evening.ledgers:
        ledger.was_told_lost = True
    assert findings(evening) == []


def test_what_was_lost_openly_with_an_epoch_is_counted_and_no_finding() -> None:
    evening = an_evening()
    lost = move_of(evening, ANN, 5)
    before = evening.entries[: lost.offset - 1]
    epoch = Entry(lost.offset, lost.at, "", 0, facts.EpochBegan(2))
    folded = fold((*before, epoch))
    assert check_log(ROOM, folded) == []
    for ledger in evening.ledgers:
        assert check_ledger(ledger, folded) == []
        assert excused(ledger, folded) == ledger.acknowledged()


def test_what_is_lost_within_a_later_epoch_is_found() -> None:
    evening = an_evening()
    lost = move_of(evening, ANN, 5)
    before = evening.entries[: lost.offset - 1]
    began = Entry(lost.offset, lost.at, "", 0, facts.EpochBegan(2))
    again = lost._replace(offset=lost.offset + 1)
    ledger = evening.ledgers[0]
    ledger.asked.append(ledger.asked[6]._replace(epoch=2, match="m-9"))
    assert check_ledger(ledger, fold((*before, began, again))) == []
    assert any("lost move" in f for f in check_ledger(ledger, fold((*before, began))))


def test_facts_that_are_lost_without_a_new_epoch_are_found() -> None:
    entries = an_evening().entries
    last = entries[-1]
    epoch = last._replace(fact=facts.EpochBegan(2))
    assert unmarked({ROOM: entries}, {ROOM: entries}) == []
    assert unmarked({ROOM: entries}, {ROOM: (*entries[:-1], epoch)}) == []
    assert unmarked({ROOM: entries}, {ROOM: entries[:-1]})


WRONGS: dict[str, facts.Fact] = {
    "lost the seat, away": facts.SeatLeft(0, "away"),
    "closed, idle": facts.RoomClosed("idle"),
    "nobody asked for it": facts.Resigned(0),
}


@pytest.mark.parametrize("words", WRONGS)
def test_what_the_room_did_to_a_player_by_itself_is_found(words: str) -> None:
    evening = an_evening()
    last = evening.entries[-1]
    entry = Entry(last.offset + 1, last.at, "", 0, WRONGS[words])
    assert found_in(evening._replace(entries=(*evening.entries, entry)), words)


def test_a_match_that_ended_before_a_player_was_done_is_found() -> None:
    evening = an_evening()
    kept = [
        entry
        for entry in evening.entries
        if not (isinstance(entry.fact, facts.Finished) and entry.by == BEN)
    ]
    words = f"{MATCH} ended before {BEN} was done"
    assert found_in(evening._replace(entries=renumbered(kept)), words)


def test_a_lost_seat_is_found_unless_its_player_did_not_show_up() -> None:
    evening = an_evening()
    evening.ledgers[0].was_unseated = True
    assert found_in(evening, f"{ANN} has lost the seat")
    last = evening.entries[-1]
    no_show = Entry(last.offset + 1, last.at, "", 0, facts.SeatLeft(0, "no_show"))
    entries = (*evening.entries, no_show)
    assert not found_in(evening._replace(entries=entries), "has lost the seat")


def test_to_be_ready_by_oneself_is_a_finding_but_after_a_start_that_was_void() -> None:
    evening = an_evening()
    ledger = evening.ledgers[0]
    number = sum(entry.by == ANN and bool(entry.n) for entry in evening.entries) + 1
    void = facts.StartVoided("m-2", "service")
    opened = facts.MatchOpened("m-3", 2, b"t" * 16)
    ready = facts.Readied(0, b"c" * 32)

    def wrongs(*added: Fact) -> list[str]:
        last = evening.entries[-1]
        entries = [
            Entry(last.offset + k, last.at, ANN if fact is ready else "", n, fact)
            for k, fact in enumerate(added, 1)
            for n in [number if fact is ready else 0]
        ]
        return check_ledger(ledger, fold((*evening.entries, *entries)))

    assert wrongs(void, opened, ready) == []
    assert "was not asked" in wrongs(opened, ready)[0]


def test_a_room_closes_as_lost_where_the_store_may_lose_facts_alone() -> None:
    before = an_evening().entries[:-1]
    at = before[-1]
    lost = (facts.EpochBegan(2), facts.RoomClosed("lost"))
    folded = fold(renumbered([*before, *(at._replace(fact=fact) for fact in lost)]))
    assert check_log(ROOM, folded, is_lossy=True) == []
    assert [found.endswith("closed, lost") for found in check_log(ROOM, folded)] == [
        True
    ]
