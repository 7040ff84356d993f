"""What a deal had in it, asked for on the command line."""

import json
from pathlib import Path
from typing import cast

import pytest
from tests.records.test_transcripts import played

from samedeal_client import cli
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.squares import SquaresGame
from samedeal_players.compiled.library import Lack
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

SEED = "07" * 32
PATIENCE = [key for key in GAMES if not isinstance(find_game(key), SquaresGame)]


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert cli.main(["solve", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def words_in(told: dict[str, object], name: str) -> list[str]:
    """Return a list that is told, whatever is in it."""
    return cast("list[str]", told[name])


@pytest.mark.parametrize("key", PATIENCE)
def test_a_line_that_is_told_wins(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(capsys, key, "--seed", SEED, "--limit", "2")
    assert told["game"] == key
    assert told["verdict"] in ("winnable", "unwinnable", "undecided")
    if told["verdict"] == "winnable":
        game = find_game(key)
        position = game.setup(deal_from_seed(bytes.fromhex(SEED), game.about.packs))
        for move in words_in(told, "line"):
            position = game.apply(position, game.parse(move))
        assert game.is_won(position)


def test_the_best_that_squares_could_make_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = asked(capsys, "squares/american", "--seed", SEED)
    assert isinstance(told["par"], int)
    assert told["par"] > 150
    assert [len(row) for row in words_in(told, "rows")] == [5] * 5
    assert cli.main(["solve", "squares/patience", "--seed", SEED]) == 0
    assert "in any order" in capsys.readouterr().out


def test_the_deal_of_a_match_is_solved_from_its_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.samedeal"
    file.write_bytes(seal(to_plain(played("westcliff/american", 1))))
    assert cli.main(["solve", str(file)]) == 0
    said = capsys.readouterr().out
    assert "American Westcliff: this deal" in said
    assert "positions" in said


@pytest.mark.parametrize(
    ("words", "text", "status"),
    [
        (["westcliff/classic"], "--seed or --deck", 2),
        (["squares/english", "--seed", "zz"], "hex", 2),
        (["westcliff/klassic", "--seed", SEED], "did you mean westcliff/classic", 2),
        (["nothing.samedeal"], "cannot read", 1),
    ],
)
def test_what_cannot_be_solved_is_refused_in_words(
    words: list[str], text: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["solve", *words]) == status
    assert text in capsys.readouterr().err


def test_a_limit_is_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["solve", "easthaven", "--seed", SEED, "--limit", "0"])
    assert ended.value.code == 2
    assert "seconds above 0" in capsys.readouterr().err


@pytest.mark.parametrize("lack", Lack)
def test_whoever_solves_without_what_is_compiled_is_told(
    lack: Lack, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_client.commands.lacking.what_lacks", lambda: lack)
    asked(capsys, "westcliff/american", "--seed", SEED)
    assert cli.main(["solve", "westcliff/american", "--seed", SEED]) == 0
    said = capsys.readouterr().err
    assert said.count("make kernel") == 1
    assert "takes longer and finds less" in said
