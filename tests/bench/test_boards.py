"""The bench of boards, small: it measures what it says, and what is anew is equal."""

import json

import pytest

from bench import boards, ratings


def test_boards_are_filled_booked_read_and_computed_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--rows", "3000", "--readings", "20", "--matches", "60", "--json"]
    monkeypatch.setattr("sys.argv", ["boards", *arguments])
    boards.main()
    found = json.loads(capsys.readouterr().out)
    assert found["rows"] == 3000
    assert len(found["timed"]) == 3
    assert all(0 < each["p50_ms"] <= each["p99_ms"] for each in found["timed"])
    assert found["rebuilt"]["matches"] == 60
    assert found["rebuilt"]["is_equal"]


def test_ratings_tell_the_strong_from_the_weak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ratings, "SEEDS", 1)
    ratings.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == ["2", "4", "8"]
    assert all("settled" in line for line in lines)
