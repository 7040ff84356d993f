"""The load generator, small: what it sends, what it keeps, and what it finds."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import os
import random
from collections.abc import AsyncIterator

import msgpack
import pytest
from bench.load.asked import Asked
from bench.load.choices import next_move
from bench.load.cores import Cores, shared_out
from bench.load.crowd import Crowd
from bench.load.figures import Figure, table
from bench.load.histogram import Histogram
from bench.load.ledger import DOUBLED, HOLE, LOST, UNORDERED, Findings, Ledger
from bench.load.paces import FlatOut
from bench.load.parts.meanwhile import visited
from bench.load.parts.meanwhile.scraped import Window, figures_of
from bench.load.parts.play import play
from bench.load.parts.quiet import quiet
from bench.load.parts.saturate import Cost, saturate
from bench.load.parts.storm import storm
from bench.load.parts.window import window
from bench.load.peers.floors import echo
from bench.load.player import Player
from bench.load.processes import Running, Served, serving
from bench.load.table import Table
from bench.load.talker import ASKED_FROM, Measures, Talker, new_measures
from bench.load.wire import HandshakeRefused, Message, frame_of, open_link
from tests.conditions import eventually, eventually_told
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_protocol import SUBPROTOCOL

COUNTDOWN_S = 6.0
"""One in which a generator reveals that is starved, too."""
UNHURRIED = Asked(players=8, seconds=2, countdown_s=COUNTDOWN_S)


@pytest.fixture
async def echo_port() -> AsyncIterator[int]:
    protocols = [Subprotocol(SUBPROTOCOL)]
    async with serve(echo, "127.0.0.1", 0, subprotocols=protocols) as server:
        yield next(iter(server.sockets)).getsockname()[1]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1_000, 65_535])
async def test_frames_of_every_size_come_back_as_they_went(
    echo_port: int, size: int
) -> None:
    heard: list[bytes] = []
    link = await open_link(echo_port, heard.append, lambda: None)
    sent = [bytes([number]) * size for number in range(20)]
    for payload in sent:
        link.write(frame_of(payload))
    await eventually(lambda: len(heard) == len(sent))
    link.cut()
    assert heard == sent


async def test_a_refused_handshake_says_when_to_come_again() -> None:
    def refuse(socket: ServerConnection, request: Request) -> Response:
        response = socket.respond(503, "too many")
        response.headers["Retry-After"] = "3"
        return response

    async with serve(echo, "127.0.0.1", 0, process_request=refuse) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(HandshakeRefused) as refused:
            await open_link(port, lambda _: None, lambda: None)
    assert (refused.value.status, refused.value.retry_after_s) == (503, 3.0)


async def test_who_is_told_that_the_store_is_away_asks_again() -> None:
    async def away_at_first(socket: ServerConnection) -> None:
        refusal = {"t": "error", "code": "unavailable", "retry": 1}
        while True:
            asked = msgpack.unpackb(await socket.recv(decode=False))
            answer = refusal if asked["id"] == ASKED_FROM + 1 else {"t": "rooms"}
            await socket.send(msgpack.packb({"re": asked["id"], **answer}))

    protocols = [Subprotocol(SUBPROTOCOL)]
    async with serve(away_at_first, "127.0.0.1", 0, subprotocols=protocols) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        talker = Talker("one", port, new_measures())
        await talker.connect()
        assert (await talker.ask("rooms"))["t"] == "rooms"
        talker.close()


def test_percentiles_are_right_to_one_in_a_hundred() -> None:
    dice = random.Random(3)
    values = sorted(dice.lognormvariate(-6, 2) for _ in range(20_000))
    histogram = Histogram()
    for value in values:
        histogram.record(value)
    for part in (0.01, 0.5, 0.9, 0.99, 0.999, 1):
        exact_ms = values[round(part * len(values)) - 1] * 1e3
        assert histogram.percentile_ms(part) == pytest.approx(exact_ms, 0.01, 0.002)


def test_a_figure_of_nothing_measured_meets_no_goal() -> None:
    nothing = Histogram().percentile_ms(0.99)
    assert "met" not in table("play", [Figure("R4", "the result p99", nothing, "ms")])


@pytest.mark.parametrize(
    "key", ["squares/english", "squares/patience", "westcliff/american"]
)
@pytest.mark.parametrize("seed", range(20))
def test_what_is_chosen_is_always_legal(key: str, seed: int) -> None:
    game = find_game(key)
    position = game.setup(deal_from_seed(bytes([seed]) * 32, 1))
    for ply in range(game.about.ply_limit):
        zones = {
            name: tuple(card + 1 for card in cards)
            for name, cards in game.view(position).zones.items()
        }
        text = next_move(key, zones, ply)
        if text is None or game.is_over(position):
            break
        position = game.apply(position, game.parse(text))
    assert game.plies(position) >= 22


def test_the_ledger_finds_what_was_lost_doubled_or_out_of_order() -> None:
    findings = Findings()
    ledger = Ledger("somebody", findings)
    ledger.acknowledge(1, 10)
    ledger.acknowledge(2, 12)
    ledger.acknowledge(2, 12)
    assert not findings.counts
    ledger.acknowledge(2, 13)
    ledger.acknowledge(4, 14)
    ledger.acknowledge(3, 11)
    assert findings.counts == {DOUBLED: 1, UNORDERED: 2}
    ledger.compare("snapshots", 2, 3)
    ledger.compare("snapshots", 4, 3, waiting=1)
    ledger.compare("snapshots", 5, 3, waiting=1)
    assert findings.counts == {DOUBLED: 2, UNORDERED: 2, LOST: 1}


def player_in_a_room(measures: Measures) -> Player:
    table = Table("squares/english", 0)
    player = Player("somebody", table, FlatOut(), measures)
    seat: Message = {"seat": 0, "play": None}
    room: Message = {
        "room": "ABCDE",
        "phase": "gathering",
        "started": None,
        "next_match": None,
        "seats": (seat,),
    }
    snapshot = {"offset": 3, "seat": 0, "n": 0, "room": room, "board": None}
    player.received(packed({"t": "joined", "re": 1, "snapshot": snapshot}))
    return player


def packed(message: Message) -> bytes:
    payload: bytes = msgpack.packb(message)
    return payload


async def test_a_hole_in_the_news_is_found() -> None:
    measures = new_measures()
    player = player_in_a_room(measures)
    host: Message = {"t": "host", "seat": 0}
    for since, offset in ((3, 5), (5, 6), (7, 8)):
        news = {"t": "news", "since": since, "offset": offset, "updates": (host,)}
        player.received(packed(news))
    assert measures.findings.counts == {HOLE: 1}


async def test_a_short_play_loses_and_doubles_nothing() -> None:
    figures, findings = await play(UNHURRIED._replace(rate=25))
    assert findings.lines() == []
    named = {figure.name: figure.value for figure in figures}
    assert named["moves acknowledged"] > 0
    for what in ("answers", "news", "results", "snapshots", "boards at the end"):
        assert findings.checks[what] > 0, what


async def test_a_small_storm_loses_and_doubles_nothing() -> None:
    asked = Asked(players=8, seconds=2, rate=15)
    figures, findings = await storm(asked, quiet_s=0.1)
    assert findings.lines() == []
    named = {figure.name: figure.value for figure in figures}
    assert named["cut at once"] == 8


def test_servers_have_cores_to_themselves_where_there_are_as_many() -> None:
    assert shared_out([0], 1) is None
    assert shared_out([2, 5], 1) == Cores((2,), store=5, generator=5)
    assert shared_out([0, 1, 2, 3], 1) == Cores((0,), store=2, generator=3)
    assert shared_out([0, 1], 2) is None


async def test_matches_of_people_are_rated_and_those_of_bots_are_not() -> None:
    measures = new_measures()

    async def raced(served: Served, *, bots: bool) -> Crowd:
        game, pace = "squares/patience", FlatOut()
        crowd = Crowd(served.servers, 4, game, pace, measures, bots=bots)
        await crowd.take_seats()
        await crowd.start()
        await eventually(lambda: crowd.matches >= len(crowd.players))
        await crowd.stop()
        crowd.close()
        return crowd

    async with serving(UNHURRIED.settings) as served:
        await raced(served, bots=True)
        people = await raced(served, bots=False)

        async def rated() -> set[object]:
            books = await served.store.keys("*{books}:counts/*")
            return {each for book in books for each in await served.store.hkeys(book)}

        # Matches are booked in the order in which they ended.
        found = await eventually_told(rated, bool)
        assert found == {player.id.encode() for player in people.players}
    assert measures.findings.lines() == []


async def test_a_saturated_server_is_held_against_its_peers() -> None:
    asked = Asked(players=8, seconds=3)
    figures, findings = await saturate(asked, ("squares/patience",), UNHURRIED.settings)
    assert findings.lines() == []
    names = [figure.name for figure in figures]
    whole, alone = (
        names.index(f"{what} to a bare echo")
        for what in ("CPU a move, whole matches", "CPU a move")
    )
    assert whole < alone
    assert all(figures[at].value > 0 for at in (whole, alone))


def test_moves_that_were_never_made_meet_no_goal() -> None:
    ratio = Figure("P1", "CPU a move to a bare echo", Cost(os.getpid()).us / 20, "x")
    assert ratio.goal is not None
    assert ratio.verdict == "nothing measured"


async def test_quiet_traffic_is_held_against_its_peers_at_the_same_rate() -> None:
    figures, findings = await quiet(UNHURRIED._replace(rate=10))
    assert findings.lines() == []
    named = {figure.name: figure.value for figure in figures}
    assert named["CPU a move, quiet to an echo and append"] > 0
    assert named["moves that a core of the store carries"] > 0


def test_a_reading_of_metrics_costs_what_the_moves_beside_it_did_not() -> None:
    # 1 ms a move, and 5 ms a reading; in one window there was more to do.
    unread = Window(1.0, 10.0, 1_000, 0, 0)
    read = Window(1.25, 10.0, 1_200, 10, 20_480)
    found = {figure.name: figure.value for figure in figures_of([(unread, read)])}
    assert found["server CPU of a reading"] == pytest.approx(5)
    assert found["server CPU a move, metrics unread"] == pytest.approx(1_000)
    assert found["metrics read every 5 s, of the server's CPU"] == pytest.approx(1)


def test_visitors_of_the_page_are_weighed_apart_from_moves() -> None:
    # 1 ms a move, and 5 ms a visit; with visitors there was less to do.
    alone = visited.Window(1.0, 10.0, 1_000)
    beside = visited.Window(1.15, 10.0, 900, (50_000,) * 50)
    found = {f.name: f.value for f in visited.figures_of([(alone, beside)])}
    assert found["server CPU of a visit"] == pytest.approx(5)
    assert found["of the moves, with visitors, by turns"] == pytest.approx(90)
    assert found["visitors"] == pytest.approx(5)


async def test_a_window_lasts_until_somebody_moved_in_it() -> None:
    crowd = Crowd((Running(0, 0),), 4, "squares/patience", FlatOut(), new_measures())
    crowd.players[0].moves = 3
    waiting = asyncio.create_task(crowd.moved(since=3))
    await asyncio.sleep(0)
    assert not waiting.done()
    crowd.players[1].moves = 1
    await waiting


async def test_the_page_is_asked_for_while_all_play() -> None:
    figures, findings = await visited.visited(UNHURRIED._replace(seconds=1), turns=1)
    assert findings.lines() == []
    named = {figure.name: figure.value for figure in figures}
    assert named["moves with visitors"] > 0
    # The page, and some dozen files that it names.
    assert named["a visit, heads and all"] > 40


async def test_windows_are_held_against_each_other() -> None:
    asked = UNHURRIED._replace(seconds=1, rate=20, windows=(0, 5), turns=1)
    figures, findings = await window(asked)
    assert findings.lines() == []
    named = {figure.name: figure.value for figure in figures}
    for name in ("store CPU a move", "acknowledgement p50", "acknowledgement p99"):
        assert all(named[f"{name}, {ms} ms"] > 0 for ms in (0, 5))
