"""Whole matches of every game: real sockets, the real store, two servers."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio
from tests.conditions import PATIENCE_S
from tests.servers import Running, running_server
from tests.talk import OwnBoard, Talker, talking

from samedeal_games.cards import Card
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import AnyGame, Board, Contest
from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_protocol.results.records import TranscriptPart
from samedeal_protocol.rooms.boards import BoardView, ResultView, StandingView
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_records.sealing import unseal
from samedeal_records.transcripts import Transcript, from_plain
from samedeal_records.verification import is_proven, verify

PLIES_MOST = 30
"""Moves after which a player finishes early; within a connection's burst."""

SETTINGS = {"SAMEDEAL_COUNTDOWN_MS": "1000"}


def dice_of(seed: int) -> Random:
    """Return dice that fall the same way in every run."""
    return Random(seed)


class Played(NamedTuple):
    """What one player saw of a match."""

    player: str
    opening: BoardView
    moves: list[str]
    board: BoardView
    result: ResultView


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def servers(embedded_url: str) -> AsyncIterator[tuple[str, str]]:
    """Run two server processes on one store."""
    async with (
        running_server(embedded_url, **SETTINGS) as one,
        running_server(embedded_url, **SETTINGS) as other,
    ):
        yield one.url, other.url


def board_of(view: BoardView) -> Board:
    zones = {k: tuple(Card(c - 1) for c in cards) for k, cards in view.zones.items()}
    return Board(view.ply, zones)


def choose(game: AnyGame, own: OwnBoard, dice: Random) -> str | None:
    """Choose any move by looking at nothing but what was sent."""
    moves = game.legal_moves(game.position_from(board_of(own.board)))
    if not moves or own.state != "playing" or own.board.ply >= PLIES_MOST:
        return None
    return game.format(dice.choice(moves))


async def make_move(talker: Talker, own: OwnBoard, move: str) -> None:
    own.take(await talker.command(Moved, t="move", ply=own.board.ply, move=move))


async def play(talker: Talker, game: AnyGame, dice: Random) -> Played:
    """Play one match from ready to result."""
    await talker.ready()
    opening = (await talker.start()).board
    own = OwnBoard(opening)
    moves: list[str] = []
    while (move := choose(game, own, dice)) is not None:
        await make_move(talker, own, move)
        moves.append(move)
    if own.state == "playing":
        await talker.command(Done, t="finish")
    result = (await talker.ended()).result
    return Played(talker.me, opening, moves, own.board, result)


def standing(result: ResultView, player: str) -> StandingView:
    return next(row for row in result.standings if row.player == player)


def replayed_score(game: AnyGame, result: ResultView, moves: list[str]) -> int:
    position = game.setup(deal_from_seed(seed_of(result), game.about.packs))
    for move in moves:
        position = game.apply(position, game.parse(move))
    return game.score(position)


def seed_of(result: ResultView) -> bytes:
    nonces = {n.player: n.nonce for n in result.nonces if n.nonce is not None}
    return match_seed(result.match, result.server_seed, nonces)


def assert_reveal_verifies(game: AnyGame, played: Played) -> None:
    result = played.result
    commitment = commitment_to_seed(result.match, result.server_seed)
    assert commitment == result.commitment
    for nonce in result.nonces:
        assert nonce.nonce is not None
        committed = commitment_to_nonce(result.match, nonce.player, nonce.nonce)
        assert committed == nonce.commitment
    deal = deal_from_seed(seed_of(result), game.about.packs)
    assert game.view(game.setup(deal)) == board_of(played.opening)


async def transcript_at(url: str, result: ResultView) -> Transcript:
    """Return the transcript of a match, asked for in as many parts as it has."""
    sealed = b""
    async with talking(url) as talker:
        while True:
            part = await talker.ask(
                TranscriptPart, t="transcript", match=result.match, start=len(sealed)
            )
            sealed += part.data
            if len(sealed) == part.size:
                return from_plain(unseal(sealed))


