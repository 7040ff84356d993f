"""A folder as a shelf, where folders cannot be opened and nothing reads at a place."""

import os
from pathlib import Path

import pytest
from tests.client.without_unix.elsewhere import OS, without

from samedeal_server.archive import shelves


def test_a_folder_keeps_files_without_a_unix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelves, "os", without(os, OS))
    folder = shelves.Folder(tmp_path / "archive")
    folder.make()
    folder.put("one", (b"ab", b"cdef"))
    assert list(folder.names()) == ["one"]
    assert folder.read("one", 1, 3) == b"bcd"
    assert folder.read("one", 4, 99) == b"ef"
