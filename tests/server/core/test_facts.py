"""Facts survive the log: bytes and back."""

import msgpack
import pytest

from samedeal_server.core.facts import (
    CameBack,
    ClockStood,
    CountdownBegan,
    Departed,
    DoorSet,
    EpochBegan,
    Fact,
    Finished,
    GoingOn,
    GuestNamed,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    Moved,
    PauseAsked,
    PauseBegan,
    PauseEnded,
    PhaseLimits,
    Readied,
    Resigned,
    Revealed,
    RoomClosed,
    RoomOpened,
    RoomShut,
    Said,
    SeatLeft,
    SeatTaken,
    StartVoided,
    Unreadied,
    WentAway,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.rooms.evolve import evolve

EVERY_FACT: tuple[Fact, ...] = (
    RoomOpened(
        "ROOM2", True, "easthaven", 4, 600, 3, PhaseLimits(1, 2, 3, 4, 5), "boards"
    ),
    SeatTaken(1, "p-1", "Ann", True, "c-1", named=True, place="1f3a"),
    SeatLeft(1, "no_show"),
    Departed(0),
    WentAway(0),
    CameBack(0, "c-2"),
    MatchOpened("m-1", 2, bytes(range(32))),
    Readied(0, b"\xff" * 32),
    Unreadied(0),
    CountdownBegan(),
    Revealed(0, b"\x01" * 16),
    StartVoided("m-1", "withheld", (0, 2)),
    MatchStarted(),
    Moved(0, "3>5x2"),
    Finished(0),
    Resigned(0),
    Said(0, 3, phrase="nice"),
    ClockStood(1_000, 5_000),
    PauseAsked(0),
    PauseAsked(0, False),
    PauseBegan(),
    GoingOn(1),
    PauseEnded(),
    DoorSet(0, True),
    GuestNamed(0, "p-3", "Cid", True),
    EpochBegan(2),
    MatchEnded(),
    RoomClosed("idle"),
    RoomShut("for tonight"),
)


def test_every_kind_of_fact_is_listed_here() -> None:
    assert {type(fact) for fact in EVERY_FACT} == set(Fact.__args__)


@pytest.mark.parametrize("fact", EVERY_FACT, ids=lambda fact: type(fact).__name__)
def test_a_fact_comes_back_as_it_was(fact: Fact) -> None:
    entry = unpack_entry(7, 1234, pack_fact(fact, "p-1", 3))
    assert entry == (7, 1234, "p-1", 3, fact)
    assert type(entry.fact) is type(fact)


def test_an_entry_of_an_unknown_kind_is_not_skipped() -> None:
    with pytest.raises(ValueError, match="entry 4 has an unknown tag 'sing'"):
        unpack_entry(4, 0, msgpack.packb(("sing", "", 0)))


def test_a_room_opened_before_there_were_spectators_lets_counts_be_watched() -> None:
    limits = (1, 2, 3, 4, 5)
    old = ["open", "", 0, "ROOM2", True, "easthaven", 4, 600, 3, limits]
    entry = unpack_entry(1, 2, msgpack.packb(old))
    assert entry.fact == RoomOpened(
        "ROOM2", True, "easthaven", 4, 600, 3, PhaseLimits(*limits)
    )
    assert evolve(None, entry).opened.watch == "counts"
