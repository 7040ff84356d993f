"""Guests: an id that others see and a token that only its owner has.

The store keeps a hash of the token. A token has 256 random bits, so a plain
hash is as good as a slow one.
"""

import hashlib
import hmac
import secrets
import unicodedata

from samedeal_protocol.commands import NAME_MAX, Hello
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.store.redis import Store

DEFAULT_NAME = "guest"


async def introduce(store: Store, hello: Hello) -> tuple[Player, str | None]:
    """Return who says hello, and the token if they are new; raises Refused."""
    if hello.token is None:
        return await _new_guest(store, hello)
    player_id, _, secret = hello.token.partition(".")
    known = await store.identity(player_id)
    if not known or not hmac.compare_digest(known["token_hash"], _hash(secret)):
        raise Refused(ErrorCode.BAD_TOKEN, "this token belongs to nobody here")
    name = known["name"] if hello.name is None else checked_name(hello.name)
    player = Player(player_id, name, hello.bot)
    # Written each time: it also keeps the identity from being forgotten.
    await store.put_identity(player_id, {"name": name})
    return player, None


def checked_name(name: str) -> str:
    """Return a display name without surrounding blanks; raises Refused."""
    name = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(name) <= NAME_MAX:
        raise Refused(ErrorCode.BAD_NAME, f"a name has 1 to {NAME_MAX} characters")
    if not all(_may_stand_in_name(character) for character in name):
        raise Refused(ErrorCode.BAD_NAME, "a name has only printable characters")
    return name


async def _new_guest(store: Store, hello: Hello) -> tuple[Player, str]:
    name = checked_name(DEFAULT_NAME if hello.name is None else hello.name)
    player_id = f"p-{secrets.token_hex(8)}"
    secret = secrets.token_urlsafe(32)
    await store.put_identity(player_id, {"name": name, "token_hash": _hash(secret)})
    return Player(player_id, name, hello.bot), f"{player_id}.{secret}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _may_stand_in_name(character: str) -> bool:
    """Refuse controls, direction marks and other characters nobody can see."""
    category = unicodedata.category(character)
    return character == " " or category[0] not in "CZ"
