"""The hub: what those who are connected to this process ask of rooms.

The rooms themselves are the carrier's; the hub knows who is in which, and gives
the answers that are told.
"""

import logging
import secrets
from collections.abc import Callable
from functools import partial

from samedeal_protocol.codec import encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import PLAIN_COMMANDS, Done, Leave, Move
from samedeal_protocol.rooms.rooms import Joined, JoinRoom, WatchRoom
from samedeal_protocol.rooms.talk import Say, SayPhrase
from samedeal_protocol.updates import Heartbeat, Reset
from samedeal_server.core.answerers import Answerer, Answerers, BudgetName
from samedeal_server.core.aspects.together import check_way_in
from samedeal_server.core.commands import (
    Come,
    Go,
    NumberedCommand,
    PlayerCommand,
    Sit,
    TalkCommand,
)
from samedeal_server.core.facts import RoomOpened
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.openings import open_room
from samedeal_server.core.rooms.updates import snapshot
from samedeal_server.core.state import Phase, Player, Room
from samedeal_server.deals.tournament_rooms import TournamentRooms
from samedeal_server.hub.gallery import Gallery, unknown_room
from samedeal_server.people.accounts import is_kept_out
from samedeal_server.people.addresses import place_in
from samedeal_server.people.naming.names import name_beside, why_not_said
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.rooms.line import Outcome, Pending
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.room_list import listing_of, note_rooms
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.errors import StoreError
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 O, 1 I L and U, which are misread or misheard."""
NO_CODES = frozenset({"READY"})
"""Of rooms whose page would be where operators ask something else."""
CODE_LENGTH = 5


class Hub:
    """The people in rooms, and the answers to them."""

    def __init__(
        self,
        store: Store,
        health: Health,
        carrier: Carrier,
        gallery: Gallery,
        tournament_rooms: TournamentRooms,
    ) -> None:
        """Serve what a carrier carries; it says whom to let go of."""
        self.carrier = carrier
        carrier.let_go = self._let_go
        self._submit = carrier.runtime.submit
        self._gallery = gallery
        self._tournament_rooms = tournament_rooms
        self.is_draining = False
        """Whether no room is opened here any more."""
        self._store = store
        self._health = health
        self._room_of: dict[str, LiveRoom] = {}
        """The room that each connection is in."""
        self.on_move: Callable[[Viewer], None] = lambda viewer: None
        """Called with whoever came into a room, or out of one."""

    @property
    def answerers(self) -> Answerers[Viewer]:
        """The requests answered here."""
        way = Answerer[Viewer](
            *(self.join, 0, _budget_of_way), leads_in=True, names_room=_names_room
        )
        return {
            **dict.fromkeys((Move, *PLAIN_COMMANDS), Answerer(self.command, 0)),
            **dict.fromkeys((Say, SayPhrase), Answerer(self.say, 0, "lines")),
            JoinRoom: way,
            WatchRoom: way._replace(how=self.watch),
        }

    @property
    def spectators(self) -> int:
        """Count those who watch, among who is connected here."""
        return self._gallery.count

    def now(self) -> int:
        """Return the store's clock, in ms since 1970."""
        return self._store.now()

    async def open(self, viewer: Viewer, re: int, wanted: RoomOpened) -> Joined:
        """Open a room, whose code is still to be found, with the viewer as its host.

        Raises Refused.
        """
        while True:
            joined = await self.open_as(viewer, re, wanted, new_code())
            if joined is not None:
                return joined

    async def open_as(
        self, viewer: Viewer, re: int, wanted: RoomOpened, code: str
    ) -> Joined | None:
        """Open a room with this code; None if there is one already. Raises Refused."""
        if self.is_draining:
            raise Refused(ErrorCode.DRAINING, "this server opens no rooms any more")
        self.refuse_second_room(viewer, "")
        await self._health.be_sure()
        now = self.carrier.runtime.now()
        opened = wanted._replace(room=code)
        place = place_in(code, viewer.address)
        facts = open_room(opened, viewer.player, viewer.connection, now, place)
        # Before the room exists: one that nobody looks after cannot be.
        await self._store.put_deadlines({code: now.ms + wanted.limits.gather_ms})
        if not await self.carrier.logs.begin(code, facts):
            return None
        self.carrier.meters.opened[wanted.kind] += 1
        live = await self.carrier.carry(code)
        if live is None:
            raise Refused(ErrorCode.UNKNOWN_ROOM, "the room is gone already")
        joined = self._attach(live, viewer, re)
        # Whoever is told the code by the host finds the room in the list.
        await note_rooms(self._store, {code: listing_of(live.state)})
        return joined

    async def join(self, viewer: Viewer, asked: JoinRoom) -> Joined:
        """Take a seat, or come back to the one already held; raises Refused."""
        code = asked.room.upper()
        self.refuse_second_room(viewer, code)
        live = await self.carrier.carry(code) if _is_code(code) else None
        if live is None:
            return await self._joined_late(viewer, asked, code)
        begun = live.readings.begun
        try:
            await self.carrier.surely(
                live, self._take_seat, live, viewer, begun, back=asked.back
            )
        except (Refused, StoreError):
            self.carrier.release(live)
            raise
        if self.carrier.rooms.get(code) is not live:
            # The last who was here left meanwhile, and the room was let go.
            return await self.join(viewer, asked)
        self.carrier.meters.joins["back" if asked.back else "new"] += 1
        return self._attach(live, viewer, asked.id)

    async def _joined_late(self, viewer: Viewer, asked: JoinRoom, code: str) -> Joined:
        """Show the result of a room that has closed to those who come back for it.

        Others are not told that it was there: they learn no more than by joining.
        """
        if asked.back and _is_code(code):
            closed = await self.carrier.closed_room(code)
            if closed is not None:
                player = viewer.player.id
                plays = () if closed.table.match is None else closed.table.match.plays
                played = any(play and play.player.id == player for play in plays)
                if played or closed.seat_of(player) is not None:
                    self.carrier.meters.joins["late"] += 1
                    return Joined(re=asked.id, snapshot=snapshot(closed, player))
        raise unknown_room(code)

    async def watch(self, viewer: Viewer, asked: WatchRoom) -> Joined:
        """Begin to show a room to a viewer without a seat; raises Refused."""
        if viewer.connection in self._room_of:
            raise Refused(ErrorCode.ALREADY_IN_ROOM, "leave the room first")
        code = asked.room.upper()
        if not _is_code(code):
            raise unknown_room(code)
        joined = await self._gallery.enter(viewer, code, asked.id)
        self.carrier.meters.joins["watch"] += 1
        return joined

    def command(self, viewer: Viewer, command: NumberedCommand) -> None:
        """Carry out a player's command; the viewer is answered once.

        Raises Refused or StoreUnavailable instead where that is known at once.
        """
        live = self._room_of.get(viewer.connection) or self.live_of(viewer)
        answered = partial(self._carried_out, live, viewer, command)
        pending = Pending(command, answered, viewer.player.id, command.n)
        self._submit(live, pending)

    def say(self, viewer: Viewer, command: TalkCommand) -> None:
        """Say something; the viewer is answered once, as to a command."""
        live = self.live_of(viewer)
        if isinstance(command, Say) and (reason := why_not_said(command.text)):
            raise Refused(ErrorCode.BAD_TEXT, reason)
        answered = partial(self._carried_out, live, viewer, command)
        self._submit(live, Pending(command, answered, viewer.player.id))

    def _carried_out(
        self, live: LiveRoom, viewer: Viewer, command: PlayerCommand, outcome: Outcome
    ) -> None:
        if isinstance(outcome, Exception):
            viewer.answered(command.id, outcome)
            return
        try:
            if isinstance(command, Move):
                answer = live.moved(viewer, command, outcome)
            else:
                answer = self._done(live, viewer, command, outcome)
        except Exception as error:
            viewer.answered(command.id, error)
        else:
            viewer.answered(command.id, answer, live.told_with_answer(viewer))

    def _done(
        self, live: LiveRoom, viewer: Viewer, command: PlayerCommand, offset: int
    ) -> bytes:
        # Whoever is told that it is done has been told what came of it.
        live.flush(viewer)
        if isinstance(command, Leave) and live.state.has_left(viewer.player.id):
            # Not by a number that was another command's, or that of a seat which its
            # player has come back to since.
            self.detach(viewer)
        return encode(Done(re=command.id, offset=offset))

    def heartbeat(
        self, viewer: Viewer, said: ClientHeartbeat
    ) -> list[Reset | Heartbeat]:
        """Return a heartbeat: all that a viewer has been told, in short."""
        live = self._room_of.get(viewer.connection)
        if live is None:
            return self._gallery.heartbeat(viewer, said, self._store.now())
        return live.heartbeat(viewer, said, self._store.now())

    def detach(self, viewer: Viewer) -> None:
        """Forget a connection; a seat that it spoke for is marked as away."""
        self._gallery.leave(viewer)
        live = self._room_of.pop(viewer.connection, None)
        if live is None:
            return
        live.drop(viewer)
        self.on_move(viewer)
        seated = live.state.seat_of(viewer.player.id) is not None
        if seated and live.state.course.phase is not Phase.CLOSED:
            self.carrier.spawn(self._go, live, viewer)
        else:
            self.carrier.release(live)

    # Who is where

    async def _take_seat(
        self, live: LiveRoom, viewer: Viewer, asked: int, *, back: bool
    ) -> None:
        player, connection = viewer.player, viewer.connection
        if live.readings.is_unsure or (back and live.state.seat_of(player.id) is None):
            # It may have been taken in another process, a moment ago.
            await self.carrier.runtime.others.catch_up_since(live, asked)
        if live.state.seat_of(player.id) is None:
            if back:
                raise Refused(ErrorCode.NOT_SEATED, "your seat was given away")
            if await is_kept_out(self._store, player, live.state):
                raise unknown_room(live.state.code)
            check_way_in(live.state, player.id)
            await self._claim_for_tournament(live, player)
        seated = _seated_as(live.state, player)
        sit = Sit(seated, connection, place_in(live.state.code, viewer.address))
        while live.state.seat_of(player.id) is None:
            await self.carrier.runtime.carry_out(live, sit, asked=asked)
        await self.keep_to_one_room(live, viewer)
        seat = live.state.seat_of(player.id)
        sitter = None if seat is None else live.state.table.seats[seat]
        if sitter is not None and (
            # Or it was left by this connection, and would be freed after the match.
            sitter.connection != connection or sitter.departed
        ):
            await self.carrier.runtime.carry_out(live, Come(connection), player.id)

    async def _claim_for_tournament(self, live: LiveRoom, player: Player) -> None:
        opened = live.state.opened
        if opened.kind == "event":
            await self._tournament_rooms.claim(opened.origin, player.id, opened.room)

    async def keep_to_one_room(self, live: LiveRoom, viewer: Viewer) -> None:
        """Give up a seat in a tournament if its player has gone elsewhere meanwhile."""
        opened, player = live.state.opened, viewer.player.id
        if opened.kind != "event" or await self._tournament_rooms.holds(
            opened.origin, player, opened.room
        ):
            return
        await self.carrier.runtime.carry_out(live, Leave(id=1, n=1), player)
        self.detach(viewer)
        raise Refused(ErrorCode.OTHER_ROOM)

    def _attach(self, live: LiveRoom, viewer: Viewer, re: int) -> Joined:
        self._gallery.leave(viewer)
        self._room_of[viewer.connection] = live
        self.on_move(viewer)
        return live.attach(viewer, re)

    async def _go(self, live: LiveRoom, viewer: Viewer) -> None:
        try:
            await self.carrier.runtime.carry_out(
                live, Go(viewer.connection, self.is_draining), viewer.player.id
            )
        except (Refused, StoreError) as error:
            log.info("room %s: absence not noted: %s", live.state.code, error)
        self.carrier.release(live)

    def _let_go(self, viewer: Viewer) -> None:
        """Forget a viewer that has been told the last of its room."""
        live = self._room_of.pop(viewer.connection, None)
        if live is not None:
            live.drop(viewer)
            self.on_move(viewer)
            self.carrier.release(live)

    def game_of(self, connection: str) -> str | None:
        """Return the game of the room that a connection is in; None outside of any."""
        live = self._room_of.get(connection)
        return None if live is None else live.state.table.game.about.key

    def is_in_room(self, viewer: Viewer) -> bool:
        """Tell whether a viewer sits in a room, or watches one."""
        return viewer.connection in self._room_of or self._gallery.has(viewer)

    def live_of(self, viewer: Viewer) -> LiveRoom:
        """Return the room in which a viewer sits; raises Refused."""
        live = self._room_of.get(viewer.connection)
        if live is None and self._gallery.has(viewer):
            raise Refused(ErrorCode.NOT_SEATED, "you only watch this room")
        if live is None:
            raise Refused(ErrorCode.NOT_IN_ROOM, "host or join a room first")
        return live

    def refuse_second_room(self, viewer: Viewer, code: str) -> None:
        """Raise Refused where a viewer is in a room other than this one."""
        live = self._room_of.get(viewer.connection)
        if live is not None and live.state.code != code:
            raise Refused(ErrorCode.ALREADY_IN_ROOM, "leave the other room first")


def _seated_as(room: Room, player: Player) -> Player:
    """Return a player under a name that nobody at the table is taken for unnumbered.

    A claimed name is its player's alone, and bots are marked.
    """
    if player.named or player.bot:
        return player
    guests = (s.player for _, s in room.taken() if not s.player.named)
    others = (guest.name for guest in guests if not guest.bot)
    return player._replace(name=name_beside(player.name, others))


def _names_room(_: JoinRoom | WatchRoom) -> bool:
    return True


def _budget_of_way(asked: JoinRoom | WatchRoom) -> BudgetName:
    return "returns" if asked.back else "joins"


def new_code() -> str:
    """Return a code for a room, at random."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if code not in NO_CODES:
            return code


def _is_code(text: str) -> bool:
    """Tell whether a text could be a room's code, before a key is made of it."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)
