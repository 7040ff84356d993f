"""The commands about one's own account at a server: a name, and its token."""

import argparse
import asyncio
import shlex
from pathlib import Path

from samedeal_client.commands.sure import be_sure
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import playing
from samedeal_client.kept import portable
from samedeal_client.kept.identity import Identity, IdentityFile
from samedeal_client.language import later, tr, tr_n
from samedeal_client.terminal.output import say
from samedeal_client.view.names import name_of
from samedeal_client.view.people.accounts import account_lines, more
from samedeal_client.view.spans import Lines, Span, Style, line, printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.reach.addresses import without_password
from samedeal_client.wire.reach.invitations import addresses_for_others, link_to_take
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import (
    Account,
    AskAccount,
    Carried,
    Carry,
    Claim,
    Revoke,
    Revoked,
    Rotate,
    Rotated,
)

ONLY_HERE = later("No address is known that other machines reach this server at.")
NOBODY_YET = later(
    "you have no account at {server} yet; play there once, or "
    "claim a name with: samedeal account claim NAME"
)


async def account(context: Context, arguments: argparse.Namespace) -> int:
    """Show the player's account at the server."""
    async with playing(context, known_name(context, arguments)) as player:
        found = await player.ask(AskAccount(id=player.next_id()), Account)
    server = context.shown_server
    return context.answer(account_document(found, server), account_lines(found, server))


def account_document(found: Account, server: str) -> dict[str, object]:
    """Return an account for programs."""
    view = found.account.model_dump()
    return {"server": server, **view, "claims_left": found.claims_left}


async def claim(context: Context, arguments: argparse.Namespace) -> int:
    """Claim a name."""
    known = _known(context, arguments)
    name = known.name or arguments.claimed
    claimed = await _claim(context, name, arguments.claimed)
    shown = name_of(claimed.account.name, bot=claimed.account.bot, named=True)
    yours = tr(
        "{name} is your name here: nobody else can use it, or one like it.",
        name=shown,
    )
    left = more(claimed.claims_left)
    told: Lines = (
        (Span(yours, Style.GOOD),),
        line(tr("You can change to {names}; those you had stay yours.", names=left)),
        line(tr("Only your token proves who you are. Keep a copy of it:")),
        line(tr("  samedeal account export FILE")),
    )
    chosen, now = context.name, claimed.account.name
    if chosen is not None and chosen.casefold() != now.casefold():
        hint = f"samedeal config set name {shlex.quote(printable(now))}"
        other = tr("Your config file names somebody else:")
        told += (line(other), line(f"  {hint}"))
    return context.answer(account_document(claimed, context.shown_server), told)


async def _claim(context: Context, name: str, wanted: str) -> Account:
    file = IdentityFile(context.identity)
    async with playing(context, name) as player:
        asked = Claim(id=player.next_id(), name=wanted)
        try:
            claimed = await player.ask(asked, Account)
        except NotDone as refusal:
            if refusal.error.code is not ErrorCode.BAD_NAME:
                raise
            why = printable(refusal.error.detail)
            raise Failed(
                tr("{name!r} cannot be claimed: {why}", name=printable(wanted), why=why)
            ) from None
        for before in (name, player.name):
            file.rename(context.server, before, claimed.account.name)
        return claimed


def export(context: Context, arguments: argparse.Namespace) -> int:
    """Write an identity to a file, for another machine."""
    name, token = _own(context, arguments)
    text = portable.packed(portable.Carried(context.server, name, token))
    if arguments.file == portable.PIPE:
        # JSON already.
        say(text)
        return 0
    portable.write(Path(arguments.file), text, force=arguments.force)
    whose = tr(
        "{path} is {name} at {server}:",
        path=arguments.file,
        name=printable(name),
        server=context.shown_server,
    )
    return context.answer(
        {**_whose(context.server, name), "file": arguments.file},
        (
            line(whose),
            line(tr("whoever has this file can play as you. On the other machine:")),
            line(f"  samedeal account import {arguments.file}"),
        ),
    )


