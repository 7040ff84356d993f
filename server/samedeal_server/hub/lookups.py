"""Answers to questions: whatever is asked that no room has to decide.

They rest on what is in the store, so any process gives the same ones.
"""

import asyncio

from samedeal_protocol.deals.dailies import AskDailies, AskDaily, Daily
from samedeal_protocol.deals.dailies import Dailies as DailiesReply
from samedeal_protocol.deals.events import (
    AskEvent,
    AskEventDeal,
    EventDealTable,
    EventTable,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.records import (
    AskChain,
    AskTranscript,
    ChainPart,
    TranscriptPart,
)
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.deals.dailies import Dailies
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.records.leaderboards import key_of
from samedeal_server.records.records import Records
from samedeal_server.store.redis import Store


class Lookups:
    """Questions to a process; `all_kept` is set when no result is on its way.

    Who was just told a result finds it in every answer.
    """

    def __init__(
        self,
        store: Store,
        records: Records,
        all_kept: asyncio.Event,
        *,
        dailies: Dailies,
        tournaments: Tournaments,
    ) -> None:
        self._store = store
        self._dailies = dailies
        self._records = records
        self._all_kept = all_kept
        self._tournaments = tournaments

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {
            AskChain: Question(self.links),
            AskTranscript: Question(self.transcript),
            AskDailies: Question(self.all_dailies, 10),
            AskDaily: Question(self.daily, 20),
            AskEvent: Question(self.tournament, 20),
            AskEventDeal: Question(self.tournament_deal, 20),
        }

    async def tournament(self, player: Player, asked: AskEvent) -> EventTable:
        """Return a tournament's table; raises Refused."""
        await self._all_kept.wait()
        return await self._tournaments.table(player, asked)

    async def tournament_deal(
        self, player: Player, asked: AskEventDeal
    ) -> EventDealTable:
        """Return the table of one of its deals; raises Refused."""
        await self._all_kept.wait()
        return await self._tournaments.deal(player, asked)

    async def links(self, player: Player, asked: AskChain) -> ChainPart:
        """Return a part of the chain."""
        return await self._records.chain.part(asked.id, asked.start)

    async def transcript(self, player: Player, asked: AskTranscript) -> TranscriptPart:
        """Return a part of a transcript; raises Refused."""
        await self._all_kept.wait()
        part = await self._records.part(asked.id, asked.match, asked.start)
        if part is None:
            raise Refused(ErrorCode.UNKNOWN_MATCH, f"no transcript of {asked.match}")
        return part

    async def all_dailies(self, player: Player, asked: AskDailies) -> DailiesReply:
        """Return the day's deals, and the leader on each."""
        await self._all_kept.wait()
        return await self._dailies.of_today(player, asked.id)

    async def daily(self, player: Player, asked: AskDaily) -> Daily:
        """Return the table of one deal of a day; raises Refused."""
        key = key_of(asked.game)
        await self._all_kept.wait()
        return await self._dailies.one(player, key, asked)
