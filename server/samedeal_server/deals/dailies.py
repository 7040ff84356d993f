"""Dailies: one deal for each game and day, each player's attempt, and the boards.

The seeds are drawn at random, some days ahead, once whichever process is first; they
are kept for ever, and told to nobody before their day's reveal.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

import msgpack

from samedeal_games.catalogue import GAMES
from samedeal_games.errors import BadTranscript, GameError
from samedeal_games.fairness import commitment_to_seed
from samedeal_protocol.deals.dailies import (
    AskDaily,
    CommitmentView,
    Daily,
    DailyView,
    StreakView,
)
from samedeal_protocol.deals.dailies import Dailies as DailiesReply
from samedeal_protocol.deals.deals import AttemptView, DealRow
from samedeal_protocol.errors import BadFrame, ErrorCode
from samedeal_records.sealing import unseal
from samedeal_records.transcripts import from_plain
from samedeal_server.core.books import books
from samedeal_server.core.books.dailies import (
    DailyDeal,
    closes_at,
    daily_id,
    days_to_draw,
    given_daily,
    progress_of,
    reveal_at,
    streak_now,
)
from samedeal_server.core.books.windows import ALL, day_of
from samedeal_server.core.facts import GivenDeal
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.standings import standings
from samedeal_server.core.state import Player, Room
from samedeal_server.deals.attempts import is_of, is_over, is_void
from samedeal_server.records.chain import Chain
from samedeal_server.rooms.carrier import Carrier
from samedeal_server.store.boards.rows import Ranked
from samedeal_server.store.connections.together import together
from samedeal_server.store.redis import Store

ATTEMPTS_KEPT_S = 3 * 24 * 3600
"""After that the board alone tells who has played."""

SEED_BYTES = 32


class DrawnSeed(NamedTuple):
    """The secret of one game and day."""

    server_seed: bytes
    drawn_at: int
    """In ms since 1970."""


Seeds = Mapping[str, DrawnSeed]
"""One day's, by game."""


