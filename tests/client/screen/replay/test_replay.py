"""A match seen again on a screen of its own, by its record."""

import sys
import threading
from pathlib import Path

import pytest
from tests.client.commands.test_replaying import recorded
from tests.conditions import eventually
from tests.golden.fullscreen.seen import seen
from tests.records.test_transcripts import played
from tests.screens import opened
from tests.servers import environment
from tests.terminals import terminal

from samedeal_client.failed import INTERRUPTED
from samedeal_client.play.replay.playback import Playback
from samedeal_client.screen.replay.replay import ReplayScreen
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.cards import ASCII, card_name
from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import GAMES
from samedeal_records.analysis import Effort
from samedeal_records.moments import Moments, moments_of_record
from samedeal_records.record import Record
from samedeal_records.replays import Replay
from samedeal_records.sealing import seal
from samedeal_records.transcripts import SeatRecord, to_plain

SIZE = (100, 30)
MOMENTS = "samedeal_records.moments.moments_of_record"


def whole_look(record: Record, seat: SeatRecord, effort: Effort) -> Moments:
    """Look at every move for what mattered, however little of the time is left."""
    return moments_of_record(record, seat, effort._replace(clock=lambda: 0.0))


def screen_of(game: str) -> ReplayScreen:
    record = recorded(played(game, 2))
    playback = Playback(Replay(record.transcript))
    return ReplayScreen(record, playback, ASCII, colour=False)


def watched_at(screen: ReplayScreen) -> list[int]:
    return [*screen.playback.replay.watched]


def drawn(screen: ReplayScreen) -> str:
    """Return what is seen once it is drawn anew, its lines as one."""
    screen.draw()
    return " ".join(seen(screen).replace("\u2502", " ").split())


def runs(screen: ReplayScreen) -> bool:
    return screen.playback.is_running


@pytest.mark.parametrize("game", ["squares/english", "westcliff/classic"])
async def test_it_is_moved_through_and_two_are_seen_beside_each_other(
    game: str,
) -> None:
    screen = screen_of(game)
    first, second, *_ = screen.playback.replay.by_place()
    names = [screen.playback.replay.tracks[n].seat.name for n in (first, second)]
    async with opened(screen, size=SIZE) as pilot:
        assert "Proven: dealt as committed to" in seen(screen)
        await pilot.press("right", "right", "n", "left")
        assert f"{names[0]}  move 2 of" in seen(screen)
        await pilot.press("b")
        assert watched_at(screen) == [first, second]
        heads = [row for row in seen(screen).splitlines() if names[1] in row]
        assert any(names[0] in row for row in heads)
        await pilot.press("b", "v")
        assert watched_at(screen) == [second]
        assert f"{names[1]}  move " in seen(screen)
        await pilot.press("space")
        assert runs(screen)
        await pilot.press("s")
        assert not runs(screen)
        await pilot.press("?")
        assert "another player beside this one" in seen(screen)
        await pilot.press("escape")
        await pilot.press(":", *"1", "enter")
        assert f"{names[1]}  move 1 of" in seen(screen)
        await pilot.press(":", *"play x3", "enter", "+", "s", ":", *"seat", "enter")
        assert "which player?" in seen(screen)
        await pilot.press(":", *"quit", "enter")
    assert pilot.app.return_value == 0


@pytest.mark.parametrize("game", GAMES)
async def test_two_boards_are_seen_whole_on_the_smallest_screen(game: str) -> None:
    screen = screen_of(game)
    async with opened(screen, size=(80, 24)) as pilot:
        await pilot.press("b", *["right"] * 20)
        first, second = watched_at(screen)
        replay = screen.playback.replay
        names = [replay.tracks[number].seat.name for number in (first, second)]
        _, head, *boards = seen(screen).splitlines()
        assert all(f" {name}  " in head for name in names)
        assert "more line" not in seen(screen)
        last = [replay.board_of(number).zones for number in (first, second)]
        tops = [zones[name][-1] for zones in last for name in zones if zones[name]]
        for card in tops:
            if card != FACE_DOWN and "stock" not in last[0]:
                assert any(card_name(card, ASCII) in row for row in boards)


@pytest.mark.parametrize("key", ["+", "="])
async def test_the_speed_is_seen_before_it_runs(key: str) -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        assert "x1" not in seen(screen)
        await pilot.press(key, key)
        assert " x4 0:00.0" in seen(screen)
        await pilot.press("-")
        assert " x2 0:00.0" in seen(screen)
        await pilot.press("-", "-")
        assert " x" not in seen(screen).splitlines()[0]
        assert not runs(screen)


async def test_the_card_that_each_of_two_lays_next_is_seen() -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=(80, 24)) as pilot:
        await pilot.press("b", *["right"] * 3)
        replay = screen.playback.replay
        head = seen(screen).splitlines()[1]
        for number in watched_at(screen):
            (card, *_) = replay.board_of(number).zones["next"]
            assert f"to lay {card_name(card, ASCII)}" in head


async def test_where_two_do_not_fit_beside_each_other_the_second_is_below() -> None:
    screen = screen_of("capricieuse")
    async with opened(screen, size=(60, 20)) as pilot:
        await pilot.press("b")
        assert "more lines" in seen(screen)
        await pilot.press(*["down"] * 99)
        assert "back to the top" in seen(screen)


