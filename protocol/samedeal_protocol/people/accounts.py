"""Accounts: claimed names, tokens, and whom a player likes to meet or not.

A guest is whoever says hello; a named player has claimed a name that nobody else
can show, and is never forgotten.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.shapes import PlayerId, Reply, Request, Token, View, Who

CLAIMED_NAME_MIN = 3
"""Characters of a claimed name; at most as many as of any name."""
CLAIMS_MOST = 3
"""Names that one player may claim, one after the other; all stay reserved."""
RELATIONS_MOST = 200
"""Friends and blocked players together on one player's list."""

CARRIED_MAX = 256
"""Bytes that are left for another device."""

Relation: TypeAlias = Literal["friend", "blocked", "none"]
"""What somebody is to a player. To who is blocked, the rooms that the player hosts do
not exist; rooms that they host are not listed to the player."""


class AccountView(View):
    """Who a player is, to everybody."""

    player: PlayerId
    name: Who
    named: bool = False
    """Whether the name was claimed."""
    bot: bool = False


class RelationView(View):
    """Somebody on one's own list."""

    who: AccountView
    relation: Relation
    mutual: bool = False
    """Whether they list the viewer as a friend, too; only told of friends."""


class Account(Reply):
    """Who a player is; the answer to a claim, too."""

    t: Literal["account"] = "account"
    account: AccountView
    claims_left: int = 0
    """How many names can still be claimed; only told to oneself."""


class Claim(Request):
    """Ask for a name of one's own."""

    t: Literal["claim"] = "claim"
    answered_by = Account
    name: Who


class AskAccount(Request):
    """Ask what the server knows of oneself, or of somebody by claimed name or id."""

    t: Literal["account"] = "account"
    answered_by = Account
    who: Who = ""
    """Empty for oneself."""


class Rotated(Reply):
    """Another token: keep it, it is shown once."""

    t: Literal["rotated"] = "rotated"
    token: Token


class Rotate(Request):
    """Ask for another token.

    The old one, and every way back, leads in until the new one is used for the
    first time: so nobody is left outside if the answer is lost.
    """

    t: Literal["rotate"] = "rotate"
    answered_by = Rotated


class Revoked(Reply):
    """The identity has ended."""

    t: Literal["revoked"] = "revoked"


class Revoke(Request):
    """End the identity for good; what was claimed stays reserved.

    Every connection of it, this one too, is closed within seconds (4504).
    """

    t: Literal["revoke"] = "revoke"
    answered_by = Revoked


class Related(Reply):
    """What somebody is to the viewer now."""

    t: Literal["related"] = "related"
    relation: RelationView


class Relate(Request):
    """Put somebody on one's own list, or take them off it.

    Refused with `not_yourself` of oneself, and with `unknown_player` for nobody.
    """

    t: Literal["relate"] = "relate"
    answered_by = Related
    who: Annotated[str, Field(min_length=1, max_length=80)]
    """A claimed name, or a player's id."""
    relation: Relation


class Circle(Reply):
    """One's own list, friends first, by name."""

    t: Literal["circle"] = "circle"
    people: tuple[RelationView, ...]


class AskCircle(Request):
    """Ask for one's own list."""

    t: Literal["circle"] = "circle"
    answered_by = Circle


class Carried(Reply):
    """What was left is there, for whoever says the code first."""

    t: Literal["carried"] = "carried"
    code: Token
    lasts_ms: int
    """How long it is there, in ms from now."""


class Carry(Request):
    """Leave something for one's own other device, which fetches it once and soon.

    It is meant for a token, sealed with a key that the server never hears: the link
    to the other device has both, the code and the key.
    """

    t: Literal["carry"] = "carry"
    answered_by = Carried
    data: Annotated[bytes, Field(min_length=1, max_length=CARRIED_MAX)]


class Fetched(Reply):
    """What was left for this device."""

    t: Literal["fetched"] = "fetched"
    data: bytes = b""
    """Empty where nothing is there: it was fetched, it is too late, or never was."""


class Fetch(Request):
    """Fetch what was left for this device; it is not there a second time."""

    t: Literal["fetch"] = "fetch"
    answered_by = Fetched
    code: Token


AccountQuestion: TypeAlias = (
    Claim | Rotate | Revoke | Relate | AskCircle | AskAccount | Carry | Fetch
)
AccountReply: TypeAlias = (
    Account | Rotated | Revoked | Related | Circle | Carried | Fetched
)
