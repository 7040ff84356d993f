"""A connection, as a room sees it whose player sits there or watches."""

from typing import Protocol

from samedeal_protocol.errors import CloseCode
from samedeal_server.core.state import Player


class Viewer(Protocol):
    """A connection, as a room sees it."""

    player: Player
    connection: str
    address: str

    @property
    def is_here(self) -> bool:
        """Whether somebody was welcomed on it who is not gone since."""
        ...

    def send(self, frame: bytes) -> None:
        """Send a frame; never waits."""
        ...

    def send_soon(self, frame: bytes) -> None:
        """Send a frame, at the latest with the answer that is under way."""
        ...

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        """Take the answer to a command: a frame, or why there is none.

        Behind it goes a frame of news, if there is any.
        """
        ...

    def close(self, code: CloseCode) -> None:
        """Say goodbye; what is on its way may be lost."""
        ...
