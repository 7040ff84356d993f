"""Boards, ratings and histories computed anew, or boards set apart from the others.

`admin rebuild-boards` and `admin set-apart`.
"""

import argparse
import json
import secrets
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress

import msgpack

from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    counted,
    on_store,
    writing,
)
from samedeal_server.people.printable import printable
from samedeal_server.process.settings import Settings
from samedeal_server.process.stores import expect_data, store_url
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.booking.parting import SCOPES, set_apart
from samedeal_server.records.rebuilding import Comparison, Difference, compare, rebuild
from samedeal_server.store.errors import StoreError
from samedeal_server.store.operators.holding import holding
from samedeal_server.store.operators.whole_books import HAD_S
from samedeal_server.store.redis import Store

TOLD_MOST = 100
"""Differences that are told in words; `--json` has all."""
HELD_EVERY_S = HAD_S / 4


@asynccontextmanager
async def _books_had(store: Store, chore: str) -> AsyncGenerator[None]:
    """Have all books, so that no other chore puts any in their place meanwhile.

    Raises CannotDo where another one has them, or has them by now: what is done
    meanwhile is cancelled then.
    """
    by = secrets.token_hex(8)

    async def have() -> None:
        other = await store.whole_books.have(chore, by)
        if other is not None:
            raise CannotDo(
                f"admin {other} is under way over the same store: do it again when "
                f"that is done, or, if it was killed, {HAD_S} seconds later"
            )

    await have()
    try:
        async with holding(have, HELD_EVERY_S):
            yield
    finally:
        # Where it cannot be let go it goes by itself.
        with suppress(StoreError):
            await store.whole_books.let_go(by)


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--check",
        action="store_true",
        help="change nothing; the exit status is 1 if something differs",
    )
    add_why(parser, "a reason, for the audit log")


async def _rebuild(settings: Settings, asked: Asked) -> int:
    if settings.redis_url is None:
        expect_data(settings)
    async with store_url(settings) as (url, _), writing(Store(url)) as store:
        Archiving(store, settings.archive_place, settings.matches_in_store)
        found = await (compare(store) if asked.check else _put_right(store, asked))
    if asked.json:
        print(json.dumps(_document(found, is_put_right=not asked.check), indent=2))
    else:
        for line in _lines(found, is_put_right=not asked.check):
            print(printable(line))
    return int(bool(found.differences) and asked.check)


async def _put_right(store: Store, asked: Asked) -> Comparison:
    async with _books_had(store, asked.chore):
        await audit_log.note(store, asked.chore, why=asked.why or "")
        # What is lost from here on may be in nothing that is computed.
        loss = await store.orders.loss()
        found = await rebuild(store)
        await store.orders.forget_loss(loss)
    return found


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


REBUILD = Verb(
    "compute boards, ratings and histories again from all transcripts",
    "Compute boards, ratings, counts, streaks and histories again from "
    "the chain of matches and its transcripts, compare them with the store's, byte "
    "for byte, and correct the differences. Servers may keep running over the same "
    "store; for a data folder, stop its server first.",
    _rebuild,
    add=_add,
    example="rebuild-boards --check",
)


# Boards apart


async def _set_apart(store: Store, _: Settings, asked: Asked) -> Document:
    unknown = sorted({*asked.what} - {*SCOPES})
    if unknown:
        raise CannotDo(
            f"there is no game or family {unknown[0]}: there are {', '.join(SCOPES)}",
            status=2,
        )
    await store.books.parts.look()
    before = store.books.parts.apart
    wanted = [scope for scope in asked.what or SCOPES if scope not in before]
    done: dict[str, int] = {}
    if not asked.dry_run:
        if not await store.say_layout():
            raise CannotDo(
                "an older samedeal-server is alive over the same store, or was a "
                "moment ago: it would look for boards where they are no more; do it "
                "again once all are of this version"
            )
        async with _books_had(store, asked.chore):
            await audit_log.note(store, asked.chore, " ".join(wanted), asked.why or "")
            for scope in asked.what or SCOPES:
                # Of one that is apart what was left behind goes, if anything was.
                copied = await set_apart(store, scope)
                if copied is not None:
                    done[scope] = copied
    return {
        "set_apart": done,
        "would_be": wanted if asked.dry_run else [],
        "before": sorted(before),
    }


def _told_apart(found: Document) -> Iterator[str]:
    for scope, books in found["set_apart"].items():
        yield f"{scope}: {counted(books, 'book is', 'books are')} apart now."
    for scope in found["would_be"]:
        yield f"{scope} would be apart."
    if found["before"]:
        yield f"Apart already: {', '.join(found['before'])}."


def _add_parts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="GAME|FAMILY", nargs="*")
    add_why(parser, "a reason, for the audit log")
    add_dry_run(parser)


SET_APART = Verb(
    "put the boards of games on nodes of a cluster of their own",
    "Set the boards and counts of games, and of families, apart from the other books: "
    "each gets a hash tag of its own, so that a cluster has them on several nodes, and "
    "several processes book them at once. Without names, of all games and families. "
    "Servers may keep running; matches that end meanwhile are booked some moments "
    "later. If it is interrupted, give it again. Where few matches end it only costs "
    "time, and it cannot be undone.",
    on_store(_set_apart, _told_apart),
    add=_add_parts,
    example="set-apart russian",
)
