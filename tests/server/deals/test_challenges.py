"""Challenges: the deal of a match that is over, played again by somebody else."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from tests.conditions import eventually
from tests.faults.inside import inside
from tests.server.core.table import START_MS, seated
from tests.server.house import serving
from tests.servers import running_server
from tests.talk import Talker, talking

from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import Board
from samedeal_protocol.codec import (
    MAX_ITEMS,
    MAX_OUTBOUND_BYTES,
    decode_message,
    encode,
)
from samedeal_protocol.deals.challenges import GHOSTS_MOST, Timelines, TimelineView
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import ResultView
from samedeal_protocol.rooms.rooms import Joined
from samedeal_records.record import read_record
from samedeal_records.sealing import digest_of, seal
from samedeal_records.timelines import POINTS_MOST
from samedeal_records.transcripts import to_plain
from samedeal_records.verification import positions
from samedeal_server.core.facts import GivenDeal, PhaseLimits
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.chain import Chain
from samedeal_server.store.redis import Store

GAME = "squares/english"
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
QUICKLY = {"SAMEDEAL_COUNTDOWN_MS": "200"}


async def begin(*players: Player) -> None:
    """Have everybody ready and the cards dealt."""
    await asyncio.gather(*(player.ready() for player in players))
    await eventually(lambda: all(player.session.may_move for player in players))


async def lay(player: Player, cards: int) -> None:
    """Lay so many cards more, each on the next free cell."""
    for _ in range(cards):
        board = player.session.board
        assert board is not None
        await player.move(CELLS[board.ply])


async def ended(player: Player) -> ResultView:
    """Return the result, once it is there."""
    await eventually(
        lambda: (
            player.session.room is not None and player.session.room.result is not None
        )
    )
    room = player.session.room
    assert room is not None
    assert room.result is not None
    return room.result


async def match_of(*players: Player, cards: int = 6) -> str:
    """Play a match in which each lays a card more than the one before."""
    code = await players[0].host(GAME, seats=len(players), public=False)
    for player in players[1:]:
        await player.join(code)
    await begin(*players)
    for more, player in enumerate(players):
        await lay(player, cards + more)
        await player.finish()
    match = (await ended(players[0])).match
    for player in players:
        await player.leave()
    return match


@asynccontextmanager
async def people(url: str, *names: str) -> AsyncGenerator[list[Player]]:
    """Connect players."""
    players = [Player(url, name=name) for name in names]
    async with (
        players[0].connected(),
        players[1].connected(),
        players[2].connected(),
    ):
        yield players


def refusal(raised: pytest.ExceptionInfo[NotDone]) -> tuple[ErrorCode, str]:
    return raised.value.error.code, raised.value.error.detail


async def test_a_challenge_is_the_same_deal_against_those_who_played_it(
    store_url: str,
) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        ada, bob, cid = players
        match = await match_of(ada, bob)
        await cid.challenge(match)
        room = cid.session.room
        assert room is not None
        assert (room.kind, room.origin, room.rated) == ("challenge", match, False)
        assert (room.public, room.seats_max) == (False, 1)
        ghosts = await cid.timelines(room.origin, rivals=True)
        assert [(g.name, g.place, g.plies) for g in ghosts.seats] == [
            ("Ada", 1, 6),
            ("Bob", 1, 7),
        ]
        assert [len(g.points) for g in ghosts.seats] == [7, 8]
        await begin(cid)
        assert cid.session.board is not None
        dealt = board_of(cid.session.board)
        await lay(cid, 25)
        result = await ended(cid)
        assert (result.kind, result.deal, result.rated) == ("challenge", match, False)
        assert dealt == await opening(ada, match)
        board = await ada.deal_board(match, 20)
        assert (board.deal, board.total) == (match, 3)
        assert board.rows[0].name == "Cid"
        for row in board.rows:
            record = read_record(await ada.transcript(row.match))
            assert record.is_proven
            (seat,) = [s for s in record.transcript.seats if s.player == row.player]
            proven = (seat.score, seat.plies, seat.elapsed_ms, seat.state)
            assert proven == (row.score, row.plies, row.elapsed_ms, row.state)
            assert record.transcript.deal == match


async def opening(player: Player, match: str) -> Board:
    """Return the first board of a match, as its record has it."""
    record = read_record(await player.transcript(match))
    game = find_game(record.transcript.game)
    seat = record.transcript.seats[0]._replace(moves=())
    return game.view(positions(record.transcript, seat)[0])


async def test_there_is_one_attempt_and_none_for_who_was_in_the_match(
    store_url: str,
) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        ada, bob, cid = players
        match = await match_of(ada, bob)
        with pytest.raises(NotDone) as raised:
            await ada.challenge(match)
        assert refusal(raised) == (ErrorCode.ALREADY_PLAYED, match)
        await cid.challenge(match)
        await begin(cid)
        await lay(cid, 3)
        await cid.finish()
        attempt = (await ended(cid)).match
        await cid.leave()
        for named in (match, attempt):
            with pytest.raises(NotDone) as raised:
                await cid.challenge(named)
            assert refusal(raised) == (ErrorCode.ALREADY_PLAYED, attempt)
        with pytest.raises(NotDone) as raised:
            await bob.challenge(attempt)
        assert refusal(raised) == (ErrorCode.ALREADY_PLAYED, match)


async def test_a_challenge_of_an_attempt_is_the_same_deal_again(
    store_url: str,
) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        ada, bob, cid = players
        match = await match_of(ada)
        await bob.challenge(match)
        await begin(bob)
        await lay(bob, 2)
        await bob.finish()
        attempt = (await ended(bob)).match
        await cid.challenge(attempt)
        assert cid.session.room is not None
        assert cid.session.room.origin == match
        ghosts = await cid.timelines(match, rivals=True)
        assert {ghost.name for ghost in ghosts.seats} == {"Ada", "Bob"}
        assert {ghost.match for ghost in ghosts.seats} == {match, attempt}
        alone = await cid.timelines(attempt)
        assert [ghost.name for ghost in alone.seats] == ["Bob"]


async def test_an_unknown_match_cannot_be_challenged(store_url: str) -> None:
    async with serving(store_url) as url, Player(url, name="Ada").connected() as ada:
        for asking in (
            ada.challenge("m-none"),
            ada.timelines("m-none"),
            ada.deal_board("m-none", 20),
            ada.own_best(GAME),
        ):
            with pytest.raises(NotDone) as raised:
                await asking
            assert refusal(raised)[0] is ErrorCode.UNKNOWN_MATCH


async def test_the_board_of_a_deal_begins_with_the_match_it_is_from(
    store_url: str,
) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        ada, bob, cid = players
        match = await match_of(ada, bob)
        board = await cid.deal_board(match, 20)
        rows = {(row.rank, row.name, row.match) for row in board.rows}
        assert rows == {(1, "Ada", match), (1, "Bob", match)}
        assert board.total == 2
        part = await cid.deal_board(match, 1, 1)
        assert len(part.rows) == 1


async def test_ones_own_best_is_the_timeline_of_ones_own_seat(store_url: str) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        ada, bob, _ = players
        match = await match_of(ada, bob)
        best = await bob.own_best(GAME)
        assert best.match == match
        assert [ghost.player for ghost in best.seats] == [bob.id]


async def test_two_terminals_at_once_are_led_to_one_attempt(store_url: str) -> None:
    async with serving(store_url) as url, people(url, "Ada", "Bob", "Cid") as players:
        match = await match_of(players[0], players[1])
        tokens: list[str] = []
        first = Player(url, name="Dot", on_token=lambda _, token: tokens.append(token))
        async with first.connected():
            second = Player(url, name="Dot", token=tokens[0])
            async with second.connected():
                came = await asyncio.gather(
                    *(first.challenge(match), second.challenge(match)),
                    return_exceptions=True,
                )
                # The later one has the seat; the other is told that it was replaced.
                assert None in came
                seated = [p for p in (first, second) if p.session.own is not None]
                codes = {p.session.room.room for p in seated if p.session.room}
                assert len(codes) == 1
        async with Player(url, name="Dot", token=tokens[0]).connected() as again:
            await again.challenge(match)
            assert again.session.room is not None
            assert {again.session.room.room} == codes


async def test_an_attempt_goes_on_at_another_process_when_one_is_killed(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **QUICKLY) as doomed,
        running_server(store_url, **QUICKLY) as other,
    ):
        async with Player(other.url, name="Ada").connected() as ada:
            match = await match_of(ada)
        tokens: list[str] = []
        bob = Player(doomed.url, name="Bob", on_token=lambda _, t: tokens.append(t))
        async with bob.connected():
            await bob.challenge(match)
            await begin(bob)
            await lay(bob, 4)
            assert bob.session.room is not None
            code, left = bob.session.room.room, bob.session.board
            await doomed.kill()
        async with Player(other.url, name="Bob", token=tokens[-1]).connected() as again:
            await again.challenge(match)
            assert again.session.room is not None
            assert again.session.room.room == code
            assert again.session.board == left
            await lay(again, 21)
            assert (await ended(again)).deal == match
            await again.leave()
            with pytest.raises(NotDone) as raised:
                await again.challenge(match)
            assert refusal(raised)[0] is ErrorCode.ALREADY_PLAYED


async def test_no_byte_before_the_deal_depends_on_a_card_or_a_secret(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(store_url) as url, Player(url, name="Ada").connected() as ada:
        match = await match_of(ada)
        record = read_record(await ada.transcript(match)).transcript
        frames: list[bytes] = []
        async with talking(url, "Bob") as bob:
            hear: Callable[..., Awaitable[object]] = bob.socket.recv

            async def heard(**how: bool) -> bytes:
                frame = await hear(**how)
                assert isinstance(frame, bytes)
                frames.append(frame)
                return frame

            monkeypatch.setattr(bob.socket, "recv", heard)
            joined = await bob.ask(Joined, t="challenge", match=match)
            found = await bob.ask(Timelines, t="timelines", match=match, rivals=True)
            bob.room = joined.snapshot.room
            assert joined.snapshot.board is None
            await bob.ready()
            await eventually_started(bob, frames)
        secrets = [
            record.server_seed,
            *(nonce.nonce for nonce in record.nonces if nonce.nonce),
        ]
        assert frames
        for secret in secrets:
            assert not any(secret in frame for frame in frames)
        # All that is told of a ghost: who they were, and counts.
        (ghost,) = found.seats
        told = ghost.model_dump(exclude={"match", "player", "name", "state"})
        assert all(
            isinstance(value, int) for name, value in told.items() if name != "points"
        )
        assert all(len(point) == 3 for point in told["points"])


async def eventually_started(talker: Talker, frames: list[bytes]) -> None:
    """Hear all until the board is there, and leave that frame out."""
    await talker.start()
    while b"started" not in frames[-1]:
        frames.pop()
    frames.pop()


async def keep_daily(store: Store, reveal_at: int) -> tuple[str, str]:
    """Have the record of an attempt at a day's deal kept; return it and the deal."""
    deal = f"daily/{GAME}/2023-11-14"
    given = GivenDeal(deal, GAME, bytes(range(32)), reveal_at=reveal_at)
    table = seated(room_for_one(given, "daily", PhaseLimits()), "ada")
    table.ready("ada")
    table.reveal("ada")
    table.tick_at_deadline()
    table.move("ada")
    table.finish("ada")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    sealed = seal(to_plain(transcript))
    await store.transcripts.put(transcript.match, sealed, 0, reveal_at)
    await Chain(store).link("end", transcript.match, digest_of(sealed))
    await BooksWriter(store).catch_up()
    return transcript.match, deal


