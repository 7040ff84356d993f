"""The log: one line for each entry, and nothing in it as it came from outside."""

import asyncio
import contextlib
import io
import json
import logging
import re
import sys
from collections.abc import Iterator
from typing import Any, get_args

import msgpack
import pytest
from pydantic.fields import FieldInfo
from tests.raw import handshake, heard, knocked
from tests.server.house import serving
from tests.talk import silent, talking
from websockets.exceptions import ConnectionClosed

from samedeal_protocol.commands import Command
from samedeal_protocol.updates import Error
from samedeal_server.people.buckets import Rate
from samedeal_server.people.printable import MOST, printable
from samedeal_server.process.logs import BELOW, JsonFormatter, Sparing, TextFormatter
from samedeal_server.process.settings import Settings

ENTRY = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ +[\w.]+: ")
FORGED = "2026-11-22 07:00:00,000 CRITICAL samedeal_server.store: all is lost"
ILL_MEANT = (
    f"x\n{FORGED}",
    f"x\r{FORGED}",
    f"x\x0b{FORGED}\x0c\x85\u2028\u2029{FORGED}",
    "\x1b[2J\x1b[31m\x1b]0;title\x07\x1bP\x9b31m\x7f\x00",
    "\u202eevil\u202c\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    "\u200b\ufeff\u00ad\ue000\U000e0041\ud7ff",
    "%s %d %(name)s {0} {name}",
)


