"""What a conversation with a server brings, beside the updates of the room."""

from typing import NamedTuple, TypeAlias

from samedeal_protocol.updates import Error, Service, Update


class Lost(NamedTuple):
    """The connection is gone; `again` tells whether it will be tried again."""

    code: int
    again: bool


class Back(NamedTuple):
    """The connection is there again, and so is the seat."""


class Unseated(NamedTuple):
    """The room is gone, or the seat in it."""


class Checked(NamedTuple):
    """The reveal of a match was checked; doubts are sentences, best none."""

    match: str
    doubts: tuple[str, ...]


Happening: TypeAlias = Update | Service | Lost | Back | Unseated | Checked


class NotDone(Exception):
    """A request that was refused, or could not be answered; see `error`."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.detail or error.code)
        self.error = error


class Rejected(Exception):
    """The server closed the door with a code that means do not come back."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with code {code}")
        self.code = code
