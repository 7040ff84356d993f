"""A client's knowledge of its room, and of public ones: a fold of what it was told.

No socket and no clock: messages come in, knowledge is there to be read. Room commands
are numbered here, and kept until they are answered, so that they can be sent again
after a lost connection and still take effect once.
"""

from collections.abc import Callable

from samedeal_client.wire.witness.memory import Memory
from samedeal_games.cards import Card
from samedeal_games.game import Board
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.digest import digest
from samedeal_protocol.limits import ROOMS_A_PAGE
from samedeal_protocol.rooms.boards import (
    BoardView,
    PlayView,
    RoomSummary,
    RoomView,
    SeatState,
    SeatView,
    Snapshot,
)
from samedeal_protocol.rooms.playing import (
    Finish,
    Move,
    Moved,
    Resign,
    Reveal,
    RoomCommand,
)
from samedeal_protocol.rooms.rooms import ListRooms, Rooms, RoomsChanged
from samedeal_protocol.rooms.talk import LINES_KEPT, LineView, Said, Talk
from samedeal_protocol.updates import (
    ClockStood,
    Heartbeat,
    HostChanged,
    MatchEnded,
    MatchOpened,
    MatchStarted,
    News,
    Progress,
    RoomChange,
    RoomClosed,
    SeatChanged,
    SeatLeft,
    StartVoided,
    Update,
    WasPutOut,
    Watched,
)

ASKED_EVERY_S = 2.0
"""The time between two questions where a server does not tell what changes."""
EARLY_S = 5.0
"""How long before a server stops to tell it is asked again."""


class Behind(Exception):
    """The session has missed something and needs a snapshot."""


