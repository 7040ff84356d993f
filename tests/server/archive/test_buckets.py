"""The archive in a bucket, at a server that speaks S3's protocol."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from bench.finished import keep, series
from tests.server.house import opened

from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain
from samedeal_server.archive import buckets, packs
from samedeal_server.archive.archive import Archive, shelf_at
from samedeal_server.archive.buckets import Bucket
from samedeal_server.archive.errors import ArchiveUnavailable, Damaged
from samedeal_server.archive.holdings import PUT_TOGETHER, Holdings
from samedeal_server.archive.packing import own_dictionaries
from samedeal_server.archive.shelves import Folder
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.boards.sheets import PIECES_AT_ONCE
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

BUCKET = "records"
PLACE = f"s3://{BUCKET}/samedeal"
SERVER = "the-server"
STAY = 2

SERVE = """
import sys
import boto3
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
url = f"http://{host}:{port}"
words = {"aws_access_key_id": "who", "aws_secret_access_key": "knows"}
client = boto3.client("s3", endpoint_url=url, region_name="us-east-1", **words)
client.create_bucket(Bucket=sys.argv[1])
print(url, flush=True)
sys.stdin.read()
"""
"""In a process of its own, which ends with its input."""


@pytest.fixture(scope="module")
def s3_url() -> Iterator[str]:
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", SERVE, BUCKET],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture
def place(
    s3_url: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> str:
    """Return where nobody else has an archive."""
    at(monkeypatch, s3_url)
    return f"{PLACE}/{abs(hash(request.node.nodeid))}"


def at(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", url)
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "who")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "knows")


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


def transcripts(count: int, seed: int = 1) -> dict[str, bytes]:
    return {
        f"{match.match}-{seed}": seal(to_plain(match))
        for match in series(Random(seed), count)
    }


def begun(place: str, server: str = SERVER) -> Holdings:
    holdings = Holdings(Bucket(place), server)
    holdings.begin()
    return holdings


def found(place: str, matches: dict[str, bytes]) -> dict[str, bytes]:
    kept = Holdings(Bucket(place), SERVER).find(matches)
    return {match: each.sealed for match, each in kept.items()}


def names(place: str) -> list[str]:
    return [name for name in Bucket(place).names() if name.endswith(packs.SUFFIX)]


def test_what_was_put_into_a_bucket_is_found_to_the_bit_with_its_dictionary(
    place: str,
) -> None:
    known = transcripts(200)
    begun(place).add(known, 0)
    assert found(place, known) == known
    assert found(place, {"m-nobody": b""}) == {}
    number = max(own_dictionaries())
    assert f"dictionary-{number}.zdict" in Bucket(place).names()


def test_packs_in_a_bucket_are_put_together_as_in_a_folder(place: str) -> None:
    known: dict[str, bytes] = {}
    for seed in range(PUT_TOGETHER):
        some = transcripts(5, seed)
        begun(place).add(some, 0)
        known |= some
    assert len(names(place)) == PUT_TOGETHER
    begun(place).tidy(0)
    assert len(names(place)) == 1
    assert found(place, known) == known


def test_a_pack_of_many_parts_is_there_as_a_whole(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Random(1)
    chunks = [dice.randbytes(1024 * 1024) for _ in range(20)]
    assert sum(map(len, chunks)) > 2 * buckets.PART_BYTES
    bucket = Bucket(place)
    bucket.put("large", iter(chunks))
    whole = b"".join(chunks)
    assert bucket.size("large") == len(whole)
    assert bucket.read("large", 9_000_000, 100) == whole[9_000_000:9_000_100]
    assert bucket.read("large", len(whole) - 3, 100) == whole[-3:]
    bucket.remove("large")
    bucket.remove("large")
    with pytest.raises(FileNotFoundError):
        bucket.size("large")


def test_another_servers_bucket_is_left_alone(place: str) -> None:
    known = transcripts(5)
    begun(place).add(known, 0)
    with pytest.raises(ArchiveUnavailable, match="is of another server"):
        begun(place, "somebody-else")


def test_an_object_that_was_cut_off_is_noticed(place: str) -> None:
    known = transcripts(5)
    begun(place).add(known, 0)
    (name,) = names(place)
    bucket = Bucket(place)
    bucket.put(name, [bucket.read(name, 0, 100)])
    with pytest.raises(Damaged, match=name):
        found(place, known)


async def test_old_matches_are_moved_into_a_bucket_and_found_there(
    store: Store, place: str
) -> None:
    matches = [*series(Random(3), 20)]
    known = {match.match: seal(to_plain(match)) for match in matches}
    await keep(store, *matches)
    mover = Archiving(store, place, STAY // 2, least=1)
    await mover.look()
    assert len(await store.transcripts.stored(list(known))) == STAY
    assert await store.transcripts.read(list(known)) == list(known.values())


async def test_a_bucket_that_is_gone_is_told_of_in_one_sentence_and_nothing_goes(
    store: Store,
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    matches = [*series(Random(4), 10)]
    await keep(store, *matches)
    nowhere = "s3://no-such-bucket/samedeal"
    await Archiving(store, nowhere, STAY // 2, least=1).look()
    (said,) = [r.message for r in caplog.records]
    assert said.startswith("old transcripts and boards: the archive cannot be used: ")
    assert "\n" not in said
    known = [match.match for match in matches]
    assert set(await store.transcripts.stored(known)) == set(known)


async def test_a_bucket_that_does_not_answer_holds_nobody_up_for_long(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, *series(Random(5), 10))
    await Archiving(store, place, STAY // 2, least=1).look()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await ended.wait()
        writer.close()

    ended = asyncio.Event()
    nobody = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = nobody.sockets[0].getsockname()[1]
    at(monkeypatch, f"http://127.0.0.1:{port}")
    monkeypatch.setattr(buckets, "ANSWERED_WITHIN_S", 0.2)
    monkeypatch.setattr(buckets, "TRIED_AGAIN", 0)
    Archiving(store, place, STAY // 2, least=1)
    with pytest.raises(StoreUnavailable):
        await store.transcripts.read(["m-nobody"])
    ended.set()
    nobody.close()


class Asked:
    """Counts what is asked of a bucket, one after the other."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        tried = Bucket._tried  # pyright: ignore[reportPrivateUsage]

        def counted(bucket: Bucket, work: Any) -> Any:
            self.times += 1
            return tried(bucket, work)

        monkeypatch.setattr(Bucket, "_tried", counted)


