"""How many of something each address has at the same time."""


class Places:
    """Counts what each address has taken and not given back; nothing of the others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, int] = {}

    def take(self, address: str) -> bool:
        """Take a place; tell whether it was one of those that there are.

        It is to be given back either way.
        """
        taken = self._taken[address] = self.taken(address) + 1
        return taken <= self._most

    def give_back(self, address: str) -> None:
        """Give a place back that was taken."""
        left = self._taken[address] - 1
        if left:
            self._taken[address] = left
        else:
            del self._taken[address]

    def taken(self, address: str) -> int:
        """Return how many an address has."""
        return self._taken.get(address, 0)
