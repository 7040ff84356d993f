"""Ghosts: counts of another match on the clock of this one."""

import asyncio
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.paper import Paper
from tests.conditions import eventually
from tests.servers import running_server

from samedeal_client.lines.room import RoomLines
from samedeal_client.play.room.ghosts import (
    GHOSTS_SHOWN,
    OWN_BEST,
    Ghosts,
    GhostTeller,
    ghosts_of,
    own_best,
    race_ms,
)
from samedeal_client.play.room.racing import GhostRace
from samedeal_client.play.sentences.service import DEGRADED
from samedeal_client.view.deals.challenges import invitation
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.clock import ServerClock
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.deals.challenges import PointView, Timelines, TimelineView
from samedeal_protocol.rooms.boards import (
    BoardView,
    OpenMatchView,
    PlayView,
    RoomView,
    SeatView,
    Snapshot,
)
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import ClockStood, News, ServerMessage, Service
from samedeal_records.timelines import Point, point_at

GAME = "squares/english"
ABOUT = find_game(GAME).about
START = 1_700_000_000_000


def way(
    name: str, *points: PointView, state: str = "finished", ended_ms: int = 0
) -> TimelineView:
    """Return a timeline that ends with its last point, or later."""
    at_ms, score, plies = points[-1]
    return TimelineView.model_validate(
        {
            "match": "m-1",
            "seat": 0,
            "player": f"p-{name}",
            "name": name,
            "place": 1,
            "score": score,
            "plies": plies,
            "elapsed_ms": at_ms,
            "state": state,
            "ended_ms": max(at_ms, ended_ms),
            "points": points,
        }
    )


def found(*seats: TimelineView) -> Timelines:
    return Timelines(
        re=1,
        match="m-1",
        deal="m-1",
        kind="match",
        game=GAME,
        time_limit_s=300,
        seats=seats,
    )


ADA = way("ada", (0, 0, 0), (10_000, 5, 4), (40_000, 30, 25))
BOB = way("bob", (0, 0, 0), (20_000, 12, 9), state="timed_out", ended_ms=300_000)
RACE = ghosts_of(found(ADA, BOB), "p-cid")


def test_a_player_does_not_race_themselves_and_no_more_than_fit_a_room() -> None:
    eight = [way(f"n{number}", (0, 0, 0)) for number in range(8)]
    assert len(ghosts_of(found(*eight), "").ghosts) == GHOSTS_SHOWN
    names = [ghost.name for ghost in ghosts_of(found(ADA, BOB), "p-ada").ghosts]
    assert names == ["bob"]


def test_ones_own_best_is_called_so() -> None:
    assert [ghost.name for ghost in own_best(found(ADA)).ghosts] == [OWN_BEST]


@given(st.integers(0, 400_000))
def test_a_ghost_is_where_its_player_was_at_that_moment(ms: int) -> None:
    for count, view in zip(RACE.at(ms), (ADA, BOB), strict=True):
        point = point_at([Point(*each) for each in view.points], ms)
        assert (count.score, count.plies) == (point.score, point.plies)
        assert count.state == (view.state if ms >= view.ended_ms else "playing")


def told(teller: GhostTeller, *looks: tuple[int, int]) -> list[str]:
    return [text_of(teller.look(ms, score)) for ms, score in looks]


def test_a_change_is_told_once_it_has_lasted_for_two_looks() -> None:
    teller = GhostTeller(RACE, ABOUT)
    looks = ((2_000, 0), (12_000, 0), (14_000, 0), (16_000, 0))
    assert told(teller, *looks) == [
        "",
        "",
        " You are 2nd of 3, ghosts included.",
        "",
    ]


def test_a_change_that_passes_is_not_told() -> None:
    teller = GhostTeller(RACE, ABOUT)
    assert not any(told(teller, (12_000, 0), (14_000, 6), (16_000, 6)))


def test_who_comes_to_an_end_is_told_with_the_place_and_only_once() -> None:
    teller = GhostTeller(RACE, ABOUT)
    looks = ((41_000, 0), (43_000, 0), (45_000, 0), (320_000, 0), (322_000, 0))
    lines = [line for line in told(teller, *looks) if line]
    assert lines == [
        " ada [ghost]: finished, 30 points. You are 3rd of 3, ghosts included."
    ]


@given(st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 40)), max_size=60))
def test_no_two_looks_in_a_row_tell_anything(steps: list[tuple[int, int]]) -> None:
    teller, ms = GhostTeller(RACE, ABOUT), 0
    lines: list[str] = []
    for step, score in steps:
        ms += step
        lines.append(text_of(teller.look(ms, score)))
    assert not any(one and other for one, other in pairwise(lines))


class Deaf(Player):
    """A player with no server, who hears what is put here, by this clock."""

    def __init__(self, wall: Callable[[], int]) -> None:
        super().__init__("ws://nowhere", name="Cid")
        self._hearing.clock = ServerClock(wall)

    def take(self, message: ServerMessage) -> None:
        self._hearing.take(message)


