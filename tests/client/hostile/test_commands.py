"""Every command against a server that puts tricks into every text that it sends.

Made from the classes of the protocol and from the parser: what is new is in here, or a
test says that it is not.
"""

import asyncio
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from tests.client.hostile.poison import (
    CLIENT_MUST_KNOW,
    POISONS,
    TAKEN,
    poisoned_record,
    texts_of,
)
from tests.client.hostile.samples import ALONE, SAMPLES, Asked
from tests.client.hostile.server import (
    ANSWERS,
    HostileServer,
    Malice,
    hostile_server,
    raw_server,
)
from tests.client.terminal.hostile import tricks_in
from tests.golden.frames.examples import MESSAGES, UPDATES
from tests.records.test_transcripts import played

from samedeal_client import cli
from samedeal_client.commands.playing.house import FOR_GOOD, KEY_VARIABLE
from samedeal_client.lines.screens.streams import PipeScreen
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.settings.config import KEYS
from samedeal_protocol.errors import ErrorCode
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain

PROGRAMS = {words: command for words, command in SAMEDEAL.walk() if command.run}
ASKED = [(prog, asked) for prog, samples in SAMPLES.items() for asked in samples]


def answers_programs(prog: str) -> bool:
    """Tell whether a command has `--json`."""
    return "json" in PROGRAMS[prog].about


ASKED_BY_PROGRAMS = [
    (prog, asked)
    for prog, asked in ASKED
    # Who hosts, plays; the others write something else where a document would be.
    if answers_programs(prog) and not {"--jsonl", "-", "host"} & set(asked)
]
EVERYTHING: frozenset[str] = frozenset()
MODES: tuple[tuple[str, ...], ...] = ((), ("--linear",))


NAMED = ("escapes", "directions", "floods")
TELLS_NOTHING = frozenset(
    {
        *("samedeal games", "samedeal rules", "samedeal deal", "samedeal try"),
        *("samedeal audit", "samedeal solve", "samedeal analyse", "samedeal config"),
        *("samedeal config get", "samedeal config set", "samedeal config unset"),
        *("samedeal config path", "samedeal export", "samedeal account export"),
    }
)
"""What tells programs no text of others."""
NAMES_NOBODY = (("samedeal daily", ()),)
"""The same of one way to ask."""
HANDSHAKES = (
    "HTTP/1.1 101 {head}\r\nUpgrade: {head}\r\nConnection: {head}\r\n\r\n",
    "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {head}\r\n\r\n",
    "HTTP/1.1 418 {head}\r\nServer: {head}\r\n\r\n{body}",
    "HTTP/1.1 302 x\r\nLocation: {head}\r\n\r\n",
    "HTTP/1.1 302 x\r\nLocation: ws://x/{head}\r\n\r\n",
    "HTTP/1.1 503 x\r\nRetry-After: {head}\r\n\r\n",
    "HTTP/1.1 426 x\r\n\r\nsamedeal.v9.{body}",
    "{body}\r\n\r\n",
)
"""What somebody could say who is no server of ours."""
TYPES_NOTHING = ("samedeal practise", "samedeal learn")
"""Offline: they end where nothing more is typed; others when the server hangs up."""
RECORD_MUST_HOLD = frozenset({"game", "kind", "rules", "state"})


