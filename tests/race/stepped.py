"""Spectators that are told when a test says so, instead of when the loop does."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import ParamSpec

from tests.race.test_carried_rooms import CarriedTable

from samedeal_client.wire.session import Session
from samedeal_protocol.codec import decode_message
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.talk import Talk
from samedeal_protocol.updates import News, Reset, Watched
from samedeal_server.core.facts import MatchStarted, Moved
from samedeal_server.core.rooms.showing import showing_of
from samedeal_server.core.state import Player
from samedeal_server.rooms.spectators import Crowd, Spectators
from samedeal_server.rooms.telling.viewers import Viewer

P = ParamSpec("P")


class Watcher:
    """A connection without a seat that takes every frame into a session."""

    is_here = True

    def __init__(self, name: str) -> None:
        self.player = Player(name, name.title(), bot=False)
        self.connection = f"w-{name}"
        self.address = ""
        self.session = Session()
        self.session.is_watching = True
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        """Fold what is sent; a hole in it raises Behind."""
        self.frames.append(frame)
        match decode_message(frame):
            case News() as news:
                self.session.hear(news)
            case Reset(snapshot=seen):
                self.session.join(seen)
            case Talk() as talk:
                self.session.recall(talk)
            case Watched() as watched:
                self.session.see(watched)
            case other:
                raise AssertionError(other)

    send_soon = send

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        raise AssertionError("nothing is asked here")

    def close(self, code: CloseCode) -> None:
        raise AssertionError("nothing is closed here")


class SteppedSpectators(Spectators):
    """Spectators of a room at a table."""

    def __init__(self, table: CarriedTable, let_go: Callable[[Viewer], None]) -> None:
        self.due: list[Callable[[], None]] = []
        self._table = table
        super().__init__(table.live.state, Crowd(), let_go, self._retell)
        table.live.spectators = self

    def catch_breath(self) -> None:
        """Do all that is due."""
        while self.due:
            self.due.pop(0)()

    def tell(self) -> None:
        """Tell everybody what was gathered."""
        self.flush()
        self.catch_breath()

    def show(self) -> None:
        """Show all that may be shown."""
        self.look()
        self.catch_breath()

    def _retell(self) -> None:
        """Read the match that is on from the table's log."""
        state, log = self._table.live.state, self._table.log
        showing = showing_of(state)
        starts = [k for k, e in enumerate(log) if isinstance(e.fact, MatchStarted)]
        for entry in log[starts[-1] :]:
            if showing is not None and isinstance(entry.fact, Moved):
                showing.retell(entry.fact)
        self.recalled(
            showing, "" if state.table.match is None else state.table.match.id
        )

    def _soon(self, do: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        self.due.append(partial(do, *args, **kwargs))

    def _later(self, pause_s: float, do: Callable[[], None]) -> asyncio.Handle:
        return asyncio.Handle(do, (), self._loop)


async def stepped(
    table: CarriedTable, let_go: Callable[[Viewer], None]
) -> SteppedSpectators:
    """Make spectators where they want to be made, in a loop."""
    return SteppedSpectators(table, let_go)
