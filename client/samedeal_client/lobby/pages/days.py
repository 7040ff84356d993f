"""The page of today's deals: the player's standing, and the ways to play them."""

from collections.abc import Callable, Mapping
from functools import partial

from samedeal_client.auditing.days import UNHELD, remember, sit_down
from samedeal_client.language import later, tr
from samedeal_client.lobby.below.days import day_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.names import game_title
from samedeal_client.lobby.pages.first.overview import closing, marks_in
from samedeal_client.lobby.pages.reading import ReadingPage
from samedeal_client.lobby.sheet import MARGIN, Sheet, read, table_of_choices
from samedeal_client.lobby.ways import Attempt
from samedeal_client.screen.gathering.lying import ACES, Below
from samedeal_client.tables.ways import attempt_told
from samedeal_client.view.cards import NAMED
from samedeal_client.view.deals.daily import (
    board_lines,
    day_cells,
)
from samedeal_client.view.spans import (
    Span,
    Style,
    line,
    padded,
    printable,
    without_least,
)
from samedeal_protocol.deals.dailies import Dailies, DailyView

ROWS_SHOWN = 100
NARROW, GAME_WIDTH = 78, 20
"""Columns of a page on the smallest screen, and of a game there."""
LEAST = (4, 6, 5)
"""The columns that are left out first where there is less."""


class DaysPage(Page):
    """One row for each game."""

    title = later("Daily")
    every_s = 20.0

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
            looking = read([line("  " + tr("Looking..."))])
            return Sheet((), looking, keys, title=tr("Today"))
        now_ms = self._now_ms()
        told = tr("One attempt each; the next deals come at 00:00 UTC.")
        head = (line(Span(f"  {told}", Style.DIM)), ())
        most = GAME_WIDTH + max(0, width - NARROW)
        cells = [
            (
                self._mark(view),
                padded(game_title(view.game), most).rstrip(),
                *day_cells(view, now_ms)[1:],
            )
            for view in self.found.games
        ]
        names = (
            *("", tr("game"), tr("today"), tr("result"), tr("time")),
            *(tr("place"), tr("streak")),
        )
        header, cells = without_least(names, cells, width - MARGIN - 1, LEAST)
        does = [view.game for view in self.found.games]
        table_head, rows = table_of_choices(header, cells, does)
        rows = tuple(
            row._replace(line=tuple(s._replace(style=_tone(view)) for s in row.line))
            for row, view in zip(rows, self.found.games, strict=True)
        )
        return Sheet(
            (*head, table_head),
            rows,
            keys,
            has_felt=True,
            title=f"{tr('Today')}, {printable(self.found.day)}",
            note=closing(self.found.closes_at, now_ms),
        )

    def below(self, does: str) -> Below:
        """Return the deal of a row, its cards face down till it is over."""
        views = () if self.found is None else self.found.games
        for view in views:
            if view.game == does:
                return day_below(view, None, self._now_ms(), self.lobby.drawn_in)
        return ACES

    def _now_ms(self) -> int:
        player, found = self.lobby.visit.player, self.found
        closes_at = 0 if found is None else found.closes_at
        return closes_at if player is None else player.now_ms()

    def _mark(self, view: DailyView) -> str:
        """Return the sign of a deal: done, begun, or still to be played."""
        glyphs = self.lobby.context.glyphs
        if view.attempt is None or not view.attempt.match:
            return glyphs.gap
        return NAMED if view.attempt.is_over else marks_in(glyphs).on

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
            game, day = found.known.game, found.known.day
            told = await attempt_told(self.lobby.context, player, game, day)
            title = game_title(does)
            self.lobby.pages.open(ReadingPage(self.lobby, told, title=title))
        else:
            self.lobby.desk.go(Attempt(found.known))

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Show the board of a deal."""
        return {"b": partial(self._show_board, does)}

    async def _show_board(self, does: str) -> None:
        if does:
            player = self.lobby.visit.there()
            found = await player.daily(does, limit=ROWS_SHOWN)
            lines = board_lines(found, found.rows, player.id, player.now_ms())
            title = game_title(does)
            self.lobby.pages.open(ReadingPage(self.lobby, lines, title=title))


def _tone(view: DailyView) -> Style:
    """Return the style of a deal's row, by how far it is played."""
    attempt = view.attempt
    if attempt is None or not attempt.match:
        return Style.PLAIN
    return Style.GOOD if attempt.is_over else Style.WARNING
