"""Histories: a player's matches, newest first, and small charts of them."""

from collections.abc import Callable, Mapping, Sequence

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import called
from samedeal_client.view.people.leaderboards import day_text
from samedeal_client.view.people.places import place_name
from samedeal_client.view.people.profiles import (
    CHART_MOST,
    games_of,
    is_achieved,
    person_name,
    rating_chart,
    rating_text,
)
from samedeal_client.view.people.sparklines import sparkline
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
    wrapped,
)
from samedeal_client.view.times import clock
from samedeal_games.catalogue import GAMES
from samedeal_protocol.results.profiles import EntryView, OpponentView, PersonView
from samedeal_protocol.rooms.boards import MatchKind

MATCH_SHOWN = 8
"""Characters of a match's id in a table, if they tell all of them apart."""
OPPONENTS_WIDTH = 11
GAME_WIDTH = 17
CHANGE_WIDTH = 6
NOWHERE: Mapping[str, Sequence[EntryView]] = {}
NOBODY = "-"
"""The cell without names of others."""
BOT = " [bot]"
NOTHING = "-"
"""The cell without a change of rating: in a casual room, or where too few moved."""
MARKS = later("! personal best   ? provisional rating   - not rated")
UNRATED: dict[MatchKind, str] = {
    "daily": later("daily"),
    "challenge": later("chall."),
    "event": later("event"),
}
"""The cell for kinds of matches that are never rated."""


def history_lines(
    who: PersonView,
    entries: Sequence[EntryView],
    bests: Mapping[str, str],
    glyphs: Glyphs,
    there: Mapping[str, Sequence[EntryView]] = NOWHERE,
    *,
    long: bool = False,
) -> Lines:
    """Return a player's matches and charts of them.

    `entries` are newest first; `bests` is the match of the best result by game; `there`
    are those at other servers; `long` names matches and opponents whole.
    """
    head = head_line(who, len(entries), glyphs)
    if not entries and not there:
        return (head,)
    lines: list[Line] = []
    if entries:
        charts = chart_lines(entries, glyphs, lambda entry: entry.game)
        lines = [head, *_table(entries, bests, glyphs), *charts]
        lines += [*_long(entries, long), ()]
    return (*lines, *elsewhere_lines(there, glyphs, long=long), *_foot(long))


def elsewhere_lines(
    there: Mapping[str, Sequence[EntryView]], glyphs: Glyphs, *, long: bool = False
) -> Lines:
    """Return the matches that were played on this machine, by server."""
    lines: list[Line] = []
    for server, entries in there.items():
        lines.append(server_line(server, len(entries)))
        lines += [*_table(entries, {}, glyphs), *_long(entries, long), ()]
    return tuple(lines)


def server_line(server: str, matches: int) -> Line:
    """Return a server, and the number of matches played there."""
    text = tr_n(
        "At {server}: {count} match",
        "At {server}: {count} matches",
        matches,
        server=place_name(server),
    )
    return (Span(text, Style.TITLE),)


def _table(
    entries: Sequence[EntryView], bests: Mapping[str, str], glyphs: Glyphs
) -> Lines:
    shown = _shown(entries)
    rows = [_row(entry, bests, glyphs, shown) for entry in entries]
    header = (
        *(tr("on"), tr("game"), "", "", tr("time")),
        *(tr("rating"), tr("against"), tr("match")),
    )
    return table(header, rows)


def head_line(who: PersonView, matches: int, glyphs: Glyphs) -> Line:
    """Return the player and the number of the matches below, or that there are none."""
    name = person_name(who, glyphs)
    if not matches:
        return line(tr("{name} has no matches to show yet.", name=name))
    count = tr_n("{count} match", "{count} matches", matches)
    return (Span(f"{name}: {count}", Style.TITLE),)


