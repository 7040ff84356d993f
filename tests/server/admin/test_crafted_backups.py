"""Backups that somebody made to do harm: refused in one sentence, and not read."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import gzip
import hashlib
import io
import json
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgpack
import pytest
from redis.asyncio import Redis
from tests.server.house import opened
from tests.server.operators import admin

from samedeal_server.archive.shelves import Folder
from samedeal_server.backup.backing_up import put_back
from samedeal_server.backup.files import About, Backup, BadBackup, making
from samedeal_server.backup.parts import PART_MOST, BadPart, Filling, Reading
from samedeal_server.store.keys import CHAIN_LINKS, NO_CODE, PREFIX
from samedeal_server.store.operators.whole import Held
from samedeal_server.store.readings import Layout

TOLD = {
    "format": 1,
    "made_at": 0,
    "server": "0.1.0",
    "layout": {"layout": 1, "oldest": 1},
}
ABOUT = ("about.json", json.dumps(TOLD).encode())
END = {"keys": 1, "matches": 0, "digest": ""}
NAME = "0" * 32 + ".pack"
GOOD = (f"{PREFIX}:x", "string", 0, [b"1"], False)


def part(*held: object) -> tuple[str, bytes]:
    """Return the first part of a store, of whatever keys."""
    return ("store/00000001.gz", gzip.compress(msgpack.packb(held)))


def packed(data: bytes) -> tuple[str, bytes]:
    """Return the first part of a store, of whatever bytes, packed."""
    return ("store/00000001.gz", gzip.compress(data))


def write(
    path: Path,
    members: Sequence[tuple[str, bytes]],
    behind: Sequence[tuple[str, bytes]] = (),
    kind: bytes = tarfile.REGTYPE,
) -> Path:
    """Write a backup whose digest is right, whatever is in it, and behind its end."""
    said = hashlib.sha256()
    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as tar:

        def add(name: str, data: bytes) -> None:
            head = tarfile.TarInfo(name)
            head.size = len(data)
            if name.startswith("archive/"):
                head.type = kind
                head.linkname = "/etc/passwd"
            tar.addfile(head, io.BytesIO(data))

        for name, data in members:
            said.update(f"{name} {len(data)}\n".encode() + data)
            add(name, data)
        add("end.json", json.dumps({"sha256": said.hexdigest(), **END}).encode())
        for name, data in behind:
            add(name, data)
    return path


def refused(path: Path) -> str:
    with pytest.raises(BadBackup) as error:
        Backup(path)
    return str(error.value)


def test_what_is_like_all_of_them_is_taken(tmp_path: Path) -> None:
    members = [ABOUT, part(GOOD), (f"archive/{NAME}", b"1")]
    backup = Backup(write(tmp_path / "one.tar", members))
    assert backup.files == [NAME]
    assert next(backup.contents()) == [Held(f"{PREFIX}:x", "string", 0, (b"1",))]


@pytest.mark.parametrize(
    "behind",
    [("archive//../../../pwned", b"1"), (f"archive/{NAME}", b"1"), part(GOOD), ABOUT],
    ids=["elsewhere", "file", "keys", "about"],
)
def test_there_is_nothing_behind_the_end(
    tmp_path: Path, behind: tuple[str, bytes]
) -> None:
    path = write(tmp_path / "one.tar", [ABOUT, part(GOOD)], [behind])
    assert "is no whole backup" in refused(path)


@pytest.mark.parametrize(
    "name",
    [
        *("../x", "/x", "..", ".", "", ".hidden", "a\\b.pack", "x.pack", "con", "c:x"),
        *("a\x1b[31m\nb.pack", "x" * 90, "x" * 300, NAME + "/", NAME.upper()),
        *(f"{NAME}\n", f"x/{NAME}", "dictionary-x.zdict", "dictionary-/1.zdict"),
    ],
)
def test_files_have_the_names_of_an_archives_files_alone(
    tmp_path: Path, name: str
) -> None:
    path = write(tmp_path / "one.tar", [ABOUT, part(GOOD), (f"archive/{name}", b"1")])
    assert "is no whole backup" in refused(path)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.XHDTYPE])
def test_a_file_is_a_file(tmp_path: Path, kind: bytes) -> None:
    members = [ABOUT, part(GOOD), (f"archive/{NAME}", b"")]
    assert "is no whole backup" in refused(
        write(tmp_path / "one.tar", members, (), kind)
    )


def keys() -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Yield parts that no server writes."""
    yield "no gzip", ("store/00000001.gz", b"rubbish")
    yield "rubbish", packed(b"\xc1\xc1")
    yield "cut", ("store/00000001.gz", part(GOOD)[1][:-5])
    yield "twice", ("store/00000001.gz", part(GOOD)[1] * 2)
    yield "more", packed(msgpack.packb([GOOD]) * 2)
    yield "a part without its number", ("store/1.gz", part(GOOD)[1])
    yield "another file", ("other", b"1")
    yield "three fields", part((f"{PREFIX}:x", "string", 0))
    yield "words too many", part((f"{PREFIX}:x", "string", 0, [b"1"] * 2, False))
    yield "a kind", part((f"{PREFIX}:x", "nonsense", 0, [b"1"], False))
    yield "a number for a key", part((7, "string", 0, [b"1"], False))
    yield "a key of others", part(GOOD, ("sessions:x", "string", 0, [b"1"], False))
    yield "a long key", part((f"{PREFIX}:{'x' * 1000}", "string", 0, [b"1"], False))
    for what in ("layout", "restoring"):
        held = (f"{PREFIX}:{{service}}:{what}", "hash", 0, [b"oldest", b"1"], False)
        yield what, part(held)
    for at in (-5, 2**60, "x", True, None):
        yield f"expires at {at}", part((f"{PREFIX}:x", "string", at, [b"1"], False))
    yield "half an entry", part((f"{PREFIX}:x", "hash", 0, [b"1"], False))
    yield "words of text", part((f"{PREFIX}:x", "list", 0, ["1"], False))
    yield "words of words", part((f"{PREFIX}:x", "list", 0, [[b"1"]], False))
    yield "no score", part((f"{PREFIX}:x", "zset", 0, [b"a", b"nan"], False))
    for first in (b"x-1", b"2-0"):
        words = [first, b"f", b"", b"1-0", b"f", b""]
        yield f"ids {first!r}", part((f"{PREFIX}:x", "stream", 0, words, False))
    yield "more of nothing", part((f"{PREFIX}:x", "list", 0, [b"1"], True))
    yield "more of another kind", part(GOOD, (GOOD[0], "list", 0, [b"1"], True))
    yield "no link", part((CHAIN_LINKS, "list", 0, [b"\xc1"], False))
    yield "a link of numbers", part((CHAIN_LINKS, "list", 0, [b"\x93\1\2\3"], False))
    yield "no links", part((CHAIN_LINKS, "string", 0, [b"1"], False))
    yield "deep", packed(b"\x91" * 100_000)
    yield "said to be long", packed(b"\xdd\xff\xff\xff\xff")


