"""Guests and named players: an id that others see, and secrets only its owner has.

The token is for good; a way back leads in until the one given in its place was used,
so that what a connection says when it returns is soon worth nothing. The store keeps
hashes. The secrets have 256 random bits, so a plain hash is as good as a slow one.
"""

import asyncio
import hashlib
import secrets
from typing import NamedTuple

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.greeting import Hello
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.people.naming.likeness import DEFAULT_NAME
from samedeal_server.people.naming.names import (
    composed,
    neutral_name,
    why_not_shown,
)
from samedeal_server.people.naming.skeletons import skeletons
from samedeal_server.store.people import Known
from samedeal_server.store.redis import Store


class Introduced(NamedTuple):
    """Somebody who said hello, and what they are told in return."""

    player: Player
    token: str | None
    """Of a new identity alone."""
    resume: str
    lists: bool = False
    """Whether they list anybody as a friend or as blocked."""


async def introduce(store: Store, hello: Hello) -> Introduced:
    """Return the player who says hello, introduced; raises Refused."""
    presented = hello.token if hello.resume is None else hello.resume
    name = None if hello.name is None else composed(hello.name).strip()
    shown = DEFAULT_NAME if name is None else name
    if presented is None:
        return await _new_guest(store, shown, hello.bot)
    player_id, _, secret = presented.partition(".")
    resume = secrets.token_urlsafe(32)
    known, owners = await asyncio.gather(
        store.people.greet(
            player_id,
            kind="token" if hello.resume is None else "resume",
            presented=hash_of(secret),
            resume=hash_of(resume),
            bot=hello.bot,
        ),
        # For most, this is the name that they have.
        owners_of(store, shown),
    )
    if known is None:
        raise Refused(ErrorCode.BAD_TOKEN, "this token belongs to nobody here")
    if not known.named:
        known = await _shown(store, player_id, known, name, owners)
    player = Player(player_id, known.name, known.bot, known.named, known.token)
    return Introduced(player, None, f"{player_id}.{resume}", known.lists)


async def owners_of(store: Store, name: str) -> set[str]:
    """Return the players who have claimed a name that looks like this one."""
    return await store.people.owners([hash_of(each) for each in skeletons(name)])


def hash_of(secret: str) -> str:
    """Return the hash of a secret, which is kept in its place."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token(player_id: str) -> tuple[str, str]:
    """Return a player's token, and the hash that is kept of it."""
    secret = secrets.token_urlsafe(32)
    return f"{player_id}.{secret}", hash_of(secret)


async def _shown(
    store: Store, player_id: str, known: Known, name: str | None, owners: set[str]
) -> Known:
    """Return a guest under the name that they may show; raises Refused.

    Who comes back under the name they had is let in, whoever has claimed it since, or
    should it not be taken any more: they may be in the middle of a match.
    """
    neutral = neutral_name(player_id)
    if name in (None, known.name, neutral):
        if name != known.name:
            owners = await owners_of(store, known.name)
        is_lost = bool(owners) or why_not_shown(known.name) is not None
        return known._replace(name=neutral) if is_lost else known
    _refuse_name(name, owners)
    return known._replace(name=await store.people.rename(player_id, name))


async def _new_guest(store: Store, name: str, bot: bool) -> Introduced:
    _refuse_name(name, await owners_of(store, name))
    player_id = f"p-{secrets.token_hex(8)}"
    token, kept = new_token(player_id)
    resume, kept_resume = new_token(player_id)
    fields = {"name": name, "token": kept, "resume": kept_resume}
    await store.people.add(player_id, {**fields, "bot": "1"} if bot else fields)
    player = Player(player_id, name, bot, token=kept)
    return Introduced(player, token, resume)


def _refuse_name(name: str, owners: set[str]) -> None:
    if reason := why_not_shown(name):
        raise Refused(ErrorCode.BAD_NAME, reason)
    if owners:
        raise Refused(ErrorCode.NAME_TAKEN, "somebody else has claimed this name")
