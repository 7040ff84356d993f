"""A player's matches as a list to choose from: games by their titles, fitted widths."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.people.history import (
    NOBODY,
    change_text,
    opponents_text,
    result_cells,
)
from samedeal_client.view.people.leaderboards import day_text
from samedeal_client.view.spans import Line, Lines, padded, printable, table, width_of
from samedeal_games.catalogue import GAMES
from samedeal_protocol.results.profiles import EntryView

OPPONENTS_LEAST = 19
"""Cells that a name and a count of others want."""
GAME_LEAST = 12
"""Cells that a game wants."""
LEAST = (3, 3)
"""The columns beside it that are left out first, each by its number when it is."""
GAP = 2


class MatchList(NamedTuple):
    """A head, a line for each match, and the rest of lines that are too short."""

    head: Line
    rows: Lines
    more: tuple[str, ...]
    """The whole of each row, empty where the row has room for everything."""


def match_list(
    entries: Sequence[EntryView], bests: Mapping[str, str], glyphs: Glyphs, width: int
) -> MatchList:
    """Return matches, newest first, on `width` columns.

    `bests` is the match of the best result by game. Times, and then ratings, are left
    out where games would have too little room.
    """
    middle = [result_cells(entry, bests) for entry in entries]
    changes = [change_text(entry, glyphs) for entry in entries]
    days = [day_text(entry.at) for entry in entries]
    titles = [title_of(entry) for entry in entries]
    against = [opponents_text(entry.opponents, width) for entry in entries]
    told = (tr("on"), tr("game"), "", "", tr("time"), tr("rating"), tr("against"))
    wanted = max(map(width_of, (told[1], *titles)))
    left = width - GAP - OPPONENTS_LEAST
    fixed = [
        (head, cells, GAP + max(width_of(head), *map(width_of, cells)))
        for head, cells in zip(
            (told[0], *told[2:6]),
            (days, *zip(*middle, strict=True), changes),
            strict=True,
        )
    ]
    for column in LEAST:
        if left - sum(one[2] for one in fixed) >= min(wanted, GAME_LEAST):
            break
        del fixed[column]
    taken = sum(one[2] for one in fixed)
    (_, *heads), (_, *results), _ = zip(*fixed, strict=True)
    game_width = min(wanted, left - taken)
    against_width = width - taken - GAP - game_width
    cells = [
        (
            day,
            padded(title, game_width).rstrip(),
            *row,
            opponents_text(entry.opponents, against_width),
        )
        for entry, day, title, row in zip(
            entries, days, titles, zip(*results, strict=True), strict=True
        )
    ]
    head, *rows = table((*told[:2], *heads, told[-1]), cells)
    more = tuple(
        "" if (cell[1], cell[-1]) == (title, names) else _whole(title, names)
        for cell, title, names in zip(cells, titles, against, strict=True)
    )
    return MatchList(head, tuple(rows), more)


def title_of(entry: EntryView) -> str:
    """Return the title of a match's game; the key for a game of a newer server."""
    if entry.game not in GAMES:
        return printable(entry.game)
    return tr(GAMES[entry.game].about.title)


def _whole(title: str, names: str) -> str:
    if names == NOBODY:
        return title
    return tr("{game}, against {names}", game=title, names=names)