@pytest.mark.parametrize("bad", [pytest.param(bad, id=what) for what, bad in keys()])
def test_keys_that_no_server_writes_are_not_read(
    tmp_path: Path, bad: tuple[str, bytes]
) -> None:
    assert "is no whole backup" in refused(write(tmp_path / "one.tar", [ABOUT, bad]))


def test_what_is_larger_unpacked_than_a_part_may_be_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert PART_MOST == 64 * 1024 * 1024
    monkeypatch.setattr("samedeal_server.backup.parts.PART_MOST", 1 << 20)
    held = (f"{PREFIX}:x", "string", 0, [bytes(1 << 20)], False)
    assert "is no whole backup" in refused(
        write(tmp_path / "one.tar", [ABOUT, part(held)])
    )


@pytest.mark.parametrize(
    "told",
    [
        *(b"[" * 4000, b"[" * 100_000, b"[]", b"{}", b"1" * 4000, b"\xff"),
        b'{"format":1}',
        json.dumps({**TOLD, "made_at": 10**20}).encode(),
        json.dumps({**TOLD, "server": "x" * 200}).encode(),
    ],
)
def test_what_a_backup_says_of_itself_is_short_and_as_it_should_be(
    tmp_path: Path, told: bytes
) -> None:
    path = write(tmp_path / "one.tar", [("about.json", told), part(GOOD)])
    assert "is no whole backup" in refused(path)


def test_one_of_a_newer_version_is_named_as_such(tmp_path: Path) -> None:
    told = {**TOLD, "format": 2, "server": "9.9", "more": 1}
    path = write(tmp_path / "one.tar", [("about.json", json.dumps(told).encode())])
    assert "by a newer version of samedeal, 9.9: use that one" in refused(path)


