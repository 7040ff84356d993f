"""Challenges: deals of matches that are over, found in their transcripts.

A deal may be challenged as soon as its seed may be known: then its transcripts are
there to be read by anybody, so nothing is given away, and nothing can be won but a
place on that deal's own board.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from samedeal_games.catalogue import GAMES
from samedeal_games.contests import merit, places
from samedeal_games.errors import GameError
from samedeal_games.game import About
from samedeal_protocol.deals.challenges import (
    GHOSTS_MOST,
    AskDealBoard,
    AskOwnBest,
    AskTimelines,
    DealBoard,
    Timelines,
    TimelineView,
)
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.errors import ErrorCode
from samedeal_records.sealing import unseal
from samedeal_records.timelines import Timeline, timelines
from samedeal_records.transcripts import Transcript, from_plain
from samedeal_records.verification import took_back
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.books import books
from samedeal_server.core.books.windows import ALL
from samedeal_server.core.facts import GivenDeal, GivenNonce
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.deals.dailies import deal_row
from samedeal_server.records.leaderboards import key_of
from samedeal_server.store.redis import Store

REMEMBERED = 64
"""Matches whose timelines are kept at hand; of eight seats one takes some 80 KiB."""


class Played(NamedTuple):
    """A match that is over, and how far its players had come when."""

    transcript: Transcript
    """Its moves left out."""
    timelines: tuple[Timeline, ...]
    retraced: frozenset[int]
    """The seats that took moves back: they stand on no board."""

    @property
    def comparable(self) -> tuple[Timeline, ...]:
        """The timelines of those who played as anybody plays its deal later."""
        return tuple(each for each in self.timelines if each.seat not in self.retraced)

    @property
    def about(self) -> About:
        """Its game's entry in the catalogue."""
        return GAMES[self.transcript.game].about

    @property
    def given(self) -> GivenDeal:
        """The deal, for a room that plays it once more."""
        transcript = self.transcript
        return GivenDeal(
            transcript.deal,
            transcript.game,
            transcript.server_seed,
            tuple(GivenNonce(*nonce) for nonce in transcript.nonces),
            certifier=transcript.certifier,
            counter=transcript.counter,
        )


