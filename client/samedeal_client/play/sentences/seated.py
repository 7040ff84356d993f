"""Sentences on the people in a room, as they come, play and go, each told once."""

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.view.names import sitter_name
from samedeal_client.view.spans import Lines, note, printable, warning
from samedeal_client.view.standings import counted, state_name
from samedeal_client.wire.session import Session
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import DoorView, SeatView
from samedeal_protocol.updates import (
    HostChanged,
    Progress,
    SeatChanged,
    SeatLeft,
    WasPutOut,
)

LEFT = {
    "left": later("{name} has left."),
    "not_ready": later("{name} was not ready in time and lost the seat."),
    "no_show": later("{name} did not reveal a nonce in time and lost the seat."),
    "away": later("{name} was away too long and lost the seat."),
}
UNSEATED = {
    "not_ready": later("You were not ready in time and lost your seat."),
    "no_show": later("You did not reveal a nonce in time and lost your seat."),
    "away": later("You were away too long and lost your seat."),
}
"""Losses of one's own seat, by reason; a player who leaves needs no telling."""
PUT_YOU_OUT = later("{name} has put you out of this room.")
PUT_OUT = later("{host} has put {name} out.")
SHUT = later("The door is shut: nobody new comes in but whom the host lets in.")
OPENED = later("The door is open again.")
LET_IN = later("{name} may come in.")
LAST_ONE = later("Nobody else plays on: the match ends when you do.")

Seated = SeatChanged | SeatLeft | HostChanged | Progress


