"""Transcripts and their proof: whole, tampered with, and torn."""

from collections.abc import Callable
from random import Random

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.old_records import CERTIFIED, PLAIN

from samedeal_games.catalogue import GAMES, find_game, find_retraceable
from samedeal_games.contests import merit, places
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import BadTranscript, GameError
from samedeal_games.fairness import (
    VoidRecord,
    WithheldRecord,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import digest_of, seal, unseal, unseal_proven
from samedeal_records.transcripts import (
    MoveRecord,
    NonceRecord,
    SeatRecord,
    Transcript,
    from_plain,
    to_plain,
)
from samedeal_records.verification import (
    committed_seed,
    is_proven,
    positions,
    seed_of,
    verify,
)

PLAYERS = ("p-ada", "p-bob", "p-cid")
MATCH = "m-7"
SERVER_SEED = bytes(range(32))


def can_retrace(game: AnyGame, position: object) -> bool:
    try:
        game.apply(position, game.parse(TAKE_BACK_TEXT))
    except GameError:
        return False
    return True


def played(key: str, seed: int, *, retracing: float = 0.0) -> Transcript:
    """Return a match of three that play at random, one of whom resigns.

    It is not rated if they take moves back, with that chance where they can.
    """
    game = find_retraceable(key) if retracing else find_game(key)
    dice = Random(seed)
    nonces = {player: dice.randbytes(16) for player in PLAYERS}
    deal = deal_from_seed(match_seed(MATCH, SERVER_SEED, nonces), game.about.packs)
    seats: list[SeatRecord] = []
    for number, player in enumerate(PLAYERS):
        position, moves, reached = game.setup(deal), list[MoveRecord](), 0
        score, at = game.score(position), 0
        for _ in range(dice.randint(0, 60)):
            legal = game.legal_moves(position)
            if not legal:
                break
            move, at = dice.choice(legal), at + dice.randint(1, 900)
            if retracing and dice.random() < retracing and can_retrace(game, position):
                move = game.parse(TAKE_BACK_TEXT)
            position = game.apply(position, move)
            moves.append(MoveRecord(at, game.format(move)))
            if game.score(position) != score:
                score, reached = game.score(position), at
        state = ("finished", "timed_out", "resigned")[number]
        if game.is_over(position):
            state = "out" if game.is_won(position) else "over"
        seats.append(
            SeatRecord(
                number, player, player[2:], False, 0, score, len(moves), reached, state,
                tuple(moves),
            )
        )  # fmt: skip
    merits = [
        merit(
            game.about.contest,
            resigned=seat.state == "resigned",
            score=seat.score,
            reached_ms=seat.elapsed_ms,
        )
        for seat in seats
    ]
    placed = zip(seats, places(merits), strict=True)
    return Transcript(
        match=MATCH,
        deal=MATCH,
        rated=not retracing,
        game=key,
        rules=game.about.rules_hash,
        commitment=commitment_to_seed(MATCH, SERVER_SEED),
        server_seed=SERVER_SEED,
        nonces=tuple(
            NonceRecord(p, commitment_to_nonce(MATCH, p, nonce), nonce)
            for p, nonce in nonces.items()
        ),
        started_at=1_700_000_000_000,
        ended_at=1_700_000_060_000,
        stood_ms=1_000,
        time_limit_s=300,
        seats=tuple(seat._replace(place=place) for seat, place in placed),
        server="a test",
    )


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_match_that_was_played_is_proven(key: str, seed: int) -> None:
    transcript = played(key, seed)
    checks = verify(transcript)
    assert is_proven(checks), checks
    assert [check.what for check in checks] == [
        *("rules", "kind", "commitment", "nonces", "voids", "deal"),
        *("seat 0", "seat 1", "seat 2"),
        *("times", "places"),
    ]
    assert from_plain(to_plain(transcript)) == transcript
    assert from_plain(unseal(seal(to_plain(transcript)))) == transcript
    for seat in transcript.seats:
        assert len(positions(transcript, seat)) == seat.plies + 1


Change = Callable[[Transcript], Transcript]


def of_seat(number: int, **fields: object) -> Change:
    def change(whole: Transcript) -> Transcript:
        seats = list(whole.seats)
        seats[number] = seats[number]._replace(**fields)  # type: ignore[arg-type]
        return whole._replace(seats=tuple(seats))

    return change


def without_last_move(whole: Transcript) -> Transcript:
    moves = whole.seats[0].moves
    return of_seat(0, moves=moves[:-1], plies=len(moves) - 1)(whole)


def at_once(whole: Transcript) -> Transcript:
    moves = tuple(move._replace(at_ms=0) for move in whole.seats[0].moves)
    return of_seat(0, moves=moves)(whole)


def backward(whole: Transcript) -> Transcript:
    first, *rest = whole.seats[1].moves
    return of_seat(1, moves=(*rest, first))(whole)


def certified(whole: Transcript, counter: int) -> Transcript:
    """Return a match as it would be recorded in a certified room."""
    return whole._replace(certifier="thoughtful/1", counter=counter)


def as_old(whole: Transcript) -> Transcript:
    """Return a match as it would have been recorded before version 4."""
    seats = tuple(seat._replace(named=None) for seat in whole.seats)
    return whole._replace(seats=seats, voids=None)


VOID = VoidRecord(
    "m-6", bytes(32), "withheld", (WithheldRecord("p-dan", "dan", bytes(32)),)
)


def test_every_new_record_has_every_field() -> None:
    for whole in (played("easthaven", 1), certified(played("easthaven", 1), 0)):
        plain = to_plain(whole)
        assert plain["version"] == 4
        assert list(plain) == ["version", *Transcript._fields]
        assert list(plain["seats"][0]) == list(SeatRecord._fields[:-2])
        assert from_plain(unseal(seal(plain))) == whole


def test_starts_that_were_void_are_told_in_their_order() -> None:
    lost = VoidRecord("m-5", b"\x01" * 32, "service", ())
    whole = played("easthaven", 1)._replace(voids=(lost, VOID))
    plain = to_plain(whole)
    assert list(plain)[-1] == "voids"
    assert from_plain(unseal(seal(plain))) == whole


@pytest.mark.parametrize("sealed", [PLAIN, CERTIFIED])
def test_an_old_record_is_read_and_sealed_to_the_same_bytes(sealed: bytes) -> None:
    read = from_plain(unseal(sealed))
    assert seal(to_plain(read)) == sealed
    assert is_proven(verify(read))
    assert read.voids is None
    assert {seat.named for seat in read.seats} == {None}


def test_an_old_record_has_a_choice_or_no_fields_for_it() -> None:
    plain = to_plain(as_old(played("easthaven", 1)))
    assert plain["version"] == 2
    assert list(plain)[-1] == "server"
    plain = to_plain(as_old(certified(played("easthaven", 1), 0)))
    assert plain["version"] == 3
    assert list(plain)[-2:] == ["certifier", "counter"]


def in_vain(*places: int) -> Transcript:
    """Return a race in which two have nothing: one gave up at once, one tried."""
    whole = played("easthaven", 5)
    ends = ((), "finished"), ((MoveRecord(900, "D"),), "timed_out"), ((), "resigned")
    seats = [
        SeatRecord(
            seat.seat, seat.player, seat.name, False, place, 0, len(moves), 0, state,
            moves,
        )
        for place, seat, (moves, state) in zip(places, whole.seats, ends, strict=True)
    ]  # fmt: skip
    return whole._replace(seats=tuple(seats))


def test_who_gave_up_at_once_with_nothing_ties_with_who_tried() -> None:
    assert is_proven(verify(in_vain(1, 1, 3)))
    assert doubts(in_vain(1, 2, 3)) == {"places"}


def test_an_old_record_is_proven_by_the_rule_of_its_day() -> None:
    assert is_proven(verify(as_old(in_vain(1, 2, 3))))
    assert doubts(as_old(in_vain(1, 1, 3))) == {"places"}


def doubts(whole: Transcript) -> set[str]:
    return {check.what for check in verify(whole) if check.doubt}


WRONG: list[dict[str, object]] = [
    {"version": 1},
    {"version": 2},
    {"version": 3},
    {"version": 4},
    {"version": 5},
    {"version": True},
    {"version": None},
    {"certifier": b"thoughtful/1"},
    {"counter": -1},
    {"counter": True},
    {"voids": None},
    {"voids": [{}]},
    {"voids": [to_plain(played("easthaven", 1)._replace(voids=(VOID,)))]},
]


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("change", WRONG)
def test_a_record_is_read_in_one_form_only(
    version: int, change: dict[str, object]
) -> None:
    whole = certified(played("easthaven", 1), 2)
    old = as_old(whole)
    plain = to_plain({2: old._replace(certifier=""), 3: old, 4: whole}[version])
    if change == {"version": version}:
        return
    with pytest.raises(BadTranscript):
        from_plain({**plain, **change})
    with pytest.raises(BadTranscript):
        from_plain({k: v for k, v in plain.items() if k != "server"})


@pytest.mark.parametrize("name", ["server", "match", "certifier", "deal"])
def test_a_text_longer_than_any_is_refused(name: str) -> None:
    plain = to_plain(played("easthaven", 1))
    with pytest.raises(BadTranscript, match="longer than in any"):
        from_plain({**plain, name: "x" * 201})


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a1", "move: not a list"),
        ({"at_ms": 1, "move": "a1"}, "move: not a list"),
        ([1], "a move must have 2 parts"),
        ([1, "a1", 2], "a move must have 2 parts"),
        (["1", "a1"], "at_ms"),
        ([True, "a1"], "at_ms"),
        ([1.0, "a1"], "at_ms"),
        ([-1, "a1"], "at_ms is below 0"),
        ([1, b"a1"], "move"),
        ([1, "x" * 201], "move is longer than in any"),
    ],
)
@pytest.mark.parametrize("place", [0, 7])
def test_a_move_that_is_none_is_told(place: int, move: object, why: str) -> None:
    plain = to_plain(played("easthaven", 2))
    moves = plain["seats"][1]["moves"]
    plain["seats"][1]["moves"] = [*moves[:place], move, *moves[place:]]
    with pytest.raises(BadTranscript, match=why):
        from_plain(plain)


