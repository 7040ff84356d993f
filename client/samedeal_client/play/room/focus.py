"""The board that a spectator looks at."""

from collections.abc import Sequence

STEPS = {"tab": 1, "right": 1, "down": 1, "left": -1, "up": -1}
ALL = "0"


class Focus:
    """The seat looked at, or all of them; of all, as much is seen as there is room."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """None for all."""

    def turn(self, key: str, seats: Sequence[int]) -> bool:
        """Take a key; tell whether it means one of these seats, or all of them."""
        if not seats:
            return False
        if key in STEPS:
            round_table = (None, *seats)
            known = self.seat if self.seat in seats else None
            at = round_table.index(known) + STEPS[key]
            self.seat = round_table[at % len(round_table)]
        elif key == ALL:
            self.seat = None
        elif key.isdecimal() and int(key) - 1 in seats:
            self.seat = int(key) - 1
        else:
            return False
        return True


def key_of_seat(seat: int) -> str:
    """Return the key that leads to a seat."""
    return str(seat + 1)
