"""What somebody has come to, and their matches, each to be seen again."""

from samedeal_client.commands.profiles import Told, matches_of
from samedeal_client.language import tr
from samedeal_client.lobby.again import AgainPage
from samedeal_client.lobby.page import House, Page
from samedeal_client.lobby.sheet import Row, Sheet, read
from samedeal_client.view.history import history_lines
from samedeal_client.view.profiles import CHART_MOST, profile_lines
from samedeal_client.view.spans import Span, line


class PersonPage(Page):
    """A profile; one's own where nobody else is named."""

    def __init__(self, house: House, who: str = "") -> None:
        super().__init__(house)
        self.who = who
        self.told: Told | None = None

    async def look(self) -> None:
        """Ask for the profile and for what its charts show."""
        player = self.house.visit.there()
        found = await player.profile(self.who)
        asked = matches_of(player, found.who.player, None, CHART_MOST)
        self.told = Told(found, tuple([entry async for entry in asked]))

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the profile."""
        keys = tr("m matches   up/down scroll")
        if self.told is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        glyphs = self.house.context.glyphs
        lines = profile_lines(self.told.profile, self.told.entries, glyphs)
        return Sheet(((),), read((Span("  "), *row) for row in lines), keys)

    async def press(self, key: str, does: str) -> bool:
        """Show the matches."""
        if key == "m":
            self.house.open(MatchesPage(self.house, self.who))
        return False


class MatchesPage(Page):
    """A history; a match that is chosen is shown again."""

    every_s = 20.0

    def __init__(self, house: House, who: str = "") -> None:
        super().__init__(house)
        self.who = who
        self.told: Told | None = None
        self.most = 40

    async def look(self) -> None:
        """Ask for the matches."""
        player = self.house.visit.there()
        found = await player.profile(self.who)
        asked = matches_of(player, found.who.player, None, self.most)
        self.told = Told(found, tuple([entry async for entry in asked]))

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the list, and its charts below."""
        keys = tr("Enter see it again   m more")
        if self.told is None:
            return Sheet(((),), read([line("  " + tr("Looking..."))]), keys)
        found, entries = self.told
        bests = {g.game: g.best.match for g in found.games if g.best is not None}
        lines = history_lines(found.who, entries, bests, self.house.context.glyphs)
        if not entries:
            return Sheet(((),), read((Span("  "), *row) for row in lines), keys)
        title, names, *rest = ((Span("  "), *row) for row in lines)
        count = len(entries)
        rows = [Row(r, e.match) for r, e in zip(rest[:count], entries, strict=True)]
        # The last lines name commands, for who types them.
        return Sheet((title, (), names), (*rows, *read(rest[count:-3])), keys)

    async def choose(self, does: str) -> None:
        """Show a match again."""
        page = AgainPage(self.house, does)
        await page.look()
        self.house.open(page)

    async def press(self, key: str, does: str) -> bool:
        """Ask for more matches."""
        if key == "m":
            self.most += 40
        return key == "m"