def test_moves_may_be_lists_or_tuples() -> None:
    whole = played("easthaven", 2)
    plain = to_plain(whole)
    for seat in plain["seats"]:
        seat["moves"] = tuple((at_ms, move) for at_ms, move in seat["moves"])
    assert from_plain(plain) == whole


def test_more_of_anything_than_a_match_has_is_refused() -> None:
    plain = to_plain(played("easthaven", 1))
    seat, void = (
        plain["seats"][0],
        to_plain(played("easthaven", 1)._replace(voids=(VOID,)))["voids"][0],
    )
    who = {"player": "p-eve", "name": "Eve", "commitment": bytes(32)}
    nonce = {"player": "p-eve", "commitment": bytes(32), "nonce": None}
    for change in (
        {"seats": [{**seat, "seat": number} for number in range(9)]},
        {"seats": [{**seat, "name": "x" * 201}]},
        {"nonces": [nonce] * 17},
        {"nonces": [{**nonce, "nonce": bytes(65)}]},
        {"voids": [void] * 33},
        {"voids": [{**void, "withheld": [who] * 17}]},
    ):
        with pytest.raises(BadTranscript, match="longer than in any"):
            from_plain({**plain, **change})


def test_an_old_record_of_a_choice_says_what_chose() -> None:
    plain = to_plain(as_old(certified(played("easthaven", 1), 2)))
    with pytest.raises(BadTranscript):
        from_plain({**plain, "certifier": ""})