class Kept(logging.Handler):
    """Writes what the server would, and counts the entries."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(formatter)
        self.written = io.StringIO()
        self.entries = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.entries += 1
        self.written.write(self.format(record) + "\n")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - its name
        raise AssertionError(record)


@pytest.fixture(params=[TextFormatter, JsonFormatter])
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    handler = Kept(request.param())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler
    root.removeHandler(handler)
    root.setLevel(level)


def assert_sound(kept: Kept) -> None:
    """Every entry is a line of its own, of printable characters, that nobody forged.

    Below it may stand what the library tells of an error, at debug.
    """
    text = kept.written.getvalue()
    assert not re.search(r"[^ -~\n]", text)
    lines = [line for line in text.splitlines() if not line.startswith(BELOW)]
    assert len(lines) == kept.entries
    for line in lines:
        if line.startswith("{"):
            assert not re.search(r"[^ -~]", json.loads(line)["message"])
        else:
            assert ENTRY.match(line)
        assert not line.startswith(FORGED)


def _kinds() -> Iterator[tuple[str, dict[str, FieldInfo]]]:
    for kind in get_args(get_args(Command)[0]):
        yield kind.model_fields["t"].default, kind.model_fields


KINDS = dict(_kinds())


def spoiled(t: str, text: str) -> Iterator[dict[str, Any]]:
    """Yield a message of a kind for each of its fields, which has this text."""
    whole = {
        name: _some(name)
        for name, field in KINDS[t].items()
        if name != "t" and field.is_required()
    }
    for name in KINDS[t]:
        yield {"t": t, "id": 1, **whole, name: text}
    yield {"t": t, "id": 1, **whole, text: 1}
    yield {"t": text, "id": 1, **whole}


def _some(name: str) -> object:
    values: dict[str, object] = {"nonce": bytes(16), "commitment": bytes(32)}
    is_number = name in ("id", "n", "ply", "offset", "limit")
    return values.get(name, 1 if is_number else "x")


def test_every_kind_of_message_is_known_here() -> None:
    assert {"hello", "host", "join", "say", "claim", "leaderboard"} <= set(KINDS)


@pytest.mark.parametrize("text", ILL_MEANT)
async def test_no_field_of_a_first_message_reaches_the_log_as_it_came(
    store_url: str, kept: Kept, text: str
) -> None:
    async with serving(store_url) as url:
        frames = [
            msgpack.packb(each)
            for t in ("hello", "rooms", "join")
            for each in spoiled(t, text)
        ]
        for frame in [*frames, msgpack.packb(text), msgpack.packb([text])]:
            async with silent(url) as talker:
                await talker.socket.send(frame)
                with contextlib.suppress(ConnectionClosed):
                    await talker.receive()
    assert kept.entries > len(frames) // 2
    assert_sound(kept)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("text", ILL_MEANT)
async def test_no_field_of_any_message_reaches_the_log_as_it_came(
    store_url: str, kept: Kept, text: str
) -> None:
    plenty = Settings.model_validate(
        {"command_burst": 100_000, "wrong_codes_per_minute": 100_000}
    )
    async with serving(store_url, plenty) as url:
        for t in KINDS:
            async with talking(url) as talker:
                if t != "host":
                    await talker.host()
                with pytest.MonkeyPatch.context() as patched:
                    patched.setattr("samedeal_server.people.buckets.STRIKES", 100_000)
                    asked = [*spoiled(t, text)]
                    for each in asked:
                        await talker.socket.send(msgpack.packb(each))
                    await talker.ask(Error, t="hello", client="x")
    assert_sound(kept)
    assert kept.entries >= len(KINDS)


async def test_no_header_reaches_the_log_as_it_came(store_url: str, kept: Kept) -> None:
    trusting = Settings.model_validate({"trusted_proxies": "127.0.0.0/8"})
    async with serving(store_url, trusting) as url:
        for text in ILL_MEANT:
            for name in ("Origin", "Host", "X-Forwarded-For", "Sec-WebSocket-Protocol"):
                for value in (text, f"fe80::1%{text}", text.replace("\n", "\t")):
                    line = f"{name}: {value}".encode("utf-8", "replace")
                    said = handshake()[:-2] + line + b"\r\n\r\n"
                    async with knocked(url, said) as (reader, _):
                        await reader.read(1)
            path = text.encode("utf-8", "replace")
            await heard(url, b"GET /" + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert kept.entries
    assert_sound(kept)


async def test_a_close_frames_reason_does_not_reach_the_log(
    store_url: str, kept: Kept
) -> None:
    async with serving(store_url) as url:
        for text in ILL_MEANT:
            async with talking(url) as talker:
                await talker.socket.close(
                    4321, text.encode()[:100].decode("utf-8", "ignore")
                )
    assert_sound(kept)


# The forms themselves


def entry(message: object, *args: object, error: BaseException | None = None) -> Any:
    trace = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord(
        "samedeal_server.x", logging.ERROR, "x.py", 1, message, args, trace
    )


@pytest.mark.parametrize("text", ILL_MEANT)
def test_messages_arguments_and_errors_are_made_printable(text: str) -> None:
    with pytest.raises(ValueError, match="base") as caught:
        int(text, base=99)
    cause = caught.value
    cause.args = (text,)
    cause.add_note(text)
    safe = text.replace("%", "%%")
    record = entry(f"{safe} %s", text, error=cause)
    lines = TextFormatter().format(record).split("\n")
    assert ENTRY.match(lines[0])
    assert all(line.startswith(BELOW) for line in lines[1:])
    assert len(lines) > 3
    assert not re.search(r"[^ -~]", "".join(lines))
    told = JsonFormatter().format(record)
    assert "\n" not in told
    read = json.loads(told)
    assert not re.search(r"[^ -~\n]", read["message"] + read["exception"])


def test_what_can_be_read_is_left_as_it_is() -> None:
    assert printable("room 7KQ4P: it's fine, 100 % of \\ them") == (
        "room 7KQ4P: it's fine, 100 % of \\ them"
    )
    assert printable("José\n") == "Jos\\xe9\\n"
    assert printable("\ud800") == "\\ud800"


def test_a_line_has_an_end() -> None:
    told = printable("\x00" * 3 * MOST)
    assert len(told) < 5 * MOST
    assert told.endswith(f"({2 * MOST} more characters)")


def test_entries_of_one_kind_have_a_rate_and_the_others_go_on() -> None:
    sparing = Sparing(Rate(3, 0.001))
    passed = [sparing.filter(entry("%s sent no message", k)) for k in range(9)]
    assert passed == [True] * 3 + [False] * 6
    assert sparing.filter(entry("something else"))
    # Of others' entries nobody knows which part of the text is always the same.
    theirs = [
        logging.LogRecord("asyncio", logging.ERROR, "x.py", 1, f"{k}", (), None)
        for k in range(9)
    ]
    assert [sparing.filter(each) for each in theirs] == [True] * 3 + [False] * 6
    debug = logging.LogRecord("x", logging.DEBUG, "x.py", 1, "said", (), None)
    assert all(sparing.filter(debug) for _ in range(9))


def test_it_is_told_how_many_were_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [0.0]
    monkeypatch.setattr("samedeal_server.process.logs.time.monotonic", lambda: now_s[0])
    sparing = Sparing(Rate(1, 1.0))
    assert sparing.filter(entry("again"))
    assert not sparing.filter(entry("again"))
    assert not sparing.filter(entry("again"))
    now_s[0] = 1.5
    told = entry("again")
    assert sparing.filter(told)
    assert (
        TextFormatter()
        .format(told)
        .endswith("again (and 2 like it before, not written)")
    )


async def test_what_nobody_caught_is_in_the_log_as_well() -> None:
    code = (
        "import threading; from samedeal_server.process.logs import start_logging\n"
        "start_logging('info', 'text')\n"
        "def fail(): raise ValueError('a\\n\\x1b[31mb')\n"
        "threading.Thread(target=fail).start()\n"
        "class Bad:\n    def __del__(self): fail()\n"
        "Bad()\n"
        "import warnings; warnings.warn('w\\x1b')\n"
        "fail()\n"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code), stderr=asyncio.subprocess.PIPE
    )
    _, told = await process.communicate()
    assert process.returncode == 1
    lines = told.decode().splitlines()
    entries = [line for line in lines if ENTRY.match(line)]
    assert len(entries) == 4
    assert all(line in entries or line.startswith(BELOW) for line in lines)
    assert not re.search(rb"[^ -~\n]", told)
