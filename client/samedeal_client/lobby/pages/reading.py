"""A page to be read: whatever lines it is given."""

from samedeal_client.families.rules import rules_lines
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.view.spans import Lines, Span
from samedeal_games.game import AnyGame

WIDTH = 80
"""Columns of a page that is easily read."""


class ReadingPage(Page):
    """Lines, one screen of them at a time."""

    def __init__(
        self, lobby: Lobby, lines: Lines, *, title: str, indent: int = 2
    ) -> None:
        super().__init__(lobby)
        self.lines, self._title = lines, title
        self._indent = Span(" " * indent)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the lines."""
        keys = tr("up/down scroll   Esc back")
        rows = read((self._indent, *row) for row in self.lines)
        return Sheet((), rows, keys, title=self._title)


class RulesPage(ReadingPage):
    """The rules of a game, as wide as the screen but no wider than is easily read."""

    def __init__(self, lobby: Lobby, game: AnyGame) -> None:
        super().__init__(lobby, (), title=tr("Rules"), indent=1)
        self._game, self._most = game, 0

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the rules."""
        most = min(width, WIDTH) - 1
        if most != self._most:
            glyphs = self.lobby.context.glyphs
            self._most, self.lines = most, rules_lines(self._game, glyphs, most)
        return super().sheet(width, height)
