"""Accounts: claiming a name, other tokens, and whom players like to meet or not."""

import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import (
    CLAIMS_MOST,
    RELATIONS_MOST,
    Account,
    AccountView,
    AskAccount,
    AskCircle,
    Carried,
    Carry,
    Circle,
    Claim,
    Fetch,
    Fetched,
    Relate,
    Related,
    RelationView,
    Revoke,
    Revoked,
    Rotate,
    Rotated,
)
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player, Room
from samedeal_server.people.identities import hash_of, new_token, owners_of
from samedeal_server.people.naming.names import (
    composed,
    is_player_id,
    why_not_claimed,
    why_not_shown,
)
from samedeal_server.people.naming.skeletons import skeletons
from samedeal_server.store.people import Known
from samedeal_server.store.redis import Store

FRIEND, BLOCKED = "friend", "blocked"
CARRIED_MS = 10 * 60_000
"""The ms for which something is there for another device."""


class Person(NamedTuple):
    """The player behind a claimed name or an id."""

    player: str
    name: str
    named: bool
    bot: bool


async def find_player(store: Store, who: str) -> Person | None:
    """Return the owner of a claimed name or an id; guests have only an id.

    A name that was given up for another still leads to its owner.
    """
    who = composed(who).strip()
    if is_player_id(who):
        player = who
    elif why_not_shown(who) is None and (owners := await owners_of(store, who)):
        # Two looks of one name may belong to two players; any of them is told.
        player = min(owners)
    else:
        return None
    return (await find_people(store, [player]))[0]


async def find_people(store: Store, players: Sequence[str]) -> list[Person | None]:
    """Return players by id, None for those who are forgotten."""
    known = await store.people.find(players)
    found = zip(players, known, strict=True)
    return [None if kept is None else _person(player, kept) for player, kept in found]


async def friends_of(store: Store, player: str) -> frozenset[str]:
    """Return the ids of those whom a player lists as friends."""
    return frozenset(_of_kind(await store.people.relations(player), FRIEND))


async def is_kept_out(store: Store, player: Player, room: Room) -> bool:
    """Tell whether a room's host has blocked a player."""
    host = room.table.seats[room.table.host]
    if host is None or host.player.id == player.id:
        return False
    return await store.people.relations_to(player.id, [host.player.id]) == [BLOCKED]


async def hidden_hosts(store: Store, player: str, hosts: Iterable[str]) -> set[str]:
    """Return those of some hosts who have blocked a player, or whom they block."""
    others = sorted({host for host in hosts if host and host != player})
    if not others:
        return set()
    own = await store.people.relations(player)
    theirs = await store.people.relations_to(player, others)
    blocking = {
        other for other, what in zip(others, theirs, strict=True) if what == BLOCKED
    }
    return blocking | (set(_of_kind(own, BLOCKED)) & set(others))


