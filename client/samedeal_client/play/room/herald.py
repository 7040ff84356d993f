"""Alerts: deeds of others that are worth a bell, as they come, are ready, or begin.

The player's own deeds, and their consequences, are never told.
"""

from samedeal_client.language import tr
from samedeal_client.view.names import name_of
from samedeal_client.wire.happenings import Happening
from samedeal_client.wire.session import Session
from samedeal_protocol.rooms.boards import SeatView
from samedeal_protocol.updates import PhaseChanged, SeatChanged, SeatLeft


class Herald:
    """Finds the alerts; remembers who sat there, and who was ready last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        room = session.room
        seats = () if room is None else room.seats
        self._seats = {seat.seat: seat for seat in seats}
        self._phase = "" if room is None else room.phase
        self._was_own = True
        """Whether the player's own deed was the last that a countdown waits for."""

    def hear(self, happening: Happening) -> str:
        """Return the alert of a happening; empty as a rule."""
        match happening:
            case SeatChanged(seat=seat):
                return self._changed(seat)
            case SeatLeft(seat=number):
                self._seats.pop(number, None)
            case PhaseChanged(phase=phase):
                before, self._phase = self._phase, phase
                has_begun = phase == "countdown" != before
                sits = self._session.seat is not None
                if has_begun and sits and not self._was_own:
                    return tr("The match begins.")
            case _:
                pass
        return ""

    def _changed(self, seat: SeatView) -> str:
        before, self._seats[seat.seat] = self._seats.get(seat.seat), seat
        is_new = before is None or before.player != seat.player
        is_ready = seat.ready and (is_new or not (before and before.ready))
        is_own = seat.seat == self._session.seat
        if is_ready:
            self._was_own = is_own
        if is_own or seat.bot or self._session.seat is None:
            return ""
        name = name_of(seat.name, named=seat.named)
        if is_ready:
            return tr("{name} is ready.", name=name)
        return tr("{name} has come.", name=name) if is_new else ""
