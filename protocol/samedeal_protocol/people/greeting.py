"""The greeting: who is there, and where they have come to."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.limits import LANGUAGE_MAX
from samedeal_protocol.shapes import (
    Address,
    PlayerId,
    Reply,
    Request,
    Sentence,
    Token,
    Who,
    Word,
)

LanguageTag: TypeAlias = Annotated[
    str,
    Field(max_length=LANGUAGE_MAX, pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"),
]
"""A language as in BCP 47, such as ``en`` or ``pt-BR``."""


class Welcome(Reply):
    """The answer to hello."""

    t: Literal["welcome"] = "welcome"
    player: PlayerId
    name: Who
    """What the player goes by here: a claimed name whatever the hello says; another
    than a guest had if somebody has claimed that one since."""
    named: bool = False
    """Whether the name was claimed."""
    token: Token | None = None
    """A new identity's token: keep it, it is shown once."""
    resume: Token
    """For the next hello, in place of the token; each welcome gives another, and the
    one before leads back until it is used."""
    server: Word
    """Program and version."""
    server_name: Word = ""
    """What whoever runs the server calls it; empty where they have not said."""
    greeting: Sentence = ""
    """What they say to everybody who comes; in their own language."""
    now: int
    """The store's clock, in ms since 1970."""
    heartbeat_ms: int
    """How often the client sends a heartbeat."""
    chain: int = 0
    """How many links the chain of matches has, as far as this process knows."""
    chain_head: bytes = b""
    addresses: tuple[Address, ...] = ()
    """What players at other machines type for this server, the likeliest first: told to
    who sits at the server's own, or to everybody where an operator has said it."""


class Hello(Request):
    """The first message on a socket: who is there."""

    t: Literal["hello"] = "hello"
    answered_by = Welcome
    client: Annotated[str, Field(min_length=1, max_length=40)]
    """Program and version, for the server's log."""
    language: LanguageTag = "en"
    """Changes nothing of what is sent: texts are the client's. So a server takes that
    of a language it has never heard of, too."""
    name: Who | None = None
    """Display name; with the first hello a guest's own, or a name for all who give
    none; later a change of name, or none."""
    token: Token | None = None
    """What the first welcome gave; never part of a URL."""
    resume: Token | None = None
    """What the last welcome gave for coming back, in place of the token, which does not
    count beside it. It leads back until the one given in its place has been used: that
    answer may be lost."""
    session: Annotated[str, Field(pattern=r"^[0-9a-f]{0,16}$")] = ""
    """Random, the same for each connection of one run of a client; with `visit` it
    keeps a connection that comes late from replacing one that was made after it."""
    visit: Annotated[int, Field(ge=0, le=2**31)] = 0
    """Counts the connections of a session."""
    bot: bool = False
    """Bots say so; everybody is told."""
