"""A page to be read: whatever lines it is given."""

from samedeal_client.language import tr
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.view.spans import Lines, Span


class ReadingPage(Page):
    """Lines, one screen of them at a time."""

    def __init__(self, house: House, lines: Lines, *, indent: int = 2) -> None:
        super().__init__(house)
        self.lines = lines
        self._indent = Span(" " * indent)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the lines."""
        keys = tr("up/down scroll   Esc back")
        return Sheet(((),), read((self._indent, *row) for row in self.lines), keys)