class Challenges:
    """Challenges: the matches, those who have played their deals, and how they went."""

    def __init__(self, store: Store, all_kept: asyncio.Event) -> None:
        """Know the store; `all_kept` is set when no result is on its way there."""
        self._store = store
        self._all_kept = all_kept
        self._books = store.books
        self._played: OrderedDict[str, Played] = OrderedDict()
        self._turn = asyncio.Lock()

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {
            AskTimelines: Question(self.timelines, 50),
            AskOwnBest: Question(self.own_best, 20),
            AskDealBoard: Question(self.board, 20),
        }

    async def find(self, named: str) -> Played:
        """Return a match by its id, or one that was played on a deal by the deal's.

        Raises Refused where there is none, or its seed is not to be known yet.
        """
        await self._all_kept.wait()
        played = self._played.get(named) or await self._read(named)
        if played is None:
            row = await self._best_row(named)
            played = None if row is None else await self._read(row.match)
        if played is None:
            raise Refused(ErrorCode.UNKNOWN_MATCH, f"no transcript of {named}")
        return played

    async def original(self, played: Played) -> Played:
        """Return the match that a deal is from, or the same where there is none."""
        transcript = played.transcript
        if transcript.kind != "challenge":
            return played
        return await self._read(transcript.deal) or played

    async def refuse_who_played(self, played: Played, player: str) -> None:
        """Raise Refused if a player has a result on a deal; it names the match."""
        original = (await self.original(played)).transcript
        if original.kind == "match" and any(s.player == player for s in original.seats):
            raise Refused(ErrorCode.ALREADY_PLAYED, original.match)
        found = await self._books.rows_of(_board_of(played), [player])
        for ranked in found.rows:
            match = books.unpack_row(ranked.row).match
            raise Refused(ErrorCode.ALREADY_PLAYED, match)

    async def has_result(self, played: Played, player: str) -> bool:
        """Tell whether a player has a result on a deal's board."""
        return bool((await self._books.rows_of(_board_of(played), [player])).rows)

    async def timelines(self, player: Player, asked: AskTimelines) -> Timelines:
        """Return the timelines of a match, or of its deal; raises Refused."""
        played = await self.find(asked.match)
        transcript = played.transcript
        views = [_timeline(transcript.match, each) for each in played.timelines]
        if asked.rivals:
            views = await self._rivals(played)
        return _answer(asked.id, transcript, views)

    async def own_best(self, player: Player, asked: AskOwnBest) -> Timelines:
        """Return a player's timeline in their best rated match; raises Refused."""
        key = key_of(asked.game)
        await self._all_kept.wait()
        part = await self._books.rows_of(books.board("best", key, ALL), [player.id])
        for ranked in part.rows:
            played = await self._read(books.unpack_row(ranked.row).match)
            if played is not None:
                match = played.transcript.match
                own = [_timeline(match, t) for t in played.timelines]
                views = [view for view in own if view.player == player.id]
                return _answer(asked.id, played.transcript, views)
        raise Refused(ErrorCode.UNKNOWN_MATCH, f"no rated match of {key} yet")

    async def board(self, player: Player, asked: AskDealBoard) -> DealBoard:
        """Return the board of a match's deal; raises Refused."""
        played = await self.find(asked.match)
        part = await self._books.page(_board_of(played), asked.start, asked.limit)
        if part.total:
            total, rows = part.total, tuple(map(deal_row, part.rows))
        else:
            # Nobody has taken it up: there are those of the match it is from.
            all_rows = _own_rows(played)
            total = len(all_rows)
            rows = all_rows[asked.start : asked.start + asked.limit]
        return DealBoard(
            re=asked.id,
            deal=played.transcript.deal,
            game=played.transcript.game,
            total=total,
            rows=rows,
        )

    async def _rivals(self, played: Played) -> list[TimelineView]:
        """Return timelines of the best on a deal's board, and of all in its match."""
        board = await self._books.page(_board_of(played), 0, GHOSTS_MOST)
        found: dict[str, TimelineView] = {}
        for ranked in board.rows:
            match = books.unpack_row(ranked.row).match
            found |= await self._timeline_in(match, ranked.player)
        original = await self.original(played)
        if original.transcript.kind == "match":
            for each in original.comparable:
                view = _timeline(original.transcript.match, each)
                found.setdefault(each.player, view)
        return _placed(list(found.values()), played.about)[:GHOSTS_MOST]

    async def _timeline_in(self, match: str, player: str) -> Mapping[str, TimelineView]:
        played = self._played.get(match) or await self._read(match)
        own = () if played is None else played.timelines
        return {t.player: _timeline(match, t) for t in own if t.player == player}

    async def _best_row(self, deal: str) -> books.Row | None:
        part = await self._books.page(books.board("deal", deal, ALL), 0, 1)
        return books.unpack_row(part.rows[0].row) if part.rows else None

    async def _read(self, match: str) -> Played | None:
        """Read a match; None if there is none, or none that may be played again."""
        known = self._played.get(match)
        if known is not None:
            self._played.move_to_end(match)
            return known
        kept = self._store.transcripts
        (sealed,) = await kept.read([match])
        if sealed is None or await kept.reveal_at(match) > self._store.now():
            return None
        # One at a time: who plays has the processor first.
        async with self._turn:
            played = await asyncio.to_thread(_play_again, sealed)
        if played is not None:
            self._played[match] = played
            if len(self._played) > REMEMBERED:
                self._played.popitem(last=False)
        return played


def _play_again(sealed: bytes) -> Played | None:
    """Return a match from its transcript; None if its rules are not today's."""
    transcript = from_plain(unseal(sealed))
    game = GAMES.get(transcript.game)
    if game is None or game.about.rules_hash != transcript.rules:
        return None
    try:
        ways = timelines(transcript)
    except GameError:
        return None
    seats = tuple(seat._replace(moves=()) for seat in transcript.seats)
    retraced = frozenset(seat.seat for seat in transcript.seats if took_back(seat))
    return Played(transcript._replace(seats=seats), ways, retraced)


def _answer(re: int, transcript: Transcript, views: list[TimelineView]) -> Timelines:
    return Timelines(
        re=re,
        match=transcript.match,
        deal=transcript.deal,
        kind=transcript.kind,
        game=transcript.game,
        time_limit_s=transcript.time_limit_s,
        seats=tuple(sorted(views, key=lambda view: (view.place, view.seat))),
    )


def _board_of(played: Played) -> str:
    return books.board("deal", played.transcript.deal, ALL)


def _timeline(match: str, timeline: Timeline) -> TimelineView:
    return TimelineView.model_validate({"match": match, **timeline._asdict()})


def _placed(views: list[TimelineView], about: About) -> list[TimelineView]:
    """Return timelines with their places among one another, best first."""
    merits = [
        merit(
            about.contest,
            resigned=view.state == "resigned",
            score=view.score,
            reached_ms=view.elapsed_ms,
        )
        for view in views
    ]
    placed = zip(views, places(merits), strict=True)
    ranked = [view.model_copy(update={"place": place}) for view, place in placed]
    return sorted(ranked, key=lambda view: (view.place, view.player))


def _own_rows(played: Played) -> tuple[DealRow, ...]:
    """Return the people of a match as rows of its deal's board."""
    match, at = played.transcript.match, played.transcript.ended_at
    people = [_timeline(match, t) for t in played.comparable if not t.bot]
    return tuple(
        DealRow.model_validate(
            {**view.model_dump(exclude={"place"}), "rank": view.place, "at": at}
        )
        for view in _placed(people, played.about)
    )
