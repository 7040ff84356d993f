"""Leaderboards: their rows, windows and people, and the matches that prove them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from samedeal_client.language import later, tr
from samedeal_client.reader import is_linear
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import called
from samedeal_client.view.people.metrics import METRICS, Column
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    padded,
    printable,
    table,
    width_of,
    without_least,
    wrapped,
)
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import About
from samedeal_protocol.results.leaderboards import (
    Among,
    Leaderboard,
    LeaderboardRow,
    Leaders,
    WindowView,
)

AMONG: dict[Among, str] = {
    "all": "",
    "friends": later("your friends"),
    "room": later("those who sat in the room"),
}
UNVOUCHED = "~"
"""The mark of a row whose match nobody else with a claimed name was in."""
NAME_WIDTH = 22
"""Cells: the longest name of a usual script, and its mark."""
SHORT_NAME_WIDTH = 16
"""The same where there is less room."""


def leaderboard_lines(
    board: Leaderboard,
    glyphs: Glyphs,
    own: str = "",
    *,
    long: bool = False,
    width: int | None = None,
) -> Lines:
    """Return a leaderboard with its title, and with words on how to read it.

    `own` is the viewer's player id; `long` names the match of each row. On
    `width` cells, the days of rows are left out if they have no room.
    """
    about = find_game(board.game).about
    lines: list[Lines] = [bare_lines(board, glyphs, own, width)]
    if board.rows:
        if long:
            lines.append(_matches(board))
        lines += [((),), *(wrapped(text) for text in _foot(board, about, long))]
    return tuple(row for block in lines for row in block)


def bare_lines(
    board: Leaderboard, glyphs: Glyphs, own: str = "", width: int | None = None
) -> Lines:
    """Return a leaderboard with its title alone."""
    if not board.rows:
        return (*leaderboard_head(board), line(why_empty(board)))
    about = find_game(board.game).about
    return (*leaderboard_head(board), *_table(board, about, glyphs, own, width))


def leaders_lines(found: Leaders, glyphs: Glyphs) -> Lines:
    """Return the leader of each leaderboard of one kind."""
    metric = METRICS[found.by]
    title = Span(tr("Leaders: {kind}", kind=tr(metric.title)), Style.TITLE)
    head = (title,), (Span(window_text(found.window), Style.DIM),)
    rows = [
        (
            leader.scope,
            "-" if leader.row is None else _short_name(leader.row, glyphs),
            "" if leader.row is None else metric.cell(leader.row, _about(leader.scope)),
            "" if leader.row is None else day_text(leader.row.at),
            str(leader.total),
            "" if leader.row is None else _vouched(leader.row),
        )
        for leader in found.leaders
    ]
    what = tr("family") if metric.of_family else tr("game")
    header = (what, tr("first"), tr(metric.value), tr("on"), tr("rows"), "")
    rest = line(tr("See one of them whole:  samedeal leaderboard GAME"))
    is_marked = any(leader.row and leader.row.unvouched for leader in found.leaders)
    marks = wrapped(unvouched_text()) if is_marked else ()
    return (*head, *table(header, rows), (), *marks, rest)


def window_text(window: WindowView) -> str:
    """Return a window's name and its days."""
    if window.start is None or window.end is None:
        return tr("All time")
    first, last = day_text(window.start), day_text(window.end - 1)
    days = first
    if first != last:
        days = tr("{first} to {last}", first=first, last=last)
    return f"{days}, UTC" if window.name == first else f"{window.name}: {days}, UTC"


def day_text(ms: int) -> str:
    """Return the day of a moment, in UTC."""
    try:
        return f"{datetime.fromtimestamp(ms // 1000, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return "-"


def name_cell(row: LeaderboardRow, glyphs: Glyphs) -> str:
    """Return a row's name with its mark, as wide as a table bears."""
    return marked(row.name, glyphs, named=row.named)


def marked(
    name: str,
    glyphs: Glyphs,
    *,
    named: bool,
    bot: bool = False,
    width: int = NAME_WIDTH,
) -> str:
    """Return a name fit for a table: claimed names and bots marked, long ones cut."""
    mark = (f" {glyphs.named}" if named else "") + (" [bot]" if bot else "")
    name = called(name)
    most = width - width_of(mark)
    return (padded(name, most) if width_of(name) > most else name) + mark


