"""Verifying files from the command line: what holds, what does not, what is none."""

import io
import json
import sys
from pathlib import Path

import pytest
from tests.client.commands.test_cli import run
from tests.records.proof.mutations import mutants
from tests.records.test_transcripts import TAMPERED, at_once, played
from tests.servers import environment

from samedeal_client import cli
from samedeal_client.play.replay.replayed import replay_document, replay_lines
from samedeal_client.view.cards import ASCII
from samedeal_client.view.records.proof import proof_document, proof_lines
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.view.times import reached
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import GameError
from samedeal_records.record import Record, Unreadable, read_record
from samedeal_records.replays import Replay
from samedeal_records.sealing import seal
from samedeal_records.transcripts import Transcript, to_plain
from samedeal_records.verification import positions

SHORT = "squares/english"


def record_of(transcript: Transcript) -> Record:
    return read_record(seal(to_plain(transcript)))


def kept(folder: Path, transcript: Transcript) -> str:
    """Write a transcript; return the file's name."""
    path = folder / "match.samedeal"
    path.write_bytes(seal(to_plain(transcript)))
    return str(path)


def busy() -> Transcript:
    """Return a match in which everybody has done enough to be tampered with."""
    return next(
        whole
        for whole in (played(SHORT, seed) for seed in range(100))
        if all(seat.elapsed_ms > 1 and seat.plies > 10 for seat in whole.seats)
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_match_of_every_game_is_proven_from_its_file(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", kept(tmp_path, played(key, 8))]) == 0
    rows = capsys.readouterr().out.splitlines()
    checks = [row.split()[0] for row in rows if "holds" in row]
    assert checks == [
        *("rules", "kind", "commitment", "nonces", "void", "deal"),
        *("ada", "bob", "cid"),
        *("times", "places", "digest"),
    ]
    assert any("Proven" in row for row in rows)


def test_the_seed_that_verify_shows_makes_the_deal_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept(tmp_path, played(SHORT, 8))
    assert cli.main(["verify", file, "--json"]) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert cli.main(["verify", file]) == 0
    assert f" Seed {seed}" in capsys.readouterr().out.splitlines()
    whole = played(SHORT, 8)
    start = positions(whole, whole.seats[0]._replace(moves=()))[0]
    game = GAMES[SHORT]
    assert game.setup(deal_from_seed(bytes.fromhex(seed), 1)) == start


def test_a_score_of_nothing_has_no_time() -> None:
    assert reached(0, 0) == "-"
    assert reached(3, 61_900) == "1:01.9"


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_tampered_with_is_named_and_the_status_is_1(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where, change = TAMPERED[name]
    changed = change(busy())
    file = kept(tmp_path, changed)
    assert cli.main(["verify", file]) == 1
    shown = capsys.readouterr().out
    player = {f"seat {seat.seat}": seat.name for seat in changed.seats}
    doubted = [row.split()[0] for row in shown.splitlines() if "DOUBT" in row]
    names = {**player, "voids": "void"}
    assert names.get(where, where) in doubted
    assert "NOT PROVEN" in shown
    assert cli.main(["verify", file, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["proven"] is False
    named = {check["check"]: check["doubt"] for check in document["checks"]}
    assert named[where]


def test_what_could_not_be_checked_any_more_is_said(tmp_path: Path) -> None:
    record = record_of(busy()._replace(game="snap"))
    shown = text_of(proof_lines(record))
    assert shown.count("not checked") == 10
    assert not record.is_proven


def test_a_changed_byte_that_can_still_be_read_is_named() -> None:
    sealed = seal(to_plain(busy()))
    record = read_record(sealed.replace(b"\xa3ada", b"\xa3adb"))
    doubted = [check.what for check in record.checks if check.doubt]
    assert doubted == ["digest"]
    assert not record.is_proven


@pytest.mark.parametrize("cut", [0, 1, 100, -1])
def test_a_torn_file_is_one_sentence(
    cut: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "torn"
    path.write_bytes(seal(to_plain(busy()))[:cut])
    assert cli.main(["verify", str(path)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "not the record of a match, or not all of it" in shown.err


def test_a_file_that_is_not_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in (str(tmp_path), f"{tmp_path}/none.samedeal", "a\0b"):
        assert cli.main(["verify", name]) == 1
        shown = capsys.readouterr().err
        assert shown.startswith("samedeal: cannot read ")
        assert shown.count("\n") == 1


@pytest.mark.parametrize(
    "digest", [b"\xa6digest\xc4\x20", b"\xa6digest\xd9\x20"], ids=["bytes", "text"]
)
def test_a_digest_of_another_kind_is_no_record(digest: bytes) -> None:
    head, mark, _ = seal(to_plain(busy())).rpartition(b"\xa6digest\xc4\x20")
    assert mark
    sealed = head + digest + b"x" * 32
    if b"\xd9" in digest:
        with pytest.raises(Unreadable):
            read_record(sealed)
    else:
        assert not read_record(sealed).is_proven


def test_a_record_comes_through_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = Path(kept(tmp_path, busy())).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sealed)))
    assert cli.main(["verify", "-"]) == 0
    assert "Proven" in capsys.readouterr().out


@pytest.mark.parametrize("settings", [{"LC_ALL": "C"}, {"NO_COLOR": "1"}])
def test_no_terminal_is_needed(settings: dict[str, str], tmp_path: Path) -> None:
    name = kept(tmp_path, at_once(busy()))
    shown = run("verify", name, env=environment(**settings))
    assert shown.returncode == 1
    assert shown.stderr == ""
    assert shown.stdout.isascii()
    assert "\x1b" not in shown.stdout


def test_colour_can_be_asked_for_and_nobody_tricks_the_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = busy()
    seats = tuple(seat._replace(name="\x1b[2J" * 9) for seat in whole.seats)
    name = kept(tmp_path, whole._replace(seats=seats, server="\x1b]0;x\a"))
    assert cli.main(["--color", "always", "verify", name]) == 0
    shown = capsys.readouterr().out
    assert "\x1b[32mholds" in shown
    assert "\x1b[2J" not in shown
    assert "\x1b]" not in shown


@pytest.mark.parametrize("name", TAMPERED)
def test_every_verdict_fits_on_80_columns(name: str) -> None:
    record = record_of(TAMPERED[name][1](busy()))
    rows = text_of(proof_lines(record)).splitlines()
    assert max(map(width_of, rows)) <= 79
    assert len(rows) <= 24


def test_nothing_that_can_be_read_breaks_the_showing() -> None:
    shown = 0
    for sealed in mutants(150, seed=8):
        try:
            record = read_record(sealed)
        except Unreadable:
            continue
        rows = text_of(proof_lines(record)).splitlines()
        assert max(map(width_of, rows)) <= 79
        json.dumps(proof_document(record))
        try:
            replay = Replay(record.transcript)
        except GameError:
            continue
        assert text_of(replay_lines(replay, ASCII))
        json.dumps(replay_document(replay))
        shown += 1
    assert shown > 50


@pytest.mark.parametrize("match", ["../x", "a b", "", "-", "x" * 41, "m.samedeal"])
def test_an_export_wants_a_match(
    match: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["export", "--", match]) == 1
    assert "is not the id of a match" in capsys.readouterr().err


def test_an_export_does_not_write_over_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m-1.samedeal").write_bytes(b"mine")
    # No server is asked for what could not be written.
    assert cli.main(["export", "m-1"]) == 1
    assert "exists already; --force" in capsys.readouterr().err
    assert Path("m-1.samedeal").read_bytes() == b"mine"
