"""The house's bots: a process of players that a server's operator runs beside it.

Its bots are ordinary clients that say they are bots. Whoever sits in a room calls
them; the house asks who called, and sends as many as it has free.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.limits import MAX_HOUSE_BOTS, MAX_SEATS
from samedeal_protocol.shapes import Reply, Request, RoomCode, Token, View


class BotsCalled(Reply):
    """Bots were called: soon they sit down, or the house is gone."""

    t: Literal["bots_called"] = "bots_called"
    bots: int
    """How many: not more than there are free bots and seats."""


class CallBots(Request):
    """Call bots of the house into the room where one sits, between matches.

    They sit down and get ready by themselves, and yield their seats to people as any
    bots do. Refused with `no_bots` where there is no house, or none is free.
    """

    t: Literal["call_bots"] = "call_bots"
    answered_by = BotsCalled
    bots: Annotated[int, Field(ge=1, le=MAX_SEATS - 1)] = 1
    """How many at most."""


class BotCall(View):
    """A room that bots are wanted in."""

    room: RoomCode
    bots: int


class BotsWanted(Reply):
    """Who has called since the house asked last; told once."""

    t: Literal["bots_wanted"] = "bots_wanted"
    calls: tuple[BotCall, ...]


class OfferBots(Request):
    """Say that the house is there, and ask who has called; the house itself does.

    What it offers stands for five seconds, so it asks again and again.
    """

    t: Literal["offer_bots"] = "offer_bots"
    answered_by = BotsWanted
    key: Annotated[Token, Field(min_length=1)]
    """The operator's SAMEDEAL_HOUSE_KEY; any other is refused with `not_the_house`."""
    free: Annotated[int, Field(ge=0, le=MAX_HOUSE_BOTS)]
    """How many bots could come."""


HouseReply: TypeAlias = BotsCalled | BotsWanted
