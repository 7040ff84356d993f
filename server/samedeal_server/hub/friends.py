"""Friends: which are here, what they ask one to come to, and how one is called."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgpack

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import (
    Account,
    AccountView,
    Claim,
    Relate,
    Related,
)
from samedeal_protocol.people.presence import (
    FRIENDS_TOLD,
    INVITATIONS_TOLD,
    AskFriends,
    BeSeen,
    Friends,
    FriendView,
    InvitationView,
    Invite,
    Invited,
    Seen,
)
from samedeal_server.core.answerers import Answerer, Answerers
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Room
from samedeal_server.deals.challenges import Challenges
from samedeal_server.hub.hub import Hub
from samedeal_server.hub.presence import Presence
from samedeal_server.people.accounts import Accounts, friends_of
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store import people
from samedeal_server.store.people import HERE_MS
from samedeal_server.store.redis import Store

TO_A_ROOM_MS = 10 * 60_000
TO_A_DEAL_MS = people.INVITATIONS_S * 1000
ORDER = ("lobby", "table", "away")
"""In which friends are told: those who could come first."""


class Invitation(NamedTuple):
    """The kept part of an invitation."""

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
    """Answers what players ask of each other, and who they are to each other."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        presence: Presence,
        accounts: Accounts,
        challenges: Challenges,
    ) -> None:
        self._store = store
        self._hub = hub
        self._presence = presence
        self._accounts = accounts
        self._challenges = challenges

    @property
    def answerers(self) -> Answerers[Viewer]:
        """The requests answered here."""
        return {
            AskFriends: Answerer(self.friends, 30),
            BeSeen: Answerer(self.be_seen),
            Invite: Answerer(self.invite, 10, "lines"),
            Relate: Answerer(self.relate),
            Claim: Answerer(self.claim, 1, "claims", everywhere="claims"),
        }

    async def claim(self, viewer: Viewer, asked: Claim) -> Account:
        """Claim a name, by which this connection goes from now on; raises Refused."""
        player = viewer.player
        reply = await self._accounts.claim(player, asked)
        viewer.player = player._replace(name=reply.account.name, named=True)
        return reply

    async def relate(self, viewer: Viewer, asked: Relate) -> Related:
        """Put somebody on a list; who lists anybody is here from then on."""
        reply = await self._accounts.relate(viewer.player, asked)
        if asked.relation != "none":
            self._is_here(viewer)
        return reply

    def _is_here(self, viewer: Viewer) -> None:
        if viewer.is_here:
            self._presence.came(viewer, viewer.player)

    async def friends(self, viewer: Viewer, asked: AskFriends) -> Friends:
        """Return the friends who are here, and their invitations.

        Whoever asks is here, too.
        """
        self._is_here(viewer)
        player, kept = viewer.player, self._store.presence
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

    async def be_seen(self, viewer: Viewer, asked: BeSeen) -> Seen:
        """Choose whether a player is seen, from now on; raises Refused."""
        player = viewer.player.id
        if not await self._store.presence.be_seen(player, is_seen=asked.seen):
            raise Refused(ErrorCode.BAD_TOKEN, "this identity has ended")
        self._presence.note_soon(player)
        return Seen(re=asked.id, seen=asked.seen)

    async def invite(self, viewer: Viewer, asked: Invite) -> Invited:
        """Ask a friend into the room, or to the deal of a match; raises Refused."""
        player = viewer.player.id
        if asked.match is None:
            invitation = _to_room(self._hub.live_of(viewer).state, self._store.now())
        else:
            invitation = await self._to_deal(player, asked.match)
        if asked.who not in await self._mutual(player):
            raise Refused(ErrorCode.NOT_FRIENDS, "ask those whose friend you are")
        packed: bytes = msgpack.packb(invitation)
        await self._store.presence.invite(asked.who, player, packed)
        return Invited(re=asked.id)

    async def _to_deal(self, player: str, match: str) -> Invitation:
        """Return an invitation to the deal of a player's match; raises Refused."""
        played = await self._challenges.find(match)
        own = [each for each in played.timelines if each.player == player]
        if not own:
            raise Refused(ErrorCode.UNKNOWN_MATCH, f"you did not play {match}")
        transcript = played.transcript
        return Invitation(
            *(self._store.now(), transcript.game, None, transcript.match),
            own[0].score,
        )

    async def _mutual(self, player: str) -> list[str]:
        """Return the friends of a player who have the player as a friend, too."""
        listed = sorted(await friends_of(self._store, player))
        theirs = await self._store.people.relations_to(player, listed)
        both = zip(listed, theirs, strict=True)
        return [friend for friend, what in both if what == "friend"]


def _to_room(room: Room, now: int) -> Invitation:
    """Return an invitation to a room."""
    return Invitation(now, room.table.game.about.key, room.code, None, None)


def _standing(
    asking: dict[str, bytes], friends: dict[str, FriendView], now: int
) -> Iterator[InvitationView]:
    """Yield the invitations of friends that stand still, the newest first."""
    kept = ((who, Invitation(*msgpack.unpackb(it))) for who, it in asking.items())
    for who, it in sorted(kept, key=lambda one: (-one[1].at, one[0])):
        if who in friends and it.until > now:
            yield InvitationView(who=friends[who].who, **it._asdict())


def _view(player: str, known: people.Seen, now: int, *, is_told: bool) -> FriendView:
    name, named, bot = known.known.name, known.known.named, known.known.bot
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
