"""A duplicate evening: what its deals came to, and who leads."""

from collections.abc import Sequence
from functools import lru_cache

from samedeal_games.catalogue import find_game
from samedeal_games.contests import places
from samedeal_protocol.rooms.series import (
    DealResultView,
    PlayedDealView,
    SeriesRowView,
    SeriesView,
)
from samedeal_records.duplicate import Result, result_of, score_deal, total
from samedeal_server.core.facts import Seat
from samedeal_server.core.rooms.standings import standings
from samedeal_server.core.state import DealPlayed, Match, PlayerResult, Room, Sitter

VIEWS_KEPT = 64
"""Evenings whose table need not be computed again for every heartbeat."""


def with_deal(room: Room, match: Match) -> tuple[DealPlayed, ...]:
    """Return the deals of an evening with one that has just ended; none of others."""
    if room.opened.scoring != "duplicate":
        return ()
    results = tuple(
        PlayerResult(
            row.play.player,
            row.play.score,
            row.play.plies,
            row.elapsed_ms,
            row.play.state,
        )
        for row in standings(match, room.table.game.about.contest)
    )
    before = room.course.played if match.number > 1 else ()
    return (*before, DealPlayed(match.id, room.table.game.about.key, results))


def leading_seats(
    played: Sequence[DealPlayed], seats: Sequence[Sitter | None]
) -> tuple[Seat, ...]:
    """Return the seats of those in first place who have not left."""
    rows = total([results_of(deal) for deal in played])
    leaders = {row.player for row in rows if row.place == 1}
    return tuple(k for k, s in enumerate(seats) if s and s.player.id in leaders)


def results_of(deal: DealPlayed) -> list[Result]:
    """Return the results of a deal as duplicate scoring compares them."""
    contest = find_game(deal.game).about.contest
    return [
        result_of(
            contest,
            result.player.id,
            bot=result.player.bot,
            state=result.state,
            score=result.score,
            elapsed_ms=result.elapsed_ms,
        )
        for result in deal.results
    ]


def series_view(played: tuple[DealPlayed, ...]) -> SeriesView | None:
    """Return an evening as everybody may know it, None before its first deal ends."""
    return _view(played) if played else None


@lru_cache(maxsize=VIEWS_KEPT)
def _view(played: tuple[DealPlayed, ...]) -> SeriesView:
    rows = total([results_of(deal) for deal in played])
    # The last name counts: people can change theirs between deals.
    players = {r.player.id: r.player for deal in played for r in deal.results}
    numbers = {row.player: number for number, row in enumerate(rows)}
    return SeriesView(
        deals=tuple(_deal_view(deal, numbers) for deal in played),
        rows=tuple(
            SeriesRowView(
                place=row.place,
                player=row.player,
                name=players[row.player].name,
                bot=row.bot,
                named=players[row.player].named,
                deals=row.deals,
                percentage=row.percentage,
            )
            for row in rows
        ),
    )


def _deal_view(deal: DealPlayed, numbers: dict[str, int]) -> PlayedDealView:
    results = results_of(deal)
    merits = [result.merit for result in results]
    shown = zip(places(merits), score_deal(results), deal.results, strict=True)
    return PlayedDealView(
        match=deal.match,
        game=deal.game,
        results=tuple(
            DealResultView(
                row=numbers[scored.player],
                place=place,
                score=result.score,
                percentage=scored.percentage,
            )
            for place, scored, result in shown
        ),
    )
