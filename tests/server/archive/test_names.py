"""Names of files that come out of files: none leads out of the archive."""

import json
from pathlib import Path

import pytest
from tests.server.archive.test_holdings import begun, filled, packs_in

from samedeal_server.archive.buckets import Bucket
from samedeal_server.archive.errors import BadName, Damaged
from samedeal_server.archive.packs import END, MAGIC, open_pack
from samedeal_server.archive.shelves import Folder, Shelf

ELSEWHERE = [
    *("", ".", "..", "../x", "/x", "a/b", "a\\b", ".x", "a\0b", "a\nb", "c:x", "ä"),
    "x" * 101,
]


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_shelf_has_no_file_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "x").write_text("precious")
    (tmp_path / "archive").mkdir()
    shelves: list[Shelf] = [Folder(tmp_path / "archive"), Bucket("s3://one/two")]
    for shelf in shelves:
        for ask in (shelf.size, shelf.remove):
            with pytest.raises(BadName, match="that no file of an archive has"):
                ask(name)
        with pytest.raises(BadName):
            shelf.put(name, [b"1"])
        with pytest.raises(BadName):
            shelf.read(name, 0, 0)
    assert (tmp_path / "x").read_text() == "precious"
    assert list((tmp_path / "archive").iterdir()) == []


def replacing(pack: Path, *names: str) -> None:
    """Have a pack say that it replaces those."""
    data = pack.read_bytes()
    size, _ = END.unpack(data[-END.size :])
    told = json.loads(data[-END.size - size : -END.size])
    about = json.dumps({**told, "replaces": names}).encode()
    frames = data[: -END.size - size]
    pack.write_bytes(frames + about + END.pack(len(about), MAGIC))


@pytest.mark.parametrize("name", ["../precious", "{}", "archive.json", ""])
def test_a_pack_replaces_packs_alone(tmp_path: Path, name: str) -> None:
    folder, precious = tmp_path / "archive", tmp_path / "precious"
    precious.write_text("somebody's only copy")
    filled(folder, 1)
    (pack,) = packs_in(folder)
    replacing(pack, name.format(precious))
    with pytest.raises(Damaged, match="says that it replaces what is no pack"):
        open_pack(Folder(folder), pack.name)
    with pytest.raises(Damaged):
        begun(folder).tidy(0)
    assert precious.exists()
    assert (folder / "archive.json").exists()