class Tried(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Return every line of it; only the line feed ends one here."""
        return [*self.out.split("\n"), *self.err.split("\n")]


class Home(NamedTuple):
    """Where commands are tried: a server, a folder, and what they print."""

    url: str
    server: HostileServer
    folder: Path
    printed: pytest.CaptureFixture[str]

    def tries(self, malice: Malice, words: Sequence[str]) -> Tried:
        """Run a command with files and a server by somebody hostile."""
        self.server.malice = malice
        plant(self.folder, self.url, malice)
        before = ("--server", self.url, "--identity", "identity", "--plain")
        try:
            status = cli.main([*before, *words])
        except SystemExit as ended:  # argparse ends so
            status = int(str(ended.code))
        out, err = self.printed.readouterr()
        return Tried(status, out, err)


@pytest.fixture(scope="module")
def hostile() -> Iterator[tuple[str, HostileServer]]:
    """Run one hostile server."""
    with hostile_server() as running:
        yield running


@pytest.fixture
def home(
    hostile: tuple[str, HostileServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Home:
    """Go into a folder with nothing in it but what is planted there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAMEDEAL_CONFIG", "config.toml")
    return Home(*hostile, tmp_path, capsys)


def plant(folder: Path, url: str, malice: Malice) -> None:
    """Write the files that somebody hostile has sent."""
    for left in ("identity", "config.toml"):
        (folder / left).unlink(missing_ok=True)
    (folder / "record").write_bytes(malice.transcript)
    carried = {"server": url, "name": malice.poison, "token": malice.poison}
    head = {"format": "samedeal identity", "version": 1}
    (folder / "carried").write_text(json.dumps({**head, **carried}))


def forged(poison: str, spared: Collection[str] = RECORD_MUST_HOLD) -> bytes:
    """Return the record of a match with a poison in every text."""
    plain = to_plain(played("squares/english", 8))
    poisoned_record(plain, poison, spared)
    return seal(plain)


FORGED = {
    (poison, spared): forged(poison, spared)
    for poison in POISONS
    for spared in (RECORD_MUST_HOLD, EVERYTHING)
}


async def _nothing(*_: object) -> str | None:
    """Let nobody type anything, and be at the end of it."""
    return None


async def _never(*_: object) -> str | None:
    """Let nobody type anything, for as long as there is a server."""
    await asyncio.Event().wait()
    return None


def assert_harmless(tried: Tried) -> None:
    """Refuse what could have taken over a terminal, and a command that broke."""
    for row in tried.lines:
        assert not tricks_in(row)
        assert not row.startswith(TAKEN), tried
    assert "Traceback" not in tried.err


def test_every_command_is_tried() -> None:
    assert set(SAMPLES) | set(ALONE) == set(PROGRAMS)


def test_every_request_is_answered() -> None:
    assert set(ANSWERS.values()) <= {type(message) for message in MESSAGES}


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
def test_every_text_of_every_message_is_poisoned(poison: str) -> None:
    found = [
        (where, text)
        for message in (*MESSAGES, *UPDATES)
        for where, text in texts_of(Malice(poison, EVERYTHING).put_into(message))
    ]
    assert {"RoomSummary.room", "RoomSummary.host", "LeaderboardRow.match"} <= {
        where for where, _ in found
    }
    assert not [(where, text) for where, text in found if text[:8] != poison[:8]]


@pytest.mark.parametrize(("prog", "asked"), ASKED, ids=str)
def test_a_command_shows_text_of_others_as_text(
    prog: str, asked: Asked, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = _nothing if prog in TYPES_NOTHING else _never
    monkeypatch.setattr(PipeScreen, "read", typed)
    words = (*prog.split()[1:], *asked)
    for poison in POISONS:
        for known, held in (
            (CLIENT_MUST_KNOW, RECORD_MUST_HOLD),
            (EVERYTHING, EVERYTHING),
        ):
            malice = Malice(poison, known, transcript=FORGED[poison, held])
            for mode in MODES:
                assert_harmless(home.tries(malice, (*mode, *words)))


@pytest.mark.parametrize(("prog", "asked"), ASKED_BY_PROGRAMS, ids=str)
def test_a_command_gives_programs_text_of_others_whole(
    prog: str, asked: Asked, home: Home
) -> None:
    for poison in POISONS:
        malice = Malice(poison, transcript=FORGED[poison, RECORD_MUST_HOLD])
        tried = home.tries(malice, (*prog.split()[1:], *asked, "--json"))
        assert_harmless(tried)
        assert tried.out.isascii()
        if tried.out:
            told = set(strings_in(json.loads(tried.out)))
            is_told = any(poison[:10] in text for text in told)
            assert is_told or prog in TELLS_NOTHING or (prog, asked) in NAMES_NOBODY


def strings_in(document: object) -> Iterator[str]:
    """Yield every text in a document."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for value in cast("dict[str, object]", document).values():
            yield from strings_in(value)
    elif isinstance(document, list):
        for value in cast("list[object]", document):
            yield from strings_in(value)


@pytest.mark.parametrize("code", ErrorCode)
def test_a_refusal_is_shown_as_text(code: ErrorCode, home: Home) -> None:
    for poison in POISONS:
        for words in (("rooms",), ("account", "claim", "Ada"), ("verify", "m-1")):
            tried = home.tries(Malice(poison, refuses=code), words)
            assert tried.status == 1
            assert_harmless(tried)


@pytest.mark.parametrize("code", FOR_GOOD)
def test_a_house_that_is_refused_tells_it_as_text(
    code: ErrorCode, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "the operator's own")
    for poison in POISONS:
        tried = home.tries(Malice(poison, refuses=code), ("house",))
        assert tried.status == 1
        assert_harmless(tried)


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
@pytest.mark.parametrize("answer", HANDSHAKES)
def test_whoever_answers_in_place_of_a_server_is_shown_as_text(
    answer: str, poison: str, home: Home
) -> None:
    head = poison.replace("\r\n", "").replace("\0", "")
    told = answer.format(head=head, body=poison).encode("utf-8", "replace")
    with raw_server(told) as url:
        tried = home._replace(url=url).tries(Malice(poison), ("rooms",))
    assert tried.status == 1
    assert_harmless(tried)


def fit_for_file(poison: str) -> str:
    """Return as much of a poison as can be in the name of a file."""
    return poison[:60].replace("\0", "").replace("/", "")


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
def test_a_file_by_any_name_is_named_as_text(poison: str, home: Home) -> None:
    name = f"a{fit_for_file(poison)}.samedeal"
    (home.folder / name).write_bytes(b"no record")
    for words in (
        *(("verify", name), ("replay", name), ("analyse", name), ("solve", name)),
        *(("verify", f"no{name}"), ("account", "import", name)),
        *(("export", "m-000001", name), ("export", "m-000001", f"no/{name}")),
        *(("rooms", "--server", name), ("rooms", "--identity", name)),
        *((name,), ("rooms", name), ("rooms", f"--{name}"), ("rules", name)),
        *(("join", name), ("profile", name), ("leaderboard", name)),
    ):
        malice = Malice(poison, transcript=FORGED[poison, RECORD_MUST_HOLD])
        assert_harmless(home.tries(malice, words))


@pytest.mark.parametrize("poison", POISONS, ids=NAMED)
def test_a_config_file_by_somebody_hostile_is_shown_as_text(
    poison: str, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = home.folder / f"config{fit_for_file(poison)}"
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(where))
    quoted = json.dumps(poison)
    for text in (
        *(f"{key} = {quoted}" for key in KEYS),
        *(poison, f"{quoted} = 1", f"[{quoted}]", f"[keys]\n{quoted} = {quoted}"),
    ):
        where.write_text(text, encoding="utf-8", errors="replace")
        for words in (("config",), ("config", "path"), ("rooms",)):
            assert_harmless(home.tries(Malice(poison), words))
