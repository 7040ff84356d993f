"""Rooms that play deals which were made for more than one match, and several games."""

import pytest
from tests.server.core.table import LIMITS, START_MS, Table, seated

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import commitment_to_nonce, commitment_to_seed, match_seed
from samedeal_protocol.codec import encode
from samedeal_protocol.rooms.boards import MatchKind
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_records.verification import is_proven, verify
from samedeal_server.core.facts import (
    GivenDeal,
    GivenNonce,
    MatchOpened,
    RoomOpened,
)
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import room_asked_for, room_for_one
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import result_view, room_view
from samedeal_server.core.rooms.voids import REVEAL_MS
from samedeal_server.core.state import Match, Phase, Room

SEED = bytes(range(32))
GAME = "squares/english"
OTHER = "westcliff/american"
REVEAL_AT = START_MS + 3_600_000
DAILY = GivenDeal(f"daily/{GAME}/2026-11-21", GAME, SEED, reveal_at=REVEAL_AT)
NONCE = b"\x07" * 16
ONE_NONCE = GivenNonce("p-1", commitment_to_nonce("m-1", "p-1", NONCE), NONCE)
CHALLENGED = GivenDeal("m-1", GAME, SEED, (ONE_NONCE,))
ANY_TWO = HostRoom(id=1, game=GAME)


def play_a_match(table: Table, *names: str) -> Match:
    """Play the open match, a move each."""
    table.ready(*names)
    table.reveal(*names)
    table.tick_at_deadline()
    for name in names:
        table.move(name)
        table.finish(name)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT
    assert table.state.table.match is not None
    return table.state.table.match


def opening(room: Room, deal: str, seed: bytes, nonces: dict[str, bytes]) -> object:
    game = room.table.game
    return game.setup(deal_from_seed(match_seed(deal, seed, nonces), game.about.packs))


def dealt(room: Room) -> object:
    (play,) = (
        [play for play in room.table.match.plays if play]
        if room.table.match
        else [None]
    )
    assert play is not None
    return play.position


def test_a_deal_of_a_day_is_dealt_without_anybodys_nonce() -> None:
    table = seated(room_for_one(DAILY, "daily", LIMITS), "ada")
    assert table.state.course.next_match is not None
    committed = commitment_to_seed(DAILY.deal, SEED)
    assert table.state.course.next_match.commitment == committed
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    assert dealt(table.state) == opening(table.state, DAILY.deal, SEED, {})


@pytest.mark.parametrize(("given", "kind"), [(0, "daily"), (1, "challenge")])
def test_an_attempt_begins_with_the_only_nonce_or_when_that_is_not_waited_for(
    given: int, kind: MatchKind
) -> None:
    wanted = room_for_one((DAILY, CHALLENGED)[given], kind, LIMITS)
    for reveals, waits_ms in ((True, 0), (False, REVEAL_MS)):
        table = seated(wanted, "ada")
        table.ready("ada")
        began = table.now
        if reveals:
            table.reveal("ada")
        table.tick_at_deadline()
        assert table.now == began + waits_ms
        assert (table.state.course.phase is Phase.PLAYING) == reveals


def test_its_seed_is_not_told_before_the_day_is_over() -> None:
    table = seated(room_for_one(DAILY, "daily", LIMITS), "ada")
    play_a_match(table, "ada")
    result = result_view(table.state)
    assert result is not None
    assert (result.server_seed, result.reveal_at) == (b"", REVEAL_AT)
    assert (result.kind, result.deal, result.rated) == ("daily", DAILY.deal, False)
    assert SEED not in encode(result)


def test_a_challenge_is_dealt_with_the_nonces_of_its_match() -> None:
    table = seated(room_for_one(CHALLENGED, "challenge", LIMITS), "ada")
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    assert dealt(table.state) == opening(table.state, "m-1", SEED, {"p-1": NONCE})
    table.finish("ada")
    table.tick_at_deadline()
    result = result_view(table.state)
    assert result is not None
    assert (result.server_seed, result.deal) == (SEED, "m-1")


