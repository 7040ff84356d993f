"""What lies below people: a rating as it came about, a row among the others."""

from samedeal_client.identity.histories import Told
from samedeal_client.language import tr
from samedeal_client.lobby.below.chart import between, chart_rows
from samedeal_client.lobby.below.facts import measure
from samedeal_client.lobby.names import game_title
from samedeal_client.screen.gathering.lying import ACES, TOLD_WIDTH, Below
from samedeal_client.screen.gathering.tables import in_play
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import called
from samedeal_client.view.people.profiles import games_of, rating_chart, rating_text
from samedeal_client.view.spans import Line, Span, Style, line
from samedeal_client.view.tints import RIVAL_TINTS, Tint
from samedeal_protocol.results.leaderboards import Leaderboard, LeaderboardRow

CHART_ROWS = 6
MOST_ROWS = 6


def person_below(told: Told, glyphs: Glyphs) -> Below:
    """Return the rating that a player has played most for, over their last matches."""
    profile = told.profile
    game = max(profile.games, key=lambda one: one.matches, default=None)
    table = None if game is None else in_play(game.game)
    if not profile.ratings:
        return Below(table)
    most = max(profile.ratings, key=lambda one: one.matches)
    ratings = rating_chart(told.entries, games_of(most.family))
    if len(ratings) < 2:
        return Below(table)
    chart = chart_rows(ratings, TOLD_WIDTH, CHART_ROWS, glyphs)
    title = tr("Rating, {family}", family=most.family)
    rows = (*chart, between(ratings, TOLD_WIDTH))
    return Below(table, title, rating_text(most.rating), rows)


def row_below(board: Leaderboard, does: str, own: str, glyphs: Glyphs) -> Below:
    """Return the row under the cursor as a bar among those around it."""
    table = in_play(board.game)
    at = next((n for n, row in enumerate(board.rows) if row.player == does), None)
    if at is None:
        return Below(table) if table is not None else ACES
    first = max(0, min(at - MOST_ROWS // 2, len(board.rows) - MOST_ROWS))
    shown = board.rows[first : first + MOST_ROWS]
    most = max(1, *map(_value, board.rows))
    rows: list[Line] = []
    for row in shown:
        tint = Tint.BRASS if row.player == own else RIVAL_TINTS[0]
        bar = measure(_name(row), _value(row), most, glyphs, tint)
        rows.append(bar if row.player != does else _lit(bar))
    title = game_title(board.game)
    keys = line(Span(tr("Enter shows the player."), Style.DIM))
    return Below(table, title, "", (*rows, (), keys))


def _lit(row: Line) -> Line:
    name, *rest = row
    return (name._replace(style=Style.TITLE), *rest)


def _name(row: LeaderboardRow) -> str:
    return f"{row.rank} {called(row.name)}"


def _value(row: LeaderboardRow) -> int:
    """Return the value by which a row is on the leaderboard."""
    found = (row.rating, row.wins, row.score)
    return next((one for one in found if one is not None), 0)