def _short_name(row: LeaderboardRow, glyphs: Glyphs) -> str:
    return marked(row.name, glyphs, named=row.named, width=SHORT_NAME_WIDTH)


def leaderboard_head(board: Leaderboard) -> tuple[Line, Line]:
    """Return the title of a leaderboard, and its window."""
    about = find_game(board.game).about
    metric = METRICS[board.by]
    what = board.scope.capitalize() if metric.of_family else tr(about.title)
    title = f"{what}: {tr(metric.title)}"
    if board.among != "all":
        title += tr(", among {people}", people=tr(AMONG[board.among]))
    return (
        (Span(title, Style.TITLE),),
        (Span(window_text(board.window), Style.DIM),),
    )


def why_empty(board: Leaderboard) -> str:
    """Return the reason that there are no rows."""
    if board.total:
        return tr("That player is in none of these {count} rows.", count=board.total)
    if board.among != "all":
        return tr("None of them is on this leaderboard.")
    return tr("Nobody is here yet: it takes {what}.", what=tr(METRICS[board.by].takes))


def _table(
    board: Leaderboard, about: About, glyphs: Glyphs, own: str, width: int | None
) -> Lines:
    rows = board.rows
    columns = [
        Column("", tuple(_rank(row.rank, [r.rank for r in rows]) for row in rows)),
        Column(tr("player"), tuple(name_cell(row, glyphs) for row in rows)),
        *METRICS[board.by].columns(rows, about),
        Column(tr("on"), tuple(day_text(row.at) for row in rows)),
    ]
    day = len(columns) - 1
    if board.among != "all":
        of_all = tuple("-" if r.overall is None else str(r.overall) for r in rows)
        columns.append(Column(tr("of all"), of_all))
    if any(row.unvouched for row in rows):
        columns.append(Column("", tuple(map(_vouched, rows))))
    cells = list(zip(*(column.cells for column in columns), strict=True))
    mine = next((k for k, row in enumerate(rows) if row.player == own), None)
    header = tuple(column.head for column in columns)
    if width is not None:
        header, cells = without_least(header, cells, width, (day,))
    return table(header, cells, own=mine)


def _vouched(row: LeaderboardRow) -> str:
    """Return the mark of a row that nobody vouches for; in words for linear reading."""
    if not row.unvouched:
        return ""
    return tr("nobody vouches for it") if is_linear() else UNVOUCHED


def unvouched_text() -> str:
    """Return the meaning of that mark."""
    return tr(
        "{mark} Nobody else in that match had a claimed name: it may all have been one "
        "person, who saw the deal twice.",
        mark=tr("Nobody vouches for it:") if is_linear() else UNVOUCHED,
    )


def _about(scope: str) -> About | None:
    return GAMES[scope].about if scope in GAMES else None


def _rank(rank: int, ranks: Sequence[int]) -> str:
    return f"{rank}{'=' if ranks.count(rank) > 1 else ''}"


def _matches(board: Leaderboard) -> Lines:
    rows = [(str(row.rank), row.player, printable(row.match)) for row in board.rows]
    return ((), *table(("", tr("id"), tr("match")), rows))


def _foot(board: Leaderboard, about: About, long: bool) -> list[str]:
    shown = len(board.rows)
    span = tr(
        "Rows {first} to {last} of {all}",
        first=board.start + 1,
        last=board.start + shown,
        all=board.total,
    )
    if board.own is not None:
        span += tr("; you are number {number}", number=board.own)
    prove = tr("Prove a row:  samedeal verify MATCH")
    if not long:
        prove = tr("Prove a row:  samedeal verify MATCH (--long shows the ids)")
    equal = tr("Equal rows share a rank.")
    marks = [unvouched_text()] if any(row.unvouched for row in board.rows) else []
    order = METRICS[board.by].order(about, board.among)
    return [f"{span}. {order} {equal}", *marks, prove]