async def test_the_key_that_closes_the_help_moves_nothing() -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        for key in ("r", "q", "right", "space", "a"):
            await pilot.press("?", key)
            assert not screen.shows_help
            assert "move 0 of" in seen(screen)
        await pilot.press("right")
        assert "move 1 of" in seen(screen)
    assert pilot.app.return_value is None


async def test_what_was_possible_is_read_in_place_of_the_boards() -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.press("a")
        assert "What was possible" in seen(screen)
        await pilot.press("escape")
        assert "What was possible" not in seen(screen)
        await pilot.press("ctrl+c")
    assert pilot.app.return_value == INTERRUPTED


@pytest.mark.parametrize(
    ("size", "key"), [((80, 24), "m"), ((60, 20), "m"), ((140, 40), ":moments")]
)
async def test_the_moments_that_mattered_are_gone_to_one_by_one(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], key: str
) -> None:
    # Of the first half of the moves two that follow one another would be the greatest.
    monkeypatch.setattr(MOMENTS, whole_look)
    screen = screen_of("squares/english")
    typed = [*key, "enter"] if len(key) > 1 else [key]
    async with opened(screen, size=size) as pilot:
        replay = screen.playback.replay
        await pilot.press("right", "right", *typed)
        await eventually(lambda: "Moment 1 of 3." in drawn(screen))
        first = replay.ply_of(replay.watched[0])
        assert f"Move {first + 1}, " in drawn(screen)
        # The cell that an expert would have chosen holds the card as in hand.
        assert "lost. An" in drawn(screen)
        assert any("[" in row and "]" in row for row in seen(screen).splitlines())
        await pilot.press("right")
        assert "Moment" not in drawn(screen)
        await pilot.press("left")
        assert "Moment 1 of 3." in drawn(screen)
        await pilot.press("m")
        assert "Moment 2 of 3." in drawn(screen)
        await pilot.press("m", "m")
        assert "Moment 1 of 3." in drawn(screen)
        await pilot.press("tab")
        assert "Moment" not in drawn(screen), "they are of another player"
        await pilot.press("?")
        assert "the moments that mattered" in seen(screen)


async def test_whoever_goes_on_while_they_are_looked_for_is_left_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_look = threading.Event()

    def looked_for(record: Record, seat: SeatRecord, effort: Effort) -> Moments:
        may_look.wait(30)
        return whole_look(record, seat, effort)

    monkeypatch.setattr(MOMENTS, looked_for)
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.press("m", "right")
        assert "move 1 of" in seen(screen)
        may_look.set()
        await eventually(lambda: "m goes to the first." in drawn(screen))
        replay = screen.playback.replay
        assert replay.ply_of(replay.watched[0]) == 1
        await pilot.press("m")
        assert "Moment 1 of 3." in drawn(screen)


async def test_two_cards_are_asked_about_on_the_board_that_is_seen() -> None:
    screen = screen_of("westcliff/classic")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.press("i")
        assert "Why not? The next move is told about" in seen(screen)
        await pilot.press("1", "1")
        assert "a column cannot be moved onto itself" in seen(screen)
        assert "move 0 of" in seen(screen)
        await pilot.press("right")
        assert "onto itself" not in seen(screen)
        await pilot.press(":", *"why zz 3", "enter")
        assert "is no card and no pile" in drawn(screen)
        await pilot.press(":", *"why w f", "enter")
        assert "JS up: " in drawn(screen)
        await pilot.press("i", "escape", "escape")
    assert pilot.app.return_value == 0


@pytest.mark.parametrize("game", ["russian", "capricieuse"])
async def test_the_key_of_the_twelfth_column_answers_a_question(game: str) -> None:
    screen = screen_of(game)
    async with opened(screen, size=SIZE) as pilot:
        await pilot.press("i", key_of_column(12), key_of_column(12))
        assert "a column cannot be moved onto itself" in seen(screen)
        assert pilot.app.screen is screen
        await pilot.press(key_of_column(12))
        await eventually(lambda: pilot.app.screen is not screen)
        await pilot.press("ctrl+x")
        await eventually(lambda: pilot.app.screen is screen)


async def test_what_answers_a_question_moves_nothing() -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.press("right")
        before = watched_at(screen)
        await pilot.press("i", "b", "3")
        assert watched_at(screen) == before
        assert "to lay" in seen(screen)
        await pilot.press("i", "down", "right", "enter")
        assert "move 1 of" in seen(screen)
        await pilot.press("i", "down", "space")
        assert not runs(screen)
        await pilot.press("b")
        assert len(watched_at(screen)) > len(before)


async def test_samedeal_replay_fills_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "match.samedeal"
    file.write_bytes(seal(to_plain(played("squares/english", 1))))
    env = environment(TERM="xterm-256color", LC_ALL="C.UTF-8")
    argv = (sys.executable, "-m", "samedeal_client", "replay", str(file))
    async with terminal(*argv, env=env) as at:
        shown = await at.until("back")
        at.type("n")
        shown = await at.until("move 1 of", after=shown)
        at.type("q")
        assert await at.status() == 0
    async with terminal(*argv, "--plain", env=env) as at:
        await at.until("Enter for the next move")