def assert_transcript_verifies(
    transcript: Transcript, all_played: Sequence[Played]
) -> None:
    assert is_proven(verify(transcript)), verify(transcript)
    rows = all_played[0].result.standings
    assert {(s.player, s.place, s.score, s.elapsed_ms) for s in transcript.seats} == {
        (row.player, row.place, row.score, row.elapsed_ms) for row in rows
    }
    moves = {s.player: [move for _, move in s.moves] for s in transcript.seats}
    assert moves == {played.player: played.moves for played in all_played}


def assert_order_of_finish(game: AnyGame, result: ResultView) -> None:
    def merit(row: StandingView) -> tuple[int, ...]:
        if game.about.contest is Contest.SCORE:
            return (-row.score,)
        return (-row.score, row.elapsed_ms if row.score else 0)

    merits = [merit(row) for row in result.standings]
    assert merits == sorted(merits)
    assert [row.place for row in result.standings] == [
        1 + sum(other < one for other in merits) for one in merits
    ]


async def leaderboard_has(url: str, game: str, players: set[str]) -> None:
    """Ask until all are there: a result is told before its rows are put."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            async with talking(url) as talker:
                rows = await talker.ask(
                    Leaderboard, t="leaderboard", game=game, limit=100
                )
            if players <= {row.player for row in rows.rows}:
                return


@pytest.mark.parametrize("key", GAMES)
async def test_three_on_two_servers_play_a_whole_match(
    key: str, servers: tuple[str, str]
) -> None:
    game = find_game(key)
    one, other = servers
    async with (
        talking(one, "Ann") as ann,
        talking(other, "Bob") as bob,
        talking(other, "Cid") as cid,
    ):
        room = await ann.host(key, seats=3)
        assert ann.room is not None
        assert ann.room.next_match is not None
        announced = ann.room.next_match.commitment
        for guest in (bob, cid):
            await guest.join(room)
        all_played = await asyncio.gather(
            *(play(t, game, dice_of(k)) for k, t in enumerate((ann, bob, cid)))
        )
    await leaderboard_has(other, key, {played.player for played in all_played})
    first = all_played[0]
    assert first.result.commitment == announced
    for url in servers:
        assert_transcript_verifies(await transcript_at(url, first.result), all_played)
    assert_reveal_verifies(game, first)
    assert_order_of_finish(game, first.result)
    for played in all_played:
        assert played.opening == first.opening
        assert played.result == first.result
        row = standing(first.result, played.player)
        assert replayed_score(game, first.result, played.moves) == row.score
        assert (row.score, row.plies) == (played.board.score, played.board.ply)


async def test_when_a_server_is_killed_its_players_go_on_over_the_other(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **SETTINGS) as doomed,
        running_server(store_url, **SETTINGS) as other,
        talking(other.url, "Bob") as bob,
    ):
        game = find_game("squares/english")
        ann, own, moves, bobs = await _play_until_killed(doomed, bob, game)
        async with talking(other.url, None, ann.token) as again:
            assert again.me == ann.me
            joined = await again.join(ann.room.room if ann.room else "")
            # Every acknowledged move is there, and none twice.
            assert joined.snapshot.board == own.board
            assert again.n == ann.n
            while (move := choose(game, own, dice_of(len(moves)))) is not None:
                await make_move(again, own, move)
                moves.append(move)
            result = (await again.ended()).result
        assert (await bobs).result == result
        row = standing(result, ann.me)
        assert replayed_score(game, result, moves) == row.score
        assert row.state == "over"


async def _play_until_killed(
    doomed: Running, bob: Talker, game: AnyGame
) -> tuple[Talker, OwnBoard, list[str], "asyncio.Task[Played]"]:
    """Have Ann make ten moves at a server that is then killed; Bob plays on."""
    async with talking(doomed.url, "Ann") as ann:
        await bob.join(await ann.host(game.about.key, seats=2))
        bobs = asyncio.create_task(play(bob, game, dice_of(2)))
        await ann.ready()
        own = OwnBoard((await ann.start()).board)
        moves: list[str] = []
        for ply in range(10):
            move = choose(game, own, dice_of(ply))
            assert move is not None
            await make_move(ann, own, move)
            moves.append(move)
        await doomed.kill()
        assert await ann.closed() == 1006
        return ann, own, moves, bobs
