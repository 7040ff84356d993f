"""People known to the store: identities, names, lists, presence, house and operators.

Secrets and names come in as hashes; nothing that was kept leads back to a token.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Argument
from samedeal_server.store.keys import (
    AUDIT,
    BOTS_CALLED,
    BOTS_FREE,
    ENDED,
    allowance_key,
    carried_key,
    identity_key,
    name_key,
    player_keys,
    presence_keys,
)
from samedeal_server.store.writer import Writer

DAY_S = 24 * 3600
GUEST_DAYS = 400
"""Guests who have not been seen for so long are forgotten if nothing else is set; who
has claimed a name never is."""

FIELDS_OF_SECRETS = ("token", "token_next", "resume", "resume_before")

OFFERED_MS = 5_000
"""The ms for which an offer of bots stands; the house says it again long before."""
CALLED_MS = 10_000
HOUSE_KEYS = (BOTS_FREE, BOTS_CALLED)

HERE_MS = 60_000
"""The ms for which it is believed that somebody is where they were."""
INVITATIONS_S = 3 * 24 * 3600

Read: TypeAlias = Callable[[Sequence[Sequence[Argument]]], Awaitable[list[object]]]

ENDED_KNOWN_MS = 24 * 3600 * 1000
"""How long it is told who has ended: no process that slept for longer has a connection
left."""

AUDITS_KEPT = 10_000
"""Entries; an operator who changes ten things a day is held to account for years."""


class Known(NamedTuple):
    """The kept identity of a player."""

    name: str
    named: bool
    """Whether the name was claimed."""
    bot: bool
    claims: int = 0
    """The number of names that were claimed."""
    token: str = ""
    """The hash of the present token; only told of somebody who was greeted."""
    lists: bool = False
    """Whether they list anybody; only told of somebody who was greeted."""


class People:
    """The part of the store that knows people; raises StoreError."""

    def __init__(self, writer: Writer, read: Read) -> None:
        self._writer = writer
        self._read = read
        self.guest_days = GUEST_DAYS
        """For how long after the last visit a guest is known."""

    # What they may do so often

    async def spend(
        self, what: str, who: str, burst: float, each_ms: float, count: int = 1
    ) -> int:
        """Count something for all processes; return 0, or the ms to wait.

        So many may be at once, and one more each time; `who` is a hash.
        """
        words = (str(count), str(burst), str(each_ms))
        key = allowance_key(what, who)
        return cast("int", await self._writer.script("spend", (key,), words))

    # Identities

    async def add(self, player: str, fields: dict[str, str]) -> None:
        """Keep a new identity."""
        key = identity_key(player)
        flat = [word for pair in fields.items() for word in pair]
        await self._writer.call("HSET", key, *flat)
        await self._writer.call("EXPIRE", key, self.guest_days * DAY_S)

    async def greet(
        self,
        player: str,
        *,
        kind: Literal["token", "resume"],
        presented: str,
        resume: str,
        bot: bool = False,
    ) -> Known | None:
        """Let in who presents the right hash; None for nobody."""
        answer = await self._writer.script(
            "greet",
            player_keys(player),
            (kind, presented, resume, int(bot), self.guest_days * DAY_S),
        )
        if answer is None:
            return None
        name, named, was_bot, token, lists = cast("list[bytes]", answer)
        return Known(
            *(name.decode(), bool(named), bool(was_bot)),
            token=token.decode(),
            lists=bool(lists),
        )

    async def leave(self, code: str, data: bytes, lasts_ms: int) -> None:
        """Leave something for whoever says a code, by its hash, in time."""
        await self._writer.call("SET", carried_key(code), data, "PX", lasts_ms)

    async def fetch(self, code: str) -> bytes:
        """Return the bytes left under a code, and drop it; empty for nothing."""
        found = await self._writer.call("GETDEL", carried_key(code))
        return cast("bytes | None", found) or b""

    async def rename(self, player: str, name: str) -> str:
        """Give a guest another name; return the name that the player has now."""
        answer = await self._writer.script("rename", (identity_key(player),), (name,))
        return name if answer is None else cast("bytes", answer).decode()

    async def find(self, players: Sequence[str]) -> list[Known | None]:
        """Return the identity kept of each player, also of those who have ended."""
        fields = ("name", "named", "bot", "claimed")
        commands = [("HMGET", identity_key(player), *fields) for player in players]
        return [_known(answer) for answer in await self._read(commands)]

    async def rotate(self, player: str, token: str, present: str) -> bool:
        """Replace the present token; tell whether it was that."""
        answer = await self._writer.script(
            "rotate", (identity_key(player),), (token, present)
        )
        return bool(answer)

    async def is_present(self, player: str, token: str) -> bool:
        """Tell whether a token, by its hash, is the one that is good."""
        (answer,) = await self._read([("HGET", identity_key(player), "token")])
        return cast("bytes | None", answer) == token.encode()

    async def revoke(self, player: str, now: int) -> None:
        """Close this player's account; the name stays theirs."""
        keys = player_keys(player)
        # First: should this process die in between, it can be asked again.
        await self._writer.call("ZADD", ENDED, now, player)
        await self._writer.call("ZREMRANGEBYSCORE", ENDED, "-inf", now - ENDED_KNOWN_MS)
        await self._writer.call("HDEL", keys.identity, *FIELDS_OF_SECRETS)
        await self._writer.call("DEL", keys.relations, *presence_keys(player))

    async def ended(self, since: int) -> set[str]:
        """Return the players who have ended since a time, in ms."""
        (answer,) = await self._read([("ZRANGEBYSCORE", ENDED, since, "+inf")])
        return {player.decode() for player in cast("list[bytes]", answer)}

    # Claimed names

    async def owners(self, skeletons: Sequence[str]) -> set[str]:
        """Return the players who own a name with any of these skeletons.

        Goes with the greeting that is under way, in one round trip.
        """
        answer = await self._writer.call("MGET", *map(name_key, skeletons))
        found = cast("list[bytes | None]", answer)
        return {owner.decode() for owner in found if owner is not None}

    async def begin_claim(self, player: str, mark: str, most: int) -> str | None:
        """Take a place for a name: "new" or "known"; "full"; None for nobody."""
        answer = await self._writer.script(
            "begin_claim", (identity_key(player),), (mark, most)
        )
        return None if answer is None else cast("bytes", answer).decode()

    async def undo_claim(self, player: str, mark: str) -> None:
        """Give a place back."""
        await self._writer.script("undo_claim", (identity_key(player),), (mark,))

    async def end_claim(self, player: str, mark: str, name: str) -> bool:
        """Show a claimed name from now on; tell whether the player still exists."""
        keys = player_keys(player)
        return bool(await self._writer.script("end_claim", keys, (mark, name)))

    async def take_name(self, player: str, skeletons: Sequence[str]) -> bool:
        """Take a name; tell whether it is the player's now."""
        keys = [name_key(skeleton) for skeleton in skeletons]
        return bool(await self._writer.script("take_name", keys, (player,)))

    # Lists

    async def relate(
        self, player: str, other: str, relation: str, most: int
    ) -> bool | None:
        """Put somebody on a list, or take them off it with an empty relation.

        False if the list is full, None if its owner has ended.
        """
        answer = await self._writer.script(
            "relate", player_keys(player), (other, relation, most)
        )
        return None if answer is None else bool(answer)

    async def unlist(self, player: str, others: Sequence[str]) -> None:
        """Take several off a list."""
        if others:
            await self._writer.call("HDEL", player_keys(player).relations, *others)

    async def relations(self, player: str) -> dict[str, str]:
        """Return a player's list: what others are to them, by id."""
        return (await self.relations_of([player]))[0]

    async def relations_of(self, players: Sequence[str]) -> list[dict[str, str]]:
        """Return the list of each of these players."""
        commands = [("HGETALL", player_keys(each).relations) for each in players]
        found = cast("list[dict[bytes, bytes]]", await self._read(commands))
        return [
            {other.decode(): what.decode() for other, what in each.items()}
            for each in found
        ]

    async def relations_to(self, other: str, players: Sequence[str]) -> list[str]:
        """Return the relation of each of these players to another; empty for none."""
        commands = [("HGET", player_keys(each).relations, other) for each in players]
        found = cast("list[bytes | None]", await self._read(commands))
        return [(what or b"").decode() for what in found]


