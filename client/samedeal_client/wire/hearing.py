"""The messages of a server, folded into a session and into happenings.

No socket: messages come in. Requests that they call for (a snapshot where something is
missing, a nonce when the cards are dealt) go to the exchange.
"""

import asyncio
import time
from collections.abc import Mapping

from samedeal_client.wire.clock import ServerClock
from samedeal_client.wire.exchange import Exchange, retry_s
from samedeal_client.wire.happenings import (
    Answering,
    Back,
    Checked,
    Happening,
    Lost,
    NotReady,
    OtherChain,
    Proven,
    Renewed,
    Revived,
    Slow,
    Unseated,
)
from samedeal_client.wire.session import Behind, OpenRooms, Session
from samedeal_client.wire.witness.fairness import Fairness
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.boards import ResultView, Snapshot
from samedeal_protocol.rooms.playing import Reveal
from samedeal_protocol.rooms.rooms import (
    Joined,
    JoinRoom,
    Rooms,
    RoomsChanged,
    WatchRoom,
)
from samedeal_protocol.rooms.talk import Said, Talk
from samedeal_protocol.updates import (
    Error,
    Heartbeat,
    MatchEnded,
    MatchStarted,
    News,
    PhaseChanged,
    Reset,
    ServerMessage,
    Service,
    StartVoided,
    WasPutOut,
    Watched,
)

SNAPSHOTS_TO_FIT = 2
"""Snapshots of one state that still do not fit, from which on the digest must be wrong,
the server's or this client's; asking for more would never end."""

RECALLED = 10
"""Lines of talk that are shown to somebody new in a room."""


