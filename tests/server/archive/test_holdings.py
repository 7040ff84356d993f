"""What an archive holds: found to the bit, or said to be unfindable, and by what."""

import errno
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random

import pytest
import zstandard
from bench.finished import series

from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.archive import packs
from samedeal_server.archive.errors import (
    ArchiveUnavailable,
    Damaged,
    DictionaryMissing,
)
from samedeal_server.archive.holdings import PUT_TOGETHER, Holdings
from samedeal_server.archive.packing import (
    LEVEL,
    dictionary_name,
    number_in,
    own_dictionaries,
)
from samedeal_server.archive.shelves import Folder

SERVER = "the-server"
A_MATCH = "m-1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


def transcripts(count: int, seed: int = 1) -> dict[str, bytes]:
    """Return sealed transcripts by match, others for another seed."""
    return {
        f"{match.match}-{seed}": seal(to_plain(match))
        for match in series(Random(seed), count)
    }


def begun(folder: Path, server: str = SERVER) -> Holdings:
    holdings = Holdings(Folder(folder), server)
    holdings.begin()
    return holdings


def filled(folder: Path, packs: int) -> dict[str, bytes]:
    """Make an archive of some packs of one size; return what is in it."""
    known: dict[str, bytes] = {}
    for number in range(packs):
        some = transcripts(5, number)
        begun(folder).add(some, 0)
        known |= some
    return known


