"""A player at a server: all requests, in the words of the game."""

import time
from contextlib import suppress
from typing import Literal, TypedDict, Unpack

from pydantic import ValidationError

from samedeal_client.wire.conversation import Conversation
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.session import OpenRooms
from samedeal_client.wire.witness.following import find_closing
from samedeal_games.fairness import CHAIN_START
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_protocol.deals.challenges import (
    AskDealBoard,
    AskOwnBest,
    AskTimelines,
    Challenge,
    DealBoard,
    Timelines,
)
from samedeal_protocol.deals.dailies import (
    AskDailies,
    AskDaily,
    CommitmentView,
    Dailies,
    Daily,
    PlayDaily,
)
from samedeal_protocol.deals.events import (
    AskEvent,
    AskEventDeal,
    CreateEvent,
    EventDealTable,
    EventDealView,
    EventTable,
    HostEvent,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import (
    Among,
    AskLeaderboard,
    AskLeaders,
    Leaderboard,
    Leaders,
)
from samedeal_protocol.results.metrics import MetricName
from samedeal_protocol.results.profiles import (
    AskHistory,
    AskProfile,
    EntryView,
    History,
    Profile,
)
from samedeal_protocol.results.records import AskTranscript, TranscriptPart
from samedeal_protocol.rooms.boards import LinkView, RoomSummary, RoomView, Watching
from samedeal_protocol.rooms.playing import BARE_COMMANDS, Move, Ready
from samedeal_protocol.rooms.rooms import (
    HostRoom,
    Joined,
    JoinRoom,
    ListRooms,
    Rooms,
    WatchRoom,
)
from samedeal_records.proof.witness import OWN_DEALS, Plays
from samedeal_records.record import Unreadable, read_record
from samedeal_records.sealing import MAX_TRANSCRIPT_BYTES

LATE_ENTRIES = 5
"""Entries of the newest matches: more than one player ends within a moment."""


class RoomOptions(TypedDict, total=False):
    """Options of a room that is opened; see `HostRoom`, for the defaults, too."""

    public: bool
    seats: int
    time_limit_s: int | None
    best_of: Literal[1, 3, 5, 7, 9]
    watch: Watching
    rated: bool
    games: tuple[str, ...]
    deals: int | None
    quiet: bool
    certified: bool
    takes_back: bool
    named_only: bool


class LeaderboardOptions(TypedDict, total=False):
    """Options of rows of a leaderboard; see `AskLeaderboard`, for the defaults, too."""

    by: MetricName
    window: str
    limit: int
    start: int
    around: str | None
    among: Among
    room: str


class Player(Conversation):
    """A conversation in which matches are played.

    What only one place asks is asked there, by `ask`, and has no method here.
    """

    async def rooms(
        self, game: str | None = None, *, free: bool = False
    ) -> tuple[RoomSummary, ...]:
        """Return the first page of public rooms, of a game or all; raises NotDone.

        With `free` only those that can be joined before they begin.
        """
        asked = ListRooms(id=self.next_id(), game=game, free=free)
        return (await self.ask(asked, Rooms)).rooms

    async def open_rooms(self, game: str | None = None) -> tuple[RoomSummary, ...]:
        """List public rooms as `rooms` does, again and again, for whoever looks on.

        The server is asked where it has not told meanwhile what changed; it tells of
        one list at a time. Raises NotDone.
        """
        follow = self._hearing.can_follow
        asked = ListRooms(id=self.next_id(), game=game, follow=follow)
        known = self._hearing.open_rooms
        if not known.are_known(asked, time.monotonic()):
            known = self._hearing.open_rooms = OpenRooms(asked)
            try:
                answer = await self.ask(asked, Rooms)
            except NotDone as refused:
                if not follow or refused.error.code is not ErrorCode.BAD_MESSAGE:
                    raise
                # An older server, which knows of nobody who follows.
                self._hearing.can_follow = False
                return await self.open_rooms(game)
            # Heard already, unless another list was asked for meanwhile.
            known.take(answer, time.monotonic())
        return known.rooms

    async def leaderboard(
        self, game: str, **options: Unpack[LeaderboardOptions]
    ) -> Leaderboard:
        """Return rows of a leaderboard, best first; raises NotDone."""
        asked = AskLeaderboard(id=self.next_id(), game=game, **options)
        return await self.ask(asked, Leaderboard)

    async def leaders(self, by: MetricName = "best", window: str = "all") -> Leaders:
        """Return the leader of each leaderboard of a kind; raises NotDone."""
        return await self.ask(
            AskLeaders(id=self.next_id(), by=by, window=window), Leaders
        )

    async def profile(self, who: str = "", versus: str | None = None) -> Profile:
        """Return a player's profile, one's own without a name; raises NotDone."""
        return await self.ask(
            AskProfile(id=self.next_id(), who=who, versus=versus), Profile
        )

    async def history(
        self,
        who: str = "",
        *,
        game: str | None = None,
        before: int | None = None,
        limit: int = 20,
    ) -> History:
        """Return matches of somebody, newest first; raises NotDone."""
        asked = AskHistory(
            id=self.next_id(), who=who, game=game, before=before, limit=limit
        )
        return await self.ask(asked, History)

    async def entry_of(self, match: str) -> EntryView | None:
        """Return a match's entry in one's own history, if it is among the last ones.

        Raises NotDone.
        """
        entries = (await self.history(limit=LATE_ENTRIES)).entries
        return next((entry for entry in entries if entry.match == match), None)

    async def closing_of(self, match: str) -> LinkView | None:
        """Return the link that closed a match, None if there is none so far.

        Raises NotDone, also where no chain is kept.
        """
        if len(self.chain.head) != len(CHAIN_START):
            raise NotDone(local_error(ErrorCode.UNKNOWN_MESSAGE))
        found = await find_closing(self, match)
        if found is not None and self.following is not None:
            self.keeper.keep_head(self.following)
        return found

    async def transcript(self, match: str) -> bytes:
        """Return the record of a finished match, whole; raises NotDone."""
        data, size = b"", 1
        while len(data) < size:
            asked = AskTranscript(id=self.next_id(), match=match, start=len(data))
            part = await self.ask(asked, TranscriptPart)
            fits = part.start == len(data) and (not data or part.size == size)
            if not fits or not part.data or part.size > MAX_TRANSCRIPT_BYTES:
                raise NotDone(local_error(ErrorCode.BAD_MESSAGE))
            data, size = data + part.data, part.size
        return data

    async def host(self, game: str, **options: Unpack[RoomOptions]) -> str:
        """Open a room and sit down in it; return its code; raises NotDone."""
        return await self._host(HostRoom(id=self.next_id(), game=game, **options))

    async def host_like(self, room: RoomView) -> str:
        """Open a room with another's settings; return its code; raises NotDone."""
        common = HostRoom.model_fields.keys() & RoomView.model_fields.keys()
        settings = {name: getattr(room, name) for name in common}
        if room.scoring == "duplicate":
            settings |= {"deals": room.best_of, "best_of": 1}
        settings |= {"id": self.next_id(), "seats": room.seats_max}
        if room.games:
            # Where games are played in turn, the room's `game` is the one of now.
            settings["game"] = room.games[0]
        try:
            asked = HostRoom.model_validate(settings)
        except ValidationError:  # a view tells what a server says, not what can be
            raise NotDone(local_error(ErrorCode.BAD_MESSAGE)) from None
        return await self._host(asked)

    async def _host(self, asked: HostRoom) -> str:
        joined = await self.ask(asked, Joined)
        # Whatever the server opened instead, this is what was asked for.
        self.session.memory.plays = OWN_DEALS
        return joined.snapshot.room.room

    async def dailies(self) -> Dailies:
        """Return the player's standing in today's deals; raises NotDone."""
        found = await self.ask(AskDailies(id=self.next_id()), Dailies)
        for view in found.games:
            self._promise(view.commitment)
        return found

    async def daily(
        self, game: str, day: str | None = None, *, limit: int = 20, start: int = 0
    ) -> Daily:
        """Return a game's deal of a day, today if None; raises NotDone."""
        asked = AskDaily(
            id=self.next_id(), game=game, day=day, limit=limit, start=start
        )
        found = await self.ask(asked, Daily)
        self._promise(found.commitment)
        if found.tomorrow is not None:
            self._promise(found.tomorrow)
        return found

    async def play_daily(self, game: str) -> None:
        """Begin the one attempt at today's deal, or come back to it; raises NotDone."""
        await self.ask(PlayDaily(id=self.next_id(), game=game), Joined)

    def _promise(self, told: CommitmentView | EventDealView) -> None:
        """Remember the commitment to a deal, to hold any match on it against that."""
        self.session.memory.promise(told.deal, told.commitment)

    async def create_event(
        self, games: tuple[str, ...], deals: int, hours: int = 24
    ) -> EventTable:
        """Make an event of a number of deals; raises NotDone."""
        asked = CreateEvent(id=self.next_id(), games=games, deals=deals, hours=hours)
        return await self._event(asked)

    async def host_event(
        self, event: str, *, public: bool = False, seats: int = 4
    ) -> str:
        """Open a room that plays an event; return its code; raises NotDone."""
        asked = HostEvent(id=self.next_id(), event=event, public=public, seats=seats)
        joined = await self.ask(asked, Joined)
        self.session.memory.plays = Plays("event", f"event/{event}")
        return joined.snapshot.room.room

    async def event(self, event: str, start: int = 0) -> EventTable:
        """Return an event and its table, from row `start` on; raises NotDone."""
        asked = AskEvent(id=self.next_id(), event=event, start=start)
        return await self._event(asked)

    async def _event(self, asked: AskEvent | CreateEvent) -> EventTable:
        found = await self.ask(asked, EventTable)
        for deal in found.event.deals:
            self._promise(deal)
        return found

    async def event_deal(self, event: str, deal: int, start: int = 0) -> EventDealTable:
        """Return results of a deal, from row `start` on; raises NotDone."""
        asked = AskEventDeal(id=self.next_id(), event=event, deal=deal, start=start)
        return await self.ask(asked, EventDealTable)

    async def join(self, code: str) -> None:
        """Take a seat in a room, or come back to the one held; raises NotDone."""
        await self.ask(JoinRoom(id=self.next_id(), room=code), Joined)

    async def challenge(self, match: str, kept: bytes | None = None) -> None:
        """Begin the attempt at the deal of a match, or come back; raises NotDone.

        It is held against the match's record, if that was `kept`.
        """
        joined = await self.ask(Challenge(id=self.next_id(), match=match), Joined)
        # Wherever the server leads, this is what was asked for.
        memory, deal = self.session.memory, match
        if kept is None and joined.snapshot.room.origin != match:
            # It may be an attempt itself, at a deal that its record names.
            with suppress(NotDone):
                kept = await self.transcript(match)
        with suppress(Unreadable):
            record = None if kept is None else read_record(kept)
            if record is not None and record.transcript.match == match:
                memory.original, deal = record.transcript, record.transcript.deal
        memory.plays = Plays("challenge", deal)

    async def timelines(self, match: str, *, rivals: bool = False) -> Timelines:
        """Return the progress of players over time; raises NotDone.

        Of those in a match; with `rivals`, of the best who have played its deal.
        """
        asked = AskTimelines(id=self.next_id(), match=match, rivals=rivals)
        return await self.ask(asked, Timelines)

    async def own_best(self, game: str) -> Timelines:
        """Return the own timeline in one's best match of a game; raises NotDone."""
        return await self.ask(AskOwnBest(id=self.next_id(), game=game), Timelines)

    async def deal_board(self, match: str, limit: int, start: int = 0) -> DealBoard:
        """Return rows of the board of a match's deal; raises NotDone."""
        asked = AskDealBoard(id=self.next_id(), match=match, limit=limit, start=start)
        return await self.ask(asked, DealBoard)

    async def watch(self, code: str) -> None:
        """Watch a room without a seat; raises NotDone."""
        self.session.is_watching = True
        try:
            await self.ask(WatchRoom(id=self.next_id(), room=code), Joined)
        except NotDone:
            self.session.is_watching = False
            raise

    async def ready(self) -> None:
        """Be ready for the open match, with a fresh nonce; raises NotDone."""
        room = self.session.room
        if room is None or room.next_match is None:
            raise NotDone(local_error(ErrorCode.WRONG_PHASE))
        match = room.next_match.id
        commitment = self.commit_to(match)
        await self.command(
            lambda n: Ready(id=self.next_id(), n=n, match=match, commitment=commitment)
        )

    async def unready(self) -> None:
        """Take ready back; raises NotDone."""
        await self.order("unready")

    async def move(self, notation: str) -> None:
        """Take an action on the own board; raises NotDone."""
        ply = 0 if self.session.board is None else self.session.board.ply
        await self.command(
            lambda n: Move(id=self.next_id(), n=n, ply=ply, move=notation)
        )

    async def take_back(self) -> None:
        """Take the last action on the own board back; raises NotDone."""
        await self.move(TAKE_BACK_TEXT)

    async def finish(self) -> None:
        """Stop early and keep the score; raises NotDone."""
        await self.order("finish")

    async def resign(self) -> None:
        """Give the match up; raises NotDone."""
        await self.order("resign")

    async def order(self, name: str) -> None:
        """Send the room a command without fields, by its name; raises NotDone."""
        kind = BARE_COMMANDS[name]
        await self.command(lambda n: kind(id=self.next_id(), n=n))

    async def leave(self) -> None:
        """Give up the seat; raises NotDone."""
        try:
            await self.order("leave")
        except NotDone as refusal:
            # The news that the seat is free may come before the answer.
            if refusal.error.code is not ErrorCode.NOT_SEATED:
                raise
        self.session.leave()
