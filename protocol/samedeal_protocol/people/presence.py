"""Presence: which of one's friends are here, and what they ask one to come to.

A friend is told of one, and may ask one to come, where both list each other as friends
and neither has chosen not to be seen. Everybody else is told nothing.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.people.accounts import AccountView
from samedeal_protocol.shapes import (
    GameKey,
    MatchId,
    PlayerId,
    Reply,
    Request,
    RoomCode,
    View,
)

FRIENDS_TOLD = 100
"""In one message: those who are here first."""
INVITATIONS_TOLD = 20
"""In one message: the newest."""

Place: TypeAlias = Literal["lobby", "table", "away"]
"""Where a friend is: here, in a room or in none; or not to be seen."""


class FriendView(View):
    """A friend who is one's friend, too."""

    who: AccountView
    place: Place
    game: GameKey | None = None
    """What is played in the room where they are."""


class InvitationView(View):
    """What a friend asks one to come to: a room, or the deal of a match."""

    who: AccountView
    at: int
    """When they asked, in ms since 1970."""
    game: GameKey
    room: RoomCode | None = None
    match: MatchId | None = None
    """A match of theirs, whose deal one may play against their ghost."""
    score: int | None = None
    """What they came to in it."""


class Friends(Reply):
    """One's friends, those who are here first, by name; and what they ask."""

    t: Literal["friends"] = "friends"
    seen: bool
    """Whether one is seen oneself: who is not is told of nobody."""
    friends: tuple[FriendView, ...]
    invitations: tuple[InvitationView, ...]
    """The newest first. One to a room stands for ten minutes, one to a deal for three
    days."""


class AskFriends(Request):
    """Ask which friends are here, and who asks one to come."""

    t: Literal["friends"] = "friends"
    answered_by = Friends
    answered: Annotated[tuple[PlayerId, ...], Field(max_length=INVITATIONS_TOLD)] = ()
    """Whose invitations have been answered: they are not told again."""


class Seen(Reply):
    """Whether one is seen from now on."""

    t: Literal["seen"] = "seen"
    seen: bool


class BeSeen(Request):
    """Choose whether friends are told that one is here; so it is until one does."""

    t: Literal["be_seen"] = "be_seen"
    answered_by = Seen
    seen: bool


class Invited(Reply):
    """It was left for them; whether they are here is not told by that."""

    t: Literal["invited"] = "invited"


class Invite(Request):
    """Ask a friend to come into the room where one sits, or to play a match's deal.

    A friend keeps one invitation from each of theirs, the last one.
    """

    t: Literal["invite"] = "invite"
    answered_by = Invited
    who: Annotated[PlayerId, Field(min_length=1)]
    match: MatchId | None = None
    """A match that one has played, and that may be known; None for the room."""


PresenceQuestion: TypeAlias = AskFriends | BeSeen
PresenceReply: TypeAlias = Friends | Seen | Invited