def found(folder: Path, matches: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return what somebody finds who comes anew."""
    kept = Holdings(Folder(folder), SERVER).find(matches)
    return {match: each.sealed for match, each in kept.items()}


def packs_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.pack"))


def torn(path: Path, at: int) -> None:
    """Change a byte of a file; below 0 counted from its end."""
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)


def test_what_was_added_is_found_to_the_bit_and_nothing_else(folder: Path) -> None:
    known = transcripts(700)  # more than are looked through at once
    begun(folder).add(known, 0)
    assert found(folder, known) == known
    assert found(folder, {"m-nobody": b""}) == {}


def test_half_of_the_bytes_and_less_are_left(folder: Path) -> None:
    known = transcripts(200)
    begun(folder).add(known, 0)
    (pack,) = packs_in(folder)
    assert pack.stat().st_size < sum(map(len, known.values())) / 2


def test_the_same_transcripts_are_one_pack_however_often_they_are_added(
    folder: Path,
) -> None:
    known = transcripts(5)
    begun(folder).add(known, 0)
    begun(folder).add(dict(reversed(known.items())), 0)
    assert len(packs_in(folder)) == 1


def test_nobody_else_may_read_an_archive(folder: Path) -> None:
    filled(folder, 1)
    assert folder.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in folder.iterdir())


# Packs put together


def test_small_packs_are_put_together_and_everything_is_still_found(
    folder: Path,
) -> None:
    known = filled(folder, PUT_TOGETHER)
    reader = Holdings(Folder(folder), SERVER)
    assert len(reader.find(known)) == len(known)
    begun(folder).tidy(0)
    assert len(packs_in(folder)) == 1
    assert found(folder, known) == known
    # Who knew the small ones finds the same.
    assert {m: k.sealed for m, k in reader.find(known).items()} == known


def test_packs_are_put_together_until_there_are_few(folder: Path) -> None:
    known = filled(folder, PUT_TOGETHER * PUT_TOGETHER)
    assert not begun(folder).tidy(0)
    assert len(packs_in(folder)) == 1
    assert found(folder, known) == known


def test_after_a_while_others_may_do_something_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.archive.holdings.TIDIED_S", 0)
    known = filled(folder, 2 * PUT_TOGETHER)
    left = list[tuple[bool, int]]()
    for _ in range(3):
        left.append((begun(folder).tidy(0), len(packs_in(folder))))
    assert left == [(True, PUT_TOGETHER + 1), (True, 2), (False, 2)]
    assert found(folder, known) == known


def test_who_dies_while_packs_are_put_together_leaves_what_the_next_one_tidies(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = filled(folder, PUT_TOGETHER)

    def killed(folder: Folder, name: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(Folder, "remove", killed)
        with pytest.raises(KeyboardInterrupt):
            begun(folder).tidy(0)
    assert len(packs_in(folder)) == PUT_TOGETHER + 1
    assert found(folder, known) == known
    begun(folder).tidy(0)
    assert len(packs_in(folder)) == 1
    assert found(folder, known) == known


def test_a_reader_who_looks_for_packs_that_go_meanwhile_looks_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = filled(folder, PUT_TOGETHER)
    reader = Holdings(Folder(folder), SERVER)
    reader.find(known)
    read, tidied = Folder.read, list[bool]()

    def late(folder_: Folder, name: str, start: int, length: int) -> bytes:
        if name.endswith(".pack") and not tidied:
            tidied.append(True)
            begun(folder).tidy(0)
        return read(folder_, name, start, length)

    monkeypatch.setattr(Folder, "read", late)
    assert {m: k.sealed for m, k in reader.find(known).items()} == known
    assert tidied


def test_what_is_kept_for_some_days_is_found_until_then_and_then_goes(
    folder: Path,
) -> None:
    known = transcripts(3)
    holdings = begun(folder)
    holdings.add(known, 1_000)
    holdings.tidy(999)
    assert {k.until for k in holdings.find(known).values()} == {1_000}
    holdings.tidy(1_001)
    assert packs_in(folder) == []
    assert found(folder, known) == {}


def test_what_was_begun_and_never_ended_goes_after_a_day(folder: Path) -> None:
    holdings = begun(folder)
    left, fresh = folder / ".left.new", folder / ".fresh.new"
    left.touch()
    fresh.touch()
    os.utime(left, (0, 0))
    holdings.tidy(0)
    assert not left.exists()
    assert fresh.exists()


# What is wrong


@pytest.mark.parametrize(
    "at", [3, -1, -40, -400], ids=["transcript", "end", "about", "index"]
)
def test_a_byte_that_changed_is_noticed(folder: Path, at: int) -> None:
    known = filled(folder, 1)
    torn(packs_in(folder)[0], at)
    with pytest.raises(Damaged, match="put it back from a backup"):
        found(folder, known)


def test_a_pack_that_was_cut_off_is_noticed_and_the_others_are_read(
    folder: Path,
) -> None:
    known = filled(folder, 1)
    (pack,) = packs_in(folder)
    more = transcripts(5, 9)
    begun(folder).add(more, 0)
    pack.write_bytes(pack.read_bytes()[:100])
    assert found(folder, more) == more
    with pytest.raises(Damaged, match=pack.name):
        found(folder, known)
    # Nothing goes while somebody may want to look what is left.
    with pytest.raises(Damaged):
        begun(folder).tidy(0)
    (said,) = Holdings(Folder(folder), SERVER).check()
    assert said == (
        f"the archive's file {pack.name} is torn or is none of an archive: put it back "
        "from a backup, or take it out of the folder if there is none"
    )


def test_another_servers_archive_is_left_alone(folder: Path) -> None:
    known = filled(folder, 1)
    with pytest.raises(ArchiveUnavailable, match="is of another server"):
        begun(folder, "somebody-else")
    with pytest.raises(ArchiveUnavailable, match="is of another server"):
        Holdings(Folder(folder), "somebody-else").find(known)


def test_another_servers_pack_is_not_taken_for_ones_own(
    folder: Path, tmp_path: Path
) -> None:
    known = transcripts(5)
    begun(tmp_path / "other", "somebody-else").add(known, 0)
    begun(folder)
    (pack,) = packs_in(tmp_path / "other")
    pack.rename(folder / pack.name)
    with pytest.raises(Damaged, match="is of another server"):
        found(folder, known)


def test_an_archive_that_is_gone_is_not_taken_for_an_empty_one(folder: Path) -> None:
    known = filled(folder, 1)
    holdings = begun(folder)
    folder.rename(folder.with_name("away"))
    with pytest.raises(OSError, match="No such file"):
        holdings.find(known)
    folder.mkdir()  # as where a disk was to be mounted
    with pytest.raises(ArchiveUnavailable, match="is gone"):
        holdings.find(known)
    with pytest.raises(ArchiveUnavailable, match="is gone"):
        holdings.add(known, 0)
    folder.rmdir()
    folder.with_name("away").rename(folder)
    assert len(holdings.find(known)) == len(known)


def test_who_takes_away_what_it_added_leaves_the_same_of_another(folder: Path) -> None:
    known = transcripts(5)
    begun(folder)
    one, other = (Holdings(Folder(folder), SERVER, by) for by in (b"one", b"other"))
    name, _ = one.add(known, 0), other.add(known, 0)
    one.drop(name)
    assert found(folder, known) == known
    one.add(known, 0)
    begun(folder).tidy(0)
    assert len(packs_in(folder)) == 1
    assert found(folder, known) == known


def test_of_two_that_put_the_same_together_one_keeps_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = filled(folder, PUT_TOGETHER)
    put, other = Folder.put, begun(folder)
    other.count()

    def second(self: Folder, name: str, chunks: Iterable[bytes]) -> None:
        put(self, name, chunks)
        monkeypatch.undo()
        # Of the packs that were there when the other began, too.
        packs = list(other._packs.values())  # pyright: ignore[reportPrivateUsage]
        other._put_together(packs)  # pyright: ignore[reportPrivateUsage]

    monkeypatch.setattr(Folder, "put", second)
    begun(folder).tidy(0)
    assert found(folder, known) == known


def test_a_full_disk_leaves_nothing_half_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = filled(folder, 1)
    before = sorted(folder.iterdir())

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            begun(folder).add(transcripts(5, 9), 0)
    assert sorted(folder.iterdir()) == before
    assert found(folder, known) == known


def test_what_cannot_be_read_back_is_not_said_to_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = Folder.put

    def lying(folder_: Folder, name: str, chunks: list[bytes]) -> None:
        put(folder_, name, chunks)
        torn(folder / name, 3)

    holdings = begun(folder)
    monkeypatch.setattr(Folder, "put", lying)
    with pytest.raises(Damaged):
        holdings.add(transcripts(5), 0)


def test_a_newer_versions_pack_is_named_as_such(folder: Path) -> None:
    known = filled(folder, 1)
    (pack,) = packs_in(folder)
    pack.write_bytes(pack.read_bytes().replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(Damaged, match="newer version of samedeal"):
        found(folder, known)


def test_an_archive_says_in_words_whose_it_is(folder: Path) -> None:
    begun(folder)
    about = json.loads((folder / "archive.json").read_text("utf-8"))
    assert about == {"format": 1, "server": SERVER}
    (folder / "archive.json").write_text("{")
    with pytest.raises(Damaged, match=r"archive\.json is torn"):
        found(folder, {A_MATCH: b""})


# Dictionaries


def test_an_archive_has_a_copy_of_every_dictionary_that_it_needs(folder: Path) -> None:
    filled(folder, 1)
    (copy,) = folder.glob("*.zdict")
    number = number_in(copy.name)
    assert number == max(own_dictionaries())
    assert copy.read_bytes() == own_dictionaries()[number or 0]


def test_a_newer_dictionary_is_packed_with_and_missed_if_it_goes(folder: Path) -> None:
    older = filled(folder, 1)
    number = max(own_dictionaries()) + 1
    matches: list[bytes | bytearray | memoryview] = [*transcripts(50, 8).values()]
    trained = zstandard.train_dictionary(4096, matches, level=LEVEL, dict_id=number)
    path = folder / dictionary_name(number)
    path.write_bytes(trained.as_bytes())
    newer = transcripts(5, 9)
    begun(folder).add(newer, 0)
    path.unlink()
    with pytest.raises(DictionaryMissing, match=f"needs dictionary {number}"):
        found(folder, newer)
    assert found(folder, older) == older
    path.write_bytes(own_dictionaries()[max(own_dictionaries())])
    with pytest.raises(DictionaryMissing):
        found(folder, newer)
    path.write_bytes(trained.as_bytes())
    assert found(folder, {**older, **newer}) == {**older, **newer}


def test_what_is_not_where_it_should_be_by_its_hash_is_found_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = transcripts(200)
    begun(folder).add(known, 0)
    monkeypatch.setattr(packs, "DEVIATIONS", 0)
    monkeypatch.setattr(packs, "LEAST_ASIDE", 1)
    assert found(folder, known) == known
    assert found(folder, {A_MATCH: b""}) == {}
