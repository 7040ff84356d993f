"""Rows of leaderboards, each held against the record of the match that it names."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.view.people.metrics import METRICS
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_games.contests import has_earned
from samedeal_games.wording import Wording
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import LeaderboardRow, WindowView
from samedeal_protocol.results.metrics import MetricName
from samedeal_records.record import Record
from samedeal_records.transcripts import SeatRecord, Transcript

ROWS_MOST = 100_000
"""Rows of leaderboards that one command reads; each takes some 2 KB in an audit."""

VOIDS_MOST = 50_000
"""Void starts, and players who withheld a nonce in them, in the records of rows."""


def refuse_more_rows(rows: int) -> None:
    """Raise Failed for more than `ROWS_MOST` rows."""
    if rows > ROWS_MOST:
        raise Failed(
            tr(
                "the server shows more than {most} rows; no more are read",
                most=ROWS_MOST,
            )
        )


def refuse_more_voids(told: int) -> None:
    """Raise Failed for more than `VOIDS_MOST` void starts."""
    if told > VOIDS_MOST:
        raise Failed(
            tr(
                "the server's records tell of more than {most} void starts; no more "
                "are read",
                most=VOIDS_MOST,
            )
        )


ROWS_A_PAGE = 100
PRESENT_WINDOWS = ("all", "month", "week", "day")


class StandingRow(NamedTuple):
    """A row, and the leaderboard that it stands on."""

    by: MetricName
    scope: str
    """A game's key; a family where the metric is of one."""
    window: WindowView
    row: LeaderboardRow

    @property
    def where(self) -> str:
        """The leaderboard's scope, for people: a game, or a metric and a family."""
        return _where(self.by, self.scope)


def scopes() -> tuple[str, ...]:
    """Return the scopes of all leaderboards, as `StandingRow.where` tells them."""
    found = (_where(by, scope) for by in METRICS for scope in _scopes_of(by).values())
    return tuple(dict.fromkeys(found))


def _where(by: MetricName, scope: str) -> str:
    """Return the name of a leaderboard: those of one game go by the game alone."""
    return f"{by} {scope}" if METRICS[by].of_family else scope


async def all_rows(
    player: Player, windows: tuple[str, ...]
) -> AsyncIterator[StandingRow]:
    """Yield every row of every leaderboard in these windows; raises NotDone.

    Asks first which have any: a server answers so many questions a second, and most
    leaderboards of most windows are empty.
    """
    for window in windows:
        for by in METRICS:
            try:
                led = await player.leaders(by, window)
            except NotDone as refused:
                # An older server does not know every metric.
                if refused.error.code != ErrorCode.BAD_MESSAGE:
                    raise
                continue
            for game, scope in _scopes_of(by).items():
                if any(each.scope == scope and each.total for each in led.leaders):
                    async for row in _rows(player, game, by, led.window.name):
                        yield row


def _scopes_of(by: MetricName) -> dict[str, str]:
    """Return the scope of each leaderboard of a kind, by a game to ask for it with."""
    if not METRICS[by].of_family:
        return {game: game for game in GAMES}
    asked_with: dict[str, str] = {}
    for game, rules in GAMES.items():
        asked_with.setdefault(rules.about.family, game)
    return {game: family for family, game in asked_with.items()}


def doubt_about_row(standing: StandingRow, record: Record) -> str:
    """Return the reason that a match does not bear out a row that names it, or nothing.

    The record itself has been proven.
    """
    row, transcript = standing.row, record.transcript
    if transcript.match != row.match or not _is_in_scope(standing, transcript.game):
        return Wording("the record is of another match, or another game")
    people = [seat for seat in transcript.seats if seat.plies and not seat.bot]
    if not transcript.rated or len(people) < 2:
        return Wording(
            "it does not count: it is not rated, or fewer than two people played"
        )
    if row.at != transcript.ended_at or not _is_in_window(standing.window, row.at):
        return Wording("it ended at another time")
    own = next((seat for seat in people if seat.player == row.player), None)
    if own is None or own.name != row.name:
        return Wording("{name} did not play in it", name=row.name)
    if row.unvouched != _is_unvouched(own, transcript):
        return Wording(
            "it is wrong about whether anybody else in it had a claimed name"
        )
    tells = METRICS[standing.by].tells
    if tells == "result":
        return _doubt_result(row, own)
    if tells == "win" and not _has_won(own, people):
        return Wording("{name} did not win it", name=row.name)
    return _doubt_counts(standing)


def _doubt_result(row: LeaderboardRow, own: SeatRecord) -> str:
    told = (row.score, row.plies, row.elapsed_ms, row.state)
    played = (own.score, own.plies, own.elapsed_ms, own.state)
    if told != played or own.state == "resigned" or not own.plies:
        return Wording("{name} did not have this result in it", name=row.name)
    return ""


def _doubt_counts(standing: StandingRow) -> str:
    row = standing.row
    if METRICS[standing.by].tells == "rating":
        has_one = row.rating is not None and row.matches
        return "" if has_one else Wording("it has no rating")
    wins, matches = row.wins or 0, row.matches or 0
    fits = 0 <= wins <= matches and matches > 0
    return "" if fits else Wording("it counts more wins than matches")


def _has_won(own: SeatRecord, people: list[SeatRecord]) -> bool:
    places = [seat.place for seat in people]
    has_earned_it = has_earned(own.score, own.elapsed_ms) or max(places) > own.place
    return own.place == min(places) and own.state != "resigned" and has_earned_it


def _is_unvouched(own: SeatRecord, transcript: Transcript) -> bool:
    others = [seat for seat in transcript.seats if seat.player != own.player]
    return not any(seat.named is not False and not seat.bot for seat in others)


def _is_in_scope(standing: StandingRow, game: str) -> bool:
    if not METRICS[standing.by].of_family:
        return game == standing.scope
    return game in GAMES and GAMES[game].about.family == standing.scope


def _is_in_window(window: WindowView, at: int) -> bool:
    begun = window.start is None or window.start <= at
    return begun and (window.end is None or at < window.end)


async def _rows(
    player: Player, game: str, by: MetricName, window: str
) -> AsyncIterator[StandingRow]:
    start = 0
    while True:
        board = await player.leaderboard(
            game, by=by, window=window, limit=ROWS_A_PAGE, start=start
        )
        for row in board.rows:
            yield StandingRow(by, board.scope, board.window, row)
        start += len(board.rows)
        if not board.rows:
            return
        # The present window may become another while its rows are read.
        window = board.window.name
