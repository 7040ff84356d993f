"""Somebody erased from all that is kept, with every proof of the others: `admin erase`.

First it is noted who stands in for them, so that whatever is written from then on has
no name; then everything goes, the identity last. Whoever is killed on the way leaves a
person who can be erased again, to the end.
"""

import argparse
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path

from samedeal_server.admin import audit_log, looking
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    counted,
    nobody,
    on_store,
)
from samedeal_server.backup.erased_list import add_to_list, read_any
from samedeal_server.core.books.books import HISTORY
from samedeal_server.people.accounts import find_player
from samedeal_server.people.naming.names import is_player_id
from samedeal_server.process.settings import Settings
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.chain import Chain
from samedeal_server.records.erasing import Erasing
from samedeal_server.store.operators.erased import hash_of
from samedeal_server.store.redis import Store

TOLD_MOST = 20
AGAIN = "Erased again, as a backup from before was put back."


async def erase(
    store: Store,
    archiving: Archiving,
    who: str,
    why: str = "",
    *,
    is_dry: bool = False,
    listed: Path | None = None,
) -> Document:
    """Erase somebody, or find out what that would come to; return what it comes to.

    `listed` is the file that lists all who were erased. Raises CannotDo where there is
    nobody, or somebody who sits in a room, BadList, and StoreError; then it is to be
    done again.
    """
    erased, archive = store.transcripts.erased, archiving.archive
    player = await _meant(store, who)
    await _check_seats(store, player)
    known = await erased.among([player])
    # Of one that was killed before the store had it, the list has the stand-in alone.
    stand_in = known.get(player) or read_any(listed).get(hash_of(player))
    stand_in = stand_in or f"gone-{secrets.token_hex(8)}"
    if not is_dry:
        await audit_log.note(store, "erase", stand_in, why)
        if listed is not None:
            add_to_list(listed, {**await erased.all(), hash_of(player): stand_in})
        # What is booked from then on is the stand-in's, who is to have nothing yet: so
        # all that has ended is booked before, and what waits for the chain, too.
        await Chain(store).look()
        await BooksWriter(store).catch_up()
        stand_in = await erased.stand_in(player, stand_in)
        # Who moves records, or makes them, knows it from here on.
        await erased.begin()
        # Every process hangs up on those who have ended.
        await store.people.revoke(player, store.now())
        await BooksWriter(store).catch_up()
    erasing = Erasing(store, player, stand_in)
    lines = await erasing.history()
    records = await erasing.in_store(is_dry=is_dry)
    if not is_dry:
        await erasing.from_books()
        await erasing.from_sheets(lines, archive)
        # Their own history last: it alone says where else they are.
        await erasing.from_histories(lines)
        # Again: what was read by now for the archive, and is not there, stays out.
        await erased.begin()
    # After histories and boards: what the archive has of them with the name is of none.
    records += await archive.rewrite(erasing.change, is_dry=is_dry) - erasing.emptied
    reports = await _reports(store, player, is_dry=is_dry)
    left = await erased.forget(player, is_dry=is_dry)
    if not is_dry:
        await erased.forget_salting()
        await erased.forget_identity(player)
        await _check_seats(store, player)
    return {
        "erased": not is_dry,
        "player": player,
        "stand_in": stand_in if known or not is_dry else None,
        "was_erased_before": bool(known),
        "matches": len(lines),
        "records": records,
        "keep_name": list(erasing.keep_name),
        "reports": reports,
        **left._asdict(),
    }


async def erase_again(
    store: Store, archiving: Archiving, erased: Mapping[str, str]
) -> Document:
    """Erase whoever of those erased is here; return who is, and who cannot be yet.

    They are given by hashes of their ids. Raises StoreError.
    """
    await store.transcripts.erased.know(erased)
    gone = await store.transcripts.erased.all()
    histories = (
        name.removeprefix(HISTORY)
        for name in await store.whole_books.names_in_store(f"{HISTORY}*")
    )
    here = {*histories, *await store.transcripts.erased.known()}
    done, cannot = list[str](), list[str]()
    for player in sorted(who for who in here if hash_of(who) in gone):
        try:
            await erase(store, archiving, player, AGAIN)
        except CannotDo as why:
            cannot.append(str(why))
        else:
            done.append(player)
    if done:
        await store.whole.write_log_anew()
    return {"erased_again": done, "not_erased": cannot}