async def test_as_many_as_are_asked_for_at_once_are_found_with_few_requests(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each may take a tenth of a second, and the answer is to come within four."""
    known: dict[str, bytes] = {}
    for seed in range(4):
        some = transcripts(300, seed)
        begun(place).add(some, 0)
        known |= some
    archive = Archive(Bucket(place), SERVER)
    assert await archive.count() == len(known)
    wanted, asked = Random(1).sample(sorted(known), PIECES_AT_ONCE), Asked(monkeypatch)
    found = await archive.find(wanted)
    assert {match: each.sealed for match, each in found.items()} == {
        match: known[match] for match in wanted
    }
    # Which packs there are; and of each its index, and what is in it.
    assert asked.times <= 1 + 2 * 4


def test_packs_are_written_and_put_together_with_few_requests(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, asked = (
        [transcripts(100, n) for n in range(PUT_TOGETHER)],
        Asked(monkeypatch),
    )
    holdings = begun(place)
    for some in known:
        holdings.add(some, 0)
    assert asked.times < 30 * PUT_TOGETHER
    asked.times = 0
    holdings.tidy(0)
    assert asked.times < 100
    assert len(names(place)) == 1
    assert found(place, known[3]) == known[3]


def test_an_endpoint_that_is_no_address_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at(monkeypatch, "s3.example")
    with pytest.raises(ArchiveUnavailable, match=r"is no address: 's3\.example'"):
        Bucket(PLACE).names()


def test_a_place_is_a_folder_or_a_bucket_and_nothing_else() -> None:
    assert isinstance(shelf_at(PLACE), Bucket)
    assert isinstance(shelf_at("/srv/archive"), Folder)
    with pytest.raises(ArchiveUnavailable, match="neither a folder nor s3://BUCKET"):
        shelf_at("gs://records")


def test_a_file_that_is_put_there_again_has_another_version(place: str) -> None:
    shelf, versions = Bucket(place), list[str]()
    for data in (b"one", b"two"):
        shelf.put("a.pack", [data])
        versions += [shelf.version("a.pack")] * 2
    assert len(set(versions)) == 2
