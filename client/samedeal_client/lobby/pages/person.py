"""The pages of a player's profile and matches, each match to be seen again."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from samedeal_client.auditing.remembering import (
    doubted_among,
    told_doubts,
    told_otherwise,
)
from samedeal_client.identity.histories import (
    Told,
    bests_of,
    read_history,
    read_person,
)
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import later, tr
from samedeal_client.lobby.below.matches import left_by, match_below
from samedeal_client.lobby.below.people import person_below
from samedeal_client.lobby.lobby import Done, Lobby, Page
from samedeal_client.lobby.pages.study import StudyPage, record_of, study_page
from samedeal_client.lobby.sheet import MARGIN, Row, Sheet, read
from samedeal_client.lobby.ways import SeeAgain
from samedeal_client.screen.gathering.lying import ACES, Below, Lying
from samedeal_client.view.names import name_of
from samedeal_client.view.people.casual import casual_lines
from samedeal_client.view.people.history import (
    MARKS,
    chart_lines,
    head_line,
    server_line,
)
from samedeal_client.view.people.matches import match_list, title_of
from samedeal_client.view.people.profiles import CHART_MOST, profile_lines
from samedeal_client.view.records.doubted import doubted_matches
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    folded,
    line,
    text_of,
    width_of_row,
)
from samedeal_protocol.results.profiles import EntryView

INDENT = Span(" " * MARGIN)


class PersonPage(Page):
    """A profile; one's own where nobody else is named."""

    title = later("You")

    def __init__(self, lobby: Lobby, who: str = "") -> None:
        super().__init__(lobby)
        self.who = who
        self.told: Told | None = None

    async def look(self) -> None:
        """Ask for the profile, and for the matches in its charts."""
        self.told = await read_person(self.lobby.visit.there(), self.who)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the profile."""
        keys = tr("m matches   up/down scroll")
        if self.told is None:
            looking = read([line("  " + tr("Looking..."))])
            return Sheet((), looking, keys, title=tr("You"))
        glyphs = self.lobby.context.glyphs
        newest = self.told.entries[:CHART_MOST]
        told = profile_lines(self.told.profile, newest, glyphs, width - MARGIN - 1)
        lines = (*told, *casual_lines(self.told.entries))
        # A table that takes all that there is begins at the frame.
        whole = [wide for row in lines if (wide := width_of_row(row)) < width]
        blank = Span(" " * min(MARGIN, width - 1 - max(whole, default=0)))
        rows = read((blank, *row) for row in lines)
        who = self.told.profile.who
        title = name_of(who.name, bot=who.bot, named=who.named) if self.who else ""
        return Sheet((), rows, keys, has_felt=True, title=title or tr("You"))

    def below(self, does: str) -> Below:
        """Return the rating as it came about."""
        if self.told is None:
            return ACES
        return person_below(self.told, self.lobby.drawn_in)

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Show the matches."""
        return {"m": self._show_matches}

    def _show_matches(self) -> None:
        self.lobby.pages.open(MatchesPage(self.lobby, self.who))


