"""What is chosen once for every command: the file, and the command that keeps it."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_client import cli
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.settings import config, config_file
from samedeal_client.settings.config import Config, ConfigError

ZEROS = "0" * 64
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("name"), st.text(min_size=1, max_size=20)),
        st.tuples(st.sampled_from(("ascii", "plain")), st.booleans()),
        st.tuples(st.just("colour"), st.sampled_from(("auto", "always", "never"))),
        st.tuples(st.sampled_from(tuple(config.KEYS)), st.none()),
    )
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "samedeal" / "config.toml"
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(path))
    monkeypatch.delenv("SAMEDEAL_SERVER", raising=False)
    monkeypatch.setenv("SAMEDEAL_IDENTITY", str(tmp_path / "identity.json"))
    return path


def refused(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2
) -> str:
    """Return the one sentence of a command that does not go through."""
    assert cli.main(list(arguments)) == status
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


@given(changes=CHANGES)
def test_what_was_set_is_what_is_read(
    changes: list[tuple[str, str | bool | None]], tmp_path_factory: object
) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    path = tmp_path_factory.mktemp("config") / "config.toml"
    expected: dict[str, object] = {}
    for key, value in changes:
        try:
            config_file.change(path, key, value)
        except ConfigError:
            continue
        expected[key] = value
    assert config_file.read(path) == Config._make(
        expected.get(k) for k in Config._fields
    )


def test_every_key_is_a_field_and_has_its_place_in_the_list() -> None:
    assert tuple(config.KEYS) == Config._fields


def test_a_change_leaves_the_rest_of_the_file_as_it_was(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('# mine\nname = "Ada"\n\n# at home\n "plain" = true\n')
    config_file.change(file, "plain", value=False)
    assert file.read_text() == '# mine\nname = "Ada"\n\n# at home\nplain = false\n'
    config_file.change(file, "name", None)
    assert file.read_text() == "# mine\n\n# at home\nplain = false\n"


def test_a_file_in_another_notation_is_written_anew(file: Path) -> None:
    file.parent.mkdir()
    file.write_text('name = """\\\n  Ada"""\nascii = true\n')
    config_file.change(file, "name", "Bob")
    assert config_file.read(file) == Config(name="Bob", ascii=True)


def test_a_link_to_the_file_stays_one(file: Path, tmp_path: Path) -> None:
    file.parent.mkdir()
    file.symlink_to(tmp_path / "kept.toml")
    config_file.change(file, "ascii", value=True)
    assert file.is_symlink()
    assert (tmp_path / "kept.toml").read_text() == "ascii = true\n"


def test_config_lists_what_holds_and_who_says_so(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["config", "set", "name", "Ada"]) == 0
    assert cli.main(["config", "set", "server", "wss://play.example"]) == 0
    told = capsys.readouterr().out
    assert told.endswith("server: wss://play.example (config file)\n")
    monkeypatch.setenv("SAMEDEAL_SERVER", "ws://other.example")
    assert cli.main(["config", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["path"] == str(file)
    assert list(document["settings"]) == list(config.KEYS)
    assert document["settings"]["name"] == {"value": "Ada", "source": "config"}
    assert document["settings"]["colour"] == {"value": "auto", "source": "default"}
    server = {"value": "ws://other.example", "source": "environment"}
    assert document["settings"]["server"] == server
    assert cli.main(["config", "set", "server", "wss://third.example"]) == 0
    assert "SAMEDEAL_SERVER is set and comes before" in capsys.readouterr().out
    assert cli.main(["config"]) == 0
    shown = capsys.readouterr().out
    assert all(key in shown for key in config.KEYS)
    assert max(map(len, shown.splitlines()[:-1])) <= 80


def test_a_server_can_be_chosen_by_its_host_and_port(
    file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["config", "set", "server", "localhost:9"]) == 0
    assert cli.main(["rooms", "--identity", str(tmp_path / "id.json")]) == 1
    assert "no server answers at ws://localhost:9" in capsys.readouterr().err


def test_a_key_is_got_set_and_unset(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["config", "set", "plain", "yes", "--json"]) == 0
    expected = {"key": "plain", "value": True, "source": "config"}
    assert json.loads(capsys.readouterr().out) == expected
    assert cli.main(["config", "get", "plain"]) == 0
    assert capsys.readouterr().out == "true\n"
    assert cli.main(["config", "unset", "plain"]) == 0
    assert capsys.readouterr().out == "plain: false (default)\n"
    assert cli.main(["config", "get", "name"]) == 0
    assert capsys.readouterr().out == "\n"
    assert cli.main(["config", "--json", "get", "name"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] is None
    assert cli.main(["config", "path"]) == 0
    assert capsys.readouterr().out == f"{file}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("set", "colr", "never"), "did you mean colour?"),
        (("get", "zzz"), "there are server, name, language, ascii"),
        (("unset", "nam"), "did you mean name?"),
        (("set", "colour", "blue"), "it is auto, always or never"),
        (("set", "language", "de"), "it is en or es"),
        (("set", "ascii", "perhaps"), "it is true or false"),
        (("set", "server", "http://play.example"), "such as wss://play.example"),
        (("set", "server", "ws://play.example:port"), "such as wss://play.example"),
        (("set", "server", "nonsense"), "such as wss://play.example"),
        (("set", "name", "x" * 21), "1 to 20 characters"),
        (("set", "name", "a\nb"), "1 to 20 characters"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_can(
    file: Path,
    arguments: tuple[str, ...],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sentence in refused(capsys, "config", *arguments)
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('name = "Ada"\nplain = maybe\n', "line 2: invalid value"),
        ('name = "Ada\n', "line 1: illegal character"),
        ("ascii = true\n\ncolor = 1\n", "line 3: no setting is called 'color'"),
        ("\nlanguage = 'de'\n", 'line 2: language cannot be "de"; it is en or es'),
        ("ascii = true\n[name]\nfirst = 'Ada'\n", "line 2: name cannot be"),
        ("# mine\nname.first = 'Ada'\n", "line 2: name cannot be"),
        ("ascii = true\nname =", "line 2: invalid value"),
        ("ascii = true\nname = '''\n\n", "line 3: "),
    ],
)
def test_a_broken_file_says_which_line(
    file: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir()
    file.write_text(text)
    said = refused(capsys, "games", status=1)
    assert f"{file}, {sentence}" in said
    assert refused(capsys, "config", status=1) == said
    assert cli.main(["config", "path"]) == 0


def test_a_line_that_does_not_fit_is_mended_by_the_command(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("plain = 3\n")
    assert cli.main(["config", "unset", "plain"]) == 0
    assert config_file.read(file) == Config()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_cannot_be_written_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir(mode=0o500)
    assert "cannot write" in refused(capsys, "config", "set", "ascii", "true", status=1)


def test_a_folder_in_place_of_the_file_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.mkdir(parents=True)
    assert f"cannot read {file}" in refused(capsys, "games", status=1)


def test_options_come_before_the_file_and_the_file_before_what_else_holds(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def shows_symbols(*options: str) -> bool:
        assert cli.main(["deal", "easthaven", "--seed", ZEROS, *options]) == 0
        return not capsys.readouterr().out.isascii()

    assert shows_symbols()
    config_file.change(file, "ascii", value=True)
    assert not shows_symbols()
    assert shows_symbols("--no-ascii")
    config_file.change(file, "colour", "always")
    assert cli.main(["games"]) == 0
    assert cli.main(["deal", "easthaven", "--seed", ZEROS]) == 0
    assert "\x1b" in capsys.readouterr().out
    assert cli.main(["deal", "easthaven", "--seed", ZEROS, "--color", "never"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_the_server_is_the_one_of_option_environment_and_file_in_turn(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody listens at ports so low.
    config_file.change(file, "server", "ws://127.0.0.1:1")
    assert "at ws://127.0.0.1:1:" in refused(capsys, "rooms", status=1)
    monkeypatch.setenv("SAMEDEAL_SERVER", "ws://127.0.0.1:2")
    assert "at ws://127.0.0.1:2:" in refused(capsys, "rooms", status=1)
    option = ("--server", "ws://127.0.0.1:3")
    assert "at ws://127.0.0.1:3:" in refused(capsys, "rooms", *option, status=1)


def test_the_name_of_the_file_is_the_one_to_play_under(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = "ws://127.0.0.1:1"
    identities = IdentityFile(file.parents[1] / "identity.json")
    identities.remember(server, "Bob", "token of Bob")
    config_file.change(file, "name", "Ada")
    assert "have no account" in refused(capsys, "account", "--server", server, status=1)
    assert "no server answers" in refused(
        capsys, "account", "--server", server, "--name", "Bob", status=1
    )
