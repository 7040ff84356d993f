"""When servers end that somebody has started for themselves."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from samedeal_server.process import endings
from samedeal_server.process.endings import noted_address, noted_store, unused


async def test_a_server_is_unused_only_once_everybody_has_gone() -> None:
    connected = [1, 2, 1, 0]
    await unused(lambda: connected.pop(0), 1e-9)
    assert connected == []


def test_a_server_is_found_by_a_note_that_goes_with_it(tmp_path: Path) -> None:
    note = tmp_path / "address.json"
    with noted_address(tmp_path, "127.0.0.1", 4711):
        told = json.loads(note.read_text())
        assert told == {"host": "127.0.0.1", "port": 4711, "pid": os.getpid()}
    assert not note.exists()


def test_nobody_takes_the_note_of_another_server_away(tmp_path: Path) -> None:
    note = tmp_path / "address.json"
    with noted_address(tmp_path, "127.0.0.1", 4711):
        note.write_text("another's")
    assert note.read_text() == "another's"
    with noted_address(tmp_path, "127.0.0.1", 4711):
        note.unlink()


def test_where_asking_for_a_process_would_end_it_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "address.json").write_text('{"pid": 1, "store": "unix:///store"}')
    elsewhere = SimpleNamespace(name="nt")  # without `kill`
    monkeypatch.setattr(endings, "os", elsewhere)
    assert noted_store(tmp_path) == "unix:///store"
