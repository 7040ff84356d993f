"""Rooms that deal only what is known to be winnable: the choice is a fact."""

from tests.server.core.table import LIMITS, Table, counting, seated

from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import candidate_seed
from samedeal_players.certifying import THOUGHTFUL
from samedeal_protocol.rooms.playing import Leave
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_records.verification import committed_seed, is_proven, verify
from samedeal_server.core.commands import Chosen, Tick
from samedeal_server.core.facts import (
    GivenDeal,
    GivenNonce,
    MatchStarted,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.matches import opening_of, seed_to_choose
from samedeal_server.core.rooms.openings import room_asked_for, room_for_one
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import result_view, room_view, summary
from samedeal_server.core.state import Match, Phase

GAME = "westcliff/classic"


def revealed(*names: str) -> Table:
    """Return a certified room at the end of its countdown, the deal not chosen yet."""
    table = counting(*names, game=GAME, certified=True)
    table.reveal(*names)
    due = deadline(table.state)
    assert due is not None
    table.now = due
    return table


def start(table: Table, counter: int) -> Match:
    """Start the match with a candidate of the seed."""
    seed = seed_to_choose(table.state)
    assert seed is not None
    assert table.feed(Tick(Chosen(seed, counter)))[-1] == MatchStarted(counter)
    assert table.state.table.match is not None
    return table.state.table.match


def test_a_match_waits_until_its_deal_is_chosen() -> None:
    table = revealed("ada", "bob")
    assert table.feed(Tick()) == ()
    assert table.feed(Tick(Chosen(bytes(32), 0))) == ()
    start(table, 3)
    assert table.state.course.phase is Phase.PLAYING


def test_who_plays_alone_waits_for_the_search_and_for_nothing_else() -> None:
    table = counting("ada", game=GAME, certified=True, seats=1)
    table.reveal("ada")
    assert deadline(table.state) == table.now
    assert table.feed(Tick()) == ()
    start(table, 3)
    assert table.state.course.phase_since == table.log[0].at


def test_no_deal_is_chosen_in_a_room_that_is_not_certified() -> None:
    table = counting("ada", "bob", game=GAME)
    assert seed_to_choose(table.state) is None
    table.reveal("ada", "bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING


def test_the_candidate_that_is_dealt_is_told_recorded_and_proven() -> None:
    table = revealed("ada", "bob")
    seed = seed_to_choose(table.state)
    assert seed is not None
    match = start(table, 3)
    game = table.state.table.game
    dealt = game.setup(deal_from_seed(candidate_seed(seed, 3), 1))
    assert opening_of(game, match) == dealt
    play = table.state.play_of(0)
    assert play is not None
    assert play.position == dealt
    table.move("ada")
    table.finish("ada", "bob")
    table.tick_at_deadline()
    result = result_view(table.state)
    assert result is not None
    assert (result.certifier, result.counter) == (THOUGHTFUL, 3)
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    assert (transcript.certifier, transcript.counter) == (THOUGHTFUL, 3)
    assert committed_seed(transcript) == seed
    assert is_proven(verify(transcript))


def test_the_log_alone_deals_the_same_again() -> None:
    table = revealed("ada", "bob")
    start(table, 2)
    again = None
    for entry in table.log:
        packed = pack_fact(entry.fact, entry.by, entry.n)
        again = evolve(again, unpack_entry(entry.offset, entry.at, packed))
    assert again == table.state


def test_a_certified_deal_is_not_made_without_a_nonce_either() -> None:
    table = counting("ada", "bob", "cid", game=GAME, certified=True)
    table.reveal("ada", "bob")
    first = table.state.course.next_match
    table.tick_at_deadline()
    assert table.state.table.match is None
    assert first is not None
    assert [void.match for void in table.state.course.voids] == [first.id]
    table.ready("ada", "bob")
    table.reveal("ada", "bob")
    due = deadline(table.state)
    assert due is not None
    table.now = due
    start(table, 1)
    table.finish("ada", "bob")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    assert [void.match for void in transcript.voids or ()] == [first.id]


def test_who_reveals_at_the_last_moment_has_the_deal_chosen_anew() -> None:
    table = counting("ada", "bob", "cid", game=GAME, certified=True)
    table.reveal("ada", "bob")
    before = seed_to_choose(table.state)
    assert before is not None
    table.reveal("cid")
    due = deadline(table.state)
    assert due is not None
    table.now = due
    assert table.feed(Tick(Chosen(before, 0))) == ()
    start(table, 0)


def test_too_few_players_gather_again_without_any_choice() -> None:
    table = counting("ada", "bob", game=GAME, certified=True)
    table.reveal("ada")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.GATHERING


def test_all_who_leave_close_the_room_without_any_choice() -> None:
    table = revealed("ada", "bob")
    for name in ("ada", "bob"):
        table.feed(Leave(id=1, n=9), name)
    table.feed(Tick())
    assert table.state.course.phase is Phase.CLOSED


def test_a_room_says_beforehand_what_certifies_its_deals() -> None:
    certified = counting("ada", "bob", game=GAME, certified=True).state
    assert room_view(certified).certifier == THOUGHTFUL
    assert summary(certified).certified
    plain = counting("ada", "bob", game=GAME).state
    assert room_view(plain).certifier == ""
    assert not summary(plain).certified


def test_only_who_asks_for_certified_deals_gets_them() -> None:
    plain = room_asked_for(HostRoom(id=1, game=GAME), LIMITS, THOUGHTFUL)
    assert plain.certifier == ""


def test_a_challenge_deals_the_candidate_that_was_dealt_before() -> None:
    nonce = GivenNonce("p-1", bytes(32), b"\x07" * 16)
    given = GivenDeal(
        "m-1", GAME, bytes(range(32)), (nonce,), certifier=THOUGHTFUL, counter=4
    )
    table = seated(room_for_one(given, "challenge", LIMITS), "ada")
    assert room_view(table.state).certifier == THOUGHTFUL
    assert seed_to_choose(table.state) is None
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    match = table.state.table.match
    assert match is not None
    assert (match.certifier, match.counter) == (THOUGHTFUL, 4)
    table.finish("ada")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    seed = candidate_seed(committed_seed(transcript), 4)
    game = table.state.table.game
    assert opening_of(game, match) == game.setup(deal_from_seed(seed, 1))
