"""Bests in matches that are not rated: alone, or against bots.

No server books them, so they are made from a history, which shows such matches to their
players alone.
"""

from collections.abc import Mapping, Sequence

from samedeal_client.language import tr
from samedeal_client.view.people.leaderboards import day_text
from samedeal_client.view.spans import Lines, Span, Style, printable, table
from samedeal_client.view.times import reached
from samedeal_games.catalogue import GAMES
from samedeal_protocol.results.profiles import EntryView

CASUAL_MOST = 400
"""Matches, the newest ones, that are looked through."""
MATCH_SHOWN = 10


def casual_bests(entries: Sequence[EntryView]) -> Mapping[str, EntryView]:
    """Return the best of the unrated matches by game, in the order of the catalogue."""
    bests: dict[str, EntryView] = {}
    for entry in entries:
        is_casual = entry.kind == "match" and entry.after is None
        if not is_casual or not entry.score or entry.state == "resigned":
            continue
        best = bests.get(entry.game)
        if best is None or _worth(entry) > _worth(best):
            bests[entry.game] = entry
    return {key: bests[key] for key in GAMES if key in bests}


def casual_lines(entries: Sequence[EntryView]) -> Lines:
    """Return the best unrated matches as a table, nothing where there is none."""
    bests = casual_bests(entries)
    if not bests:
        return ()
    rows = [
        (
            game,
            str(best.score),
            reached(best.score, best.elapsed_ms),
            day_text(best.at),
            printable(best.match)[:MATCH_SHOWN],
        )
        for game, best in bests.items()
    ]
    title = tr("Best unrated results: alone, against bots, in casual rooms")
    header = (tr("game"), tr("best"), tr("time"), tr("on"), tr("match"))
    return ((), (Span(title, Style.TITLE),), *table(header, rows))


def _worth(entry: EntryView) -> tuple[int, int]:
    return entry.score, -entry.elapsed_ms