def test_the_transcripts_of_given_deals_are_proven() -> None:
    kinds: dict[MatchKind, GivenDeal] = {"daily": DAILY, "challenge": CHALLENGED}
    for kind, given in kinds.items():
        table = seated(room_for_one(given, kind, LIMITS), "ada")
        match = play_a_match(table, "ada")
        transcript = transcript_of(table.state, table.log, "a test")
        assert transcript is not None
        assert (transcript.match, transcript.deal) == (match.id, given.deal)
        assert (transcript.kind, transcript.rated) == (kind, False)
        assert is_proven(verify(transcript)), verify(transcript)


def test_a_given_deal_is_played_once_in_a_room() -> None:
    table = seated(room_for_one(DAILY, "daily", LIMITS), "ada")
    play_a_match(table, "ada")
    assert table.state.course.next_match is None
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.CLOSED


def test_a_countdown_that_failed_opens_the_same_deal_again() -> None:
    for_two = room_for_one(DAILY, "event", LIMITS)._replace(seats_max=2)
    table = seated(for_two, "ada", "bob")
    before = table.state.course.next_match
    table.ready("ada", "bob")
    table.reveal("ada")
    table.tick_at_deadline()
    after = table.state.course.next_match
    assert before is not None
    assert after is not None
    assert (after.commitment, after.given) == (before.commitment, before.given)
    assert after.id != before.id


def test_a_match_is_rated_if_two_people_play_unless_the_host_says_no() -> None:
    def rated(wanted: RoomOpened, *names: str) -> bool:
        return play_a_match(seated(wanted, *names), *names).rated

    assert rated(room_asked_for(ANY_TWO, LIMITS), "ada", "bob")
    casual = ANY_TWO.model_copy(update={"rated": False})
    assert not rated(room_asked_for(casual, LIMITS), "ada", "bob")
    alone = ANY_TWO.model_copy(update={"seats": 1})
    assert not rated(room_asked_for(alone, LIMITS), "ada")


def test_where_games_are_played_in_turn_a_rematch_is_of_the_next_one() -> None:
    """A start that is void leaves it at the same game; then the round goes on."""
    wanted = room_asked_for(ANY_TWO, LIMITS)._replace(games=(GAME, OTHER))
    table = seated(wanted, "ada", "bob")
    for key in (GAME, OTHER, GAME):
        opened = table.state.course.next_match
        assert opened is not None
        assert (opened.number, opened.game.about.key) == (1, key)
        if key == OTHER:
            table.ready("ada", "bob")
            table.reveal("ada")
            table.tick_at_deadline()  # nothing is dealt without Bob's nonce
            table.sit("bob")
        assert play_a_match(table, "ada", "bob").number == 1
        assert table.state.table.game.about.key == key


def test_logs_of_before_say_no_turn_and_begin_each_series_with_the_first_game() -> None:
    wanted = room_asked_for(ANY_TWO, LIMITS)._replace(games=(GAME, OTHER))
    table = seated(wanted, "ada", "bob")
    for number, key in ((2, OTHER), (1, GAME)):
        table.fold((MatchOpened("m-1", number, bytes(32)),))
        opened = table.state.course.next_match
        assert opened is not None
        assert opened.game.about.key == key


def test_several_games_are_played_in_turn_each_in_its_own_time() -> None:
    wanted = room_asked_for(ANY_TWO, LIMITS)._replace(
        games=(GAME, OTHER), best_of=3, scoring="duplicate"
    )
    table = seated(wanted, "ada", "bob")
    for number, key in enumerate((GAME, OTHER, GAME), 1):
        match = play_a_match(table, "ada", "bob")
        about = find_game(key).about
        assert match.number == number
        assert (table.state.table.game.about.key, table.state.table.time_limit_s) == (
            key,
            about.time_limit_s,
        )
        view = room_view(table.state)
        assert view.result is not None
        assert view.result.series_over == (number == 3)
        transcript = transcript_of(table.state, table.log, "a test")
        assert transcript is not None
        assert transcript.game == key
        assert is_proven(verify(transcript)), verify(transcript)


def test_the_log_of_a_given_room_folds_to_the_same_room() -> None:
    table = seated(room_for_one(CHALLENGED, "challenge", LIMITS), "ada")
    play_a_match(table, "ada")
    room: Room | None = None
    for entry in table.log:
        room = evolve(room, entry)
    assert room == table.state