async def blocked_by(store: Store, players: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return whom each of some players has blocked."""
    lists = await store.people.relations_of(players)
    blocked = (frozenset(_of_kind(each, BLOCKED)) for each in lists)
    return dict(zip(players, blocked, strict=True))


class Accounts:
    """Answers what players ask about themselves and each other."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {
            AskAccount: Question(self.account),
            Rotate: Question(self.rotate),
            Revoke: Question(self.revoke),
            AskCircle: Question(self.circle, 20),
            Carry: Question(self.carry, 1, "carries", everywhere="carries"),
            Fetch: Question(self.fetch, 1, "carries", everywhere="carries"),
        }

    async def account(self, player: Player, asked: AskAccount) -> Account:
        """Return the account of somebody, oneself without a name; raises Refused."""
        if not asked.who or asked.who == player.id:
            return await self._own(player, asked.id)
        person = await self._found(asked.who)
        return Account(re=asked.id, account=_view(person))

    async def claim(self, player: Player, asked: Claim) -> Account:
        """Give a player a name of their own; raises Refused."""
        name = composed(asked.name)
        if reason := why_not_claimed(name):
            raise Refused(ErrorCode.BAD_NAME, reason)
        kept = [hash_of(each) for each in skeletons(name)]
        people, mark = self._store.people, kept[0]
        place = await people.begin_claim(player.id, mark, CLAIMS_MOST)
        if place is None:
            raise why_ended()
        if place == "full":
            raise Refused(
                ErrorCode.NO_MORE_NAMES, f"{CLAIMS_MOST} names have been claimed"
            )
        if not await people.take_name(player.id, kept):
            if place == "new":
                await people.undo_claim(player.id, mark)
            raise Refused(ErrorCode.NAME_TAKEN, "somebody else has claimed this name")
        if not await people.end_claim(player.id, mark, name):
            raise why_ended()
        return await self._own(player, asked.id)

    async def carry(self, _: Player, asked: Carry) -> Carried:
        """Keep something for a player's other device."""
        code = secrets.token_urlsafe(16)
        await self._store.people.leave(hash_of(code), asked.data, CARRIED_MS)
        return Carried(re=asked.id, code=code, lasts_ms=CARRIED_MS)

    async def fetch(self, _: Player, asked: Fetch) -> Fetched:
        """Hand out what was kept for a device, once."""
        data = await self._store.people.fetch(hash_of(asked.code))
        return Fetched(re=asked.id, data=data)

    async def rotate(self, player: Player, asked: Rotate) -> Rotated:
        """Give a player another token; raises Refused.

        As for `revoke`, a connection that came with a token that has been replaced
        since is not enough: it may be a thief's.
        """
        token, kept = new_token(player.id)
        if not await self._store.people.rotate(player.id, kept, player.token):
            raise why_ended()
        return Rotated(re=asked.id, token=token)

    async def revoke(self, player: Player, asked: Revoke) -> Revoked:
        """End an identity for good; raises Refused."""
        if not await self._store.people.is_present(player.id, player.token):
            raise why_ended()
        await self._store.people.revoke(player.id, self._store.now())
        return Revoked(re=asked.id)

    async def relate(self, player: Player, asked: Relate) -> Related:
        """Put somebody on a player's list, or take them off it; raises Refused."""
        person = await self._found(asked.who)
        if person.player == player.id:
            raise Refused(ErrorCode.NOT_YOURSELF, "that is you")
        kept = "" if asked.relation == "none" else asked.relation
        done = await self._store.people.relate(
            player.id, person.player, kept, RELATIONS_MOST
        )
        if done is None:
            raise why_ended()
        if not done:
            raise Refused(
                ErrorCode.LIST_FULL, f"a list has {RELATIONS_MOST} players at most"
            )
        theirs = await self._store.people.relations_to(player.id, [person.player])
        is_mutual = kept == FRIEND == theirs[0]
        view = RelationView(
            who=_view(person), relation=asked.relation, mutual=is_mutual
        )
        return Related(re=asked.id, relation=view)

    async def circle(self, player: Player, asked: AskCircle) -> Circle:
        """Return a player's list; those who are forgotten are taken off it."""
        relations = await self._store.people.relations(player.id)
        people = await find_people(self._store, list(relations))
        theirs = await self._store.people.relations_to(player.id, list(relations))
        views = [
            RelationView(
                who=_view(person),
                relation="friend" if what == FRIEND else "blocked",
                mutual=what == FRIEND == back,
            )
            for person, what, back in zip(
                people, relations.values(), theirs, strict=True
            )
            if person is not None
        ]
        gone = [one for one, who in zip(relations, people, strict=True) if who is None]
        await self._store.people.unlist(player.id, gone)
        views.sort(key=lambda one: (one.relation == "blocked", _order(one.who)))
        return Circle(re=asked.id, people=tuple(views))

    async def _own(self, player: Player, re: int) -> Account:
        known = (await self._store.people.find([player.id]))[0]
        if known is None:
            raise why_ended()
        view = _view(_person(player.id, known))
        if not known.named:
            # A guest may be shown under another name than they had.
            view = view.model_copy(update={"name": player.name})
        left = max(0, CLAIMS_MOST - known.claims)
        return Account(re=re, account=view, claims_left=left)

    async def _found(self, who: str) -> Person:
        person = await find_player(self._store, who)
        if person is None:
            raise Refused(ErrorCode.UNKNOWN_PLAYER, f"nobody here is called {who!r}")
        return person


def why_ended() -> Refused:
    """Return the refusal of an identity, or of a token, that is good no more."""
    return Refused(ErrorCode.BAD_TOKEN, "this identity, or its token, has ended")


def _of_kind(relations: dict[str, str], kind: str) -> list[str]:
    return [other for other, what in relations.items() if what == kind]


def _person(player: str, known: Known) -> Person:
    return Person(player, known.name, known.named, known.bot)


def _view(person: Person) -> AccountView:
    return AccountView(
        player=person.player, name=person.name, named=person.named, bot=person.bot
    )


def _order(view: AccountView) -> tuple[str, str]:
    return view.name.casefold(), view.player
