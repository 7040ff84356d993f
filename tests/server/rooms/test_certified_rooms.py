"""Certified rooms at a server: the deal is chosen in time, and the choice is proven."""

import asyncio
import threading

import pytest
from tests.conditions import eventually
from tests.server.house import serving

from samedeal_client.play.room.proof import prove
from samedeal_client.wire.happenings import Checked, NotDone
from samedeal_client.wire.player import Player
from samedeal_games.fairness import candidate_seed
from samedeal_players.certifying import THOUGHTFUL, first_certified, is_certified
from samedeal_players.compiled.library import Lack
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import ResultView
from samedeal_records.record import read_record
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_records.verification import committed_seed
from samedeal_server.rooms import certifying

GAME = "pas-seul"
"""Of which about half of all deals are certified."""


async def begin(*players: Player) -> None:
    await asyncio.gather(*(player.ready() for player in players))
    await eventually(lambda: all(player.session.may_move for player in players))


def result_of(player: Player) -> ResultView | None:
    room = player.session.room
    return None if room is None else room.result


async def finished(*players: Player) -> ResultView:
    await asyncio.gather(*(player.finish() for player in players))
    await eventually(lambda: all(result_of(player) is not None for player in players))
    result = result_of(players[0])
    assert result is not None
    return result


async def test_a_certified_match_is_played_recorded_and_proven(store_url: str) -> None:
    async with serving(store_url) as url:
        ada, bob = Player(url, name="Ada"), Player(url, name="Bob")
        async with ada.connected(), bob.connected():
            code = await ada.host(GAME, seats=2, certified=True)
            await bob.join(code)
            assert bob.session.room is not None
            assert bob.session.room.certifier == THOUGHTFUL
            (line,) = [room for room in await bob.rooms() if room.room == code]
            assert line.certified
            await begin(ada, bob)
            result = await finished(ada, bob)
            checked = await checked_by(ada)
            assert checked.doubts == ()
            proven = await prove(ada, checked.witness)
            assert proven.is_recorded
            assert proven.doubts == ()
            sealed = await ada.transcript(result.match)
            record = read_record(sealed)
            assert record.is_proven
            transcript = record.transcript
            seed = committed_seed(transcript)
            assert transcript.counter == first_certified(THOUGHTFUL, GAME, seed)
            assert is_certified(
                THOUGHTFUL, GAME, candidate_seed(seed, transcript.counter)
            )
            forged = transcript._replace(counter=transcript.counter + 7)
            doubts = [
                c.what for c in read_record(seal(to_plain(forged))).checks if c.doubt
            ]
            assert "choice" in doubts


async def checked_by(player: Player) -> Checked:
    """Return what a player's client makes of the reveal."""
    async with asyncio.timeout(30):
        while True:
            happening = await player.happenings.get()
            if isinstance(happening, Checked):
                return happening


async def test_a_game_that_cannot_be_certified_is_refused(store_url: str) -> None:
    async with serving(store_url) as url:
        ada = Player(url, name="Ada")
        async with ada.connected():
            for games in ((), (GAME, "squares/english")):
                with pytest.raises(NotDone) as refused:
                    await ada.host("squares/english", games=games, certified=True)
                assert refused.value.error.code is ErrorCode.NOT_CERTIFIABLE
            await ada.host("squares/english")


async def test_a_match_waits_for_its_deal_and_for_nothing_else(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()

    def slowly(certifier: str, game: str, seed: bytes) -> int:
        may_go_on.wait(20)
        return first_certified(certifier, game, seed)

    monkeypatch.setattr(certifying, "first_certified", slowly)
    async with serving(store_url) as url:
        ada, cid = Player(url, name="Ada"), Player(url, name="Cid")
        async with ada.connected(), cid.connected():
            await ada.host(GAME, seats=1, certified=True)
            await ada.ready()
            # Others play meanwhile.
            await cid.host("squares/english", seats=1)
            await begin(cid)
            await finished(cid)
            assert ada.session.room is not None
            assert ada.session.room.phase == "countdown"
            may_go_on.set()
            await eventually(lambda: ada.session.may_move)


async def test_a_search_that_fails_is_made_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = [RuntimeError("can't start new thread"), MemoryError()]

    def badly(certifier: str, game: str, seed: bytes) -> int:
        if failing:
            raise failing.pop()
        return first_certified(certifier, game, seed)

    monkeypatch.setattr(certifying, "first_certified", badly)
    async with serving(store_url) as url:
        ada = Player(url, name="Ada")
        async with ada.connected():
            await ada.host(GAME, seats=1, certified=True)
            await begin(ada)
            assert read_record(
                await ada.transcript((await finished(ada)).match)
            ).is_proven
    assert not failing


async def test_another_process_comes_to_the_same_choice(store_url: str) -> None:
    async with serving(store_url) as one, serving(store_url) as two:
        ada, bob = Player(one, name="Ada"), Player(two, name="Bob")
        async with ada.connected(), bob.connected():
            code = await ada.host(GAME, seats=2, certified=True)
            await bob.join(code)
            await begin(ada, bob)
            assert ada.session.board is not None
            assert bob.session.board is not None
            assert ada.session.board == bob.session.board
            result = await finished(ada, bob)
            assert read_record(await ada.transcript(result.match)).is_proven


async def test_the_challenge_of_a_certified_match_is_its_deal(store_url: str) -> None:
    async with serving(store_url) as url:
        ada, cid = Player(url, name="Ada"), Player(url, name="Cid")
        async with ada.connected(), cid.connected():
            await ada.host("easthaven", seats=1, certified=True)
            await begin(ada)
            board = ada.session.board
            match = (await finished(ada)).match
            await cid.challenge(match)
            await begin(cid)
            assert cid.session.board is not None
            assert cid.session.board == board
            again = await finished(cid)
            assert read_record(await cid.transcript(again.match)).is_proven


async def test_a_server_says_so_once_where_its_solver_is_not_compiled(
    store_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(certifying, "what_lacks", lambda: Lack.STALE)
    async with serving(store_url) as url:
        ada, bob = Player(url, name="Ada"), Player(url, name="Bob")
        async with ada.connected(), bob.connected():
            await bob.join(await ada.host(GAME, seats=2, certified=True))
            for _ in range(2):
                await begin(ada, bob)
                await finished(ada, bob)
    told = [each.message for each in caplog.records if Lack.STALE in each.message]
    assert told == [f"certified deals are searched for in Python: {Lack.STALE}"]