class Session:
    """One viewer's knowledge of one room; empty before the first snapshot."""

    def __init__(self) -> None:
        self.room: RoomView | None = None
        self.board: BoardView | None = None
        self._opening: tuple[str, BoardView] | None = None
        self._made: dict[int, str] = {}
        self.memory = Memory()
        self.seat: int | None = None
        self.is_watching = False
        """Whether the viewer has no seat, and wants none."""
        self.watched: dict[int, BoardView] = {}
        """Boards of the match that is on or was last, of seats that are still taken."""
        self.offset = 0
        self.n = 0
        """The number of the last command that was accepted."""
        self.unanswered: dict[int, RoomCommand] = {}
        self.talk: tuple[LineView, ...] = ()
        """The last lines of talk in the room, oldest first."""
        self.said = 0
        """The number of the viewer's own last line."""

    @property
    def own(self) -> SeatView | None:
        """The viewer's own seat, None without one."""
        seats = () if self.room is None else self.room.seats
        return next((seat for seat in seats if seat.seat == self.seat), None)

    @property
    def own_id(self) -> str:
        """The viewer's player id; empty without a seat."""
        return "" if self.own is None else self.own.player

    @property
    def epoch(self) -> int:
        """The room's epoch; offsets are comparable within one only."""
        return 0 if self.room is None else self.room.epoch

    def opening_of(self, match: str) -> BoardView | None:
        """Return the board a match began with, if this session saw it begin."""
        if self._opening is None or self._opening[0] != match:
            return None
        return self._opening[1]

    def moves_in(self, match: str) -> dict[int, str]:
        """Return the own moves that were acknowledged, by ply, if it saw the start."""
        return {} if self.opening_of(match) is None else dict(self._made)

    @property
    def play(self) -> PlayView | None:
        """The viewer's progress in the match that is played, or was played last."""
        return None if self.own is None else self.own.play

    @property
    def may_move(self) -> bool:
        """Tell whether the viewer's board takes moves now."""
        phase = None if self.room is None else self.room.phase
        play = self.play
        return phase == "playing" and play is not None and play.state == "playing"

    @property
    def is_paused(self) -> bool:
        """Tell whether all clocks of the match stand, by agreement."""
        pause = None if self.room is None else self.room.pause
        return pause is not None and pause.since is not None

    @property
    def counts_down(self) -> bool:
        """Tell whether it is too late to take ready back, and too early to move."""
        return self.room is not None and self.room.phase == "countdown"

    @property
    def may_talk(self) -> bool:
        """Tell whether the viewer can talk now."""
        return self.room is not None and self.own is not None and not self.room.quiet

    def number(self, make: Callable[[int], RoomCommand]) -> RoomCommand:
        """Return a command with the next number, and keep it until answered."""
        command = make(max([self.n, *self.unanswered]) + 1)
        self.unanswered[command.n] = command
        return command

    def join(self, snapshot: Snapshot) -> dict[int, RoomCommand]:
        """Start from a snapshot; return the commands that were unanswered before.

        Those that it does not know stay unanswered; but none does in a new seat,
        or where the store lost commands before them: their numbers mean others.
        """
        before, went_back = self.unanswered, snapshot.n < self.n
        if went_back or snapshot.room.epoch != self.epoch:
            self._forget_moves_from(snapshot.board)
        if self.room is None or self.room.room != snapshot.room.room:
            self.talk = ()
        self.memory.take(snapshot, self.room)
        self.room, self.board = snapshot.room, snapshot.board
        self.said = snapshot.said
        # Whoever watches is shown all boards again.
        self.watched.clear()
        self.seat, self.offset, self.n = snapshot.seat, snapshot.offset, snapshot.n
        self.unanswered = {
            n: c for n, c in before.items() if n > self.n and not went_back
        }
        return before

    def leave(self) -> None:
        """Forget the room."""
        self.room = self.board = self.seat = self._opening = None
        self.is_watching = False
        self.watched.clear()
        self._made.clear()
        self.memory.leave()
        self.offset = self.n = self.said = 0
        self.talk = ()
        self.unanswered.clear()

    def accept(self, n: int) -> None:
        """Note that a command was carried out."""
        command = self.unanswered.pop(n, None)
        self.n = max(self.n, n)
        if isinstance(command, Reveal):
            self.memory.take_note(command.nonce)
        if isinstance(command, Move):
            self._made[command.ply] = command.move
        if isinstance(command, Finish | Resign):
            self._stop_playing("finished" if command.t == "finish" else "resigned")

    def refuse(self, n: int) -> list[RoomCommand]:
        """Note that a command was refused: its number is free again.

        Return the commands that were sent after it, in their order: the server refuses
        them for the gap.
        """
        later = sorted(number for number in self.unanswered if number > n)
        self.unanswered.pop(n, None)
        return [self.unanswered.pop(number) for number in later]

    def move(self, moved: Moved) -> None:
        """Take over the changes of a move on the own board."""
        known = self.board
        if known is None:
            raise Behind("a move was answered without a board")
        if known.ply > moved.ply:
            return
        if not moved.full and known.ply + 1 < moved.ply:
            raise Behind("a move's answer is missing")
        zones = moved.zones if moved.full else {**known.zones, **moved.zones}
        self.board = BoardView(ply=moved.ply, score=moved.score, zones=zones)
        if self.room is not None and self.seat is not None:
            play = PlayView(score=moved.score, ply=moved.ply, state=moved.state)
            self.room = _with_play(self.room, self.seat, play)

    def hear(self, news: News) -> None:
        """Fold news; raises Behind if something before them is missing."""
        if news.since != self.offset or self.room is None:
            raise Behind(f"news after {news.since}, known up to {self.offset}")
        for update in news.updates:
            self.room = self._fold(self.room, update)
        self.offset = news.offset

    def see(self, watched: Watched) -> None:
        """Take over boards shown to spectators."""
        seats = () if self.room is None else self.room.seats
        taken = {seat.seat for seat in seats}
        shown = {each.seat: each.board for each in watched.boards}
        self.watched |= {n: board for n, board in shown.items() if n in taken}

    def recall(self, talk: Talk) -> tuple[LineView, ...]:
        """Take over earlier talk; return the lines that were not known."""
        fresh = tuple(said for said in talk.lines if said not in self.talk)
        known = sorted((*self.talk, *fresh), key=lambda said: (said.at, said.offset))
        self.talk = tuple(known[-LINES_KEPT:])
        return fresh

    def check(self, heartbeat: Heartbeat) -> None:
        """Compare with the server's account of what is known here; raises Behind."""
        own = self.heartbeat()
        if heartbeat.offset == 0 and self.seat is None and not self.is_watching:
            return
        seen = (heartbeat.offset, heartbeat.ply, heartbeat.digest)
        if seen != (own.offset, own.ply, own.digest):
            raise Behind("the server knows more")

    def heartbeat(self) -> ClientHeartbeat:
        """Return a short account of what this session knows."""
        if self.room is None:
            return ClientHeartbeat()
        return ClientHeartbeat(
            offset=self.offset,
            ply=0 if self.board is None else self.board.ply,
            digest=digest(self.room, self.board),
        )

    def _fold(self, room: RoomView, update: Update) -> RoomView:
        match update:
            case SeatChanged(seat=seat):
                return _with_seat(room, seat)
            case SeatLeft(seat=number):
                return self._without_seat(room, number)
            case HostChanged(seat=number):
                return room.model_copy(update={"host": number})
            case RoomChange():
                return room.model_copy(update=update.changed())
            case MatchOpened(match=opened):
                self.memory.note_opened(opened)
                return room.model_copy(update={"next_match": opened})
            case StartVoided(void=void):
                self.memory.hear_void(void)
                return room.model_copy(update={"voids": (*room.voids, void)})
            case MatchStarted():
                return self._start(room, update)
            case Progress(seat=number, play=play):
                return _with_play(room, number, play)
            case ClockStood(started=started):
                return room.model_copy(update={"started": started})
            case MatchEnded(result=result, series=series):
                self.memory.end(result.match, room)
                return room.model_copy(update={"result": result, "series": series})
            case Said(line=said):
                # Lost by the store and said again within one ms, it is the same line.
                if said not in self.talk:
                    self.talk = (*self.talk, said)[-LINES_KEPT:]
                return room
            case WasPutOut():
                return room
            case RoomClosed(because=because):
                # No fact says so of a room that is lost with the store's data.
                closed = {"phase": "closed", "until": None, "next_match": None}
                return room.model_copy(update={**closed, "because": because})

    def _stop_playing(self, state: SeatState) -> None:
        """Anticipate the news of the own seat."""
        if self.room is None or self.seat is None or self.play is None:
            return
        stopped = self.play.model_copy(update={"state": state})
        self.room = _with_play(self.room, self.seat, stopped)

    def _without_seat(self, room: RoomView, number: int) -> RoomView:
        if number == self.seat:
            self.seat = None
        self.watched.pop(number, None)
        seats = tuple(seat for seat in room.seats if seat.seat != number)
        return room.model_copy(update={"seats": seats})

    def _start(self, room: RoomView, started: MatchStarted) -> RoomView:
        self.board = started.board if self.seat in started.seats else None
        shows = self.is_watching and room.watch == "boards"
        self.watched = dict.fromkeys(started.seats, started.board) if shows else {}
        opened = room.next_match if started.board.zones else None
        self._opening = None if opened is None else (opened.id, started.board)
        self._made.clear()
        self.memory.begin()
        return room.model_copy(
            update={
                "voids": (),
                "started": started.at,
                "next_match": None,
                "result": None,
                "game": started.game or room.game,
                "time_limit_s": started.time_limit_s or room.time_limit_s,
            }
        )

    def _forget_moves_from(self, board: BoardView | None) -> None:
        """Forget moves that the store has lost; others may be made in their place."""
        left = 0 if board is None else board.ply
        self._made = {ply: move for ply, move in self._made.items() if ply < left}