class MatchesPage(Page):
    """A history; a match that is chosen is shown again."""

    title = later("Matches")
    every_s = 20.0

    def __init__(self, lobby: Lobby, who: str = "") -> None:
        super().__init__(lobby)
        self.who = who
        self.told: Told | None = None
        self.doubted: list[str] = []
        """Ids of the matches that were in doubt for this player when they ended."""
        self.there: dict[str, list[EntryView]] = {}
        """Matches that were played on this machine at other servers, by server."""
        self.most = 40
        self._left: dict[str, Lying | None] = {}
        """The boards that matches were left with, as far as they were looked up."""
        self._studied: tuple[str, StudyPage] | None = None
        """The match analysed last, and its page."""

    async def look(self) -> None:
        """Ask for the matches."""
        context = self.lobby.context
        kept = KeptMatches(context.identity)
        if self.told is None and not self.who:
            # All of them, if there is no connection.
            self.there = kept.by_server()
            self.doubted = doubted_among(context, (), self.there)
        player = self.lobby.visit.there()
        self.told = await read_history(context, player, self.who, None, self.most)
        if not self.who:
            self.there = kept.by_server(but=context.server)
        self.doubted = doubted_among(context, self.told.entries, self.there)

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the list, and its charts below."""
        keys = tr("Tab another page")
        if self._has_any:
            keys = tr("Enter replay   a analyse   m more")
        doubts = self._doubts(width)
        if self.told is None:
            rows = self._rows_elsewhere(width)
            looking = read([line("  " + tr("Looking..."))])
            return Sheet(doubts, rows or looking, keys, title=tr("Matches"))
        found, entries = self.told
        glyphs = self.lobby.context.glyphs
        title = head_line(found.who, len(entries), glyphs)
        if not entries:
            rows = self._rows_elsewhere(width)
            none = [(INDENT, *title)]
            if not self.who:
                text = tr("Each that you play will stand here; 1 leads to tables.")
                none.append((INDENT, Span(text, Style.DIM)))
            return Sheet(doubts, rows or read(none), keys, title=tr("Matches"))
        head, rows = self._rows(entries, bests_of(found), width)
        there = self._rows_elsewhere(width)
        charts = [(INDENT, *row) for row in chart_lines(entries, glyphs, title_of)]
        marks = (INDENT, Span(tr(MARKS), Style.DIM))
        below = (*read([()] if there else []), *there, *read([*charts, (), marks]))
        return Sheet(
            (*doubts, head),
            (*rows, *below),
            keys,
            has_felt=True,
            title=text_of((title,)),
        )

    async def look_at(self, does: str) -> None:
        """Look up the board that the match of a row was left with."""
        if does and does not in self._left:
            self._left[does] = await left_by(self.lobby.context, does)

    def below(self, does: str) -> Below:
        """Return the outcome of the match of a row."""
        told = () if self.told is None else self.told.entries
        elsewhere = (entry for entries in self.there.values() for entry in entries)
        for entry in (*told, *elsewhere):
            if entry.match == does:
                left = self._left.get(does)
                return match_below(entry, left, self.lobby.drawn_in)
        return ACES

    @property
    def _has_any(self) -> bool:
        """Whether there is a match to be chosen."""
        told = () if self.told is None else self.told.entries
        return bool(told) or any(self.there.values())

    def _doubts(self, width: int) -> Lines:
        """Return lines that name doubted matches, where nothing scrolls them away."""
        told = doubted_matches(self.doubted)
        return folded(told, MARGIN, width - 1) if told else ()

    def _rows_elsewhere(self, width: int) -> tuple[Row, ...]:
        """Return the matches at other servers, each server's below its name."""
        rows: list[Row] = []
        for server, entries in self.there.items():
            title = (INDENT, *server_line(server, len(entries)))
            head, matches = self._rows(entries[: self.most], {}, width)
            rows += (*read([(), title, head]), *matches)
        return tuple(rows[1:])

    def _rows(
        self, entries: Sequence[EntryView], bests: Mapping[str, str], width: int
    ) -> tuple[Line, tuple[Row, ...]]:
        """Return a head, and a row for each match."""
        glyphs = self.lobby.context.glyphs
        shown = match_list(entries, bests, glyphs, width - MARGIN - 1)
        rows = [
            Row((INDENT, *row), entry.match, more)
            for row, entry, more in zip(shown.rows, entries, shown.more, strict=True)
        ]
        return (INDENT, *shown.head), tuple(rows)

    async def choose(self, does: str) -> None:
        """Show a match again."""
        match, told = self._studied or ("", None)
        study = told.study if told is not None and match == does else None
        record, own = await record_of(self.lobby, does)
        there = self.lobby.visit.context_of(does)
        doubted = (
            *told_doubts(there, does, does),
            *told_otherwise(there, does, record),
        )
        self.lobby.desk.go(SeeAgain(record, own, study, doubted))

    def keys(self, does: str) -> Mapping[str, Callable[[], Done]]:
        """Ask for more matches, or for the analysis of one."""
        if not self._has_any:
            return {}
        return {"m": self._ask_for_more, "a": partial(self._analyse, does)}

    def _ask_for_more(self) -> bool:
        self.most += 40
        return True

    async def _analyse(self, does: str) -> None:
        if does:
            if self._studied is None or self._studied[0] != does:
                self._studied = (does, await study_page(self.lobby, does))
            self.lobby.pages.open(self._studied[1])