async def _meant(store: Store, who: str) -> str:
    """Return the id of the player meant: also of a guest who is forgotten since."""
    person = await find_player(store, who)
    if person is not None and person.bot:
        raise CannotDo(f"{person.player} is a bot, and nobody to be erased")
    if person is not None:
        return person.player
    player = who.strip()
    if is_player_id(player):
        if await store.transcripts.erased.among([player]):
            return player
        if await Erasing(store, player, "").history():
            return player
    raise CannotDo(nobody(who))


async def _check_seats(store: Store, player: str) -> None:
    found = await looking.sits(store, player)
    if found:
        rooms = ", ".join(each["room"] for each in found)
        raise CannotDo(
            f"{player} sits in room {rooms}: wait until they have left, or close it, "
            "and erase them then"
        )


async def _reports(store: Store, player: str, *, is_dry: bool) -> int:
    """Take reports that name a player off the queue, unless dry; return the number."""
    named = [k for k in await store.reports.read() if player.encode() in k.packed]
    for kept in () if is_dry else named:
        await store.reports.done(kept.number)
    return len(named)


# In words


def _told(found: Document) -> Iterator[str]:
    is_done = found["erased"]
    if found["was_erased_before"]:
        yield f"{found['player']} was erased before; what was left of them is told."
    does, goes = ("is", "goes") if is_done else ("would be", "would go")
    yield f"{found['player']} {does} erased: who they were, friends, ratings, history."
    yield (
        f"{counted(found['records'], 'record loses', 'records lose')} the name "
        "and keep every proof; "
        f"{counted(found['matches'], 'line', 'lines')} of history, "
        f"{counted(found['claims'], 'claim', 'claims')} to names, "
        f"{counted(found['listed'], 'entry', 'entries')} in lists of others, "
        f"{counted(found['reports'], 'report', 'reports')}: "
        f"all of it {goes}."
    )
    if is_done:
        yield f"In records and on boards stands {found['stand_in']}, without a name."
    yield (
        "What stays: their id, which is random, among the nonces of matches, as the "
        "deals are made of it; what rooms keep, for a day after they close; and "
        "whatever is in backups, in logs and on players' machines."
    )
    if is_done:
        yield _listed_told(found["listed"])
    if is_done and not found["log_anew"]:
        yield (
            "The store's append-only file was not written anew and still has what is "
            "gone: have each of its nodes do BGREWRITEAOF."
        )
    yield from _keeps_told(found["keep_name"])


def _listed_told(listed: str | None) -> str:
    if listed is None:
        return (
            "No list says that they were erased: whoever puts back a backup from "
            "before has to erase them again; SAMEDEAL_ERASED_LIST names a file for one."
        )
    return (
        f"{listed} tells whoever puts back a backup from before: keep it where those "
        "are."
    )


def _keeps_told(matches: list[str]) -> Iterator[str]:
    if not matches:
        return
    more = len(matches) - TOLD_MOST
    listed = ", ".join(matches[:TOLD_MOST]) + (f" and {more} more" if more > 0 else "")
    yield (
        f"{len(matches)} records are of an old version and keep the name, which is "
        f"under their digest: {listed}"
    )


async def _erase(store: Store, settings: Settings, asked: Asked) -> Document:
    archiving = Archiving(store, settings.archive_place, settings.matches_in_store)
    found = await erase(
        *(store, archiving, asked.who, asked.why or ""),
        is_dry=asked.dry_run,
        listed=settings.erased_place,
    )
    # Its append-only file has everything that was ever written, and so the name.
    is_anew = not asked.dry_run and await store.whole.write_log_anew()
    listed = None if settings.erased_place is None else str(settings.erased_place)
    return {**found, "log_anew": is_anew, "listed": listed}


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="ID|NAME")
    add_why(parser, "a reason, for the audit log; it stays there")
    add_dry_run(parser)


ERASE = Verb(
    "erase a player from all that is kept, for good",
    "Erase somebody: identity, claimed names, friends, ratings, history, reports, and "
    "their name in every record, in the archive too. Everybody else's results, boards "
    "and proofs stay. Who sits in a room cannot be erased. All matches are looked at, "
    "so it takes a while; if it is interrupted, give it again. Nobody can undo it.",
    on_store(_erase, _told),
    add=_add,
    example="erase p-0123456789abcdef --dry-run",
)