def board_of(view: BoardView) -> Board:
    """Return a board as the games know it: on the wire cards count from 1."""
    return Board(
        view.ply,
        {name: tuple(Card(c - 1) for c in cards) for name, cards in view.zones.items()},
    )


def _with_seat(room: RoomView, seat: SeatView) -> RoomView:
    others = [other for other in room.seats if other.seat != seat.seat]
    seats = tuple(sorted([*others, seat], key=lambda one: one.seat))
    return room.model_copy(update={"seats": seats})


def _with_play(room: RoomView, number: int, play: PlayView) -> RoomView:
    seat = next((seat for seat in room.seats if seat.seat == number), None)
    if seat is None:
        return room
    return _with_seat(room, seat.model_copy(update={"play": play}))


class OpenRooms:
    """A list of rooms that is kept up to date for a while; empty before the answer."""

    def __init__(self, asked: ListRooms | None = None) -> None:
        """Begin with what is asked now, or with nothing."""
        self._asked = asked
        self._rooms: dict[str, RoomSummary] = {}
        self._is_answered = False
        self._known_until_s = 0.0

    @property
    def rooms(self) -> tuple[RoomSummary, ...]:
        """The rooms in the order that an answer has them in; see `Rooms`."""
        return tuple(sorted(self._rooms.values(), key=_place))

    def are_known(self, asked: ListRooms, now_s: float) -> bool:
        """Tell whether the list is what an answer to a request would be now."""
        if self._asked is None or now_s >= self._known_until_s:
            return False
        return asked.model_copy(update={"id": self._asked.id}) == self._asked

    def take(self, answer: Rooms, now_s: float) -> None:
        """Begin with an answer, if it is the one to what was asked; once."""
        is_other = self._asked is None or answer.re != self._asked.id
        if is_other or self._is_answered:
            return
        self._is_answered = True
        self._rooms = {room.room: room for room in answer.rooms}
        told_s = (answer.told_ms or 0) / 1000 - EARLY_S
        self._known_until_s = now_s + max(ASKED_EVERY_S, told_s)

    def change(self, told: RoomsChanged) -> None:
        """Take in what is otherwise than before."""
        for code in told.gone:
            self._rooms.pop(code, None)
        self._rooms |= {room.room: room for room in told.rooms}
        if len(self._rooms) > ROOMS_A_PAGE:
            # More than were asked for; nobody has to keep what a server makes up.
            self._rooms.clear()
            self._known_until_s = 0.0


def _place(room: RoomSummary) -> tuple[bool, bool, str]:
    is_free = room.phase != "playing" and room.seats_taken < room.seats_max
    return not is_free, is_free and room.host_away, room.room
