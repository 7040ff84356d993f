"""Profiles and histories: what the books say of one player.

What counts is told to everybody: rated matches and dailies. Other matches are told
only to those who took part in them.
"""

import asyncio
from collections.abc import Iterator
from datetime import date

from samedeal_games.catalogue import FAMILIES, GAMES
from samedeal_protocol.deals.dailies import StreakView
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import (
    AskHistory,
    AskProfile,
    BestView,
    EntryView,
    FamilyView,
    GameView,
    History,
    OpponentView,
    PersonView,
    Profile,
    ShownRating,
    VersusView,
)
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.books import books
from samedeal_server.core.books.books import Field, Line, Shown
from samedeal_server.core.books.dailies import streak_now
from samedeal_server.core.books.windows import ALL, day_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.people.accounts import Person, find_player
from samedeal_server.people.naming.names import composed
from samedeal_server.records.leaderboards import key_of
from samedeal_server.store.boards.histories import PAGE
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

READ_AT_ONCE = 100
"""Lines of a history."""
READ_MOST = 1000
"""Lines that are looked at for one answer, whatever it leaves out."""


class Profiles:
    """Answers what players have come to; `all_kept` is as in `Leaderboards`."""

    def __init__(self, store: Store, all_kept: asyncio.Event) -> None:
        self._store = store
        self._books = store.books
        self._all_kept = all_kept

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {
            AskProfile: Question(self.profile, 2),
            AskHistory: Question(self.history, 10),
        }

    async def profile(self, viewer: Player, asked: AskProfile) -> Profile:
        """Return a player's profile; raises Refused."""
        person = await self._person(viewer, asked.who)
        other = None
        if asked.versus is not None:
            other = await self._person(viewer, asked.versus)
        await self._all_kept.wait()
        fields = tuple(_fields_of(person.player))
        if other is not None:
            fields += ((books.versus(person.player), other.player),)
        known = Known(await self._books.read(fields), person.player)
        return Profile(
            re=asked.id,
            who=person,
            since=await self._since(viewer, person.player),
            ratings=tuple(known.ratings()),
            games=tuple(known.games(day_of(self._store.now()))),
            versus=None if other is None else known.versus(other),
        )

    async def history(self, viewer: Player, asked: AskHistory) -> History:
        """Return matches of a player, newest first; raises Refused."""
        game = None if asked.game is None else key_of(asked.game)
        person = await self._person(viewer, asked.who)
        await self._all_kept.wait()
        entries: list[EntryView] = []
        before, looked = asked.before, 0
        while len(entries) < asked.limit and looked < READ_MOST and before != 0:
            book = books.history(person.player)
            try:
                first, found = await self._books.part(book, before, READ_AT_ONCE)
            except StoreUnavailable:
                if not entries:
                    raise
                break  # as far as there is no need of the archive
            before = first
            looked += len(found)
            for index in reversed(range(first, first + len(found))):
                line = books.unpack_line(found[index - first])
                if _is_asked_for(line, game) and may_know(viewer.id, person, line):
                    entries.append(entry_view(index, line))
                if len(entries) == asked.limit:
                    before = index
                    break
        return History(
            re=asked.id, who=person, entries=tuple(entries), before=before or None
        )

    async def _person(self, viewer: Player, who: str) -> PersonView:
        """Return the person meant, the viewer without a name; raises Refused."""
        found = await find_player(self._store, who or viewer.id)
        if found is None and who in ("", viewer.id):
            found = Person(viewer.id, viewer.name, viewer.named, viewer.bot)
        if found is None:
            found = await self._met(viewer, who)
        if found is None and _called(who) == _called(viewer.name):
            found = Person(viewer.id, viewer.name, viewer.named, viewer.bot)
        if found is None:
            raise Refused(ErrorCode.UNKNOWN_PLAYER, f"nobody here is called {who!r}")
        return PersonView(
            player=found.player, name=found.name, named=found.named, bot=found.bot
        )

    async def _met(self, viewer: Player, who: str) -> Person | None:
        """Return the guest of a name whom the viewer has met last, None for nobody.

        Anybody can show the name of a guest, so it means somebody only to whom they
        have played with, and among their last matches.
        """
        name = _called(who)
        book = books.history(viewer.id)
        _, found = await self._books.part(book, None, READ_AT_ONCE)
        for line in map(books.unpack_line, reversed(found)):
            for other in line.opponents:
                if not other.bot and other.name.casefold() == name:
                    return await find_player(self._store, other.player)
        return None

    async def _since(self, viewer: Player, player: str) -> int | None:
        """Return the end of the first match of which the viewer may know, in ms.

        None if the first hundred are none of them, or cannot be read.
        """
        book = books.history(player)
        person = PersonView(player=player, name="")
        end = 0
        # Page by page, as most may know of the first, which may be in the archive.
        while end < READ_AT_ONCE:
            try:
                first, found = await self._books.part(book, end + PAGE, PAGE)
            except StoreUnavailable:
                return None
            if first < end or not found:
                return None
            end = first + len(found)
            lines = map(books.unpack_line, found)
            known = (line.at for line in lines if may_know(viewer.id, person, line))
            if (at := next(known, None)) is not None:
                return at
        return None


