"""Answers to questions: whatever is asked that no room has to decide.

A table from the kind of question to who answers it. Answers rest on what is in the
store, so any process gives the same ones.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from samedeal_protocol.accounts import (
    AskAccount,
    AskCircle,
    Claim,
    Relate,
    Revoke,
    Rotate,
)
from samedeal_protocol.challenges import AskDealBoard, AskOwnBest, AskTimelines
from samedeal_protocol.commands import (
    AskChain,
    AskTranscript,
    ListRooms,
    Question,
)
from samedeal_protocol.dailies import AskDailies, AskDaily, Daily
from samedeal_protocol.dailies import Dailies as DailiesReply
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.events import (
    AskEvent,
    AskEventDeal,
    CreateEvent,
    EventDealTable,
    EventTable,
)
from samedeal_protocol.leaderboards import Among, AskLeaderboard, AskLeaders
from samedeal_protocol.profiles import AskHistory, AskProfile
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.updates import ChainPart, Rooms, TranscriptPart
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.deals.challenges import Challenges
from samedeal_server.deals.dailies import Dailies
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.people.accounts import Accounts
from samedeal_server.records.leaderboards import Leaderboards, key_of
from samedeal_server.records.profiles import Profiles
from samedeal_server.records.records import Records
from samedeal_server.rooms.room_list import list_rooms
from samedeal_server.store.redis import Store

Answerer: TypeAlias = Callable[[Player, Any], Awaitable[Reply]]

WEIGHTS: Mapping[type[Request], int] = {
    AskCircle: 20,
    AskProfile: 2,
    AskHistory: 10,
    AskDailies: 10,
    AskDaily: 20,
    AskTimelines: 50,
    AskOwnBest: 20,
    AskDealBoard: 20,
    AskEvent: 20,
    AskEventDeal: 20,
    AskLeaders: 5,
}
"""What reads many lines or players, plays a match again or makes a table, counted in
questions that are one read of the store: some third of a millisecond."""
WEIGHT_AMONG: Mapping[Among, int] = {"all": 1, "friends": 20, "room": 100}
"""A leaderboard among those who ever sat in a room needs all of its log."""
ROWS_IN_ONE = 10
"""Rows of a leaderboard, each with a look at its player, that weigh as much as one."""


def weight_of(asked: Question) -> int:
    """Return as how many small questions one counts, by what it takes at worst."""
    if isinstance(asked, AskLeaderboard):
        return max(WEIGHT_AMONG[asked.among], asked.limit // ROWS_IN_ONE)
    return WEIGHTS.get(type(asked), 1)


class Lookups:
    """What can be asked of a process; `all_kept` is set when no result is on its way.

    Who was just told a result finds it in every answer.
    """

    def __init__(
        self,
        store: Store,
        records: Records,
        all_kept: asyncio.Event,
        dailies: Dailies,
        challenges: Challenges,
    ) -> None:
        self._store = store
        self._dailies = dailies
        self._records = records
        self._all_kept = all_kept
        accounts = Accounts(store)
        self.tournaments = Tournaments(store, records.chain)
        leaderboards = Leaderboards(store, all_kept)
        profiles = Profiles(store, all_kept)
        self.answers: Mapping[type[Request], Answerer] = {
            ListRooms: self._rooms,
            AskLeaderboard: leaderboards.leaderboard,
            AskLeaders: leaderboards.leaders,
            AskProfile: profiles.profile,
            AskHistory: profiles.history,
            AskChain: self._links,
            AskTranscript: self._transcript,
            AskAccount: accounts.account,
            Claim: accounts.claim,
            Rotate: accounts.rotate,
            Revoke: accounts.revoke,
            Relate: accounts.relate,
            AskCircle: accounts.circle,
            AskDailies: self._all_dailies,
            AskDaily: self._daily,
            CreateEvent: self.tournaments.create,
            AskEvent: self._tournament,
            AskEventDeal: self._tournament_deal,
            AskTimelines: challenges.timelines,
            AskOwnBest: challenges.own_best,
            AskDealBoard: challenges.board,
        }

    async def answer(self, player: Player, asked: Question) -> Reply:
        """Return the answer to a question; raises Refused or StoreError."""
        return await self.answers[type(asked)](player, asked)

    async def _rooms(self, player: Player, asked: ListRooms) -> Rooms:
        return Rooms(re=asked.id, rooms=await list_rooms(self._store, player.id))

    async def _tournament(self, player: Player, asked: AskEvent) -> EventTable:
        await self._all_kept.wait()
        return await self.tournaments.table(player, asked)

    async def _tournament_deal(
        self, player: Player, asked: AskEventDeal
    ) -> EventDealTable:
        await self._all_kept.wait()
        return await self.tournaments.deal(player, asked)

    async def _links(self, player: Player, asked: AskChain) -> ChainPart:
        return await self._records.chain.part(asked.id, asked.start)

    async def _transcript(self, player: Player, asked: AskTranscript) -> TranscriptPart:
        await self._all_kept.wait()
        part = await self._records.part(asked.id, asked.match, asked.start)
        if part is None:
            raise Refused(ErrorCode.UNKNOWN_MATCH, f"no transcript of {asked.match}")
        return part

    async def _all_dailies(self, player: Player, asked: AskDailies) -> DailiesReply:
        await self._all_kept.wait()
        return await self._dailies.of_today(player, asked.id)

    async def _daily(self, player: Player, asked: AskDaily) -> Daily:
        key = key_of(asked.game)
        await self._all_kept.wait()
        return await self._dailies.one(player, key, asked)
