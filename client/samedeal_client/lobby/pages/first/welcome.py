"""The first minutes: three ways to begin, before there is any more to choose."""

from samedeal_client.language import tr
from samedeal_client.lobby.below.facts import game_below
from samedeal_client.lobby.lobby import Page
from samedeal_client.lobby.pages.days import DaysPage
from samedeal_client.lobby.pages.first.play import (
    PlayPage,
    go_and_race_bots,
    join_a_friend,
)
from samedeal_client.lobby.sheet import Row, Sheet, choice, read
from samedeal_client.options.playing import FIRST_GAME
from samedeal_client.screen.gathering.lying import Below
from samedeal_client.screen.gathering.tables import face_down
from samedeal_client.view.spans import Span, Style, line

BOTS, DAILY, JOIN, ALL = "bots", "daily", "join", "all"


class WelcomePage(Page):
    """Shown to somebody who has never been here."""

    is_bare = True

    def sheet(self, width: int, height: int) -> Sheet:
        """Return a word on samedeal, and three ways to begin."""
        head = (
            (),
            line(Span(tr("  Patience against others, on the same deal."), Style.TITLE)),
            line(tr("  Everybody gets the same cards, and nobody could choose them.")),
            line(tr("  Each plays a board of their own; who does best wins.")),
            (),
        )
        rows: tuple[Row, ...] = (
            choice(
                tr("Play now"), BOTS, tr("race two bots; cards in a moment"), width=18
            ),
            choice(
                tr("Today's deal"), DAILY, tr("one a day, the same for all"), width=18
            ),
            choice(tr("Join a friend"), JOIN, tr("with the line they sent"), width=18),
            *read([()]),
            choice(tr("Everything else"), ALL),
        )
        keys = tr("up/down choose   Enter start   ctrl+x leave")
        return Sheet(head, rows, keys, has_felt=True, title="samedeal")

    def below(self, does: str) -> Below:
        """Return the table that is begun with, or the deal of today, face down."""
        glyphs = self.lobby.drawn_in
        told = game_below(FIRST_GAME, glyphs)
        return told._replace(table=face_down(FIRST_GAME)) if does == DAILY else told

    async def choose(self, does: str) -> None:
        """Take the way of a row."""
        match does:
            case "bots":
                await go_and_race_bots(self.lobby, FIRST_GAME)
            case "daily":
                self.lobby.pages.turn_to(DaysPage)
            case "join":
                await join_a_friend(self.lobby)
            case _:
                self.lobby.pages.turn_to(PlayPage)
