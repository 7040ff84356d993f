"""What an operator asks of a store beside serving: `samedeal-server admin`."""

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgpack

from samedeal_server.admin import audit_log, closing, looking
from samedeal_server.people.printable import printable, shown
from samedeal_server.process.settings import Settings
from samedeal_server.process.stores import store_in_use, store_url
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.rebuilding import Comparison, Difference, compare, rebuild
from samedeal_server.records.records import Records
from samedeal_server.store.redis import Store

DAY_S = 24 * 3600
TOLD_MOST = 100
"""Differences that are told in words; `--json` has all."""


def add_command(commands: Any) -> None:
    """Add `admin` and what it can do to a parser's commands."""
    parser = commands.add_parser("admin", help="look after what the store keeps")
    chores = parser.add_subparsers(dest="chore", required=True)
    rebuilding = chores.add_parser(
        "rebuild-boards",
        help="compute boards, ratings and histories again from all transcripts",
        description="Compute boards, ratings, counts, streaks and histories again from "
        "the chain of matches and its transcripts, compare them with the store's, byte "
        "for byte, and correct the differences. Servers may keep running over the same "
        "store; for a data folder, stop its server first.",
        epilog="example: samedeal-server admin rebuild-boards --check",
    )
    rebuilding.add_argument(
        "--check",
        action="store_true",
        help="change nothing; the exit status is 1 if something differs",
    )
    rebuilding.add_argument("--why", type=words, help="a reason, for the audit log")
    _add_options(rebuilding)
    shutting = chores.add_parser(
        "close",
        help="close a room, and tell its players why",
        description="Close a room, wherever it is served, and tell its players why. A "
        "match that is on has no end then: it counts for nobody.",
        epilog='example: samedeal-server admin close 7KQ4P --why "We stop here."',
    )
    shutting.add_argument("what", metavar="CODE")
    shutting.add_argument("--why", type=words, help="what its players are told")
    _add_dry_run(shutting)
    _add_options(shutting)
    for name, look in LOOKS.items():
        chore = chores.add_parser(
            name, help=look.says, description=f"{look.says.capitalize()}. {LOOKED}"
        )
        if look.takes:
            chore.add_argument("what", metavar=look.takes)
        _add_options(chore)


def _add_dry_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help="change nothing; say what would be done"
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--data",
        type=Path,
        default=argparse.SUPPRESS,
        help="folder of the embedded store; not used when REDIS_URL is set",
    )


WORDS_MOST = 200
"""Characters of what an operator says to players, or of a reason."""


class Look(NamedTuple):
    """Something that an operator looks at."""

    says: str
    find: Callable[..., Coroutine[Any, Any, looking.Document | None]]
    told: Callable[[looking.Document], Iterator[str]]
    takes: str = ""
    """What is to be named, if anything."""


LOOKED = (
    "Nothing is changed. Servers may keep running over the same store, and over the "
    "same data folder."
)
LOOKS = {
    "rooms": Look("list the open rooms", looking.rooms, looking.rooms_told),
    "room": Look(
        *("show who sits in a room, and where", looking.room, looking.room_told),
        takes="CODE",
    ),
    "processes": Look(
        *("list the server processes", looking.processes, looking.processes_told),
    ),
    "player": Look(
        *("show who somebody is, and where they sit", looking.player),
        looking.player_told,
        takes="ID|NAME",
    ),
    "log": Look("list what operators have changed", looking.log, looking.log_told),
}


async def run(settings: Settings, asked: argparse.Namespace) -> int:
    """Do what was asked for; return the exit status; raises StoreError."""
    if asked.chore in LOOKS:
        return await _look(settings, asked, LOOKS[asked.chore])
    if asked.chore == "close":
        return await _close(settings, asked)
    return await _rebuild(settings, asked)


def words(text: str) -> str:
    """Return an operator's words, which others read; for a parser of arguments."""
    text = text.strip()
    if not text or len(text) > WORDS_MOST or shown(text) != text:
        raise argparse.ArgumentTypeError(
            f"these are words for people, in one line of at most {WORDS_MOST} letters"
        )
    return text


