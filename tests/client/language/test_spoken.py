"""The command line in another language: help, complaints, and which language it is."""

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from samedeal_client import cli
from samedeal_client.commands.completing import script
from samedeal_client.language import Language, speaking, tr
from samedeal_client.language.speech import catalogue_of
from samedeal_client.language.typed import TYPED
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.parser import command_parser
from samedeal_client.options.values import Command
from samedeal_client.settings.config import KEYS, Config
from samedeal_client.settings.config_file import readable
from samedeal_client.settings.held import language_for

ZEROS = "0" * 64
ALIKE = frozenset({", ".join(KEYS)})
"""What is the same in every language."""
NAMES_AND_SIGNS = re.compile(r"\{.*?\}|ws://\S+|--?[\w-]+|[A-Z][A-Z|,.]+|\W")
MISTAKES_OF_AUTHORS = re.compile(
    "conflict|can't open|cannot merge|dest=|is an invalid argument for positionals"
    "|invalid option string|must be optional|cannot have multiple|not callable"
    r"|__call__|argument \"-\" with mode|%\(prog\)s: error|deprecated|%\(heading\)s"
    "|invalid conflict_resolution|subcommands|unable to|unknown"
)


@pytest.fixture(autouse=True)
def _nothing_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    with speaking("en"):
        yield


PROGRAMS = dict(SAMEDEAL.walk())


def said_in(command: Command, language: Language) -> set[str]:
    """Return every text of a command's help, whole."""
    with speaking(language):
        return {command.sentence, *(tr(each.help) for each in command.takes)}


def help_of(prog: str, language: Language, capsys: pytest.CaptureFixture[str]) -> str:
    with speaking(language), pytest.raises(SystemExit):
        command_parser().parse_args([*prog.split()[1:], "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("prog", PROGRAMS)
def test_no_english_is_left_in_any_help(
    prog: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = PROGRAMS[prog]
    assert said_in(command, "en") & said_in(command, "es") <= ALIKE | {""}
    ours = set(map(str.strip, help_of(prog, "en", capsys).splitlines()))
    theirs = help_of(prog, "es", capsys).splitlines()
    assert len(ours) > 5
    # What both have is written in options, values and names alone.
    both = [row.strip() for row in theirs if row.strip() in ours]
    bare = [NAMES_AND_SIGNS.sub(" ", row) for row in both]
    words = {word for row in bare for word in row.split() if word.islower()}
    names = {each.name for each in PROGRAMS.values()} | {"create", "host"}
    keys = {word for text in ALIKE for word in text.split(", ")}
    assert words <= names | keys


@pytest.mark.parametrize("language", TYPED)
def test_nothing_that_argparse_says_is_left_in_english(language: Language) -> None:
    """Whatever the Python at hand says, so that a newer one cannot surprise anybody."""
    asked = [
        node.args[0].value
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "_"
        and isinstance(node.args[0], ast.Constant)
    ]
    ours = [text for text in asked if not MISTAKES_OF_AUTHORS.search(str(text))]
    assert len(ours) > 10
    texts = catalogue_of(language).texts
    assert not [text for text in ours if text not in texts]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "samedeal: di qué hay que hacer, como demo, daily, rooms o learn GAME;"),
        ("no-such-thing", "samedeal: no hay orden 'no-such-thing'; mira"),
        ("deal", "samedeal deal: faltan estos argumentos: GAME, --seed;"),
        ("games --nothing", "samedeal: argumentos desconocidos: --nothing;"),
        ("host easthaven --seats many", "'many' no es un número entero de 1 a 8"),
        ("host easthaven --best-of x", "'x' no vale como int"),
        ("leaderboard --window soon", "'soon' no es ninguno de day, week"),
        ("daily easthaven --board --share", "no va con el argumento --board"),
        ("daily --date tomorrow", "'tomorrow' no es un día como"),
        ("event create", "di event create GAME"),
        (f"deal easthavn --seed {ZEROS}", "¿querías decir easthaven?"),
        ("deal easthaven --seed 00", "no es una semilla"),
        (f"try easthaven --seed {ZEROS} --moves 9F", "la jugada 1, 9F, no se puede"),
        ("config set colour blue", 'colour no puede ser "blue"; es auto, always o'),
        ("config get color", "ningún ajuste se llama 'color'; ¿querías decir colour?"),
    ],
)
def test_complaints_come_in_spanish(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = cli.main([*words.split(), "--language", "es"])
    except SystemExit as refused:
        status = int(refused.code or 0)
    assert status in (1, 2)
    assert told in capsys.readouterr().err


def test_settings_are_told_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--language=es", "config"]) == 0
    shown = capsys.readouterr().out
    assert "el servidor en el que jugar: una dirección como" in shown
    assert "de fábrica" in shown


def test_a_shell_describes_options_in_the_language_of_who_made_the_script() -> None:
    with speaking("es"):
        assert "Ver a qué se puede jugar" in script("zsh")
    assert "List what can be played" in script("zsh")


@pytest.mark.parametrize(
    ("words", "language"),
    [
        *(("--language es games", "es"), ("games --language=es", "es")),
        *(("games --lang es", "es"), ("--language es games --language en", "en")),
        *(("games", "en"), ("games --language", "en"), ("--language fr games", "en")),
        ("host --best-of 3", "en"),
    ],
)
def test_an_option_asks_for_a_language(words: str, language: Language) -> None:
    assert language_for(words.split(), Config()) == language


def test_the_file_asks_for_a_language_and_an_option_comes_before_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "config.toml"
    path.write_text('language = "es"\n')
    chosen = readable(path)
    assert language_for(["games"], chosen) == "es"
    assert language_for(["games", "--language", "en"], chosen) == "en"


@pytest.mark.parametrize("text", ['language = "es"\n', ""])
def test_the_file_is_read_once_at_a_start(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []

    def counted(path: Path) -> str:
        looked.append(path)
        return text

    monkeypatch.setattr("samedeal_client.settings.config_file._read_text", counted)
    assert cli.main(["games"]) == 0
    assert looked == [tmp_path / "config.toml"]


def test_the_locale_asks_for_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert language_for(["games"], Config()) == "es"


def test_a_broken_file_stops_nobody_from_mending_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    (tmp_path / "config.toml").write_text('colour = "blue"\n')
    assert cli.main(["games"]) == 1
    assert "línea 1: colour no puede ser" in capsys.readouterr().err
    assert cli.main(["config", "set", "colour", "auto"]) == 0
    assert cli.main(["games"]) == 0
