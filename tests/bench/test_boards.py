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
    for time in ("", "cpu_"):
        p50, p99 = f"{time}p50_ms", f"{time}p99_ms"
        assert all(0 < each[p50] <= each[p99] for each in found["timed"])
    assert found["rebuilt"]["matches"] == 60
    assert found["rebuilt"]["is_equal"]


@pytest.mark.parametrize(
    ("p99_ms", "cpu_p99_ms", "verdict"),
    [(4, 3, "met"), (9, 3, "MISSED, waiting"), (9, 8, "MISSED")],
)
def test_a_goal_that_was_missed_by_waiting_says_so(
    p99_ms: float, cpu_p99_ms: float, verdict: str
) -> None:
    timed = boards.Timed("book", 1, p99_ms, 5, 1, cpu_p99_ms)
    assert timed.verdict == verdict


def test_ratings_are_compared_for_the_honest_and_for_those_who_farm(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ratings, "SEEDS", 1)
    monkeypatch.setattr(ratings, "AFTER", (5, 40))
    monkeypatch.setattr(ratings, "SIZES", (2, 4))
    monkeypatch.setattr(ratings, "CLUBS", (4,))
    monkeypatch.setattr(ratings, "EVENINGS", (1, 3))
    monkeypatch.setattr(ratings, "THE_DAY", 10)
    monkeypatch.setattr(ratings, "FARMED", 20)
    ratings.main()
    lines = capsys.readouterr().out.splitlines()
    beginnings = [f"crowd, matches of {size} " for size in ratings.SIZES]
    beginnings += [f"club of {members}, " for members in ratings.CLUBS]
    beginnings += [*ratings.FARMS, *ratings.GROWN]
    for beginning in beginnings:
        assert sum(line.startswith(beginning) for line in lines) == 1
    told = "\n".join(lines)
    assert told.count("every match whole   5: ") == len(ratings.SIZES)
    assert told.count("every match whole   1: ") == len(ratings.CLUBS)
    assert told.count("first on") == len(ratings.FARMS) + len(ratings.GROWN)
