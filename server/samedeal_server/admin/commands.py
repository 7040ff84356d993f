"""The commands of operators over a store, beside serving: `samedeal-server admin`."""

import argparse
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple

from samedeal_server.admin import backups, closing, looking, ordering, reports
from samedeal_server.admin.checking import CHECK
from samedeal_server.admin.erasing import ERASE
from samedeal_server.admin.exporting import EXPORT
from samedeal_server.admin.rebuilt import REBUILD, SET_APART
from samedeal_server.admin.verbs import (
    CannotDo,
    Document,
    Verb,
    add_common,
    nobody,
    opened,
    refused,
    tell,
)
from samedeal_server.backup.erased_list import BadList
from samedeal_server.backup.files import BadBackup
from samedeal_server.process.settings import Settings
from samedeal_server.store.errors import StoreError

VERBS: dict[str, Verb] = {
    "rebuild-boards": REBUILD,
    "set-apart": SET_APART,
    "close": closing.CLOSE,
    "export": EXPORT,
    "erase": ERASE,
    "report": reports.REPORT,
    "kick": ordering.KICK,
    "ban": ordering.BAN,
    "unban": ordering.UNBAN,
    "announce": ordering.ANNOUNCE,
    "drain": ordering.DRAIN,
    "backup": backups.BACKUP,
    "restore": backups.RESTORE,
    "move": backups.MOVE,
    "check": CHECK,
}


class Look(NamedTuple):
    """Something that an operator looks at."""

    says: str
    find: Callable[..., Coroutine[Any, Any, Document | None]]
    told: Callable[[Document], Iterator[str]]
    takes: str = ""
    """The word for its argument, if it takes one."""


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
    "reports": Look(
        *("list what players reported", reports.reports, reports.reports_told),
    ),
    "bans": Look("list who is kept out", ordering.bans, ordering.bans_told),
    "log": Look("list what operators have changed", looking.log, looking.log_told),
}


def add_command(commands: Any) -> None:
    """Add `admin` and what it can do to a parser's commands."""
    parser = commands.add_parser("admin", help="look after what the store keeps")
    chores = parser.add_subparsers(dest="chore", required=True)
    for name, verb in VERBS.items():
        example = f"example: samedeal-server admin {verb.example}"
        chore: argparse.ArgumentParser = chores.add_parser(
            *(name,),
            help=verb.says,
            description=verb.more,
            epilog=example if verb.example else None,
        )
        verb.add(chore)
        add_common(chore)
    for name, look in LOOKS.items():
        chore = chores.add_parser(
            name, help=look.says, description=f"{look.says.capitalize()}. {LOOKED}"
        )
        if look.takes:
            chore.add_argument("what", metavar=look.takes)
        add_common(chore)


async def run(settings: Settings, asked: argparse.Namespace) -> int:
    """Do what was asked for; return the exit status."""
    try:
        if asked.chore in LOOKS:
            return await _look(settings, asked, LOOKS[asked.chore])
        return await VERBS[asked.chore].run(settings, asked)
    except (CannotDo, BadBackup, BadList, StoreError) as error:
        return refused(str(error), error.status)


async def _look(settings: Settings, asked: argparse.Namespace, look: Look) -> int:
    async with opened(settings) as store:
        found = await look.find(store, *([asked.what] if look.takes else []))
    if found is None:
        is_person = asked.chore == "player"
        return refused(
            nobody(asked.what) if is_person else f"there is none: {asked.what}"
        )
    tell(asked, found, look.told)
    return 0
