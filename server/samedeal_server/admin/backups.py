"""Backups taken and put back, a store moved to another one, and all of it checked."""

import argparse
import contextlib
import tempfile
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    on_store,
    tell,
    writing,
)
from samedeal_server.backup.backing_up import (
    Kept,
    put_back,
    shelf_of,
    take,
    why_not_put,
)
from samedeal_server.backup.files import Backup
from samedeal_server.process.settings import Settings
from samedeal_server.process.stores import expect_data, store_url
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    add_why(parser, "a reason, for the audit log")


def _add_restore(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)
    add_dry_run(parser)


def _add_move(parser: argparse.ArgumentParser) -> None:
    add_why(parser, "a reason, for the audit log")
    add_dry_run(parser)


# Taken


async def _backup(store: Store, settings: Settings, asked: Asked) -> Document:
    await audit_log.note(store, "backup", str(asked.file), asked.why or "")
    kept = await take(store, shelf_of(settings.archive_place), asked.file)
    size = asked.file.stat().st_size
    return {"file": str(asked.file), "bytes": size, **kept._asdict()}


def _backup_told(found: Document) -> Iterator[str]:
    yield f"{found['file']}: {found['bytes']} bytes, {_in_short(found)}."
    yield f"digest {found['digest']}"


def _in_short(found: Document) -> str:
    return f"{found['keys']} keys, {found['matches']} matches that ended"


BACKUP = Verb(
    "write all that is kept into one file, while matches are played",
    "Write everything that the store and its archive keep into one new file. Servers "
    "may keep running over the same store, and over the same data folder. Whoever has "
    "the file can read what was said and played, and try tokens at leisure: keep it as "
    "you keep the store.",
    on_store(_backup, _backup_told),
    add=_add_file,
    example="backup samedeal-monday.tar",
)


# Put back


async def _restore(settings: Settings, asked: Asked) -> int:
    backup = Backup(asked.file)
    async with _restored_into(settings) as store:
        found = await _put(store, settings, asked, backup, "restore", str(asked.file))
    tell(asked, found, _restore_told)
    return 0


@contextlib.asynccontextmanager
async def _restored_into(settings: Settings) -> AsyncGenerator[Store]:
    # Nobody may serve a data folder meanwhile: so not the store of one who does.
    async with (
        store_url(settings) as (url, _),
        writing(Store(url, takes_any_layout=True)) as store,
    ):
        yield store


async def _put(
    store: Store,
    settings: Settings,
    asked: Asked,
    backup: Backup,
    verb: str,
    what: str,
) -> Document:
    shelf = shelf_of(settings.archive_place)
    if why := await why_not_put(store, shelf, backup):
        raise CannotDo(why)
    if asked.dry_run:
        return {"restored": False, **_said_by(backup)}
    kept = await put_back(store, shelf, backup)
    await audit_log.note(store, verb, what, asked.why or "")
    return {"restored": True, **_said_by(backup), **kept._asdict()}


def _said_by(backup: Backup) -> Document:
    said = Kept(*(backup.end[field] for field in Kept._fields))
    return {
        **said._asdict(),
        "taken_digest": said.digest,
        "made_at": backup.about.made_at,
        "made_by": backup.about.server,
        "archive_files": len(backup.files),
    }


def _restore_told(found: Document) -> Iterator[str]:
    if not found["restored"]:
        yield f"{_in_short(found)} would be put into the store, which is empty."
        return
    yield f"{_in_short(found)} are in the store."
    yield f"digest {found['digest']}"
    if found["digest"] != found["taken_digest"]:
        yield (
            f"When it was taken it was {found['taken_digest']}: what was to be kept "
            "for some time only is over."
        )


RESTORE = Verb(
    "put a backup into an empty store",
    "Put a backup into an empty store, or an empty data folder, and an empty archive. "
    "The file is read to its end first, and nothing is changed if it is torn. If "
    "restoring is ended on the way, no server serves what is there; restore it again.",
    _restore,
    add=_add_restore,
    example="restore samedeal-monday.tar --data ./data",
)


# From the embedded store to another one


async def _move(settings: Settings, asked: Asked) -> int:
    if settings.redis_url is None:
        raise CannotDo("say with REDIS_URL to which store it is to be moved", status=2)
    expect_data(settings)
    folder = str(settings.data.expanduser() / "archive")
    with tempfile.TemporaryDirectory(prefix="samedeal-move-") as name:
        path = Path(name) / "moved.tar"
        async with (
            EmbeddedStore(settings.data, fsync=settings.fsync) as embedded,
            writing(Store(embedded.url)) as source,
        ):
            Archiving(source, folder, settings.matches_in_store)
            is_shared = settings.archive == folder
            await take(source, shelf_of(folder), path, with_archive=not is_shared)
        async with _restored_into(settings) as store:
            what = f"from {settings.data}"
            found = await _put(store, settings, asked, Backup(path), "move", what)
    tell(asked, {**found, "from": str(settings.data)}, _move_told)
    return 0


def _move_told(found: Document) -> Iterator[str]:
    yield from _restore_told(found)
    if found["restored"]:
        yield f"{found['from']} is as it was: do not serve it any more."


MOVE = Verb(
    "move all from the embedded store into the one of REDIS_URL",
    "Put everything that the embedded store of a data folder keeps into the store of "
    "REDIS_URL, which has to be empty. Stop the folder's server first. The folder is "
    "left as it was. SAMEDEAL_ARCHIVE says where the archive is to be; it may be the "
    "folder `archive` of the data folder, which is then used as it is.",
    _move,
    add=_add_move,
    example="move --data ./data",
)
