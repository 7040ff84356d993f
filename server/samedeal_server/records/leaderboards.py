"""Leaderboards: rows of the books as the wire has them, and among whom."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.contests import places
from samedeal_games.errors import UnknownGame
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import (
    Among,
    AskLeaderboard,
    AskLeaders,
    Leaderboard,
    LeaderboardRow,
    Leaders,
    LeaderView,
    WindowView,
)
from samedeal_protocol.results.metrics import MetricName
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.books import books
from samedeal_server.core.books.metrics import AMONG_FRIENDS, OF_A_GAME
from samedeal_server.core.books.windows import Span, Window, read_window, window_at
from samedeal_server.core.facts import RoomOpened, SeatTaken, unpack_entry
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Player
from samedeal_server.people.accounts import find_people, find_player, friends_of
from samedeal_server.store.boards.rows import BoardPart, Ranked
from samedeal_server.store.connections.together import together
from samedeal_server.store.redis import Store

AMONG: Mapping[Among, int] = {"all": 1, "friends": 20, "room": 100}
"""What a leaderboard weighs: among those who ever sat in a room it needs all of its
log."""
AMONG_SOME_OF_OLD = 100
"""What one weighs among some, in a window of a name: if that is over, their rows are in
the archive, and may be in all pieces of the board."""
ROWS_IN_ONE = 10
"""Rows of a leaderboard, each with a look at its player, that weigh as much as one."""


class Part(NamedTuple):
    """Rows of a board, and what they are a part of."""

    rows: tuple[Ranked, ...]
    ranks: tuple[int, ...]
    """Among those who were asked for; those among all are in the rows."""
    start: int
    total: int
    own: int | None
    overall: Mapping[str, int] | None = None
    """Ranks among all by player, if those of the rows are not."""


class Leaderboards:
    """Answers who is best; `all_kept` is set when no result is on its way."""

    def __init__(self, store: Store, all_kept: asyncio.Event) -> None:
        self._store = store
        self._books = store.books
        self._all_kept = all_kept

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {
            AskLeaders: Question(self.leaders, 5),
            AskLeaderboard: Question(
                self.leaderboard,
                _weight,
                names_room=_names_room,
            ),
        }

    async def leaderboard(self, viewer: Player, asked: AskLeaderboard) -> Leaderboard:
        """Return rows of a leaderboard; raises Refused."""
        game = key_of(asked.game)
        window = named_window(asked.window, self._store.now())
        scope = scope_of(game, asked.by)
        await self._all_kept.wait()
        board = books.board(asked.by, scope, window.name)
        every = books.board(AMONG_FRIENDS.get(asked.by, asked.by), scope, window.name)
        part = await self._part(viewer, asked, board, every)
        return Leaderboard(
            re=asked.id,
            game=game,
            by=asked.by,
            scope=scope,
            window=window_view(window),
            among=asked.among,
            rows=await shown_rows(self._store, part.rows, part.ranks, part.overall),
            start=part.start,
            total=part.total,
            own=part.own,
        )

    async def leaders(self, viewer: Player, asked: AskLeaders) -> Leaders:
        """Return the leader of each leaderboard of a kind; raises Refused."""
        window = named_window(asked.window, self._store.now())
        await self._all_kept.wait()
        scopes = tuple(dict.fromkeys(scope_of(game, asked.by) for game in GAMES))
        names = [books.board(asked.by, scope, window.name) for scope in scopes]
        parts = await together(*(self._books.page(n, 0, 1) for n in names))
        first = [part.rows[0] for part in parts if part.rows]
        rows = iter(await shown_rows(self._store, first, [1] * len(first)))
        leaders = tuple(
            LeaderView(
                scope=scope, total=part.total, row=next(rows) if part.rows else None
            )
            for scope, part in zip(scopes, parts, strict=True)
        )
        return Leaders(
            re=asked.id, by=asked.by, window=window_view(window), leaders=leaders
        )

    async def _part(
        self, viewer: Player, asked: AskLeaderboard, board: str, every: str
    ) -> Part:
        """Return rows of a board; of the other one, among people they know."""
        centre = await self._centre(viewer, asked.around)
        if asked.among != "all":
            among = sorted(await self._group(viewer, asked))
            boards = dict.fromkeys((every, board))  # often the same
            found, *others = await together(
                *(self._books.rows_of(name, among) for name in boards)
            )
            (of_all,) = others or [found]
            part = part_among(found, viewer.id, centre, asked.start, asked.limit)
            return part._replace(overall={row.player: row.rank for row in of_all.rows})
        limit = asked.limit
        if centre is None:
            reading = self._books.page(board, asked.start, limit, viewer=viewer.id)
        else:
            reading = self._books.around(board, centre, limit, viewer=viewer.id)
        found = await reading
        ranks = tuple(row.rank for row in found.rows)
        return Part(found.rows, ranks, found.start, found.total, found.own)

    async def _centre(self, viewer: Player, around: str | None) -> str | None:
        if not around:
            return None if around is None else viewer.id
        return await id_of(self._store, around)

    async def _group(self, viewer: Player, asked: AskLeaderboard) -> frozenset[str]:
        if asked.among == "friends":
            return await friends_of(self._store, viewer.id) | {viewer.id}
        return await regulars(self._store, viewer.id, asked.room)


def part_among(
    found: BoardPart, viewer: str, centre: str | None, start: int, limit: int
) -> Part:
    """Return a part of the rows of some players, ranked among themselves.

    `found` has all their rows, best first. With a `centre` its row is in the middle
    as far as possible, and there are none if it has none.
    """
    ranks = places([(row.rank,) for row in found.rows])
    total = len(found.rows)
    rank_of = {row.player: k for row, k in zip(found.rows, ranks, strict=True)}
    if centre is not None:
        order = list(rank_of)
        if centre not in rank_of:
            return Part((), (), 0, total, rank_of.get(viewer))
        start = max(0, min(order.index(centre) - limit // 2, total - limit))
    return Part(
        found.rows[start : start + limit],
        ranks[start : start + limit],
        start,
        total,
        rank_of.get(viewer),
    )


async def shown_rows(
    store: Store,
    rows: Sequence[Ranked],
    ranks: Sequence[int],
    overall: Mapping[str, int] | None = None,
) -> tuple[LeaderboardRow, ...]:
    """Return rows of any board as the wire has them, with these ranks.

    Ranks among all are those of the rows, if they are not in `overall`.
    """
    people = await find_people(store, [row.player for row in rows]) if rows else []
    shown: list[LeaderboardRow] = []
    for ranked, rank, person in zip(rows, ranks, people, strict=True):
        row = books.unpack_row(ranked.row)
        # A name that was a guest's at the time may be somebody else's by now.
        named = person is not None and person.named and person.name == row.name
        told = {
            **row._asdict(),
            "rank": rank,
            "overall": ranked.rank if overall is None else overall.get(row.player),
            "named": named,
            "unvouched": bool(row.unvouched),
        }
        shown.append(LeaderboardRow.model_validate(told))
    return tuple(shown)


async def regulars(store: Store, viewer: str, room: str) -> frozenset[str]:
    """Return everybody who ever sat in a room that the viewer may know of.

    Raises Refused, with the same answer for a private room in which the viewer
    never sat as for one that does not exist.
    """
    code = room.strip().upper()
    unknown = Refused(ErrorCode.UNKNOWN_ROOM, f"no room {code!r} is known")
    if not code.isalnum() or not code.isascii():
        raise unknown
    found = await store.read_log(code)
    facts = [unpack_entry(e.offset, e.at, e.packed).fact for e in found.entries]
    sat = frozenset(fact.player for fact in facts if isinstance(fact, SeatTaken))
    is_public = any(isinstance(fact, RoomOpened) and fact.public for fact in facts)
    if not is_public and viewer not in sat:
        raise unknown
    return sat


async def id_of(store: Store, who: str) -> str:
    """Return the id of a player by claimed name or id; raises Refused."""
    person = await find_player(store, who)
    if person is None:
        raise Refused(ErrorCode.UNKNOWN_PLAYER, f"nobody here is called {who!r}")
    return person.player


def key_of(game: str) -> str:
    """Return the key of a game; raises Refused for none."""
    try:
        return str(find_game(game).about.key)
    except UnknownGame as error:
        raise Refused(ErrorCode.UNKNOWN_GAME, str(error)) from None


def scope_of(game: str, by: MetricName) -> str:
    """Return the scope of a game's board: its key, or its family for ratings."""
    return game if by in OF_A_GAME else GAMES[game].about.family


def named_window(name: str, now: int) -> Window:
    """Return the window of a name, or the present one of a length; raises Refused."""
    if name in set(Span):
        return window_at(Span(name), now)
    try:
        return read_window(name)
    except ValueError as error:
        raise Refused(ErrorCode.UNKNOWN_WINDOW, str(error)) from None


def window_view(window: Window) -> WindowView:
    """Return a window as the wire has it."""
    return WindowView(name=window.name, start=window.start, end=window.end)


def _names_room(asked: AskLeaderboard) -> bool:
    return asked.among == "room"


def _weight(asked: AskLeaderboard) -> int:
    """Return as how many small questions a leaderboard counts."""
    is_old = asked.among != "all" and asked.window not in set(Span)
    among = AMONG_SOME_OF_OLD if is_old else AMONG[asked.among]
    return max(among, asked.limit // ROWS_IN_ONE)
