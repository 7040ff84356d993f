"""The audit log of operators: who, what, when and why, before it is done; bounded."""

import json
import os
import pwd
import socket
from datetime import UTC, datetime

import pytest
from tests.server.house import opened
from tests.server.operators import admin

from samedeal_server.admin import audit_log
from samedeal_server.store import people


async def test_what_an_operator_changes_is_noted(store_url: str) -> None:
    why = "after the store was restored — Böb"
    status, _, error = await admin("rebuild-boards", "--why", why, REDIS_URL=store_url)
    assert (status, error) == (0, "")
    _, said, _ = await admin("log", "--json", REDIS_URL=store_url)
    (only,) = json.loads(said)["log"]
    assert only["user"] == pwd.getpwuid(os.getuid()).pw_name
    assert only["host"] == socket.gethostname()
    assert (only["verb"], only["what"], only["why"]) == ("rebuild-boards", "", why)
    noted = datetime.fromtimestamp(only["at"] / 1000, UTC)
    assert abs((datetime.now(UTC) - noted).total_seconds()) < 600
    status, said, error = await admin("log", REDIS_URL=store_url)
    assert (status, error) == (0, "")
    line, count = said.splitlines()
    assert line.startswith(f"{noted:%Y-%m-%d}T")
    assert "rebuild-boards: after the store was restored \\u2014 B\\xf6b" in line
    assert count == "1 change by operators."


async def test_looking_is_not_noted(store_url: str) -> None:
    await admin("rebuild-boards", "--check", REDIS_URL=store_url)
    await admin("rooms", REDIS_URL=store_url)
    status, said, _ = await admin("log", REDIS_URL=store_url)
    assert (status, said) == (0, "0 changes by operators.\n")


@pytest.mark.parametrize("why", ["", "  ", "a\nb", "\x1b[2J", "\u202e", "a" * 201])
async def test_a_reason_is_words_in_one_line(why: str) -> None:
    status, said, error = await admin("rebuild-boards", "--why", why)
    assert (status, said) == (2, "")
    assert "words for people, in one line of at most 200 letters" in error
    assert "\x1b" not in error


async def test_only_so_many_entries_are_kept(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "AUDITS_KEPT", 3)
    async with opened(store_url) as store:
        for n in range(5):
            await audit_log.note(store, "close", f"room {n}")
        kept = [deed.what for _, deed in await audit_log.read(store)]
    assert kept == ["room 2", "room 3", "room 4"]


async def test_what_a_newer_version_notes_beside_is_left_out(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.audit.note(b"\x96\xa1u\xa1h\xa1v\xa1w\xa1y\xa4more")
        assert await audit_log.read(store) != []
