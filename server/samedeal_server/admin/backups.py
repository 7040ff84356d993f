"""Backups taken and put back, a store moved to another one, and all of it checked."""

import argparse
import contextlib
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path

from samedeal_server.admin import audit_log
from samedeal_server.admin.erasing import erase_again
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    counted,
    on_store,
    tell,
    when,
    writing,
)
from samedeal_server.backup.backing_up import (
    Kept,
    put_back,
    shelf_of,
    take,
    why_not_put,
)
from samedeal_server.backup.erased_list import add_to_list, check_list, read_list
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
    parser.add_argument(
        "--erased",
        metavar="LIST",
        type=Path,
        help="the list of who was erased, to be erased again; without it that of "
        "SAMEDEAL_ERASED_LIST, or in the data folder",
    )
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
    erased, backup = _erased(settings, asked), Backup(asked.file)
    async with _restored_into(settings) as store:
        archiving = Archiving(store, settings.archive_place, settings.matches_in_store)
        again: Document = {
            "listed": len(erased or ()),
            "was_listed": erased is not None,
        }

        async def erased_again() -> None:
            again.update(await erase_again(store, archiving, erased or {}))
            if settings.erased_place is not None:
                known = await store.transcripts.erased.all()
                add_to_list(settings.erased_place, known)

        if settings.erased_place is not None:
            # Before anything is put back, which would be all for nothing.
            check_list(settings.erased_place)
        what = str(asked.file)
        found = await _put(
            store, settings, asked, backup, "restore", what, erased_again
        )
    found |= again
    tell(asked, found, _restore_told)
    return int(bool(found.get("not_erased")))


def _erased(settings: Settings, asked: Asked) -> Mapping[str, str] | None:
    """Return those who are to be erased again; None where no list says so."""
    place = settings.erased_place
    if asked.erased is not None:
        return read_list(asked.erased)
    return read_list(place) if place is not None and place.exists() else None


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
    then: Callable[[], Awaitable[None]] | None = None,
) -> Document:
    shelf = shelf_of(settings.archive_place)
    if why := await why_not_put(store, shelf, backup):
        raise CannotDo(why)
    if asked.dry_run:
        return {"restored": False, **_said_by(backup)}
    kept = await put_back(store, shelf, backup, then)
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
        yield from _erased_told(found)
        return
    yield f"{_in_short(found)} are in the store."
    yield f"digest {found['digest']}"
    if found["digest"] != found["taken_digest"]:
        yield (
            f"When it was taken it was {found['taken_digest']}: what was to be kept "
            "for some time only is over."
        )
    yield from _erased_told(found)


def _erased_told(found: Document) -> Iterator[str]:
    if "was_listed" not in found:
        return  # moved, and nobody is back
    if not found["was_listed"]:
        made = when(found["made_at"])
        yield (
            f"There is no list of who was erased, so whoever was after {made} is back: "
            "name the list with --erased, or erase them again."
        )
    if not found["restored"]:
        listed = counted(found["listed"], "person is", "people are")
        yield f"{listed} on the list of who was erased, and would be so again."
        return
    again = counted(len(found["erased_again"]), "person is", "people are")
    yield f"{again} erased again, who had been since."
    yield from found["not_erased"]


RESTORE = Verb(
    "put a backup into an empty store",
    "Put a backup into an empty store, or an empty data folder, and an empty archive. "
    "The file is read to its end first, and nothing is changed if it is torn. If "
    "restoring is ended on the way, no server serves what is there; restore it again. "
    "Whoever was erased since it was made is erased again, before anybody is let in.",
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