def _known(answer: object) -> Known | None:
    name, named, bot, claimed = cast("list[bytes | None]", answer)
    if name is None:
        return None
    return Known(name.decode(), bool(named), bool(bot), len((claimed or b"").split()))


class HouseStore:
    """Bots that are free, and who has called; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def free(self) -> int | None:
        """Return the number of bots that could come; None where no house is there."""
        answer = await self._calls.read_one("GET", BOTS_FREE)
        return None if answer is None else int(cast("bytes", answer))

    async def call(self, room: str, bots: int) -> int:
        """Call `bots` or fewer into a room; return how many are free for that."""
        answer = await self._calls.script(
            "call_bots", HOUSE_KEYS, (room, bots, CALLED_MS)
        )
        return cast("int", answer)

    async def offer(self, free: int) -> list[tuple[str, int]]:
        """Offer bots; return the rooms that called, and how many each."""
        answer = await self._calls.script("offer_bots", HOUSE_KEYS, (free, OFFERED_MS))
        calls = [call.decode().split() for call in cast("list[bytes]", answer)]
        return [(room, int(bots)) for room, bots in calls]


class Seen(NamedTuple):
    """A player's whereabouts, as far as they are known."""

    known: Known
    is_unseen: bool
    here: tuple[bytes, ...]
    """The notes of each process."""


