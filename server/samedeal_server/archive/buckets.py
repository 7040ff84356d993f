"""A shelf in an object store: S3, or whatever speaks its protocol.

By way of obstore, which the extra `samedeal[s3]` brings along. Where the store is and
who asks, it learns from the same variables as other clients of S3: AWS_ENDPOINT_URL,
AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and so on.
"""

import contextlib
import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from importlib import import_module
from itertools import chain
from typing import Protocol, TypedDict, TypeVar, cast

from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.archive.names import plain

SCHEME = "s3://"
CONNECTED_WITHIN_S = 2
ANSWERED_WITHIN_S = 20
"""One request, with a part of a pack in it; whoever wants to read waits for less."""
TRIED_FOR_S = 30
TRIED_AGAIN = 2
LISTED_AT_ONCE = 1000
NEAR_BYTES = 64 * 1024
"""Read on the way, rather than with a request of its own."""
PART_BYTES = 8 * 1024 * 1024
"""Of a large pack, which is sent in parts; a smaller one goes at once."""

T = TypeVar("T")


class _Meta(TypedDict):
    path: str
    size: int
    last_modified: datetime
    e_tag: str | None


class _Objects(Protocol):
    """The part of obstore that is used, whose own types need those of Arrow."""

    def list(self, *, chunk_size: int) -> Iterable[Sequence[_Meta]]: ...
    def head(self, path: str) -> _Meta: ...
    def get_range(self, path: str, *, start: int, length: int) -> memoryview: ...
    def get_ranges(
        self,
        path: str,
        *,
        starts: Sequence[int],
        lengths: Sequence[int],
        coalesce: int,
    ) -> Sequence[memoryview]: ...
    def put(
        self,
        path: str,
        file: bytes | Iterable[bytes],
        *,
        use_multipart: bool,
        chunk_size: int,
    ) -> object: ...
    def delete(self, paths: str) -> None: ...


class Bucket:
    """A shelf that is a bucket, or what is under one prefix in it: s3://BUCKET/PREFIX.

    Several processes may share it: an object is there as a whole, or not at all.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._opened: _Objects | None = None

    def __str__(self) -> str:
        return self._url

    def make(self) -> None:
        """See that the bucket is there: making one is for whoever pays for it."""
        self.names()

    def names(self) -> Sequence[str]:
        """List the files."""
        listed = self._tried(
            lambda bucket: list(bucket.list(chunk_size=LISTED_AT_ONCE))
        )
        paths = (each["path"] for some in listed for each in some)
        return sorted(path for path in paths if "/" not in path)

    def size(self, name: str) -> int:
        """Return the size of a file, in bytes."""
        path = plain(name)
        return self._tried(lambda bucket: bucket.head(path))["size"]

    def put_at(self, name: str) -> float:
        """Return the time of a file's coming, in s since 1970 by the bucket's clock."""
        path = plain(name)
        return self._tried(lambda bucket: bucket.head(path))[
            "last_modified"
        ].timestamp()

    def version(self, name: str) -> str:
        """Return a mark that is another once a file was put there again."""
        path = plain(name)
        told = self._tried(lambda bucket: bucket.head(path))
        return f"{told['e_tag']} {told['last_modified']} {told['size']}"

    def read(self, name: str, start: int, length: int) -> bytes:
        """Return bytes of a file, fewer where it ends."""
        path = plain(name)
        if not length:
            return b""
        return bytes(
            self._tried(
                lambda bucket: bucket.get_range(path, start=start, length=length)
            )
        )

    def read_all(self, name: str, places: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return bytes of a file at each start, of each length.

        obstore sends ten requests at once, and one for what is near in the file.
        """
        path = plain(name)
        if not places:
            return []
        starts, lengths = [at for at, _ in places], [length for _, length in places]
        found = self._tried(
            lambda bucket: bucket.get_ranges(
                path, starts=starts, lengths=lengths, coalesce=NEAR_BYTES
            )
        )
        return [bytes(each) for each in found]

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write a file, which is there once all of it is."""
        path, parts = plain(name), _parts(chunks)
        first, second = next(parts, b""), next(parts, None)
        data = first if second is None else chain((first, second), parts)
        self._tried(
            lambda bucket: bucket.put(
                path, data, use_multipart=second is not None, chunk_size=PART_BYTES
            )
        )

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        path = plain(name)
        with contextlib.suppress(FileNotFoundError):
            self._tried(lambda bucket: bucket.delete(path))

    def clear(self) -> None:
        """Leave parts that were never put together to the bucket's own rules."""

    def _tried(self, work: Callable[[_Objects], T]) -> T:
        try:
            if self._opened is None:
                self._opened = _open(self._url)
            return work(self._opened)
        except (ArchiveUnavailable, FileNotFoundError):
            raise
        except Exception as error:  # obstore's own has no name without obstore
            if not type(error).__module__.startswith("obstore"):
                raise
            raise OSError(errno.EIO, _reason(error)) from error


def _open(url: str) -> _Objects:
    at = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
    if at is not None and not at.startswith(("http://", "https://")):
        # obstore does not refuse it, and ends the thread instead.
        raise ArchiveUnavailable(f"AWS_ENDPOINT_URL is no address: {at!r}")
    try:
        # Here, so that nobody needs it who has no bucket.
        store = import_module("obstore.store").S3Store
    except ImportError:
        raise ArchiveUnavailable(
            "an archive in a bucket needs obstore: install samedeal[s3]"
        ) from None
    opened = store.from_url(
        url,
        client_options={
            # Only where an operator has written so.
            "allow_http": (at or "").startswith("http://"),
            "connect_timeout": timedelta(seconds=CONNECTED_WITHIN_S),
            "timeout": timedelta(seconds=ANSWERED_WITHIN_S),
        },
        retry_config={
            "max_retries": TRIED_AGAIN,
            "retry_timeout": timedelta(seconds=TRIED_FOR_S),
        },
    )
    return cast("_Objects", opened)


def _reason(error: Exception) -> str:
    """Return the first line of what obstore says, which goes on with its insides."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def _parts(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in parts of which only the last may be small."""
    part = bytearray()
    for chunk in chunks:
        part += chunk
        if len(part) >= PART_BYTES:
            yield bytes(part)
            part.clear()
    if part:
        yield bytes(part)
