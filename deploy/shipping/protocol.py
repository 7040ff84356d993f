"""Packs all that the author of a client needs: the protocol's pages and its vectors."""

import gzip
import tarfile
from collections.abc import Iterator
from pathlib import Path

from deploy.shipping.making import epoch

REFERENCE = Path("docs", "reference")
PAGES = (
    *("LICENSE", "docs/howto/write-a-client.md", "docs/explanation/fairness.md"),
    *(
        f"{REFERENCE.as_posix()}/{page}"
        for page in (
            *("asyncapi.json", "errors.md", "messages.md", "rules.md", "rulesets.md"),
            *("transcripts.md", "vectors/README.md", "words.md"),
        )
    ),
)


def files_in(source: Path) -> Iterator[Path]:
    """Return the files to pack, in the same order everywhere."""
    vectors = (source / REFERENCE / "vectors").glob("*.json")
    yield from sorted([*(source / page for page in PAGES), *vectors])


def pack_protocol(source: Path, version: str, folder: Path) -> Path:
    """Make an archive of the protocol's files in the sources; return its path."""
    name = f"samedeal-protocol-{version}"
    packed = folder / f"{name}.tar.gz"
    written = int(epoch())
    # The time of packing is not the archive's business, nor its own name.
    with (
        packed.open("xb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=written) as zipped,
        tarfile.open(mode="w", fileobj=zipped, format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in files_in(source):
            entry = tarfile.TarInfo(f"{name}/{path.relative_to(source).as_posix()}")
            entry.size, entry.mtime, entry.mode = path.stat().st_size, written, 0o644
            with path.open("rb") as file:
                archive.addfile(entry, file)
    return packed
