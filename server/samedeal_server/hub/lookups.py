"""Answers to questions: whatever is asked that no room has to decide.

They rest on what is in the store, so any process gives the same ones.
"""

import asyncio

from samedeal_protocol.dailies import AskDailies, AskDaily, Daily
from samedeal_protocol.dailies import Dailies as DailiesReply
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.events import (
    AskEvent,
    AskEventDeal,
    EventDealTable,
    EventTable,
)
from samedeal_protocol.records import AskChain, AskTranscript, ChainPart, TranscriptPart
from samedeal_protocol.rooms import ListRooms, Rooms
from samedeal_server.core.questions import Question, Questions
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player, Room
from samedeal_server.deals.challenges import Challenges
from samedeal_server.deals.dailies import Dailies
from samedeal_server.deals.tournaments import Tournaments
from samedeal_server.hub.friends import Circles, Invitation
from samedeal_server.hub.house import House
from samedeal_server.hub.reporting import Reporting
from samedeal_server.people.accounts import Accounts
from samedeal_server.records.leaderboards import Leaderboards, key_of
from samedeal_server.records.profiles import Profiles
from samedeal_server.records.records import Records
from samedeal_server.rooms.room_list import list_rooms
from samedeal_server.store.redis import Store


class Lookups:
    """What can be asked of a process; `all_kept` is set when no result is on its way.

    Who was just told a result finds it in every answer.
    """

    def __init__(
        self,
        store: Store,
        records: Records,
        all_kept: asyncio.Event,
        *,
        dailies: Dailies,
        challenges: Challenges,
        tournaments: Tournaments,
        house: House,
    ) -> None:
        self._store = store
        self._dailies = dailies
        self._records = records
        self._all_kept = all_kept
        self.accounts = Accounts(store)
        self.circles = Circles(store)
        self.tournaments = tournaments
        self.leaderboards = Leaderboards(store, all_kept)
        self.profiles = Profiles(store, all_kept)
        self.challenges = challenges
        self.house = house
        self.reporting = Reporting(store)

    @property
    def questions(self) -> Questions:
        """What is answered here."""
        return {
            **self.accounts.questions,
            **self.challenges.questions,
            **self.house.questions,
            **self.leaderboards.questions,
            **self.profiles.questions,
            ListRooms: Question(self.rooms),
            AskChain: Question(self.links),
            AskTranscript: Question(self.transcript),
            AskDailies: Question(self.all_dailies, 10),
            AskDaily: Question(self.daily, 20),
            AskEvent: Question(self.tournament, 20),
            AskEventDeal: Question(self.tournament_deal, 20),
        }

    async def rooms(self, player: Player, asked: ListRooms) -> Rooms:
        """List some public rooms, and say how many bots could come; raises Refused."""
        if asked.game is not None:
            key_of(asked.game)
        count, rooms = await list_rooms(self._store, player.id, asked)
        return Rooms(
            re=asked.id, rooms=rooms, bots=await self.house.free(), count=count
        )

    async def to_deal(self, player: Player, match: str) -> Invitation:
        """Return an invitation to the deal of a player's match; raises Refused."""
        played = await self.challenges.find(match)
        own = [each for each in played.timelines if each.player == player.id]
        if not own:
            raise Refused(ErrorCode.UNKNOWN_MATCH, f"you did not play {match}")
        transcript = played.transcript
        return Invitation(
            *(self._store.now(), transcript.game, None, transcript.match),
            own[0].score,
        )

    async def tournament(self, player: Player, asked: AskEvent) -> EventTable:
        """Return a tournament's table; raises Refused."""
        await self._all_kept.wait()
        return await self.tournaments.table(player, asked)

    async def tournament_deal(
        self, player: Player, asked: AskEventDeal
    ) -> EventDealTable:
        """Return what everybody made of one of its deals; raises Refused."""
        await self._all_kept.wait()
        return await self.tournaments.deal(player, asked)

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
        """Return the day's deals, and who leads on them."""
        await self._all_kept.wait()
        return await self._dailies.of_today(player, asked.id)

    async def daily(self, player: Player, asked: AskDaily) -> Daily:
        """Return the table of one deal of a day; raises Refused."""
        key = key_of(asked.game)
        await self._all_kept.wait()
        return await self._dailies.one(player, key, asked)


def to_room(room: Room, now: int) -> Invitation:
    """Return an invitation to a room."""
    return Invitation(now, room.table.game.about.key, room.code, None, None)
