"""The common part of operators' commands: options, the store, and how it is told.

What is found, or done, is a document, as `--json` prints it; words are made of that.
"""

import argparse
import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from samedeal_server.people.naming.names import is_player_id
from samedeal_server.people.printable import printable, shown
from samedeal_server.process.settings import Settings
from samedeal_server.process.stores import store_in_use
from samedeal_server.records.archiving import Archiving
from samedeal_server.store.redis import Store

Document: TypeAlias = dict[str, Any]
Asked: TypeAlias = argparse.Namespace
Run: TypeAlias = Callable[[Settings, Asked], Coroutine[Any, Any, int]]

WORDS_MOST = 200
"""Characters of what an operator says to players, or of a reason."""


class CannotDo(Exception):
    """A command of an operator's that is not to be done; one sentence says why."""

    def __init__(self, why: str, status: int = 1) -> None:
        super().__init__(why)
        self.status = status


def _nothing_more(parser: argparse.ArgumentParser) -> None:
    """Add no options to those that all have."""


class Verb(NamedTuple):
    """Something that an operator may ask for."""

    says: str
    more: str
    run: Run
    """Return the exit status; raises CannotDo and StoreError."""
    add: Callable[[argparse.ArgumentParser], None] = _nothing_more
    example: str = ""


Do: TypeAlias = Callable[[Store, Settings, Asked], Coroutine[Any, Any, Document]]
Told: TypeAlias = Callable[[Document], Iterator[str]]


def on_store(
    do: Do, told: Told
) -> Callable[[Settings, Asked], Coroutine[Any, Any, int]]:
    """Return the verb that does something with the store, and tells of it."""

    async def run(settings: Settings, asked: Asked) -> int:
        async with opened(settings) as store:
            found = await do(store, settings, asked)
        tell(asked, found, told)
        return 0

    return run


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Store]:
    """Yield the store, of a server that runs over the data folder, too."""
    async with store_in_use(settings) as url, writing(Store(url)) as store:
        Archiving(store, settings.archive_place, settings.matches_in_store)
        yield store


@contextlib.asynccontextmanager
async def writing(store: Store) -> AsyncGenerator[Store]:
    """Enter a store, and have it write what is asked."""
    async with store:
        task = asyncio.create_task(store.run())
        try:
            yield store
        finally:
            task.cancel()
            await asyncio.wait([task])


# Options


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add what every verb takes."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--data",
        type=Path,
        default=argparse.SUPPRESS,
        help="folder of the embedded store; not used when REDIS_URL is set",
    )


def add_dry_run(parser: argparse.ArgumentParser) -> None:
    """Add the option to change nothing."""
    parser.add_argument(
        "--dry-run", action="store_true", help="change nothing; say what would be done"
    )


def add_why(parser: argparse.ArgumentParser, says: str) -> None:
    """Add a reason."""
    parser.add_argument("--why", type=words, help=says)


def words(text: str) -> str:
    """Return an operator's words, which others read; for a parser of arguments."""
    text = text.strip()
    if not text or len(text) > WORDS_MOST or shown(text) != text:
        raise argparse.ArgumentTypeError(
            f"these are words for people, in one line of at most {WORDS_MOST} letters"
        )
    return text


# How it is told


def when(at: int) -> str:
    """Return a time in ms since 1970 as one of UTC."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def tell(asked: Asked, found: Document, told: Told) -> None:
    """Print what was found or done, as a document or in words."""
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        for line in told(found):
            print(printable(line))
    sys.stdout.flush()


def counted(number: int, one: str, more: str) -> str:
    """Return a number of things, as people say it."""
    return f"{number} {one if number == 1 else more}"


def nobody(who: str) -> str:
    """Say that nobody goes by a name or an id."""
    if is_player_id(who.strip()):
        return f"there is none: {who}"
    return (
        f"there is none: {who}; that is no claimed name here, and guests go by their "
        "ids, which `admin room` and the log tell"
    )


def refused(why: str, status: int = 1) -> int:
    """Print a reason for doing nothing; return the exit status."""
    print(f"samedeal-server: {printable(why)}", file=sys.stderr)
    return status
