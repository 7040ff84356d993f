"""The page of leaderboards: by game, metric, window and people, part by part."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from samedeal_client.language import later, tr
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.below.people import row_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.names import GAME_KEYS, stepped
from samedeal_client.lobby.pages.person import PersonPage
from samedeal_client.lobby.sheet import MARGIN, Row, Sheet, read
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.view.people.leaderboards import (
    leaderboard_head,
    leaderboard_lines,
    unvouched_text,
    why_empty,
)
from samedeal_client.view.spans import Line, Span, Style, line, text_of, wrapped
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

    title = later("Boards")
    every_s = 30.0

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
        self.rows_a_page = max(5, min(MOST_ROWS, height - 5))
        if self.board is None:
            looking = read([line("  " + tr("Looking..."))])
            return Sheet((), looking, keys, title=tr("Boards"))
        player = self.lobby.visit.player
        own = "" if player is None else player.id
        title, window = map(_text, leaderboard_head(self.board))
        sheet = Sheet(
            *((), (), keys),
            has_felt=True,
            title=title,
            note=window,
            below=tr(SHOWN_AS[self.among]),
        )
        if not self.board.rows:
            empty = read([line("  " + why_empty(self.board))])
            return sheet._replace(rows=empty)
        glyphs, room = self.lobby.context.glyphs, width - MARGIN - 1
        found = leaderboard_lines(self.board, glyphs, own, width=room)
        names, *lines = found[2:]
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
        return sheet._replace(
            head=(_indented(names),), rows=(*rows, *read([(), *foot]))
        )

    def below(self, does: str) -> Below:
        """Return the row among the others, as bars."""
        glyphs = self.lobby.drawn_in
        if self.board is None or not self.board.rows:
            return game_below(self.game, glyphs)
        player = self.lobby.visit.player
        return row_below(self.board, does, "" if player is None else player.id, glyphs)

    async def choose(self, does: str) -> None:
        """Show the player of a row."""
        self.lobby.pages.open(PersonPage(self.lobby, does))

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Ask for another leaderboard, or other rows of this one."""
        on, back = partial(self._turn_game, 1), partial(self._turn_game, -1)
        return {
            "g": on,
            "right": on,
            "G": back,
            "left": back,
            "k": self._turn_kind,
            "t": self._turn_window,
            "v": self._turn_among,
            "n": partial(self._turn_page, 1),
            "p": partial(self._turn_page, -1),
        }

    def _turn_game(self, step: int) -> bool:
        self.game, self._is_turned = stepped(GAME_KEYS, self.game, step), True
        return self._begin()

    def _turn_kind(self) -> bool:
        self.by = stepped(KINDS, self.by, 1)
        return self._begin()

    def _turn_window(self) -> bool:
        self.window = stepped(WINDOWS, self.window, 1)
        return self._begin()

    def _turn_among(self) -> bool:
        self.among = stepped(AROUNDS, self.among, 1)
        return self._begin()

    def _begin(self) -> bool:
        """Begin another leaderboard with its first rows, or around one's own."""
        self.start = -1 if self.among == "around" else 0
        return True

    def _turn_page(self, step: int) -> bool:
        total = 0 if self.board is None else self.board.total
        start = self.start + step * self.rows_a_page
        self.start = max(0, start) if start < total else self.start
        return True

    def _own(self) -> Span:
        own = None if self.board is None else self.board.own
        text = "" if own is None else tr("; you are number {rank}", rank=own)
        return Span(text, Style.GOOD)


def _text(row: Line) -> str:
    return text_of((row,))


def _indented(row: Line) -> Line:
    return (Span("  "), *row)
