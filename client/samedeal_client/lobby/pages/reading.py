"""A page to be read: whatever lines it is given."""

from samedeal_client.families.rules import rules_lines
from samedeal_client.language import later, tr
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_games.game import AnyGame

WIDTH = 80
"""Columns of a page that is easily read."""
EVERYWHERE = (
    later("  Tab, 1-{last}   the pages by name, which can be clicked, too"),
    later("  PgUp, PgDn   further up or down; Home and End to the first and the last"),
    later("  Esc          back; on the first page, quit; ctrl+c quits at once"),
    later("  r            where no server answers: try again"),
)
"""Keys with the same meaning on every page."""


def keys_lines(keys: str, last: int) -> Lines:
    """Return the keys of a page, then those of all pages; `last` is the last number."""
    here = (line(f"  {part}") for part in keys.split("   "))
    title = line(Span(tr("Keys"), Style.TITLE))
    return (title, *here, (), *(line(tr(text, last=last)) for text in EVERYWHERE))


class ReadingPage(Page):
    """Lines, one screen of them at a time."""

    def __init__(self, lobby: Lobby, lines: Lines, *, indent: int = 2) -> None:
        super().__init__(lobby)
        self.lines = lines
        self._indent = Span(" " * indent)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the lines."""
        keys = tr("up/down scroll   Esc back")
        return Sheet(((),), read((self._indent, *row) for row in self.lines), keys)


class RulesPage(ReadingPage):
    """The rules of a game, as wide as the screen but no wider than is easily read."""

    def __init__(self, lobby: Lobby, game: AnyGame) -> None:
        super().__init__(lobby, (), indent=1)
        self._game, self._most = game, 0

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the rules."""
        most = min(width, WIDTH) - 1
        if most != self._most:
            glyphs = self.lobby.context.glyphs
            self._most, self.lines = most, rules_lines(self._game, glyphs, most)
        return super().sheet(width, height)
