"""The page of today's deals: the player's standing, and the ways to play them."""

from samedeal_client.auditing.days import UNHELD, remember, sit_down
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.names import game_title
from samedeal_client.lobby.pages.reading import ReadingPage
from samedeal_client.lobby.sheet import Sheet, read, table_of_choices
from samedeal_client.lobby.ways import Attempt
from samedeal_client.play.sentences.inviting import address_to_send
from samedeal_client.view.deals.daily import (
    board_lines,
    clock_of_day,
    day_cells,
    result_lines,
)
from samedeal_client.view.spans import Span, Style, line, padded, printable
from samedeal_protocol.deals.dailies import Dailies

ROWS_SHOWN = 100
GAME_WIDTH = 22
"""Columns of a game on the smallest screen."""


class DaysPage(Page):
    """One row for each game."""

    every_s = 20.0
    letters = "b"

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.found: Dailies | None = None

    async def look(self) -> None:
        """Ask for today's deals, and remember the server's commitments."""
        self.found = await self.lobby.visit.there().dailies()
        remember(self.lobby.context, [v.commitment for v in self.found.games])

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the list."""
        keys = tr("Enter play, or see how you did   b board")
        if self.found is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        player = self.lobby.visit.player
        now_ms = self.found.closes_at if player is None else player.now_ms()
        left = clock_of_day(self.found.closes_at - now_ms)
        told = tr("One attempt each; they close in {left}, at 00:00 UTC.", left=left)
        head = (line(Span(f"  {printable(self.found.day)}. {told}", Style.DIM)), ())
        cells = [
            (
                padded(game_title(view.game), GAME_WIDTH + max(0, width - 80)).rstrip(),
                *day_cells(view, now_ms)[1:],
            )
            for view in self.found.games
        ]
        header = (
            *(tr("game"), tr("today"), tr("result"), tr("time")),
            *(tr("place"), tr("streak")),
        )
        does = [view.game for view in self.found.games]
        table_head, rows = table_of_choices(header, cells, does)
        return Sheet((*head, table_head), rows, keys)

    async def choose(self, does: str) -> None:
        """Begin the attempt, come back to it, or show its result."""
        player = await self.lobby.who.somebody()
        if player is None:
            return
        found = await sit_down(self.lobby.context, player, does)
        for doubt in found.doubts:
            self.lobby.note(tr("NOT FAIR: {doubt}", doubt=printable(doubt)))
        if found.is_unheld:
            self.lobby.note(tr(UNHELD).strip())
        if found.is_played:
            known = await player.daily(found.known.game, found.known.day)
            told = result_lines(
                *(known, player.now_ms(), self.lobby.context.glyphs),
                address_to_send(player),
            )
            self.lobby.pages.open(ReadingPage(self.lobby, told))
        else:
            self.lobby.desk.go(Attempt(found.known))

    async def press(self, key: str, does: str) -> bool:
        """Show the board of a deal."""
        if key == "b" and does:
            player = self.lobby.visit.there()
            found = await player.daily(does, limit=ROWS_SHOWN)
            lines = board_lines(found, found.rows, player.id, player.now_ms())
            self.lobby.pages.open(ReadingPage(self.lobby, lines))
        return False