class Dailies:
    """The dailies of a store; everything that is asked raises Refused or StoreError."""

    def __init__(self, store: Store, carrier: Carrier, chain: Chain) -> None:
        self._store = store
        self._chain = chain
        self._linked = set[date]()
        """Days whose commitments are known to be in the chain."""
        self._carrier = carrier
        self._books = store.books
        self._drawn_to: date | None = None

    # Seeds

    async def draw_ahead(self) -> None:
        """Draw the seeds of today and the next days, unless they are drawn."""
        days = days_to_draw(self._store.now())
        if self._drawn_to == days[-1]:
            return
        for day in days:
            await self._draw(day)
        self._drawn_to = days[-1]

    async def _draw(self, day: date) -> Seeds:
        """Return a day's seeds, drawn and committed to here if they are not yet."""
        seeds = await self._seeds(day)
        missing = [game for game in GAMES if game not in seeds]
        if missing:
            now = self._store.now()
            await together(*(self._draw_one(day, game, now) for game in missing))
            seeds = await self._seeds(day)
        if day not in self._linked:
            for game in GAMES:
                told = _committed(DailyDeal(game, day), seeds[game])
                await self._chain.commit(told.deal, told.commitment)
            self._linked.add(day)
        return seeds

    async def _draw_one(self, day: date, game: str, now: int) -> None:
        drawn = DrawnSeed(secrets.token_bytes(SEED_BYTES), now)
        await self._store.dailies.draw(day.isoformat(), game, msgpack.packb(drawn))

    async def _seeds(self, day: date) -> Seeds:
        found = await self._store.dailies.drawn(day.isoformat())
        return {game: DrawnSeed(*msgpack.unpackb(v)) for game, v in found.items()}

    # Playing

    async def deal_for(self, player: Player, game: str) -> GivenDeal:
        """Return the deal that a player may play now: today's.

        Or yesterday's, while their attempt at it is on.
        """
        if player.bot:
            raise Refused(ErrorCode.PEOPLE_ONLY, "bots play no daily deals")
        now = self._store.now()
        today = day_of(now)
        before = DailyDeal(game, today - timedelta(days=1))
        if now < reveal_at(before.day) and await self._is_on(before, player.id):
            seeds = await self._seeds(before.day)
            return given_daily(before, seeds[game].server_seed)
        seeds = await self._draw(today)
        return given_daily(DailyDeal(game, today), seeds[game].server_seed)

    async def has_result(self, deal: str, player: str) -> bool:
        """Tell whether a player stands on a deal's board."""
        return await self._row_of(deal, player) is not None

    async def _is_on(self, daily: DailyDeal, player: str) -> bool:
        room = await self._room_of(daily_id(daily), player)
        return room is not None and room.table.match is not None and not is_over(room)

    async def _room_of(self, deal: str, player: str) -> Room | None:
        """Return the room of a player's attempt, if there is one to speak of."""
        code = await self._store.attempts.reserved(deal, player)
        room = None if code is None else await self._carrier.look(code)
        if room is None or is_void(room) or not is_of(room, deal, player):
            return None
        return room

    # Being asked

    async def of_today(self, player: Player, re: int) -> DailiesReply:
        """Return a player's standing in the deals of today."""
        today = day_of(self._store.now())
        seeds = await self._draw(today)
        streaks = await self._streaks(player.id, list(GAMES), today)
        views = [
            self._view(player.id, DailyDeal(game, today), seeds[game], streaks[game])
            for game in GAMES
        ]
        return DailiesReply(
            re=re,
            day=today.isoformat(),
            closes_at=closes_at(today),
            games=tuple(await together(*views)),
        )

    async def _view(
        self, player: str, daily: DailyDeal, seed: DrawnSeed, streak: StreakView
    ) -> DailyView:
        part = await self._books.page(_board(daily_id(daily)), 0, 1)
        return DailyView(
            game=daily.game,
            commitment=_committed(daily, seed),
            attempt=await self._attempt(daily, player),
            players=part.total,
            streak=streak,
        )

    async def one(self, player: Player, game: str, asked: AskDaily) -> Daily:
        """Return all that may be known of one game's deal of a day."""
        now = self._store.now()
        today = day_of(now)
        day = today if asked.day is None else _read_day(asked.day)
        await self.draw_ahead()
        seed = (await self._seeds(day)).get(game) if day <= today else None
        if seed is None:
            raise Refused(ErrorCode.UNKNOWN_DAY, f"no daily deal of {game} on {day}")
        daily, following = DailyDeal(game, day), DailyDeal(game, _after(day))
        tomorrow = (await self._seeds(following.day)).get(game)
        part = await self._books.page(_board(daily_id(daily)), asked.start, asked.limit)
        streaks = await self._streaks(player.id, [game], today)
        return Daily(
            re=asked.id,
            game=game,
            day=day.isoformat(),
            closes_at=closes_at(day),
            reveal_at=reveal_at(day),
            commitment=_committed(daily, seed),
            tomorrow=None if tomorrow is None else _committed(following, tomorrow),
            server_seed=seed.server_seed if now >= reveal_at(day) else b"",
            attempt=await self._with_progress(await self._attempt(daily, player.id)),
            streak=streaks[game],
            players=part.total,
            rows=tuple(deal_row(ranked) for ranked in part.rows),
        )

    async def _attempt(self, daily: DailyDeal, player: str) -> AttemptView | None:
        """Return an attempt as the board has it, or else its room."""
        deal = daily_id(daily)
        ranked = await self._row_of(deal, player)
        if ranked is not None:
            return _attempt_on_board(ranked)
        room = await self._room_of(deal, player)
        return None if room is None else attempt_in_room(room)

    async def _with_progress(self, attempt: AttemptView | None) -> AttemptView | None:
        if attempt is None or not attempt.is_over or not attempt.match:
            return attempt
        (sealed,) = await self._store.transcripts.read([attempt.match])
        if sealed is None:
            return attempt
        try:
            progress = progress_of(from_plain(unseal(sealed)))
        except (BadFrame, BadTranscript, GameError):
            return attempt
        return attempt.model_copy(update={"progress": progress})

    async def _row_of(self, deal: str, player: str) -> Ranked | None:
        part = await self._books.rows_of(_board(deal), [player])
        return part.rows[0] if part.rows else None

    async def _streaks(
        self, player: str, games: Sequence[str], today: date
    ) -> dict[str, StreakView]:
        book = books.streak(player)
        found = await self._books.read([(book, game) for game in games])
        views: dict[str, StreakView] = {}
        for (_, game), packed in found.items():
            known = None if packed is None else books.unpack_streak(packed)
            current, longest = streak_now(known, today)
            views[game] = StreakView(current=current, longest=longest)
        return views


def deal_row(ranked: Ranked) -> DealRow:
    """Return a row of a deal's board as it is told."""
    row = books.unpack_row(ranked.row)
    return DealRow.model_validate(
        {
            **{
                name: getattr(row, name)
                for name in DealRow.model_fields
                if name != "rank"
            },
            "rank": ranked.rank,
        }
    )


def attempt_in_room(room: Room) -> AttemptView:
    """Return the attempt that a room for one is for."""
    over, match = is_over(room), room.table.match
    if match is None:
        return AttemptView(room=room.code, is_over=over)
    row = standings(match, room.table.game.about.contest)[0]
    return AttemptView(
        room=room.code,
        is_over=over,
        match=match.id,
        score=row.play.score,
        plies=row.play.plies,
        elapsed_ms=row.elapsed_ms,
        state=row.play.state,
        until=0 if over else room.course.until,
    )


def _attempt_on_board(ranked: Ranked) -> AttemptView:
    row = deal_row(ranked)
    return AttemptView(
        room="",
        is_over=True,
        match=row.match,
        score=row.score,
        plies=row.plies,
        elapsed_ms=row.elapsed_ms,
        state=row.state,
        rank=row.rank,
    )


def _board(deal: str) -> str:
    return books.board("deal", deal, ALL)


def _committed(daily: DailyDeal, seed: DrawnSeed) -> CommitmentView:
    deal = daily_id(daily)
    return CommitmentView(
        deal=deal,
        commitment=commitment_to_seed(deal, seed.server_seed),
        committed_at=seed.drawn_at,
    )


def _after(day: date) -> date:
    return day + timedelta(days=1)


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused(ErrorCode.UNKNOWN_DAY, f"{text!r} is no day") from None
