"""The metrics of leaderboards: one table with the words and columns of each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from samedeal_client.language import later, tr
from samedeal_client.view.standings import score_name
from samedeal_client.view.times import reached
from samedeal_games.game import About, Contest
from samedeal_protocol.results.leaderboards import Among, LeaderboardRow
from samedeal_protocol.results.metrics import MetricName

MINUTE_MS = 60_000

Rows: TypeAlias = Sequence[LeaderboardRow]


class Column(NamedTuple):
    """A column of a leaderboard besides ranks and names."""

    head: str
    cells: tuple[str, ...]


class Metric(NamedTuple):
    """A metric of leaderboards; its texts are translated when they are shown."""

    title: str
    """The title of the leaderboard, after its game."""
    value: str
    """The head of the values where leaders are listed."""
    takes: str
    """The condition for being on it."""
    tells: Literal["result", "win", "matches", "rating"]
    """The meaning of a row for the match that it names: a result of it; that it was
    won; only that it counts; or a rating."""
    cell: Callable[[LeaderboardRow, About | None], str]
    """The value of a row; of a game, or None for a family or an unknown game."""
    columns: Callable[[Rows, About], tuple[Column, ...]]
    order: Callable[[About, Among], str]
    """The order of the rows, in a sentence."""
    of_family: bool = False
    """Whether it is about a family of games instead of one."""


def percentage(wins: int, matches: int) -> str:
    """Return a share in percent, rounded down, so that 100 % is all of them."""
    if not matches:
        return "-"
    thousandths = wins * 1000 // matches
    whole, part = divmod(thousandths, 10)
    return tr("{whole}.{part}%", whole=whole, part=part)


def _time(row: LeaderboardRow) -> str:
    return reached(row.score or 0, row.elapsed_ms or 0)


def _wins(row: LeaderboardRow, _about: About | None) -> str:
    return str(row.wins or 0)


def _share(row: LeaderboardRow, _about: About | None = None) -> str:
    return percentage(row.wins or 0, row.matches or 0)


def _rating(row: LeaderboardRow, _about: About | None = None) -> str:
    return str(row.rating or 0)


def _won(rows: Rows) -> Column:
    return Column(tr("won"), tuple(str(row.wins or 0) for row in rows))


def _matches(rows: Rows) -> Column:
    return Column(tr("matches"), tuple(str(row.matches or 0) for row in rows))


def _result(rows: Rows, about: About) -> tuple[Column, ...]:
    return (
        Column(score_name(about), tuple(str(row.score or 0) for row in rows)),
        Column(tr("moves"), tuple(str(row.plies or 0) for row in rows)),
        Column(tr("time"), tuple(map(_time, rows))),
    )


def _counts(rows: Rows, _about: About) -> tuple[Column, ...]:
    return _won(rows), _matches(rows)


def _rates(rows: Rows, _about: About) -> tuple[Column, ...]:
    return Column(tr("win rate"), tuple(map(_share, rows))), _won(rows), _matches(rows)


def _ratings(rows: Rows, _about: About) -> tuple[Column, ...]:
    return Column(tr("rating"), tuple(map(_rating, rows))), _matches(rows)


def _best(row: LeaderboardRow, about: About | None) -> str:
    score = str(row.score or 0)
    if about is None or about.contest is Contest.SCORE:
        return score
    return tr("{score} in {time}", score=score, time=_time(row))


def _pace(row: LeaderboardRow, _about: About | None = None) -> str:
    # In tenths, rounded down, as the order has it in thousandths; a minute at least.
    score, elapsed_ms = row.score or 0, max(MINUTE_MS, row.elapsed_ms or 0)
    whole, tenth = divmod(score * 10 * MINUTE_MS // elapsed_ms, 10)
    return tr("{whole}.{tenth}", whole=whole, tenth=tenth)


def _paces(rows: Rows, about: About) -> tuple[Column, ...]:
    score, _, time = _result(rows, about)
    return Column(tr("a minute"), tuple(map(_pace, rows))), score, time


def _order_of_best(about: About, _among: Among) -> str:
    if about.contest is Contest.SCORE:
        return tr("Most points first.")
    return tr("Most cards up first, then least time.")


def _order_of_pace(about: About, _among: Among) -> str:
    if about.contest is Contest.SCORE:
        return tr("Most points a minute first.")
    return tr("Most cards up a minute first.")


def _order_of_wins(_about: About, among: Among) -> str:
    if among != "all":
        return tr("Most matches won first.")
    return tr(
        "Most matches won first; each counts as far as an opponent has a history of "
        "their own."
    )


def _order_of_rates(_about: About, among: Among) -> str:
    if among != "all":
        return tr("Highest win rate first, among those who have played enough.")
    return tr(
        "Highest win rate first, among those who have played enough; each match counts "
        "as far as an opponent has a history of their own."
    )


def _order_of_ratings(_about: About, _among: Among) -> str:
    return tr("Highest first, once they are no longer provisional.")


METRICS: Mapping[MetricName, Metric] = {
    "best": Metric(
        title=later("best results"),
        value=later("best"),
        takes=later("a rated match of two people"),
        tells="result",
        cell=_best,
        columns=_result,
        order=_order_of_best,
    ),
    "pace": Metric(
        title=later("best pace"),
        value=later("a minute"),
        takes=later("a rated match of two people"),
        tells="result",
        cell=_pace,
        columns=_paces,
        order=_order_of_pace,
    ),
    "wins": Metric(
        title=later("matches won"),
        value=later("won"),
        takes=later("wins over people who have played on several earlier days"),
        tells="win",
        cell=_wins,
        columns=_counts,
        order=_order_of_wins,
    ),
    "winrate": Metric(
        title=later("win rates"),
        value=later("win rate"),
        takes=later(
            "a few matches with people who have played on several earlier days"
        ),
        tells="matches",
        cell=_share,
        columns=_rates,
        order=_order_of_rates,
    ),
    "rating": Metric(
        title=later("ratings"),
        value=later("rating"),
        takes=later("a rating that is no longer provisional"),
        tells="rating",
        cell=_rating,
        columns=_ratings,
        order=_order_of_ratings,
        of_family=True,
    ),
}