async def test_one_that_is_changed_while_it_is_read_leaves_a_store_that_nobody_serves(
    store_url: str, tmp_path: Path
) -> None:
    name = f"archive/{NAME}"
    path = write(tmp_path / "one.tar", [ABOUT, part(GOOD), (name, b"1")])
    backup = Backup(path)
    write(path, [ABOUT, part(GOOD), (name, b"2")])
    async with opened(store_url) as store:
        with pytest.raises(BadBackup, match="was changed while it was read"):
            await put_back(store, Folder(tmp_path / "archive"), backup)
        assert (await store.layout()).oldest == NO_CODE


async def test_keys_that_came_after_it_was_looked_at_are_not_written(
    store_url: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "one.tar", [ABOUT, part(GOOD)])
    backup = Backup(path)
    write(path, [ABOUT, part(("sessions:admin", "string", 0, [b"1"], False))])
    async with opened(store_url) as store:
        with pytest.raises(BadBackup, match="was changed while it was read"):
            await put_back(store, None, backup)
    async with Redis.from_url(store_url) as redis:
        assert not await redis.exists("sessions:admin")


def test_parts_are_read_again_only_if_they_are_the_same_in_the_same_order() -> None:
    one, two = (part((f"{PREFIX}:{key}", *GOOD[1:]))[1] for key in "ab")
    reading = Reading()
    found = [reading.read(data) for data in (one, two)]
    again = reading.again()
    assert [again.read(data) for data in (one, two)] == found
    for others in ((two,), (one, one), (one, two, two)):
        again = reading.again()
        *same, last = others
        for data in same:
            again.read(data)
        with pytest.raises(BadPart):
            again.read(last)


def test_large_keys_are_written_in_pieces_and_come_back(tmp_path: Path) -> None:
    large = (b"x" * 1000,) * 9_999
    held = [
        Held(f"{PREFIX}:list", "list", 0, large),
        Held(f"{PREFIX}:list", "list", 0, (b"more",), follows=True),
        Held(f"{PREFIX}:none", "hash", 5, ()),
        Held(
            *(f"{PREFIX}:log", "stream", 7),
            tuple(w for n in range(20_000) for w in (b"%d-1" % n, b"f", b"")),
        ),
    ]
    filling, reading = Filling(), Reading()
    parts = [each for one in held for each in filling.add(one)] + [*filling.rest()]
    found = [each for data in parts for each in reading.read(data)]
    assert len(parts) > 3
    for key in {each.key for each in held}:
        words = [word for each in held if each.key == key for word in each.words]
        back = [each for each in found if each.key == key]
        assert [word for each in back for word in each.words] == words
        assert [each.follows for each in back] == [False] + [True] * (len(back) - 1)


# The file that is made


def test_who_waits_at_its_name_neither_reads_nor_turns_it(tmp_path: Path) -> None:
    precious, path = tmp_path / "precious", tmp_path / "one.tar"
    precious.write_bytes(b"mine")
    (tmp_path / ".one.tar.new").symlink_to(precious)
    with making(path) as made:
        (fresh,) = (each for each in tmp_path.glob(".*") if not each.is_symlink())
        assert fresh.stat().st_mode & 0o777 == 0o600
        made.say(About(1, 0, "x", Layout(1, 1)))
        made.end(END)
    assert path.stat().st_mode & 0o777 == 0o600
    assert not path.is_symlink()
    assert precious.read_bytes() == b"mine"


def test_a_file_that_is_there_already_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of the name that it is about to have, before it is written: nobody can know it.
    def drawn(size: int) -> str:
        return "0" * 2 * size

    monkeypatch.setattr("secrets.token_hex", drawn)
    fresh = tmp_path / f".samedeal.{'0' * 16}.new"
    fresh.write_bytes(b"theirs")
    with pytest.raises(BadBackup, match="cannot be written"), making(tmp_path / "one"):
        raise AssertionError
    assert fresh.read_bytes() == b"theirs"
    # A link that leads nowhere is a file, too.
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadBackup, match="there is a file"), making(tmp_path / "link"):
        raise AssertionError


async def test_a_crafted_one_is_one_sentence_at_the_command_line(
    store_url: str, tmp_path: Path
) -> None:
    bad = ("sessions:admin", "string", 0, [b"1"], False)
    path = write(tmp_path / "one.tar", [ABOUT, part(GOOD, bad)])
    status, said, error = await admin("restore", str(path), REDIS_URL=store_url)
    assert (status, said, error.count("\n")) == (1, "", 1)
    async with opened(store_url) as store:
        assert (await store.whole.keys("x")) == []