async def _look(settings: Settings, asked: argparse.Namespace, look: Look) -> int:
    async with _opened(settings) as store:
        found = await look.find(store, *([asked.what] if look.takes else []))
    if found is None:
        return _refused(f"there is none: {asked.what}")
    _tell(asked, found, look.told)
    return 0


async def _close(settings: Settings, asked: argparse.Namespace) -> int:
    if asked.why is None:
        return _refused("say why with --why: its players are told", status=2)
    async with _opened(settings) as store:
        Archiving(store, settings.archive_place, settings.matches_in_store)
        records = Records(store, settings.transcript_days * DAY_S)
        try:
            found = await closing.close(
                *(store, records, asked.what, asked.why), is_dry=asked.dry_run
            )
        except closing.CannotClose as error:
            return _refused(str(error))
    _tell(asked, found, closing.told)
    return 0


@contextlib.asynccontextmanager
async def _opened(settings: Settings) -> AsyncGenerator[Store]:
    """Yield the store, of a server that runs over the data folder, too."""
    async with store_in_use(settings) as url, Store(url) as store:
        writing = asyncio.create_task(store.run())
        try:
            yield store
        finally:
            writing.cancel()
            await asyncio.wait([writing])


def _tell(
    asked: argparse.Namespace,
    found: looking.Document,
    told: Callable[[looking.Document], Iterator[str]],
) -> None:
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        for line in told(found):
            print(printable(line))


def _refused(why: str, status: int = 1) -> int:
    """Say why nothing was done; return the exit status."""
    print(f"samedeal-server: {printable(why)}", file=sys.stderr)
    return status


async def _rebuild(settings: Settings, asked: argparse.Namespace) -> int:
    async with store_url(settings) as (url, _), Store(url) as store:
        Archiving(store, settings.archive_place, settings.matches_in_store)
        writing = asyncio.create_task(store.run())
        try:
            if not asked.check:
                await audit_log.note(store, asked.chore, why=asked.why or "")
            found = await (compare(store) if asked.check else rebuild(store))
        finally:
            writing.cancel()
            await asyncio.wait([writing])
    if asked.json:
        print(json.dumps(_document(found, is_put_right=not asked.check), indent=2))
    else:
        for line in _lines(found, is_put_right=not asked.check):
            print(printable(line))
    return int(bool(found.differences) and asked.check)


def _lines(found: Comparison, *, is_put_right: bool) -> Iterator[str]:
    for difference in found.differences[:TOLD_MOST]:
        yield _line(difference)
    more = len(found.differences) - TOLD_MOST
    if more > 0:
        yield f"... and {more} more."
    if found.gone:
        yield (
            f"{found.gone} matches have no transcript any more, or another one than "
            "the chain says: what histories say of them is left as it is."
        )
    yield f"{found.matches} matches come to {found.books} books."
    if not found.differences:
        yield "All of them are as they should be."
    elif is_put_right:
        yield f"{len(found.differences)} things differed and were put right."
    else:
        yield f"{len(found.differences)} things differ."


def _line(difference: Difference) -> str:
    is_text = difference.book.endswith(":ranking") or difference.book == "cursor"

    def shown(value: bytes | None) -> str:
        if value is None:
            return "nothing"
        try:
            return value.decode() if is_text else str(msgpack.unpackb(value))
        except ValueError:
            return value.hex()

    stands, computed = shown(difference.stands), shown(difference.computed)
    return f"{difference.book} {difference.field}: {stands}, should be {computed}"


def _document(found: Comparison, *, is_put_right: bool) -> dict[str, object]:
    return {
        "matches": found.matches,
        "gone": found.gone,
        "books": found.books,
        "put_right": is_put_right,
        "differences": [_difference(each) for each in found.differences],
    }


def _difference(difference: Difference) -> dict[str, str | None]:
    return {
        "book": difference.book,
        "field": difference.field,
        "stands": None if difference.stands is None else difference.stands.hex(),
        "computed": None if difference.computed is None else difference.computed.hex(),
    }