class PresenceStore:
    """The places of players who may be seen; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def note(self, player: str, process: str, packed: bytes) -> None:
        """Note where a player is at a process; nothing for nowhere."""
        keys = (identity_key(player), presence_keys(player).here)
        await self._calls.script("be_here", keys, (process, packed, HERE_MS))

    async def be_seen(self, player: str, *, is_seen: bool) -> bool:
        """Choose whether friends are told; False for a player who has ended."""
        keys = (identity_key(player), presence_keys(player).here)
        answer = await self._calls.script("be_seen", keys, ("1" if is_seen else "",))
        return answer is not None

    async def is_seen(self, player: str) -> bool:
        """Tell whether friends are told of a player."""
        answer = await self._calls.read_one("HGET", identity_key(player), "unseen")
        return answer is None

    async def look(self, players: Sequence[str]) -> list[Seen | None]:
        """Return the presence of each player; None for one who is forgotten."""
        fields = ("name", "named", "bot", "unseen")
        people = [("HMGET", identity_key(player), *fields) for player in players]
        here = [("HVALS", presence_keys(player).here) for player in players]
        answers = await self._calls.read([*people, *here])
        found = zip(answers[: len(players)], answers[len(players) :], strict=True)
        return [_seen(who, where) for who, where in found]

    async def invite(self, player: str, friend: str, packed: bytes) -> None:
        """Leave what a friend asks a player to come to, in place of the one before."""
        key = presence_keys(player).invitations
        await self._calls.write("HSET", key, friend, packed)
        await self._calls.write("EXPIRE", key, INVITATIONS_S)

    async def invitations(self, player: str) -> dict[str, bytes]:
        """Return friends' invitations, by their ids."""
        answer = await self._calls.read_one(
            "HGETALL", presence_keys(player).invitations
        )
        found = cast("dict[bytes, bytes]", answer)
        return {friend.decode(): packed for friend, packed in found.items()}

    async def answer(self, player: str, friends: Sequence[str]) -> None:
        """Forget what some friends have asked."""
        if friends:
            key = presence_keys(player).invitations
            await self._calls.write("HDEL", key, *friends)


def _seen(who: object, where: object) -> Seen | None:
    name, named, bot, unseen = cast("list[bytes | None]", who)
    if name is None:
        return None
    known = Known(name.decode(), bool(named), bool(bot))
    return Seen(known, bool(unseen), tuple(cast("list[bytes]", where)))


class Noted(NamedTuple):
    """An entry as it stands in the audit log."""

    at: int
    """ms since 1970 by the store's clock."""
    packed: bytes


class AuditStore:
    """The changes by operators; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def note(self, packed: bytes) -> None:
        """Add an entry, and forget those that are too many."""
        bound = ("MAXLEN", "=", AUDITS_KEPT)
        await self._calls.write("XADD", AUDIT, *bound, "*", "e", packed)

    async def read(self) -> list[Noted]:
        """Return all entries, the oldest first."""
        answer = await self._calls.read_one("XRANGE", AUDIT, "-", "+")
        entries = cast("list[tuple[bytes, tuple[bytes, bytes]]]", answer)
        return [
            Noted(int(entry_id.partition(b"-")[0]), packed)
            for entry_id, (_, packed) in entries
        ]