async def test_the_deal_of_a_day_is_challenged_once_it_is_revealed(
    store_url: str,
) -> None:
    async with inside(store_url) as house:
        match, deal = await keep_daily(house.store, START_MS + 3_600_000)
        async with Player(house.url, name="Bob").connected() as bob:
            await bob.challenge(match)
            room = bob.session.room
            assert room is not None
            assert (room.kind, room.origin) == ("challenge", deal)
            ghosts = await bob.timelines(deal, rivals=True)
            assert [ghost.name for ghost in ghosts.seats] == ["Ada"]
            await begin(bob)
            await bob.finish()
            attempt = (await ended(bob)).match
            record = read_record(await bob.transcript(attempt))
            assert record.is_proven
            assert record.transcript.deal == deal
            # What ends after the reveal is not on the day's board.
            assert (await bob.deal_board(deal, 20)).total == 1


async def test_a_deal_that_is_not_revealed_is_unknown(store_url: str) -> None:
    async with inside(store_url) as house:
        tomorrow = house.store.now() + 24 * 3_600_000
        match, deal = await keep_daily(house.store, tomorrow)
        async with Player(house.url, name="Bob").connected() as bob:
            for named in (match, deal):
                for asking in (
                    bob.challenge(named),
                    bob.timelines(named, rivals=True),
                    bob.deal_board(named, 20),
                ):
                    with pytest.raises(NotDone) as raised:
                        await asking
                    assert refusal(raised)[0] is ErrorCode.UNKNOWN_MATCH


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_timelines_of_eight_seats_fit_into_a_message(key: str) -> None:
    points = tuple((2**31, 2**15, 2**15) for _ in range(POINTS_MOST))
    seat = TimelineView(
        match="m-" + "f" * 32,
        seat=7,
        player="p-" + "f" * 16,
        name="名" * 20,
        bot=True,
        place=8,
        score=2**15,
        plies=2**15,
        elapsed_ms=2**31,
        state="timed_out",
        ended_ms=2**31,
        points=points,
    )
    frame = encode(
        Timelines(
            re=2**53,
            match=seat.match,
            deal=seat.match,
            kind="challenge",
            game=key,
            time_limit_s=3600,
            seats=(seat,) * GHOSTS_MOST,
        )
    )
    assert len(frame) <= MAX_OUTBOUND_BYTES // 2
    decoded = decode_message(frame)
    assert isinstance(decoded, Timelines)
    # A point for the deal, for each card that goes up, and for the last action.
    assert len(points) <= MAX_ITEMS
    assert 2 + GAMES[key].about.top_score <= POINTS_MOST or is_squares(key)


def is_squares(key: str) -> bool:
    """Tell whether a game has a point for each of 25 cards, and one for the deal."""
    return GAMES[key].about.ply_limit < POINTS_MOST
