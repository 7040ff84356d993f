"""Tournaments: deals drawn once, committed to, and played in any number of rooms.

On the wire and in keys they are called events. Nothing waits for a timer: whether a
tournament is open, and whether its seeds may be known, follows from the time.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgpack

from samedeal_games.catalogue import find_game
from samedeal_games.contests import places
from samedeal_games.fairness import commitment_to_seed
from samedeal_protocol.deals.events import (
    EventDealView,
    EventResultView,
    EventRowView,
    EventView,
    HostEvent,
)
from samedeal_protocol.rooms.boards import SeatState
from samedeal_records.duplicate import (
    Result,
    Scored,
    Total,
    result_of,
    score_deal,
    total,
)
from samedeal_server.core.books.books import Row
from samedeal_server.core.facts import GivenDeal, PhaseLimits, RoomOpened

GRACE_MS = 3600 * 1000
"""The ms for which its deals stay hidden after its close, for those begun in time."""


class TournamentDeal(NamedTuple):
    """A deal of a tournament, with its secret."""

    game: str
    server_seed: bytes


class Tournament(NamedTuple):
    """A tournament as it is kept."""

    id: str
    creator: str
    """The player's id."""
    created_at: int
    """In ms since 1970."""
    closes_at: int
    deals: tuple[TournamentDeal, ...]

    @property
    def reveal_at(self) -> int:
        """The time at which seeds and transcripts are given out, in ms since 1970."""
        return self.closes_at + GRACE_MS

    @property
    def origin(self) -> str:
        """The origin of its deals, as its rooms name it."""
        return f"event/{self.id}"

    def deal_id(self, number: int) -> str:
        """Return the id of a deal, for which its seed is committed to; from 1."""
        return f"{self.origin}/{number}"


def pack_tournament(tournament: Tournament) -> bytes:
    """Return a tournament's bytes."""
    packed: bytes = msgpack.packb(tournament)
    return packed


def unpack_tournament(packed: bytes) -> Tournament:
    """Read a tournament back."""
    tournament, creator, created_at, closes_at, deals = msgpack.unpackb(packed)
    dealt = tuple(TournamentDeal(*deal) for deal in deals)
    return Tournament(tournament, creator, created_at, closes_at, dealt)


def read_origin(origin: str) -> str:
    """Return the id of the tournament that a room's deals are of."""
    return origin.removeprefix("event/")


def room_for_tournament(
    tournament: Tournament, asked: HostEvent, limits: PhaseLimits
) -> RoomOpened:
    """Return a room, without its code, that plays the deals of a tournament."""
    given = tuple(
        GivenDeal(
            tournament.deal_id(number),
            deal.game,
            deal.server_seed,
            reveal_at=tournament.reveal_at,
        )
        for number, deal in enumerate(tournament.deals, 1)
    )
    games = tuple(dict.fromkeys(deal.game for deal in tournament.deals))
    return RoomOpened(
        room="",
        public=asked.public,
        game=games[0],
        seats_max=asked.seats,
        time_limit_s=0,
        best_of=len(given),
        limits=limits,
        # Boards would show the deals to those who still have to play them.
        watch="counts",
        kind="event",
        rated=False,
        scoring="duplicate",
        games=games if len(games) > 1 else (),
        given=given,
        origin=tournament.origin,
        begin_by=tournament.closes_at,
    )


class Standings(NamedTuple):
    """A tournament's table, and each deal's."""

    rows: tuple[EventRowView, ...]
    deals: tuple[tuple[EventResultView, ...], ...]


def standings_of(
    tournament: Tournament, boards: Sequence[Mapping[str, Row]]
) -> Standings:
    """Return the places of everybody, from the board of each deal: rows by player.

    What ended after the seeds were revealed does not count.
    """
    counting = [
        [row for row in board.values() if row.at < tournament.reveal_at]
        for board in boards
    ]
    results = [
        [_result(deal.game, row) for row in rows]
        for deal, rows in zip(tournament.deals, counting, strict=True)
    ]
    names = {
        row.player: row.name
        for row in sorted((row for rows in counting for row in rows), key=_ended)
    }
    return Standings(
        tuple(_row_view(row, names[row.player]) for row in total(results)),
        tuple(map(_deal_views, counting, results)),
    )


def tournament_view(
    tournament: Tournament, players: Sequence[int], now: int
) -> EventView:
    """Return the view of a tournament, with its seeds once they are revealed."""
    is_revealed = now >= tournament.reveal_at
    return EventView(
        event=tournament.id,
        deals=tuple(
            EventDealView(
                deal=tournament.deal_id(number),
                game=deal.game,
                commitment=commitment_to_seed(
                    tournament.deal_id(number), deal.server_seed
                ),
                server_seed=deal.server_seed if is_revealed else b"",
                players=count,
            )
            for number, (deal, count) in enumerate(
                zip(tournament.deals, players, strict=True), 1
            )
        ),
        created_at=tournament.created_at,
        closes_at=tournament.closes_at,
        reveal_at=tournament.reveal_at,
    )


def _ended(row: Row) -> int:
    return row.at


def _result(game: str, row: Row) -> Result:
    return result_of(
        find_game(game).about.contest,
        row.player,
        bot=False,
        state=row.state or "",
        score=row.score or 0,
        elapsed_ms=row.elapsed_ms or 0,
    )


def _row_view(row: Total, name: str) -> EventRowView:
    return EventRowView(
        place=row.place,
        player=row.player,
        name=name,
        deals=row.deals,
        percentage=row.percentage,
        percentages=row.percentages,
    )


def _deal_views(
    rows: Sequence[Row], results: Sequence[Result]
) -> tuple[EventResultView, ...]:
    ranks = places([result.merit for result in results])
    shown = map(_result_view, rows, score_deal(results), ranks)
    return tuple(sorted(shown, key=lambda view: (view.place, view.player)))


def _result_view(row: Row, scored: Scored, place: int) -> EventResultView:
    state: SeatState = row.state or "over"  # type: ignore[assignment]
    return EventResultView(
        place=place,
        player=row.player,
        name=row.name,
        score=row.score or 0,
        plies=row.plies or 0,
        elapsed_ms=row.elapsed_ms or 0,
        state=state,
        percentage=scored.percentage,
        match=row.match,
    )