class Known:
    """The books of a player, as they were read."""

    def __init__(
        self, fields: dict[tuple[str, str], bytes | None], player: str
    ) -> None:
        self._fields = fields
        self._player = player

    def ratings(self) -> Iterator[FamilyView]:
        """Yield the player's rating in every family that has one."""
        for family in FAMILIES:
            packed = self._fields[books.ratings(family), self._player]
            if packed is None:
                continue
            last = books.unpack_rating(packed)
            rating = last.rating
            shown = Shown(rating.shown, rating.is_provisional)
            yield FamilyView(
                family=family,
                rating=rating_view(shown),
                matches=last.matches,
                match=last.match,
            )

    def games(self, today: date) -> Iterator[GameView]:
        """Yield the player's results in every game that has any."""
        for game in GAMES:
            packed = self._fields[books.counts(game, ALL), self._player]
            streak = self._streak(game, today)
            if packed is None and streak is None:
                continue
            counts = books.Counts() if packed is None else books.unpack_counts(packed)
            yield GameView(
                game=game,
                matches=counts.matches,
                wins=counts.wins,
                outs=counts.outs,
                best=self._best(game),
                streak=streak,
            )

    def versus(self, other: PersonView) -> VersusView:
        """Return the player's results against somebody."""
        packed = self._fields.get((books.versus(self._player), other.player))
        found = books.Versus("") if packed is None else books.unpack_versus(packed)
        return VersusView(
            who=other, matches=found.matches, won=found.won, lost=found.lost
        )

    def _best(self, game: str) -> BestView | None:
        rows = books.rows(books.board("best", game, ALL))
        packed = self._fields[rows, self._player]
        if packed is None:
            return None
        row = books.unpack_row(packed)
        return BestView(
            score=row.score or 0,
            plies=row.plies or 0,
            elapsed_ms=row.elapsed_ms or 0,
            match=row.match,
            at=row.at,
        )

    def _streak(self, game: str, today: date) -> StreakView | None:
        packed = self._fields[books.streak(self._player), game]
        if packed is None:
            return None
        current, longest = streak_now(books.unpack_streak(packed), today)
        return StreakView(current=current, longest=longest)


def may_know(viewer: str, person: PersonView, line: Line) -> bool:
    """Tell whether somebody may know of a match in a person's history."""
    if line.rated or line.kind == "daily" or viewer == person.player:
        return True
    return any(viewer == other.player for other in line.opponents)


def entry_view(index: int, line: Line) -> EntryView:
    """Return a line of a history as the wire has it."""
    return EntryView.model_validate(
        {
            **line._asdict(),
            "index": index,
            "before": None if line.before is None else rating_view(line.before),
            "after": None if line.after is None else rating_view(line.after),
            "opponents": tuple(
                OpponentView.model_validate(other._asdict()) for other in line.opponents
            ),
        }
    )


def rating_view(shown: Shown) -> ShownRating:
    """Return a rating as the wire has it."""
    return ShownRating(rating=shown.rating, provisional=shown.is_provisional)


def _fields_of(player: str) -> Iterator[Field]:
    for family in FAMILIES:
        yield (books.ratings(family), player)
    for game in GAMES:
        yield (books.counts(game, ALL), player)
        yield (books.rows(books.board("best", game, ALL)), player)
        yield (books.streak(player), game)


def _is_asked_for(line: Line, game: str | None) -> bool:
    return game is None or line.game == game


def _called(name: str) -> str:
    """Return a name as it is compared with others."""
    return composed(name).strip().casefold()
