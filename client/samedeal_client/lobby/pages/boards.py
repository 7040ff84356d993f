"""The page of leaderboards: by game, metric, window and people, part by part."""

from typing import get_args

from samedeal_client.language import later, tr
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.names import GAME_KEYS, stepped
from samedeal_client.lobby.pages.person import PersonPage
from samedeal_client.lobby.sheet import Row, Sheet, read
from samedeal_client.view.people.leaderboards import (
    leaderboard_head,
    leaderboard_lines,
    unvouched_text,
    why_empty,
)
from samedeal_client.view.spans import Line, Span, Style, line, wrapped
from samedeal_protocol.results.leaderboards import Among, Leaderboard
from samedeal_protocol.results.metrics import MetricName

KINDS: tuple[MetricName, ...] = get_args(MetricName)
WINDOWS = ("all", "month", "week", "day")
AROUNDS = ("top", "around", "friends")
SHOWN_AS = {
    "top": later("from the top"),
    "around": later("around you"),
    "friends": later("you and your friends"),
}
MOST_ROWS = 100


class BoardsPage(Page):
    """One leaderboard; its rows lead to the players."""

    every_s = 30.0
    letters = "gGktvnp"

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby)
        self.game = lobby.game
        self._is_turned = False
        """Whether a game was chosen."""
        self.by: MetricName = "best"
        self.window = "all"
        self.among = "top"
        self.start = 0
        self.rows_a_page = 15
        self.board: Leaderboard | None = None

    def follow(self, game: str) -> None:
        """Show the leaderboard of a game, unless another one was chosen."""
        if not self._is_turned and game != self.game:
            self.game, self.start, self.board = game, 0, None

    async def look(self) -> None:
        """Ask for the rows."""
        among: Among = "friends" if self.among == "friends" else "all"
        is_around = self.among == "around" and self.start < 0
        self.board = await self.lobby.visit.there().leaderboard(
            self.game,
            by=self.by,
            window=self.window,
            limit=self.rows_a_page,
            start=max(0, self.start),
            around="" if is_around else None,
            among=among,
        )
        self.start = self.board.start

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the leaderboard."""
        keys = tr("g game   k kind   t time   v around, friends   n next   p previous")
        shown_as = Span("  " + tr(SHOWN_AS[self.among]), Style.DIM)
        self.rows_a_page = max(5, min(MOST_ROWS, height - 7))
        if self.board is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        player = self.lobby.visit.player
        own = "" if player is None else player.id
        head: tuple[Line, ...] = ()
        title, window = leaderboard_head(self.board)
        head = (_indented(title), (*_indented(window), shown_as), ())
        if not self.board.rows:
            return Sheet(head, read([line("  " + why_empty(self.board))]), keys)
        names, *lines = leaderboard_lines(self.board, self.lobby.context.glyphs, own)[
            2:
        ]
        count = len(self.board.rows)
        rows = [
            Row(_indented(text), row.player)
            for text, row in zip(lines, self.board.rows, strict=False)
        ]
        last = self.board.start + count
        span = tr(
            "{first} to {last} of {total}",
            first=self.board.start + 1,
            last=last,
            total=self.board.total,
        )
        foot = [line(Span(f"  {span}", Style.DIM), self._own())]
        if any(row.unvouched for row in self.board.rows):
            foot += map(_indented, wrapped(unvouched_text(), width=width - 4))
        return Sheet((*head, _indented(names)), (*rows, *read([(), *foot])), keys)

    async def choose(self, does: str) -> None:
        """Show the player of a row."""
        self.lobby.pages.open(PersonPage(self.lobby, does))

    async def press(self, key: str, does: str) -> bool:
        """Ask for another leaderboard, or other rows of this one."""
        before = (self.game, self.by, self.window, self.among, self.start)
        match key:
            case "g" | "right":
                self.game = stepped(GAME_KEYS, self.game, 1)
            case "G" | "left":
                self.game = stepped(GAME_KEYS, self.game, -1)
            case "k":
                self.by = stepped(KINDS, self.by, 1)
            case "t":
                self.window = stepped(WINDOWS, self.window, 1)
            case "v":
                self.among = stepped(AROUNDS, self.among, 1)
            case "n":
                self._turn_page(1)
            case "p":
                self._turn_page(-1)
            case _:
                pass
        self._is_turned |= self.game != before[0]
        if key not in "np" and before[:4] != (
            *(self.game, self.by, self.window, self.among),
        ):
            self.start = -1 if self.among == "around" else 0
        return key in ("g", "G", "left", "right", "k", "t", "v", "n", "p")

    def _turn_page(self, step: int) -> None:
        total = 0 if self.board is None else self.board.total
        start = self.start + step * self.rows_a_page
        self.start = max(0, start) if start < total else self.start

    def _own(self) -> Span:
        own = None if self.board is None else self.board.own
        text = "" if own is None else tr("; you are number {rank}", rank=own)
        return Span(text, Style.GOOD)


def _indented(row: Line) -> Line:
    return (Span("  "), *row)