async def link(context: Context, arguments: argparse.Namespace) -> int:
    """Print a link that makes another device play as oneself."""
    name, token = _own(context, arguments)
    data, key = portable.sealed(token)
    async with playing(context, name) as player:
        asked = Carry(id=player.next_id(), data=data)
        carried = await player.ask(asked, Carried)
    found = addresses_for_others(player.url, player.addresses)
    there = link_to_take(carried.code, key, found[0] if found else player.url)
    lasts_s = carried.lasts_ms // 1000
    minutes = lasts_s // 60
    told = tr_n(
        "Good once, for {count} minute; whoever opens it first plays as {name}.",
        "Good once, for {count} minutes; whoever opens it first plays as {name}.",
        minutes,
        name=printable(name),
    )
    here = () if found else (line(tr(ONLY_HERE)),)
    return context.answer(
        {"link": there, "lasts_s": lasts_s}, (line(there), line(told), *here)
    )


def bring_in(context: Context, arguments: argparse.Namespace) -> int:
    """Take over an identity from another machine."""
    carried = portable.read(arguments.file)
    file = IdentityFile(context.identity)
    before = file.find(carried.server, carried.name).token
    if before not in (None, carried.token) and not arguments.force:
        raise Failed(
            tr(
                "another {name} is known at {server}; --force replaces it",
                name=printable(carried.name),
                server=without_password(carried.server),
            )
        )
    file.remember(carried.server, carried.name, carried.token)
    told = tr(
        "You are {name} at {server} now.",
        name=printable(carried.name),
        server=without_password(carried.server),
    )
    return context.answer(_whose(carried.server, carried.name), (line(told),))


async def rotate(context: Context, arguments: argparse.Namespace) -> int:
    """Get a new token, and end the old one."""
    name = known_name(context, arguments)
    async with playing(context, name) as player:
        rotated = await player.ask(Rotate(id=player.next_id()), Rotated)
        # Kept before it is used: until then, the old one is good, too.
        file = IdentityFile(context.identity)
        is_renamed = file.find(context.server, name).token is None
        kept = player.name if is_renamed else name
        file.remember(context.server, kept, rotated.token)
    async with playing(context, kept):
        # Its first use has ended the old one.
        pass
    told = tr(
        "{name} has a new token; the old one no longer works.", name=printable(name)
    )
    others = tr("Other machines need it, too: samedeal account export FILE")
    return context.answer(_whose(context.server, name), (line(told), line(others)))


def revoke(context: Context, arguments: argparse.Namespace) -> int:
    """End an identity for good."""
    name = known_name(context, arguments)
    if not arguments.yes:
        be_sure(
            tr(
                "Delete {name} at {server} for good?",
                name=printable(name),
                server=context.shown_server,
            )
        )
    asyncio.run(_revoke(context, name))
    told = tr("{name} is deleted; nobody else can take the name.", name=printable(name))
    return context.answer(_whose(context.server, name), (line(told),))


def _whose(server: str, name: str) -> dict[str, str]:
    """Return for programs whose identity a command was about."""
    return {"server": without_password(server), "name": name}


async def _revoke(context: Context, name: str) -> None:
    file = IdentityFile(context.identity)
    async with playing(context, name) as player:
        await player.ask(Revoke(id=player.next_id()), Revoked)
        for each in (name, player.name):
            file.forget(context.server, each)


def known_name(context: Context, arguments: argparse.Namespace) -> str:
    """Return the name of the identity that is meant; raises Failed for none."""
    return _own(context, arguments)[0]


def _own(context: Context, arguments: argparse.Namespace) -> tuple[str, str]:
    """Return its name and its token; raises Failed."""
    name, token = _known(context, arguments)
    if name is None or token is None:
        raise Failed(tr(NOBODY_YET, server=context.shown_server))
    return name, token


def _known(context: Context, arguments: argparse.Namespace) -> Identity:
    file = IdentityFile(context.identity)
    return file.find(context.server, arguments.name or context.name)