class SeatTeller:
    """Turns happenings at seats into sentences; remembers how everybody was before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seats: dict[int, SeatView] = {}
        self._own: int | None = None
        """The own seat, as far as told: the session knows at once that it is gone."""
        self.unseated = ""
        """The reason that the own seat was lost; empty while it was not."""
        self._door = DoorView()
        self._missing: set[int] = set()
        """Seats of players who gave up and went: that they are free is not told."""
        self._told_last = False

    def look(self) -> None:
        """Remember everybody as they are now."""
        room = self._session.room
        self._own = self._session.seat
        self._door = (None if room is None else room.door) or DoorView()
        self._seats.clear()
        for seat in () if room is None else room.seats:
            self._seats[seat.seat] = seat

    def tell(self, happening: Seated, told_phase: str) -> Lines:
        """Return the words for a happening, often none.

        `told_phase` is the phase that the room is in as far as that was told.
        """
        match happening:
            case SeatChanged(seat=seat):
                return self._seat(seat, told_phase)
            case SeatLeft(seat=number, why=why):
                return self._left(number, why)
            case HostChanged(seat=number):
                return self._host(number)
            case Progress(seat=number):
                return self._progress(happening, number)

    def begin_match(self) -> None:
        """Begin to look out for the last one still playing."""
        self._told_last = False

    def bots_gone(self, coming: frozenset[str]) -> Lines:
        """Return the bots that went in mid-match, but for those that come again.

        Bots that could still say so have finished as they went.
        """
        names = [
            self._name(seat)
            for seat in self._seats.values()
            if seat.bot and not seat.present and seat.play
            if seat.play.state in ("playing", "finished")
            if seat.name not in coming
        ]
        if not names:
            return ()
        return note(
            tr_n(
                "{names} went with its program, and keeps what it has.",
                "{names} went with their program, and keep what they have.",
                len(names),
                names=listed(names),
            )
        )

    def miss(self, players: set[str]) -> bool:
        """Tell whether the own seat is among those of these players.

        The other seats are missed then: that they are free is not told again.
        """
        seats = {n for n, seat in self._seats.items() if seat.player in players}
        self._missing |= seats - {self._own}
        return self._own in seats

    def _seat(self, seat: SeatView, told_phase: str) -> Lines:
        before = self._seats.get(seat.seat)
        self._seats[seat.seat] = seat
        room = self._session.room
        name, own = self._name(seat), seat.seat == self._session.seat
        if before is None or before.player != seat.player:
            self._missing.discard(seat.seat)
            return () if own else note(tr("{name} is here.", name=name))
        if before.present and not seat.present:
            if seat.play is not None and seat.play.state == "resigned":
                self._missing.add(seat.seat)
                return note(tr("{name} is gone.", name=name))
            return note(tr("{name} has lost the connection.", name=name))
        if seat.present and not before.present:
            self._missing.discard(seat.seat)
            return note(tr("{name} is back.", name=name))
        if seat.ready and not before.ready:
            if seat.bot:
                return ()  # they all are, and push away what people want to read
            ready = tr("You are ready.") if own else tr("{name} is ready.", name=name)
            return note(ready)
        phase = "" if room is None else room.phase
        waiting = phase in ("gathering", "result") and phase == told_phase
        if before.ready and not seat.ready and waiting:
            return note(
                tr("You are no longer ready.")
                if own
                else tr("{name} is no longer ready.", name=name)
            )
        return ()

    def _left(self, number: int, why: str) -> Lines:
        seat = self._seats.pop(number, None)
        if seat is None:
            return ()
        if number == self._own:
            self._own = None
            if number in self._missing:
                return ()
            self.unseated = tr(UNSEATED[why]) if why in UNSEATED else ""
            return warning(self.unseated) if self.unseated else ()
        if number in self._missing:
            self._missing.discard(number)
            return ()
        return note(tr(LEFT[why], name=self._name(seat)))

    def put_out(self, news: WasPutOut, own_id: str) -> Lines:
        """Tell who was put out; that their seat is free is not told again."""
        host = self.name_at(news.by)
        if news.player == own_id:
            self._missing |= set() if self._own is None else {self._own}
            self.unseated = tr(PUT_YOU_OUT, name=host)
            return warning(self.unseated)
        self._missing |= {n for n, s in self._seats.items() if s.player == news.player}
        name = printable(news.name)
        if news.by == self._own:
            return note(tr("You have put {name} out.", name=name))
        return note(tr(PUT_OUT, host=host, name=name))

    def door_changed(self, door: DoorView | None) -> Lines:
        """Return the change of the door, but for players put out, which was told."""
        before, self._door = self._door, door or DoorView()
        if self._door.shut != before.shut:
            return note(tr(SHUT if self._door.shut else OPENED))
        names = [
            printable(one.name) for one in self._door.let_in if one not in before.let_in
        ]
        return note(tr(LET_IN, name=listed(names))) if names else ()

    def _host(self, number: int) -> Lines:
        seat = self._seats.get(number)
        if seat is None:
            return ()
        if number == self._session.seat:
            return note(tr("You are the host now."))
        return note(tr("{name} is the host now.", name=self._name(seat)))

    def _progress(self, progress: Progress, number: int) -> Lines:
        before = self._seats.get(number)
        if before is None:
            return ()
        self._seats[number] = before.model_copy(update={"play": progress.play})
        was = None if before.play is None else before.play.state
        room = self._session.room
        if room is None or progress.play.state in ("playing", was):
            return ()
        about = find_game(room.game).about
        count = counted(progress.play.score, about)
        state = state_name(progress.play.state, about)
        name = tr("You") if number == self._session.seat else self._name(before)
        return (*note(f"{name}: {state}, {count}."), *self.last_one())

    def last_one(self) -> Lines:
        """Tell the last one still playing, once a match, that all others are done."""
        room, own = self._session.room, self._session.seat
        seats = () if room is None else room.seats
        plays = [s.play.state for s in seats if s.play is not None and s.seat != own]
        is_last = self._session.may_move and plays and "playing" not in plays
        if not is_last or self._told_last:
            return ()
        self._told_last = True
        return note(tr(LAST_ONE))

    def name_at(self, number: int) -> str:
        """Return the name at a seat."""
        seat = self._seats.get(number)
        return tr("somebody") if seat is None else self._name(seat)

    def _name(self, seat: SeatView) -> str:
        return sitter_name(seat, self._seats.values())