def result_cells(entry: EntryView, bests: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the place, the score, marked where it is the best, and the time."""
    is_best = bests.get(entry.game) == entry.match and is_achieved(entry)
    ties = any(other.place == entry.place for other in entry.opponents)
    return (
        f"{entry.place}{'=' if ties else ''}/{entry.players}",
        f"{entry.score}{'!' if is_best else ''}",
        clock(entry.elapsed_ms / 1000) if entry.score else "-",
    )


def change_text(entry: EntryView, glyphs: Glyphs) -> str:
    """Return the change of rating, or the kind of a match that was not rated."""
    if entry.before is None or entry.after is None:
        told = tr(UNRATED[entry.kind]) if entry.kind in UNRATED else NOTHING
        return padded(told, CHANGE_WIDTH).rstrip()
    change = entry.after.rating - entry.before.rating
    sign = glyphs.minus if change < 0 else "+"
    return f"{sign}{abs(change)}{'?' if entry.after.provisional else ''}"


def opponents_text(opponents: Sequence[OpponentView], width: int) -> str:
    """Return the others in a match, as many as fit, and the number of the rest."""
    names = [_opponent(each) for each in opponents]
    if not names:
        return NOBODY
    for shown in range(len(names), 0, -1):
        rest = len(names) - shown
        text = ", ".join(names[:shown]) + (f" +{rest}" if rest else "")
        if width_of(text) <= width:
            return text
    people = [each for each in opponents if not each.bot]
    if not people and len(names) > 1:
        return tr_n("{count} bot", "{count} bots", len(names))
    first = (people or opponents)[0]
    end = (BOT if first.bot else "") + (f" +{len(names) - 1}" if len(names) > 1 else "")
    return padded(called(first.name), width - len(end)).rstrip() + end


def _opponent(opponent: OpponentView) -> str:
    return called(opponent.name) + (BOT if opponent.bot else "")


def _shown(entries: Sequence[EntryView]) -> int:
    """Return the number of characters that tell all ids apart."""
    matches = {entry.match for entry in entries}
    shown = MATCH_SHOWN
    while len({match[:shown] for match in matches}) < len(matches):
        shown += 1
    return shown


def _row(
    entry: EntryView, bests: Mapping[str, str], glyphs: Glyphs, shown: int
) -> tuple[str, ...]:
    return (
        day_text(entry.at),
        padded(printable(entry.game), GAME_WIDTH).rstrip(),
        *result_cells(entry, bests),
        change_text(entry, glyphs),
        opponents_text(entry.opponents, OPPONENTS_WIDTH),
        printable(entry.match)[:shown],
    )


def chart_lines(
    entries: Sequence[EntryView], glyphs: Glyphs, called: Callable[[EntryView], str]
) -> Lines:
    """Return charts of ratings and scores; `called` names a match's game."""
    families = dict.fromkeys(
        GAMES[e.game].about.family for e in entries if e.after and e.game in GAMES
    )
    lines: list[Line] = [()]
    for family in families:
        ratings = rating_chart(entries, games_of(family))
        newest = next(
            e.after for e in entries if e.after and e.game in games_of(family)
        )
        chart = sparkline(ratings, glyphs.bars)
        text = tr(
            "rating, {family}: {chart} {rating}",
            family=family,
            chart=chart,
            rating=rating_text(newest),
        )
        lines.append(line(text))
    for game, name in {entry.game: called(entry) for entry in entries}.items():
        scores = [entry.score for entry in entries if entry.game == game]
        if len(scores) > 1:
            chart = sparkline(scores[:CHART_MOST][::-1], glyphs.bars)
            text = tr(
                "scores, {game}: {chart} {least} to {most}",
                game=name,
                chart=chart,
                least=min(scores),
                most=max(scores),
            )
            lines.append(line(text))
    return tuple(lines) if len(lines) > 1 else ()


def _long(entries: Sequence[EntryView], long: bool) -> Lines:
    if not long:
        return ()
    lines: list[Lines] = [((),)]
    for entry in entries:
        names = ", ".join(map(_opponent, entry.opponents))
        against = wrapped(tr("against {names}", names=names), 4) if names else ()
        lines.append((line(printable(entry.match)), *against))
    return tuple(row for block in lines for row in block)


def _foot(long: bool) -> Lines:
    prove = tr("Prove a match:  samedeal verify MATCH")
    if not long:
        prove = tr("Prove a match:  samedeal verify MATCH (--long shows whole ids)")
    others = tr("Let others play its deal:  samedeal challenge MATCH")
    return (
        (Span(tr(MARKS), Style.DIM),),
        (Span(prove, Style.DIM),),
        (Span(others, Style.DIM),),
    )