class Hearing:
    """One player's hearing of one room, over all connections."""

    def __init__(self, session: Session, exchange: Exchange, keeper: Keeper) -> None:
        self.happenings: asyncio.Queue[Happening] = asyncio.Queue()
        self.clock = ServerClock()
        self.player = ""
        """The player's id, as welcomed."""
        self._session = session
        self._exchange = exchange
        self._fairness = Fairness(session, exchange, keeper)
        self.open_rooms = OpenRooms()
        """The public rooms of which the server tells what changes."""
        self.can_follow = True
        """Whether the server may tell of any, as far as it has said."""
        self.is_apart = False
        """Whether the others of the room meet at its own path, as the server said."""
        self._rejoining: int | None = None
        """The id of the join sent for a snapshot, until it is answered."""
        self._is_coming_back = False
        self._last_snapshot: tuple[int, int, int] | None = None
        self._snapshots_alike = 0
        self._told_slow = False

    @property
    def proven(self) -> Mapping[str, bool]:
        """Whether nothing speaks against the deal, by match that has ended."""
        return self._fairness.proven

    def take(self, message: ServerMessage) -> None:
        """Fold a message into the session, and pass replies on."""
        try:
            match message:
                case News():
                    self._hear(message)
                case Heartbeat():
                    self._beat(message)
                case Joined():
                    self._joined(message)
                case Reset(snapshot=snapshot):
                    self._start_from(snapshot)
                case Service():
                    self._service(message)
                case Watched():
                    self._session.see(message)
                    self.happenings.put_nowait(message)
                case Rooms():
                    self.open_rooms.take(message, time.monotonic())
                    self._exchange.take(message)
                case RoomsChanged():
                    self.open_rooms.change(message)
                case Talk():
                    self._recall(message)
                case Error() if message.re == self._rejoining:
                    self._not_rejoined(message)
                case Error():
                    self._refused(message)
                case _:
                    self._exchange.take(message)
        except Behind:
            self._rejoin()

    # Coming and going

    def welcome(self, welcome: Welcome) -> None:
        """Take over a greeting; all that the last server said of itself is past."""
        self.player = welcome.player
        self.open_rooms, self.can_follow = OpenRooms(), True
        self.clock.run()
        self.clock.set(welcome.now)

    @property
    def is_rejoining(self) -> bool:
        """Whether a snapshot of the room is on its way."""
        return self._rejoining is not None

    def come_back(self) -> JoinRoom | WatchRoom | None:
        """Return the request for a snapshot of the room, None outside of rooms."""
        self._is_coming_back = True
        asking = self.go_over()
        if asking is None:
            self._is_back()
        return asking

    def go_over(self) -> JoinRoom | WatchRoom | None:
        """Return the same for another connection, while nobody was away."""
        asking = self._asking_back()
        self._rejoining = None if asking is None else asking.id
        return asking

    def stay(self) -> None:
        """Go on over the connection so far, from where the room is now."""
        self._rejoining = None
        self._rejoin()

    def _asking_back(self) -> JoinRoom | WatchRoom | None:
        room = self._session.room
        if room is None or (
            self._session.seat is None and not self._session.is_watching
        ):
            return None
        kind = WatchRoom if self._session.is_watching else JoinRoom
        return kind(id=self._exchange.next_id(), room=room.room, back=True)

    def lost(self, code: int, *, again: bool) -> None:
        """Note that the connection is gone, for the moment or for good."""
        self._rejoining = None
        self.open_rooms = OpenRooms()
        self.happenings.put_nowait(Lost(code, again))
        if not again:
            self.unseat()

    def heed(self, happening: Slow | Answering) -> None:
        """Tell of a slow server, unless it has said itself that it has trouble."""
        if isinstance(happening, Slow):
            self._told_slow = not self.clock.is_standing
        if self._told_slow:
            self.happenings.put_nowait(happening)

    def unseat(self, why: ErrorCode | None = None) -> None:
        """Tell that there is no seat any more; nothing waits for it."""
        self._exchange.give_up()
        self.happenings.put_nowait(Unseated(why))

    def _is_back(self) -> None:
        if self._is_coming_back:
            self._is_coming_back = False
            self.happenings.put_nowait(Back())

    # What is said

    def _hear(self, news: News) -> None:
        if self._rejoining is not None:
            return
        before = self._session.seat
        self._session.hear(news)
        for update in news.updates:
            self.happenings.put_nowait(update)
            if isinstance(update, PhaseChanged) and update.phase == "countdown":
                self._fairness.reveal(self.player)
            if isinstance(update, MatchEnded):
                self._check(update.result)
            if isinstance(update, WasPutOut) and update.player == self.player:
                self._was_put_out()
        if any(isinstance(update, StartVoided) for update in news.updates):
            self._fairness.be_ready_again(self.player)
        if before is not None and self._session.seat is None:
            self.unseat()
        if self._session.room is not None and self._session.room.phase == "closed":
            self.unseat()

    def _was_put_out(self) -> None:
        """Stop watching; a player who had a seat hears next that it is free."""
        if self._session.is_watching:
            self._session.is_watching = False
            self.unseat(ErrorCode.PUT_OUT)

    def _recall(self, talk: Talk) -> None:
        """Tell the talk that was missed; of talk from before, only the end."""
        is_new_here = not self._session.talk
        fresh = self._session.recall(talk)
        for said in fresh[-RECALLED:] if is_new_here else fresh:
            self.happenings.put_nowait(Said(line=said))

    def _beat(self, heartbeat: Heartbeat) -> None:
        self.clock.set(heartbeat.now)
        if self._rejoining is None and not self._is_beyond_repair(heartbeat):
            self._session.check(heartbeat)

    def _is_beyond_repair(self, heartbeat: Heartbeat) -> bool:
        """Tell whether nothing but the digest can differ, whatever is sent."""
        own = self._session.heartbeat()
        known = (self._session.epoch, own.offset, own.ply)
        return (
            (heartbeat.offset, heartbeat.ply) == (own.offset, own.ply)
            and known == self._last_snapshot
            and self._snapshots_alike >= SNAPSHOTS_TO_FIT
        )

    def _service(self, service: Service) -> None:
        if service.state == "degraded":
            self.clock.stand_still()
        elif service.state == "ok":
            self.clock.run()
        self.happenings.put_nowait(service)

    def _refused(self, error: Error) -> None:
        command = self._exchange.command_of(error.re)
        answered = self._exchange.take(error)
        gap = error.code is ErrorCode.COMMAND_GAP
        if answered and gap and isinstance(command, Reveal):
            # A command before it was refused and left its number free.
            self._fairness.reveal(self.player)
        if answered and isinstance(command, Reveal):
            # It came too late, and took with it what was sent after it.
            self._fairness.be_ready_again(self.player)
        if answered and command and self._fairness.is_own_again(command):
            self.happenings.put_nowait(NotReady(error))

    # Snapshots

    def _rejoin(self) -> None:
        """Ask for a snapshot, unless one is on its way."""
        asking = None if self._rejoining is not None else self._asking_back()
        if asking is not None:
            self._rejoining = asking.id
            self._exchange.send(asking)

    def _not_rejoined(self, error: Error) -> None:
        if error.retry == "never":
            self._rejoining = None
            self._is_back()
            self._session.leave()
            self.unseat(error.code)
            return
        waits_for = self._rejoining
        loop = asyncio.get_running_loop()
        loop.call_later(retry_s(error), self._rejoin_again, waits_for)

    def _rejoin_again(self, refused: int | None) -> None:
        # A lost connection has ended the attempt; the next one makes its own.
        if refused == self._rejoining:
            self._rejoining = None
            self._rejoin()

    def _joined(self, joined: Joined) -> None:
        self._is_back()
        self.is_apart = joined.apart
        if self._exchange.awaits(joined.re):
            self._session.memory.come_anew()
        self._start_from(joined.snapshot)
        self._exchange.take(joined)

    def _start_from(self, snapshot: Snapshot) -> None:
        """Put a snapshot in place of the session, and of all that was still to tell."""
        session = self._session
        room, board = session.room, session.board
        self._rejoining = None
        # In a room nobody is told of others.
        self.open_rooms = OpenRooms()
        before = session.join(snapshot)
        self._count(snapshot)
        if room is not None and room.room == snapshot.room.room:
            self._renew(Renewed.between(room, board, snapshot))
        self._exchange.settle(before)
        if snapshot.room.phase == "countdown":
            self._fairness.reveal(self.player)
        self._fairness.be_ready_again(self.player)
        result = snapshot.room.result
        # Also of a match that was given up before, or is told of for the first time.
        is_new = result is not None and result.match not in self.proven
        if (
            result
            and is_new
            and (room is not None or self._fairness.is_open(result, self.player))
        ):
            self._check(result)
        if snapshot.room.phase == "closed":
            self.unseat()

    def _check(self, result: ResultView) -> None:
        checked = self._fairness.check(result, self.player)
        if checked is not None:
            self.happenings.put_nowait(checked)

    def _count(self, snapshot: Snapshot) -> None:
        own = self._session.heartbeat()
        this = (snapshot.room.epoch, own.offset, own.ply)
        alike = this == self._last_snapshot
        self._snapshots_alike = self._snapshots_alike + 1 if alike else 1
        self._last_snapshot = this

    def _renew(self, renewed: Renewed) -> None:
        """Tell of a snapshot in place of the updates that were not told yet."""
        kept: list[Happening] = []
        while not self.happenings.empty():
            match happening := self.happenings.get_nowait():
                case Lost() | Back() | Unseated() | Checked() | Proven() | Service():
                    kept.append(happening)
                case Slow() | Answering() | NotReady() | OtherChain() | Revived():
                    kept.append(happening)
                case Said():
                    # A snapshot tells how everything is, not what was said.
                    kept.append(happening)
                case MatchStarted():
                    renewed = renewed._replace(has_other_board=True)
                case MatchEnded():
                    renewed = renewed._replace(has_new_result=True)
                case Renewed():
                    renewed = renewed.after(happening)
                case _:
                    pass
        for happening in (*kept, renewed):
            self.happenings.put_nowait(happening)

    def commit_to(self, match: str) -> bytes:
        """Return the commitment to the own nonce for a match, fresh the first time."""
        return self._fairness.commit_to(match, self.player)
