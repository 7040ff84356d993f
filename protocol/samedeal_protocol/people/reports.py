"""Reports: a player tells whoever runs the server what somebody did in a room."""

from typing import Annotated, Literal

from pydantic import Field

from samedeal_protocol.shapes import Reply, Request, RoomCode

WHY_MAX = 200


class Reported(Reply):
    """The report is kept; nobody else is told of it."""

    t: Literal["reported"] = "reported"


class Report(Request):
    """Report somebody who sat in a room where one sat, too.

    What was said there and the match go with it. Of one player about another in one
    room the first report is kept. Refused with `unknown_room` where one did not, or
    they did not, with `unknown_player` for nobody, and with `not_yourself` of oneself.
    """

    t: Literal["report"] = "report"
    answered_by = Reported
    who: Annotated[str, Field(min_length=1, max_length=80)]
    """A claimed name, or a player's id."""
    room: RoomCode
    why: Annotated[str, Field(min_length=1, max_length=WHY_MAX)]
    """In one's own words, in visible characters with single blanks."""
