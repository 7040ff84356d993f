"""Reasons why a command is not carried out: the expected case, told to one player."""

from samedeal_protocol.errors import ErrorCode


class Refused(Exception):
    """A command that changes nothing.

    `code` is stable and is what a client acts on; `detail` is English for tools
    and logs; `expected` is the number that would have been right.
    """

    def __init__(
        self, code: ErrorCode, detail: str = "", expected: int | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.expected = expected


class Wait(Refused):
    """A refusal that ends by itself."""

    def __init__(self, code: ErrorCode, wait_ms: int) -> None:
        super().__init__(code)
        self.wait_ms = wait_ms


OF_ONES_OWN = frozenset(
    {
        *(ErrorCode.COMMAND_GAP, ErrorCode.SEAT_DONE, ErrorCode.STALE_PLY),
        *(ErrorCode.BAD_MOVE, ErrorCode.ILLEGAL_MOVE),
        *(ErrorCode.NO_TAKE_BACK, ErrorCode.NOTHING_TO_TAKE_BACK),
    }
)
"""Refusals that rest on a player's own board and numbers, which nobody else changes."""
