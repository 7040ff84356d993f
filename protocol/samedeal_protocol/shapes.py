"""What every message and every value in one has in common.

A request is what a client asks; it carries an `id` of the client's choice and gets
exactly one reply with that id. A view is a value that a client receives.
"""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

RequestId: TypeAlias = Annotated[int, Field(ge=1, le=2**53)]
GameKey: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]
MatchId: TypeAlias = Annotated[str, Field(min_length=1, max_length=60)]
"""Of a match, or of the deal that it was played on."""


class Request(BaseModel):
    """A message from a client; a field too many is a bug and is refused."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    id: RequestId


class View(BaseModel):
    """A value that a client receives; unknown fields are a newer server's."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Reply(View):
    """The one answer to a request."""

    re: int
    """The request's id; 0 where the request had none that could be read."""
