"""The bench of the solver, small: by the search in Python, whatever is compiled."""

import pytest

from bench import solver


def test_the_search_in_python_is_timed_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["westcliff/american", "--deals", "1", "--seconds", "20", "--python"]
    monkeypatch.setattr("sys.argv", ["solver", *arguments])
    solver.main()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("solver in Python;")
    assert float(said[3].split()[-2]) > 0