@pytest.mark.parametrize("named", [None, 1, "yes"])
def test_a_new_record_says_whether_a_name_was_claimed(named: object) -> None:
    plain = to_plain(played("easthaven", 1))
    plain["seats"][1]["named"] = named
    with pytest.raises(BadTranscript):
        from_plain(plain)


def test_another_candidate_is_another_deal() -> None:
    whole = played("easthaven", 1)
    assert is_proven(verify(certified(whole, 0)))
    assert not is_proven(verify(certified(whole, 1)))
    assert seed_of(certified(whole, 1)) != seed_of(whole)
    assert committed_seed(certified(whole, 1)) == seed_of(whole)


TAMPERED: dict[str, tuple[str, Change]] = {
    "another game": ("rules", lambda t: t._replace(game="squares/american")),
    "no game": ("rules", lambda t: t._replace(game="snap")),
    "another seed": ("commitment", lambda t: t._replace(server_seed=bytes(32))),
    "another commitment": ("commitment", lambda t: t._replace(commitment=bytes(32))),
    "another match": ("kind", lambda t: t._replace(match="m-8")),
    "another deal": ("commitment", lambda t: t._replace(match="m-8", deal="m-8")),
    "another day": ("kind", lambda t: t._replace(deal="daily/other/2026-11-21")),
    "rated against nobody": (
        "kind",
        lambda t: t._replace(seats=tuple(s._replace(bot=True) for s in t.seats)),
    ),
    "a nonce left out": ("nonces", lambda t: t._replace(nonces=t.nonces[1:])),
    "a nonce twice": ("nonces", lambda t: t._replace(nonces=t.nonces + t.nonces[:1])),
    "without a nonce": (
        "nonces",
        lambda t: t._replace(
            nonces=(*t.nonces, NonceRecord("p-dan", bytes(32), None))
        ),
    ),
    "a start void twice": ("voids", lambda t: t._replace(voids=(VOID, VOID))),
    "void by nobody": (
        "voids",
        lambda t: t._replace(voids=(VOID._replace(withheld=()),)),
    ),
    "void for no reason": (
        "voids",
        lambda t: t._replace(voids=(VOID._replace(why="service"),)),
    ),
    "void itself": (
        "voids",
        lambda t: t._replace(voids=(VOID._replace(match=t.match),)),
    ),
    "void on a given deal": (
        "voids",
        lambda t: t._replace(deal="event/e-1/0", voids=(VOID,)),
    ),
    "another player": ("nonces", of_seat(0, player="p-eve")),
    "a better score": ("seat 0", of_seat(0, score=200)),
    "more moves than made": ("seat 1", of_seat(1, plies=26)),
    "a faster time": ("seat 0", of_seat(0, elapsed_ms=1)),
    "another end": ("seat 1", of_seat(1, state="out")),
    "a move left out": ("seat 0", without_last_move),
    "an unknown move": ("seat 2", of_seat(2, moves=(MoveRecord(1, "z9"),))),
    "all moves at once": ("seat 0", at_once),
    "moves out of order": ("times", backward),
    "an early end": ("times", lambda t: t._replace(ended_at=t.started_at + 1_001)),
    "an end before the start": ("times", lambda t: t._replace(ended_at=1)),
    "the first place": ("places", of_seat(2, place=1)),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_found_and_named(name: str) -> None:
    where, change = TAMPERED[name]
    transcript = next(
        whole
        for whole in (played("squares/english", seed) for seed in range(100))
        if all(seat.elapsed_ms > 1 and seat.plies > 10 for seat in whole.seats)
    )
    assert is_proven(verify(transcript))
    doubted = [check.what for check in verify(change(transcript)) if check.doubt]
    assert where in doubted


SEALED = seal(to_plain(played("westcliff/american", 5)))


@settings(max_examples=400)
@given(st.integers(0, len(SEALED) * 8 - 1))
def test_any_changed_bit_is_found(bit: int) -> None:
    changed = bytearray(SEALED)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises((BadFrame, BadTranscript)):
        from_plain(unseal(bytes(changed)))


def test_a_record_may_be_read_without_its_moves() -> None:
    plain, digest = unseal_proven(SEALED)
    whole = from_plain(plain)
    assert any(seat.moves for seat in whole.seats)
    seats = tuple(seat._replace(moves=()) for seat in whole.seats)
    assert from_plain(plain, with_moves=False) == whole._replace(seats=seats)
    assert digest == digest_of(SEALED)


@given(
    st.binary(max_size=200) | st.integers(0, len(SEALED) - 1).map(SEALED.__getitem__)
)
def test_rubbish_is_no_transcript(data: bytes | int) -> None:
    with pytest.raises((BadFrame, BadTranscript)):
        from_plain(unseal(data if isinstance(data, bytes) else SEALED[:data]))


LEAVES = st.none() | st.booleans() | st.integers() | st.text() | st.binary()
PLAIN_VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(st.data())
def test_a_map_that_is_not_quite_one_is_refused(data: st.DataObject) -> None:
    plain = msgpack.unpackb(msgpack.packb(to_plain(played("squares/english", 1))))
    name = data.draw(st.sampled_from(sorted(plain)))
    value = data.draw(PLAIN_VALUES)
    other = {**plain, name: value}
    try:
        read = from_plain(other)
    except BadTranscript:
        return
    assert to_plain(read) == {**to_plain(read), name: value}
