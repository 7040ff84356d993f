"""Friends: which of them are here, and what they ask one to come to."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgpack

from samedeal_protocol.accounts import AccountView
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.presence import (
    FRIENDS_TOLD,
    INVITATIONS_TOLD,
    AskFriends,
    BeSeen,
    Friends,
    FriendView,
    InvitationView,
    Seen,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.people.accounts import friends_of
from samedeal_server.store import people
from samedeal_server.store.people import HERE_MS
from samedeal_server.store.redis import Store

TO_A_ROOM_MS = 10 * 60_000
TO_A_DEAL_MS = people.INVITATIONS_S * 1000
ORDER = ("lobby", "table", "away")
"""In which friends are told: those who could come first."""


class Invitation(NamedTuple):
    """What is kept of an invitation."""

    at: int
    game: str
    room: str | None
    match: str | None
    score: int | None

    @property
    def until(self) -> int:
        """Until when it stands, in ms."""
        return self.at + (TO_A_DEAL_MS if self.room is None else TO_A_ROOM_MS)


class Circles:
    """Answers what friends ask of each other."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def friends(self, player: Player, asked: AskFriends) -> Friends:
        """Return which friends are here, and what they ask."""
        kept = self._store.presence
        await kept.answer(player.id, asked.answered)
        mutual = await self._mutual(player.id)
        found = await kept.look([player.id, *mutual])
        seen = found[0] is None or not found[0].is_unseen
        now = self._store.now()
        views: dict[str, FriendView] = {}
        for friend, known in zip(mutual, found[1:], strict=True):
            if known is not None:
                is_told = seen and not known.is_unseen
                views[friend] = _view(friend, known, now, is_told=is_told)
        asking = await kept.invitations(player.id)
        return Friends(
            re=asked.id,
            seen=seen,
            friends=tuple(sorted(views.values(), key=_order)[:FRIENDS_TOLD]),
            invitations=tuple(_standing(asking, views, now))[:INVITATIONS_TOLD],
        )

    async def be_seen(self, player: Player, asked: BeSeen) -> Seen:
        """Choose whether a player is seen; raises Refused."""
        if not await self._store.presence.be_seen(player.id, is_seen=asked.seen):
            raise Refused(ErrorCode.BAD_TOKEN, "this identity has ended")
        return Seen(re=asked.id, seen=asked.seen)

    async def invite(self, player: Player, who: str, invitation: Invitation) -> None:
        """Leave an invitation for a friend; raises Refused for anybody else."""
        if who not in await self._mutual(player.id):
            raise Refused(ErrorCode.NOT_FRIENDS, "ask those whose friend you are")
        packed: bytes = msgpack.packb(invitation)
        await self._store.presence.invite(who, player.id, packed)

    async def _mutual(self, player: str) -> list[str]:
        """Return those who are a player's friends, and whose friend the player is."""
        listed = sorted(await friends_of(self._store, player))
        theirs = await self._store.people.relations_to(player, listed)
        both = zip(listed, theirs, strict=True)
        return [friend for friend, what in both if what == "friend"]


def _standing(
    asking: dict[str, bytes], friends: dict[str, FriendView], now: int
) -> Iterator[InvitationView]:
    """Yield the invitations of friends that stand still, the newest first."""
    kept = ((who, Invitation(*msgpack.unpackb(it))) for who, it in asking.items())
    for who, it in sorted(kept, key=lambda one: (-one[1].at, one[0])):
        if who in friends and it.until > now:
            yield InvitationView(who=friends[who].who, **it._asdict())


def _view(player: str, known: people.Seen, now: int, *, is_told: bool) -> FriendView:
    name, named, bot = known.known[:3]
    who = AccountView(player=player, name=name, named=named, bot=bot)
    here = list(_noted(known.here, now)) if is_told else []
    if not here:
        return FriendView(who=who, place="away")
    game = next(filter(None, here), None)
    return FriendView(who=who, place="table" if game else "lobby", game=game)


def _noted(here: Iterable[bytes], now: int) -> Iterator[str]:
    """Yield the game, or none, of each place where somebody was a moment ago."""
    for packed in here:
        at, game = msgpack.unpackb(packed)
        if at + HERE_MS > now:
            yield game


def _order(friend: FriendView) -> tuple[int, str, str]:
    return ORDER.index(friend.place), friend.who.name.casefold(), friend.who.player
