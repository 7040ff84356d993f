"""What every message and every value in one has in common.

A request is what a client asks; it carries an `id` of the client's choice and gets
exactly one reply with that id. A view is a value that a client receives.
"""

from typing import Annotated, ClassVar, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from samedeal_protocol.limits import DETAIL_MAX

# What a client is sent it may send back: the bounds are the same both ways.
RequestId: TypeAlias = Annotated[int, Field(ge=1, le=2**53)]
GameKey: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]
MatchId: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
"""Of a match, or of the deal that it was played on."""
RoomCode: TypeAlias = Annotated[str, Field(min_length=1, max_length=16)]
EventId: TypeAlias = Annotated[str, Field(min_length=1, max_length=16)]
PlayerId: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
Who: TypeAlias = Annotated[str, Field(max_length=80)]
"""A name, or a player's id."""
Token: TypeAlias = Annotated[str, Field(max_length=100)]
Address: TypeAlias = Annotated[str, Field(max_length=100)]
Detail: TypeAlias = Annotated[str, Field(max_length=DETAIL_MAX)]
Sentence: TypeAlias = Annotated[str, Field(max_length=200)]
"""Words of whoever runs a server, in one line."""
Word: TypeAlias = Annotated[str, Field(max_length=80)]
"""Any other short text that a server sends: nothing that a client sends back."""


class View(BaseModel):
    """A value that a client receives; unknown fields are a newer server's."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Reply(View):
    """The one answer to a request."""

    re: int
    """The request's id; 0 where the request had none that could be read."""


class Request(BaseModel):
    """A message from a client; a field too many is a bug and is refused."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    answered_by: ClassVar[type[Reply]]
    """What it gets if it is carried out; if it is refused, an `Error`."""
    id: RequestId
