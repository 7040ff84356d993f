"""Guests: an id that others see, and secrets that only its owner has.

The token is for good; the way back is for one use, so that what a connection
says when it returns is worth nothing afterwards. The store keeps hashes. The
secrets have 256 random bits, so a plain hash is as good as a slow one.
"""

import hashlib
import secrets
import unicodedata
from typing import NamedTuple

from samedeal_protocol.commands import NAME_MAX, Hello
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.store.redis import Store

DEFAULT_NAME = "guest"


class Introduced(NamedTuple):
    """Who said hello, and what they are told in return."""

    player: Player
    token: str | None
    """Of a new identity alone."""
    resume: str


async def introduce(store: Store, hello: Hello) -> Introduced:
    """Return who says hello; raises Refused."""
    presented = hello.token if hello.resume is None else hello.resume
    name = None if hello.name is None else checked_name(hello.name)
    if presented is None:
        return await _new_guest(store, name or DEFAULT_NAME, hello.bot)
    player_id, _, secret = presented.partition(".")
    resume = secrets.token_urlsafe(32)
    known_as = await store.greet(
        player_id,
        kind="token" if hello.resume is None else "resume",
        presented=_hash(secret),
        resume=_hash(resume),
        name=name,
    )
    if known_as is None:
        raise Refused(ErrorCode.BAD_TOKEN, "this token belongs to nobody here")
    player = Player(player_id, known_as, hello.bot)
    return Introduced(player, None, f"{player_id}.{resume}")


def checked_name(name: str) -> str:
    """Return a display name without surrounding blanks; raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= NAME_MAX:
        raise Refused(ErrorCode.BAD_NAME, f"a name has 1 to {NAME_MAX} characters")
    if not all(_may_stand_in_name(character) for character in name):
        raise Refused(ErrorCode.BAD_NAME, "a name has only printable characters")
    return name


async def _new_guest(store: Store, name: str, bot: bool) -> Introduced:
    player_id = f"p-{secrets.token_hex(8)}"
    token, resume = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    fields = {"name": name, "token": _hash(token), "resume": _hash(resume)}
    await store.put_identity(player_id, fields)
    player = Player(player_id, name, bot)
    return Introduced(player, f"{player_id}.{token}", f"{player_id}.{resume}")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _may_stand_in_name(character: str) -> bool:
    """Refuse controls, direction marks and other characters nobody can see."""
    category = unicodedata.category(character)
    return character == " " or category[0] not in "CZ"
