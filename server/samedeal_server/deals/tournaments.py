"""Tournaments: made, looked up, and ranked by the boards of their deals."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samedeal_games.fairness import commitment_to_seed
from samedeal_protocol.deals.events import (
    EVENT_ROWS_MOST,
    AskEvent,
    AskEventDeal,
    CreateEvent,
    EventDealTable,
    EventTable,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.books import books
from samedeal_server.core.books.tournaments import (
    Standings,
    Tournament,
    TournamentDeal,
    pack_tournament,
    standings_of,
    tournament_view,
    unpack_tournament,
)
from samedeal_server.core.books.windows import ALL
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.records.chain import Chain
from samedeal_server.records.leaderboards import key_of
from samedeal_server.store.redis import Store

ID_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
ID_LENGTH = 14
"""So many that nobody finds an id by blinding all there can be, as the chain shows the
blinded ones."""
OLD_ID_LENGTH = 7
"""Of those made before."""
SEED_BYTES = 32
HOUR_MS = 3600 * 1000
DAY_S = 24 * 3600
UNPLAYED_KEPT_S = 7 * DAY_S
"""After its close, for a tournament that nobody ever hosted a room of."""
KEPT_S = 400 * DAY_S
"""After its close; the results of its deals, and their transcripts, for ever."""
TABLES_KEPT = 32
"""Tournaments whose table need not be computed again while nobody plays."""


class _Known(NamedTuple):
    """A table, and how many had played each deal then.

    A player's row of a deal is the first and stays, so the same counts are the same
    rows.
    """

    counts: tuple[int, ...]
    standings: Standings


class Tournaments:
    """Makes tournaments and answers what is asked of them."""

    def __init__(self, store: Store, chain: Chain) -> None:
        self._store = store
        self._chain = chain
        self._tournaments = store.tournaments
        self._books = store.books
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._turn = asyncio.Lock()

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        made = Question(self.create, 1, "tournaments", everywhere="tournaments")
        return {CreateEvent: made}

    async def create(self, player: Player, asked: CreateEvent) -> EventTable:
        """Make a tournament; raises Refused."""
        if player.bot:
            raise Refused(ErrorCode.PEOPLE_ONLY, "a bot makes no events")
        games = [key_of(game) for game in asked.games]
        now = self._store.now()
        closes_at = now + asked.hours * HOUR_MS
        deals = tuple(
            TournamentDeal(games[number % len(games)], secrets.token_bytes(SEED_BYTES))
            for number in range(asked.deals)
        )
        ttl_s = (closes_at - now) // 1000 + UNPLAYED_KEPT_S
        while True:
            tournament = Tournament(_new_id(), player.id, now, closes_at, deals)
            if await self._tournaments.put(
                tournament.id, pack_tournament(tournament), ttl_s
            ):
                break
        view = tournament_view(tournament, (0,) * len(deals), now)
        return EventTable(re=asked.id, event=view, start=0, total=0, rows=())

    async def table(self, player: Player, asked: AskEvent) -> EventTable:
        """Return a tournament and rows of its table; raises Refused."""
        tournament = await self.find(asked.event)
        known = await self._table_of(tournament)
        rows, start = known.standings.rows, asked.start
        return EventTable(
            re=asked.id,
            event=tournament_view(tournament, known.counts, self._store.now()),
            start=start,
            total=len(rows),
            rows=rows[start : start + EVENT_ROWS_MOST],
        )

    async def deal(self, player: Player, asked: AskEventDeal) -> EventDealTable:
        """Return the table of a deal; raises Refused."""
        tournament = await self.find(asked.event)
        if asked.deal > len(tournament.deals):
            raise Refused(
                ErrorCode.UNKNOWN_EVENT, f"it has {len(tournament.deals)} deals"
            )
        known = await self._table_of(tournament)
        rows, start = known.standings.deals[asked.deal - 1], asked.start
        return EventDealTable(
            re=asked.id,
            event=tournament.id,
            deal=asked.deal,
            start=start,
            total=len(rows),
            rows=rows[start : start + EVENT_ROWS_MOST],
        )

    async def find(self, tournament: str) -> Tournament:
        """Return a tournament by its id; raises Refused where there is none."""
        code = tournament.upper()
        packed = await self._tournaments.get(code) if is_tournament_id(code) else None
        if packed is None:
            raise Refused(ErrorCode.UNKNOWN_EVENT, f"there is no event {tournament}")
        return unpack_tournament(packed)

    async def commit(self, tournament: Tournament) -> None:
        """Put what a tournament's deals were committed to into the chain of matches.

        Before any of them is played, and only then: a tournament that nobody hosts is
        nobody's concern. Nor is one that has closed: its links may be forgotten.
        """
        if self._store.now() >= tournament.closes_at:
            return
        for number, deal in enumerate(tournament.deals, 1):
            deal_id = tournament.deal_id(number)
            committed = commitment_to_seed(deal_id, deal.server_seed)
            await self._chain.commit(deal_id, committed)

    async def keep(self, tournament: Tournament) -> None:
        """Keep a tournament that somebody plays."""
        left_s = max(0, tournament.closes_at - self._store.now()) // 1000
        await self._tournaments.keep(tournament.id, left_s + KEPT_S)

    async def _table_of(self, tournament: Tournament) -> _Known:
        names = deal_books(tournament)
        counts = await self._tournaments.lengths(names)
        known = self._known.get(tournament.id)
        if known is None or known.counts != counts:
            # One at a time: who plays has the processor first, and who asked
            # meanwhile finds it made.
            async with self._turn:
                known = self._known.get(tournament.id)
                if known is None or known.counts != counts:
                    boards = [await self._books.entries(name) for name in names]
                    known = await asyncio.to_thread(_known, tournament, boards)
                    self._known[tournament.id] = known
        self._known[tournament.id] = known
        self._known.move_to_end(tournament.id)
        if len(self._known) > TABLES_KEPT:
            self._known.popitem(last=False)
        return known


def _known(tournament: Tournament, boards: Sequence[Mapping[str, bytes]]) -> _Known:
    """Return a tournament's table by the packed rows of its deals."""
    unpacked = [
        {player: books.unpack_row(packed) for player, packed in board.items()}
        for board in boards
    ]
    return _Known(tuple(map(len, boards)), standings_of(tournament, unpacked))


def deal_books(tournament: Tournament) -> list[str]:
    """Return the books with the rows of each of a tournament's deals."""
    return [
        books.rows(books.board("deal", tournament.deal_id(number), ALL))
        for number in range(1, len(tournament.deals) + 1)
    ]


def is_tournament_id(text: str) -> bool:
    """Tell whether a text could be a tournament's id, before a key is made of it."""
    return len(text) in (ID_LENGTH, OLD_ID_LENGTH) and set(text) <= set(ID_ALPHABET)


def _new_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))
