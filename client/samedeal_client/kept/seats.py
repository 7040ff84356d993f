"""Seats that may wait for somebody, so that they find back however the program ended.

A convenience: a file that cannot be read or written is done without, and whether a seat
still waits is for the server to say.
"""

import json
from pathlib import Path
from typing import NamedTuple

from samedeal_client.kept.files import rows_in, write_if_possible
from samedeal_client.wire.reach.addresses import OWN

NAME = "seats.json"
KEPT = 20
OWN_WAITS_MS = 24 * 3600 * 1000
"""Milliseconds that a seat at this machine's own server is worth a try: it ends a
moment after the last program, and its clocks stand until one starts it again.
"""


class Seat(NamedTuple):
    """A seat in a room, and until when it is worth a try."""

    server: str
    name: str
    """The player's name there."""
    room: str
    game: str
    until_ms: int
    """By this machine's clock, since 1970."""
    is_served: bool = False
    """Whether the player ran the server: then the seat waits, with all clocks, until it
    is started again.
    """

    @property
    def stands(self) -> bool:
        """Whether its clock stands while nobody is there: the server ends with them."""
        return self.is_served or self.server == OWN

    @property
    def place(self) -> tuple[str, str, str]:
        """The server, name and room: the same for one seat whenever it was kept."""
        return self.server, self.name, self.room

    def may_wait(self, now_ms: int) -> bool:
        """Tell whether the seat is worth a try at a time."""
        return self.is_served or self.until_ms + self._stood_ms > now_ms

    @property
    def _stood_ms(self) -> int:
        return OWN_WAITS_MS if self.server == OWN else 0


class Seats:
    """The seats of one user; a file beside the identities."""

    def __init__(self, identity: Path) -> None:
        self.path = identity.with_name(NAME)

    def waiting(self, now_ms: int) -> tuple[Seat, ...]:
        """Return the seats that may still wait, the one taken last first."""
        return tuple(seat for seat in self._read() if seat.may_wait(now_ms))

    def keep(self, seat: Seat) -> None:
        """Keep a seat as the one taken last.

        Another seat is dropped if the player ran both servers, or if both are the
        machine's own: nobody sits in two rooms there.
        """
        others = [
            each
            for each in self._read()
            if each.place != seat.place
            and not (each.is_served and seat.is_served)
            and not (each.server == seat.server == OWN)
        ]
        self._write([seat, *others])

    def drop(self, seat: Seat) -> None:
        """Forget a seat that was given up, or is gone."""
        before = self._read()
        others = [each for each in before if each.place != seat.place]
        if others != before:
            self._write(others)

    def _write(self, seats: list[Seat]) -> None:
        write_if_possible(self.path, json.dumps(seats[:KEPT]))

    def _read(self) -> list[Seat]:
        rows = rows_in(self.path)
        return [seat for row in rows if (seat := _seat(row)) is not None]


def _seat(row: object) -> Seat | None:
    match row:
        case [str(server), str(name), str(room), str(game), int(until), bool(served)]:
            return Seat(server, name, room, game, until, served)
        case _:
            return None
