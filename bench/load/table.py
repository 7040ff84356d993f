"""A room as its players in the generator see it, kept once for all of them.

The server encodes news once for everybody in a room, so each frame is unpacked and
folded once here, too; what a viewer was told, and when, stays with the viewer.
"""

from collections.abc import Iterable
from typing import Any, cast

from bench.load.choices import Zones, next_move
from bench.load.wire import Message, unpacked

from samedeal_protocol.digest import digest
from samedeal_protocol.rooms.boards import BoardView, RoomView

Fields = dict[str, Any]


class Table:
    """One room: its code, the view that all share, and the moves of its match."""

    def __init__(self, game: str, port: int, seats_most: int = 4) -> None:
        self.game = game
        self.seats_most = seats_most
        self.port = port
        """The port of the server process that its players connect to."""
        self.code = ""
        self.offset = 0
        self.view: Fields = {}
        """The fields of a RoomView."""
        self.seats: dict[int, Fields] = {}
        """The fields of each SeatView, by number."""
        self.is_closed = False
        self.line: dict[int, str | None] = {}
        """The moves of this match as far as anybody has got; None is its end."""
        self.acked_at: dict[int, dict[int, float]] = {}
        """The time of each move's acknowledgement, by seat and ply."""
        self.last_ack_at = 0.0
        self._payload = b""
        self._message: Message = {}

    def take(self, snapshot: Message) -> None:
        """Start from a snapshot, if it is newer than what is known."""
        if snapshot["offset"] < self.offset:
            return
        view = cast("Fields", snapshot["room"])
        if view["started"] != self.view.get("started"):
            self._deal(seat["seat"] for seat in view["seats"])
        self.code = view["room"]
        self.offset = snapshot["offset"]
        self.view = view
        self.seats = {seat["seat"]: dict(seat) for seat in view["seats"]}

    def read(self, payload: bytes) -> Message:
        """Unpack a frame, at once if another viewer had the same.

        News get another field, the `events` among their updates.
        """
        if payload == self._payload:
            return self._message
        message = unpacked(payload)
        if message["t"] == "news":
            self._payload, self._message = payload, message
            events = [u for u in message["updates"] if u["t"] != "progress"]
            message["events"] = events
            if message["offset"] > self.offset:
                for update in message["updates"]:
                    self._fold(update)
                self.offset = message["offset"]
        return message

    def move(self, ply: int, zones: Zones) -> str | None:
        """Return the move for a ply; the first to ask has it chosen on its board."""
        if ply not in self.line:
            self.line[ply] = next_move(self.game, zones, ply)
        return self.line[ply]

    def acked(self, seat: int, ply: int, at_s: float) -> None:
        """Note the time of a move's acknowledgement."""
        self.acked_at[seat][ply] = self.last_ack_at = at_s

    def digest(
        self, seat: int, play: Fields | None, board: tuple[int, int, Zones] | None
    ) -> bytes:
        """Return the digest of one viewer's view.

        What a viewer knows of the own `play` from answers comes before the news.
        """
        seats = dict(self.seats)
        if play is not None and seat in seats:
            seats[seat] = {**seats[seat], "play": play}
        ordered = tuple(fields for _, fields in sorted(seats.items()))
        room = RoomView.model_validate({**self.view, "seats": ordered})
        if board is None:
            return digest(room, None)
        ply, score, zones = board
        return digest(room, BoardView(ply=ply, score=score, zones=zones))

    def _fold(self, update: Message) -> None:
        kind = update["t"]
        view = self.view
        if kind == "progress":
            seat = self.seats.get(update["seat"])
            if seat is not None:
                seat["play"] = update["play"]
        elif kind == "seat":
            self.seats[update["seat"]["seat"]] = dict(update["seat"])
        elif kind == "left":
            self.seats.pop(update["seat"], None)
        elif kind == "host":
            view["host"] = update["seat"]
        elif kind == "phase":
            view["phase"], view["until"] = update["phase"], update["until"]
        elif kind == "opened":
            view["next_match"] = update["match"]
        elif kind == "started":
            self._start(update)
        elif kind == "stood":
            view["started"] = update["started"]
        elif kind == "ended":
            view["result"] = update["result"]
        elif kind == "closed":
            view["next_match"] = None
            self.is_closed = True

    def _start(self, update: Message) -> None:
        view = self.view
        view["started"], view["next_match"], view["result"] = update["at"], None, None
        self._deal(update["seats"])

    def _deal(self, seats: Iterable[int]) -> None:
        """Begin another match."""
        self.line = {}
        self.acked_at = {seat: {} for seat in seats}
