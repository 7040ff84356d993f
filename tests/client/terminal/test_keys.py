"""Keys of one's own at the table."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conditions import eventually
from tests.screens import opened

from samedeal_client import cli
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.keys.foot import KeyHint, foot_line, key_at
from samedeal_client.screen.keys.helping import Scene, help_lines
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Words
from samedeal_client.settings import config_file
from samedeal_client.terminal.keys import (
    BINDABLE,
    NAMED,
    TAKEN,
    bound_to,
    meant_by,
    read_bindings,
)
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import find_game


def bound(text: str) -> AbstractContextManager[None]:
    """Have keys of one's own within a block."""
    return read_by(Reader(keys=read_bindings(text)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a", "'a' is not one of"),
        ("z=x", "'z=x' is not one of"),
        ("a=", "'' is not a key"),
        ("a=xy", "'xy' is not a key"),
        ("a=3", "3 is already the key of a column"),
        ("r=d", "d is already the key of a column"),
        ("a=x d=x", "x is given twice"),
    ],
)
def test_what_cannot_be_bound_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match="^" + reason.replace("(", r"\(")):
        read_bindings(text)


@given(
    st.dictionaries(
        st.sampled_from([k for k in (*"xyzs;,.!", *NAMED) if k not in TAKEN]),
        st.sampled_from(BINDABLE),
    )
)
def test_a_key_that_is_bound_does_what_the_other_does(chosen: dict[str, str]) -> None:
    with bound(" ".join(f"{old}={new}" for new, old in chosen.items())):
        for new, old in chosen.items():
            assert meant_by(new) == old
            assert meant_by(old) == old
            assert chosen[bound_to(old)] == old


def test_the_foot_and_the_help_name_the_keys_that_are_bound() -> None:
    hints = (KeyHint("d", "d deal"), KeyHint("", "1-7 take"), KeyHint("a", "a all up"))
    with bound("a=space d=g"):
        foot = text_of([foot_line(hints, 80)])
        assert foot == " g deal   1-7 take   space all up"
        assert key_at(hints, foot.index("space"), 80) == "a"
        scene = Scene(is_room=False, takes_back=True)
        assert "space=a" in text_of(help_lines(find_game("easthaven"), scene))


async def test_a_key_of_ones_own_plays_at_the_table() -> None:
    game = find_game("westcliff/classic")
    app = PracticeScreen(game, b"\x07" * 32, UNICODE, colour=False)
    with bound("d=space u=z"):
        await plays_with_keys_of_ones_own(app)


async def plays_with_keys_of_ones_own(app: PracticeScreen) -> None:
    async with opened(app, size=(80, 24)) as pilot:
        assert "space deal" in text_of(app.query_one("#foot", Words).lines)
        before = app.board
        await pilot.press("space")
        await eventually(lambda: app.board.zones["waste"] != before.zones["waste"])
        await pilot.press("z")
        await eventually(lambda: app.board == before)


def test_the_file_refuses_keys_that_cannot_be_bound(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "config.toml"
    monkeypatch.setenv(config_file.VARIABLE, str(path))
    assert cli.main(["config", "set", "keys", "a=space d=g"]) == 0
    assert config_file.read(path).keys == "a=space d=g"
    assert cli.main(["config", "set", "keys", "a=1"]) == 2
    assert "1 is already the key of a column" in capsys.readouterr().err
    path.write_text('\nkeys = "hello"\n')
    assert cli.main(["games"]) == 1
    assert "line 2" in capsys.readouterr().err
