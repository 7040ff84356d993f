"""Under which name somebody plays who has said none."""

import asyncio
import signal
from pathlib import Path

import pytest

from samedeal_client import cli
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity import names
from samedeal_client.identity.names import login_name, name_for
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.view.cards import ASCII


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context("ws://127.0.0.1:9", tmp_path / "id.json", ASCII, colour=False)


@pytest.mark.parametrize(("typed", "name"), [("", login_name()), (" Ada ", "Ada")])
def test_at_a_terminal_the_login_name_is_offered(
    context: Context, typed: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return typed

    monkeypatch.setattr(names, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert name_for(context, None) == name
    assert asked == [f"Your name [{login_name()}]: "]


def test_a_name_that_cannot_be_is_asked_for_again(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = ["Ada", "x" * 21]

    def answer(_: str) -> str:
        return typed.pop()

    monkeypatch.setattr(names, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert name_for(context, None) == "Ada"
    assert "a name has 1 to 20 visible characters" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["A[1m", "A‮B", "A​B"])
def test_a_name_that_shows_nothing_or_steers_is_refused_as_such(
    context: Context, name: str
) -> None:
    with pytest.raises(Failed, match="no invisible or control characters"):
        name_for(context, name)


def test_ctrl_c_at_the_question_ends_the_program_in_a_task_too(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []

    def answer(prompt: str) -> str:
        signal.raise_signal(signal.SIGINT)
        waited.append(prompt)
        return ""

    async def asked() -> str:
        return name_for(context, None)

    monkeypatch.setattr(names, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(asked())
    assert not waited


def test_in_a_pipe_it_is_told_with_how_to_choose_another(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(names, "is_terminal", lambda: False)
    assert name_for(context, None) == login_name()
    assert "--name NAME, or samedeal config set name NAME" in capsys.readouterr().err
    assert name_for(context, "Ada") == "Ada"
    assert name_for(context._replace(name="Zoe"), None) == "Zoe"
    assert capsys.readouterr().err == ""


def test_who_has_a_name_anywhere_is_not_asked_at_another_server(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    IdentityFile(context.identity).remember("wss://play.example", "Ada", "secret")
    monkeypatch.setattr(names, "is_terminal", lambda: True)
    assert name_for(context, None) == "Ada"
    monkeypatch.setattr(names, "is_terminal", lambda: False)
    assert name_for(context, None) == "Ada"
    assert capsys.readouterr().err == ""
    assert name_for(context, "Bob") == "Bob"


def test_no_name_is_asked_for_where_no_server_is(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(prompt: str) -> str:
        raise AssertionError(prompt)

    monkeypatch.setattr(names, "is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert cli.main(["join", "7KQ4P@127.0.0.1:9"]) == 1
    assert "no server answers" in capsys.readouterr().err