class Racing:
    """A player in a match who hears what is put here, by a clock that is set here."""

    def __init__(self) -> None:
        self.wall = START
        self.player = Deaf(lambda: self.wall)
        self.take = self.player.take
        play = PlayView(score=0, ply=0)
        room = RoomView(
            room="7KQ4P",
            public=False,
            host=0,
            game=GAME,
            seats_max=1,
            time_limit_s=300,
            best_of=1,
            kind="challenge",
            origin="m-1",
            phase="playing",
            until=START + 300_000,
            started=START,
            next_match=OpenMatchView(id="m-2", number=1, commitment=bytes(32)),
            seats=(SeatView(seat=0, player="p-cid", name="Cid", play=play),),
            result=None,
        )
        board = BoardView(ply=0, score=0, zones={})
        snapshot = Snapshot(offset=3, seat=0, n=0, room=room, board=board)
        self.take(Joined(re=0, snapshot=snapshot))
        self.race = GhostRace(self.player, RACE, is_alone=False)

    def scores(self) -> list[int]:
        return [count.score for count in self.race.counts()]


def test_ghosts_stand_still_while_the_service_is_away_and_go_on_where_they_were() -> (
    None
):
    racing = Racing()
    racing.wall += 9_000
    assert racing.scores() == [0, 0]
    racing.take(Service(state="degraded"))
    racing.wall += 30_000
    assert racing.scores() == [0, 0]
    racing.take(Service(state="ok"))
    stood = ClockStood(ms=30_000, started=START + 30_000)
    racing.take(News(since=3, offset=4, updates=(stood,)))
    assert racing.scores() == [0, 0]
    racing.wall += 2_000
    assert racing.scores() == [5, 0]


def test_nothing_is_told_of_ghosts_while_nobody_knows_the_time() -> None:
    racing = Racing()
    racing.wall += 250_000
    assert not racing.player.is_connected
    assert [racing.race.look() for _ in range(3)] == [(), (), ()]


def test_ghosts_sit_among_the_seats_where_only_seats_are_drawn() -> None:
    racing = Racing()
    room = racing.player.session.room
    assert room is not None
    names = [seat.name for seat in racing.race.room(room).seats]
    assert names == ["Cid", "ghost ada", "ghost bob"]


def test_ghosts_of_one_game_do_not_haunt_another() -> None:
    racing = Racing()
    other = Ghosts("easthaven", RACE.ghosts)
    assert not GhostRace(racing.player, other, is_alone=False).is_on
    assert GhostRace(racing.player, None, is_alone=False).lines() == ()


def test_a_match_has_not_begun_before_it_starts() -> None:
    racing = Racing()
    room = racing.player.session.room
    assert room is not None
    assert race_ms(room, START - 5) == 0
    assert race_ms(room.model_copy(update={"started": None}), START) == 0


# At a server


class Pipe(Paper):
    """A screen that is no terminal."""

    is_live = False


@pytest.mark.parametrize("kind", [Paper, Pipe])
async def test_a_challenge_is_played_against_a_ghost_and_says_so_on_every_screen(
    embedded_url: str, kind: type[Paper]
) -> None:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        async with Player(running.url, name="Ada").connected() as ada:
            await ada.host(GAME, seats=1)
            await ada.ready()
            await eventually(lambda: ada.session.may_move)
            await ada.move("a1")
            await ada.finish()
            await eventually(lambda: bool(ada.session.room and ada.session.room.result))
            assert ada.session.room is not None
            assert ada.session.room.result is not None
            match = ada.session.room.result.match
        async with Player(running.url, name="Bob").connected() as bob:
            await bob.challenge(match)
            ghosts = ghosts_of(await bob.timelines(match, rivals=True), bob.id)
            paper = kind()
            table = RoomLines(bob, paper, ghosts=ghosts)
            sitting = asyncio.create_task(table.run())
            await eventually(lambda: paper.has("Challenge "))
            assert paper.has(f"The deal of {match}; not rated.")
            assert paper.has("Ada [ghost]: 0 points, finished")
            paper.typed.put_nowait("ready")
            await eventually(lambda: paper.has("ghost Ada 0 ("))
            await eventually(lambda: paper.has("Ada [ghost]: finished, 0 points."), 15)
            paper.typed.put_nowait("c4")
            await eventually(lambda: paper.has("card 2 of 25"))
            paper.typed.put_nowait("finish")
            await eventually(lambda: paper.has("you among those who played it"))
            assert paper.has("1=  Ada [ghost]")
            await eventually(lambda: paper.has("Its board:"))
            assert paper.has("--board")
            assert not paper.has(DEGRADED)
            paper.typed.put_nowait("leave")
            assert await sitting == 0
        told = [line for line in paper.shown if "ghosts included" in line]
        assert len(told) <= 1


def test_an_invitation_longer_than_a_line_still_pastes() -> None:
    server = "wss://play.ada.example:8765"
    shown = text_of(invitation("m-" + "0" * 32, server))
    assert all(width_of(row) < 80 for row in shown.splitlines())
    command = shown.partition("\n")[2].replace("\\\n", " ").split()
    assert command == ["samedeal", "challenge", "m-" + "0" * 32, "--server", server]
