"""A match that is watched again: stepped, jumped, played, printed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.client.commands.test_cli import run
from tests.client.commands.test_proving import kept
from tests.records.test_transcripts import of_seat, played
from tests.servers import environment

from samedeal_client import cli
from samedeal_client.lines.screens.screen import Interrupted
from samedeal_client.lines.viewing import Viewing
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.replayed import frame_lines
from samedeal_client.view.cards import ASCII, Glyphs
from samedeal_client.view.spans import Lines, text_of, width_of
from samedeal_games.catalogue import GAMES
from samedeal_records.record import Record, read_record
from samedeal_records.replays import Replay
from samedeal_records.sealing import seal
from samedeal_records.transcripts import MoveRecord, Transcript, to_plain
from samedeal_records.verification import positions

LONG = next(
    whole
    for whole in (played("westcliff/classic", seed) for seed in range(100))
    if all(seat.plies > 12 for seat in whole.seats)
)
ADA, BOB, CID = LONG.seats


class Typist:
    """A screen at which lines are typed, one after another."""

    glyphs: Glyphs = ASCII
    is_live = True
    height = 24

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.shown: list[str] = []

    def show(self, lines: Lines) -> None:
        self.shown.append(text_of(lines))

    async def read(self, prompt: Callable[[], str]) -> str | None:
        assert prompt().endswith("> ")
        if not self.typed:
            return None
        text = self.typed.pop(0)
        if text == "Ctrl-C":
            raise Interrupted
        return text


def recorded(whole: Transcript) -> Record:
    """Return a match as a server hands it out."""
    return read_record(seal(to_plain(whole)))


def viewing(whole: Transcript, screen: Typist, width: int = 80) -> Viewing:
    """Return a match that somebody at a screen is about to see again."""
    return Viewing(recorded(whole), Playback(Replay(whole)), screen, lambda: width)


async def viewed(*typed: str, width: int = 80, whole: Transcript = LONG) -> Typist:
    """Type lines at a replay; return the screen."""
    screen = Typist(*typed)
    assert await viewing(whole, screen, width).run() == 0
    return screen


async def last_shown(*typed: str, width: int = 80) -> str:
    return (await viewed(*typed, width=width)).shown[-1]


@pytest.mark.parametrize(
    ("typed", "ply"),
    [
        (["board"], 0),
        ([""], 1),
        (["next 3"], 3),
        (["n 3", "p"], 2),
        (["5"], 5),
        (["jump 5", "previous 2"], 3),
        (["end"], ADA.plies),
        (["end", "next 9"], ADA.plies),
        (["999"], ADA.plies),
        (["end", "start"], 0),
        (["p"], 0),
        (["7", "0"], 0),
    ],
)
async def test_stepping_and_jumping(typed: list[str], ply: int) -> None:
    assert f"move {ply} of {ADA.plies}" in await last_shown(*typed)


async def test_every_board_is_the_one_that_was_played() -> None:
    for key in GAMES:
        whole = played(key, 2)
        replay = Replay(whole)
        for number, seat in enumerate(whole.seats):
            replay.watch([number])
            replay.jump_to_ply(0)
            for position in positions(whole, seat):
                assert replay.board_of(number) == replay.game.view(position)
                replay.go(1)
            assert replay.is_at_end


async def test_a_time_shows_what_was_made_by_then() -> None:
    at_ms = ADA.moves[6].at_ms
    clock = f"{at_ms // 60000}:{at_ms // 1000 % 60:02}.{at_ms // 100 % 10}"
    made = sum(move.at_ms <= at_ms // 100 * 100 + 99 for move in ADA.moves)
    assert f"move {made} of" in await last_shown(clock)
    assert f"move {made} of" in await last_shown(f"jump {clock}")


async def test_somebody_else_is_watched_at_the_same_time() -> None:
    at_ms = ADA.moves[6].at_ms
    replay = Replay(LONG)
    replay.jump_to_ply(7)
    replay.watch((1,))
    assert replay.ply_of(1) == sum(move.at_ms <= at_ms for move in BOB.moves)
    assert " bob " in await last_shown("7", "seat BOB")
    assert " cid " in await last_shown("7", "s 2")
    assert "which player? There are ada, bob, cid" in await last_shown("seat eve")


async def test_two_of_one_name_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = of_seat(1, name="ada")(LONG)
    screen = await viewed("7", "seat ada", "seat ada (2)", "both 0", whole=twice)
    assert [" ada (2) " in shown for shown in screen.shown[-3:]] == [False, True, True]
    name = kept(tmp_path, twice)
    for command in ("verify", "analyse", "replay"):
        cli.main([command, name])
        told = capsys.readouterr().out
        assert "ada (2)" in told, command
        assert "ada (1)" not in told


async def test_two_are_side_by_side_where_there_is_room_and_else_below() -> None:
    wide = await last_shown("7", "both bob", width=160)
    narrow = await last_shown("7", "both bob", width=80)
    beside = [row for row in wide.splitlines() if " ada " in row]
    assert " bob " in beside[0]
    assert max(width_of(row) for row in wide.splitlines()) > 80
    assert max(width_of(row) for row in narrow.splitlines()) < 80
    assert narrow.index(" ada ") < narrow.index(" bob ")


async def test_two_are_at_the_same_time_at_every_step() -> None:
    replay = Replay(LONG)
    replay.watch((0, 1))
    while not replay.is_at_end:
        replay.go(1)
        for number, seat in ((0, ADA), (1, BOB)):
            made = replay.ply_of(number)
            assert all(move.at_ms <= replay.at_ms for move in seat.moves[:made])
            assert all(move.at_ms >= replay.at_ms for move in seat.moves[made:])
    assert replay.ply_of(0) + replay.ply_of(1) == ADA.plies + BOB.plies


class Patient(Typist):
    """A screen at which nothing is typed before everything was played."""

    async def read(self, prompt: Callable[[], str]) -> str | None:
        from tests.conditions import eventually

        if not self.typed:
            await eventually(lambda: "That was all" in self.shown[-1])
        return await super().read(prompt)


async def test_it_is_played_at_the_speed_that_is_asked_for() -> None:
    screen = Patient("play x1000")
    await viewing(LONG, screen).run()
    frames = [text for text in screen.shown if " of " in text]
    made = [f"move {ply} of {ADA.plies}" for ply in range(1, ADA.plies + 1)]
    assert all(any(each in frame for frame in frames) for each in made)


async def test_whatever_is_typed_stops_the_play() -> None:
    screen = await viewed("play", "", "next")
    assert sum("Playing x1; Enter stops." in text for text in screen.shown) == 1
    assert "move 1 of" in screen.shown[-1]


@pytest.mark.parametrize(
    "typed", ["play fast", "play x0", "play x9999", "fly", "c4 c5"]
)
async def test_what_cannot_be_done_is_said(typed: str) -> None:
    said = await last_shown(typed)
    assert "not a speed" in said or "not a command" in said


async def test_help_quit_and_interruption() -> None:
    assert "previous" in await last_shown("?")
    assert (await viewed("q", "next")).typed == ["next"]
    screen = Typist("Ctrl-C")
    assert await viewing(LONG, screen).run() == 130


def test_a_record_that_breaks_off_is_shown_as_far_as_it_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = (*ADA.moves[:5], MoveRecord(99_999, "7>7"), *ADA.moves[5:])
    name = kept(tmp_path, of_seat(0, moves=moves)(LONG))
    assert cli.main(["replay", name]) == 1
    shown = capsys.readouterr().out
    assert "Here the record breaks off. 7>7: a column cannot be moved" in shown
    assert "NOT PROVEN: see samedeal verify" in shown


@pytest.mark.parametrize("key", GAMES)
def test_without_a_terminal_every_move_is_printed(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = played(key, 6)
    assert cli.main(["--ascii", "replay", kept(tmp_path, whole)]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert max(map(width_of, shown.splitlines())) <= 79
    assert "Proven" in shown
    assert shown.count(" 0:") >= sum(seat.plies for seat in whole.seats)


def test_a_replay_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", kept(tmp_path, LONG), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["proven"] is True
    for told, seat in zip(document["seats"], LONG.seats, strict=True):
        moves = [(move["at_ms"], move["move"]) for move in told["moves"]]
        assert moves == [*seat.moves]
        assert told["moves"][-1]["score"] == seat.score == told["score"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "eve"], "nobody called 'eve' took part"),
        (["--seat", "9"], "nobody called '9' took part"),
    ],
)
def test_whom_nobody_knows_cannot_be_watched(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["replay", kept(tmp_path, LONG), *arguments]) == 1
    assert said in capsys.readouterr().err


def test_a_match_of_an_unknown_game_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", kept(tmp_path, LONG._replace(game="snap"))]) == 1
    assert "this match cannot be replayed" in capsys.readouterr().err


def test_a_match_of_nobody_is_no_trouble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = LONG._replace(seats=(), nonces=(), rated=False)
    assert cli.main(["replay", kept(tmp_path, empty)]) == 0
    assert "westcliff/classic" in capsys.readouterr().out
    assert "Nobody" in text_of(frame_lines(Replay(empty), ASCII, 80))


@pytest.mark.parametrize("settings", [{"LC_ALL": "C"}, {"NO_COLOR": "1"}])
def test_a_pipe_gets_no_escapes(settings: dict[str, str], tmp_path: Path) -> None:
    shown = run("replay", kept(tmp_path, LONG), env=environment(**settings))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "\x1b" not in shown.stdout
