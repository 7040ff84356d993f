"""The command line, without a server."""

import io
import json
import subprocess
import sys

import pytest

from samedeal_client import cli
from samedeal_client.options.parser import command_parser
from samedeal_games.catalogue import GAMES

ZEROS = "0" * 64
COUNTING = bytes(range(32)).hex()


def run(
    *arguments: str, env: dict[str, str] | None = None, given: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the command line as a process of its own, in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "samedeal_client", *arguments],
        input=given,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        env=env,
        check=False,
    )


def test_games_lists_the_whole_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    shown = capsys.readouterr().out
    assert all(key in shown for key in GAMES)


def test_deal_prints_the_deck_of_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["deal", "squares/english", "--seed", ZEROS, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["game"] == "squares/english"
    assert document["seed"] == ZEROS
    assert document["deck"][:4] == ["7S", "6H", "2D", "JD"]
    assert len(document["deck"]) == 52


def test_try_shows_where_moves_lead(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["try", "westcliff/classic", "--seed", COUNTING, "--json"]
    assert cli.main([*arguments, "--moves", "D D"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["plies"] == 2
    assert (document["over"], document["won"]) == (False, False)
    assert len(document["board"]["waste"]) == 2
    assert document["board"]["stock"] == ["??"] * 29
    assert "D" in document["legal"]
    assert "error" not in document


def test_try_takes_a_deck_that_is_long_enough(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deck = [rank + suit for suit in "CD" for rank in "A23456789TJQK"][:25]
    cells = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
    arguments = ["try", "squares/english", "--deck", " ".join(deck)]
    assert cli.main([*arguments, "--moves", " ".join(cells), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["over"] is True
    assert document["legal"] == []
    assert document["score"] == 4 * 30


def test_try_stops_at_an_illegal_move(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["try", "squares/english", "--seed", ZEROS, "--json"]
    assert cli.main([*arguments, "--moves", "c3 c3 a1"]) == 1
    shown = capsys.readouterr()
    error = json.loads(shown.out)["error"]
    assert (error["move"], error["index"]) == ("c3", 1)
    assert "lies there already" in error["reason"]
    assert "c3" in shown.err
    assert "lies there already" in shown.err


def test_try_stops_at_an_unreadable_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["try", "easthaven", "--seed", ZEROS, "--moves", "D zz"]) == 1
    shown = capsys.readouterr()
    assert "'zz' is not a move" in shown.err
    assert "1 move" in shown.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deal", "squares/english", "--seed", "12"], "64 hex digits"),
        (["deal", "squares/english", "--seed", "zz" * 32], "64 hex digits"),
        (["deal", "squares/nglish", "--seed", ZEROS], "did you mean squares/english"),
        (["try", "easthaven", "--deck", "7S 6H"], "needs 52 cards, not 2"),
        (["try", "squares/english", "--deck", "XX"], "is not a card"),
        (["try", "squares/english", "--deck", "7S " * 25], "more than 1"),
        (["practise", "whist"], "no game is called 'whist'"),
        (["practise", "easthaven", "--seed", "0"], "64 hex digits"),
        (["host", "whist"], "no game is called 'whist'"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.startswith("samedeal: ")
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["deal"],
        ["try", "easthaven"],
        ["host", "easthaven", "--seats", "9"],
        ["host", "easthaven", "--time", "soon"],
        ["host", "easthaven", "--best-of", "2"],
        ["no-such-command"],
    ],
)
def test_wrong_usage_exits_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(arguments)
    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        *("games", "host", "rooms", "join", "practise"),
        *("leaderboard", "profile", "history", "demo", "bot", "deal", "try"),
        *("verify", "export", "replay", "account", "friends"),
    ],
)
def test_every_help_shows_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main([command, "--help"])
    assert leaving.value.code == 0
    assert f"Example: samedeal {command}" in " ".join(capsys.readouterr().out.split())


def test_an_unreachable_server_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    identity = f"{tmp_path}/identity.json"
    # Port 9 is discard: nobody listens there.
    server = ["--server", "ws://127.0.0.1:9", "--identity", identity]
    assert cli.main([*server, "rooms"]) == 1
    shown = capsys.readouterr().err
    assert "no server answers at ws://127.0.0.1:9" in shown
    assert shown.count("\n") == 1


def test_practice_takes_moves_back() -> None:
    typed = "a1\na2 u\nundo back\nu\na1\n"
    practice = run("practise", "squares/english", "--seed", ZEROS, given=typed)
    assert practice.stdout.count("Nothing is left to take back.") == 2
    boards = practice.stdout.split("   a    b")[1:]
    rows = [board.splitlines()[2] for board in boards]
    dealt, laid, again, laid_again = rows
    assert (dealt, laid) == (again, laid_again)
    assert dealt != laid


def test_practice_goes_through_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUTF8", "1")
    cells = " ".join(f"{column}{row}" for row in range(1, 6) for column in "abcde")
    given = f"?\nc3 c3\n{cells}\n"
    practice = run("practise", "squares/english", "--seed", ZEROS, given="a1\nzz\n")
    assert practice.returncode == 0, practice.stderr
    assert "7♠" in practice.stdout
    assert "is not a cell here" in practice.stdout
    assert f"--seed {ZEROS}" in practice.stdout
    again = run("practise", "squares/english", "--seed", ZEROS, given=given)
    assert again.returncode == 0, again.stderr
    assert "lies there already" in again.stdout


@pytest.mark.parametrize(
    "settings",
    [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "latin-1"}, {"TERM": "dumb"}],
)
def test_no_locale_or_terminal_breaks_the_board(settings: dict[str, str]) -> None:
    shown = run("try", "easthaven", "--seed", ZEROS, env={"PATH": "", **settings})
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    assert "\x1b" not in shown.stdout


def test_ascii_is_ascii_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    for key in GAMES:
        assert cli.main(["--ascii", "try", key, "--seed", COUNTING]) == 0
    assert capsys.readouterr().out.isascii()


def test_colour_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--color", "always", "games"]) == 0
    assert cli.main(["--color", "always", "try", "easthaven", "--seed", ZEROS]) == 0
    assert "\x1b[1;31m" in capsys.readouterr().out


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "samedeal_client", "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(30)


def test_streams_that_are_not_text_files_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert cli.main(["games"]) == 0


@pytest.mark.parametrize(
    ("typed", "around"), [((), None), (("--around",), ""), (("--around", "Bob"), "Bob")]
)
def test_rows_around_nobody_named_are_those_around_oneself(
    typed: tuple[str, ...], around: str | None
) -> None:
    parsed = command_parser().parse_args(["leaderboard", "easthaven", *typed])
    assert parsed.around == around


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["leaderbord"], "perhaps leaderboard; see"),
        (["zzz"], "no command 'zzz'; see samedeal --help"),
        (["account", "clame"], "perhaps claim; see"),
    ],
)
def test_a_mistyped_command_is_told_the_nearest(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main(words)
    complaint = capsys.readouterr().err
    assert told in complaint
    assert complaint.count("\n") == 1
    assert len(complaint) <= 81


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["squares"], "it is the family of squares/patience (Poker Patience)"),
        (["squers", "--by", "rating"], "did you mean squares?"),
        (["easthavn", "--by", "wins"], "did you mean easthaven?"),
    ],
)
def test_a_family_that_is_no_game_is_told_its_games(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["leaderboard", *words]) != 0
    assert told in capsys.readouterr().err


def test_a_demonstration_is_on_a_server_of_its_own_and_on_no_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["demo", "--server", "example.org", "--name", "Ada"]) == 2
    assert (
        "demo starts a server of its own: leave out --server" in capsys.readouterr().err
    )


def test_a_server_here_and_one_elsewhere_are_one_too_many(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["host", "--serve", "--server", "example.org", "--name", "Ada"]
    assert cli.main(arguments) == 2
    told = capsys.readouterr().err
    assert "--serve runs a server here, --server names another: say only one" in told


def test_a_part_that_is_gone_meanwhile_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # What Python makes of a module that cannot be found.
    monkeypatch.delattr("samedeal_client.commands.playing.offline", raising=False)
    monkeypatch.setitem(sys.modules, "samedeal_client.commands.playing.offline", None)
    assert cli.main(["games"]) == 1
    told = capsys.readouterr().err
    assert "if it was installed anew meanwhile, start it again" in told
    assert told.count("\n") == 1
