"""Ghosts on the screen: their counts beside one's own, and one's place among them."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.view.names import name_of
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    set_in,
    table,
    width_of_row,
)
from samedeal_client.view.standings import counted, ordinal, score_name, state_name
from samedeal_client.view.times import reached
from samedeal_games.contests import merit, places
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import (
    PlayView,
    ResultView,
    SeatState,
    SeatView,
    StandingView,
)
from samedeal_records.timelines import Point

LINE_WIDTH = 66
"""Cells of a line of their own, without the number of those left out."""
GHOST_SEATS = 100
"""The first number of a seat that does not exist."""
ENDED_NAMED = 1
"""Ghosts named in one line; if more come to an end at once, they are counted."""


class Ghost(NamedTuple):
    """A player's way through a match that is over."""

    name: str
    bot: bool
    score: int
    plies: int
    elapsed_ms: int
    state: SeatState
    ended_ms: int
    points: tuple[Point, ...]
    match: str = ""
    """The match that it was in, and the seat there."""
    seat: int = 0


class GhostCount(NamedTuple):
    """A ghost's count at some moment."""

    name: str
    bot: bool
    score: int
    plies: int
    state: SeatState


def ghost_name(name: str, *, bot: bool) -> str:
    """Return a ghost's name, marked as one."""
    return f"{name_of(name, bot=bot)} [{tr('ghost')}]"


def ghost_line(
    counts: Sequence[GhostCount], about: About, most: int = LINE_WIDTH
) -> Line:
    """Return the counts of the ghosts, the best first, as many as fit on a line."""
    head = tr("ghost") if len(counts) == 1 else tr("ghosts")
    spans = [Span(f"{head} ", Style.DIM)]
    ordered = sorted(counts, key=lambda count: -count.score)
    left = most
    for number, count in enumerate(ordered):
        item = _ghost(count, about)
        left -= 2 + width_of_row(item)
        if number and left < 0:
            more = tr(", {count} more", count=len(ordered) - number)
            return (*spans, Span(more, Style.DIM))
        spans += [Span(", ", Style.DIM)] if number else []
        spans += item
    return tuple(spans)


def _ghost(count: GhostCount, about: About) -> Line:
    if count.state != "playing":
        note = f" ({state_name(count.state, about)})"
    elif about.contest is Contest.SCORE:
        note = f" ({count.plies}/{about.ply_limit})"
    else:
        note = f" ({count.plies})"
    return (
        Span(name_of(count.name, bot=count.bot), Style.DIM),
        Span(f" {count.score}", Style.GOOD),
        Span(note, Style.DIM),
    )


def ghost_seat(number: int, count: GhostCount) -> SeatView:
    """Return a ghost as if it had a seat, for where only seats are drawn."""
    mark = tr("bot ghost") if count.bot else tr("ghost")
    play = PlayView(score=count.score, ply=count.plies, state=count.state)
    return SeatView(
        seat=GHOST_SEATS + number,
        player="ghost",
        name=f"{mark} {count.name}",
        play=play,
    )


def told_line(
    ended: Sequence[GhostCount], place: int | None, of: int, about: About
) -> Line:
    """Return the news: ghosts that came to an end, and the player's new place."""
    parts: list[str] = []
    if len(ended) > ENDED_NAMED:
        parts.append(tr("{count} ghosts have finished.", count=len(ended)))
    for count in ended[: ENDED_NAMED if len(ended) <= ENDED_NAMED else 0]:
        state, score = state_name(count.state, about), counted(count.score, about)
        parts.append(f"{ghost_name(count.name, bot=count.bot)}: {state}, {score}.")
    if place is not None:
        parts.append(
            tr(
                "You are {place} of {all}, ghosts included.",
                place=ordinal(place),
                all=of,
            )
        )
    return line(" " + " ".join(parts))


def rivals_lines(ghosts: Sequence[Ghost], about: About) -> Lines:
    """Return the ghosts to race, with their results."""
    if not ghosts:
        return (line(tr(" There is no ghost to race: nobody has moved on this deal.")),)
    return tuple(
        line(
            Span(f"  {ghost_name(ghost.name, bot=ghost.bot)}: ", Style.DIM),
            f"{counted(ghost.score, about)}, {state_name(ghost.state, about)}",
        )
        for ghost in ghosts
    )


class Placed(NamedTuple):
    """Somebody's result and place among all who played a deal, ghosts included."""

    place: str
    name: str
    of: Ghost | StandingView
    """The player's own row of the standings, or a ghost."""


def placed_among(
    result: ResultView, own_seat: int | None, ghosts: Sequence[Ghost], about: About
) -> tuple[Placed, ...]:
    """Return the player and the ghosts, the best first; nothing without the player."""
    own = next((row for row in result.standings if row.seat == own_seat), None)
    if own is None:
        return ()
    rows: list[tuple[str, Ghost | StandingView]] = [
        (name_of(own.name, bot=own.bot), own),
        *((ghost_name(ghost.name, bot=ghost.bot), ghost) for ghost in ghosts),
    ]
    placed = places([_merit(row, about) for _, row in rows])
    order = sorted(range(len(rows)), key=lambda number: (placed[number], number))
    return tuple(
        Placed(
            f"{placed[number]}{'=' if placed.count(placed[number]) > 1 else ''}",
            *rows[number],
        )
        for number in order
    )


def ghost_standings(
    result: ResultView, own_seat: int | None, ghosts: Sequence[Ghost], about: About
) -> Lines:
    """Return the player's place among the ghosts, as a table."""
    rows = placed_among(result, own_seat, ghosts, about)
    if not rows:
        return ()
    cells = [
        (
            one.place,
            one.name,
            str(one.of.score),
            str(one.of.plies),
            reached(one.of.score, one.of.elapsed_ms),
            state_name(one.of.state, about),
        )
        for one in rows
    ]
    mine = next(n for n, one in enumerate(rows) if isinstance(one.of, StandingView))
    header = ("", tr("player"), score_name(about), tr("moves"), tr("time"), "")
    return set_in(table(header, cells, own=mine))


def _merit(row: Ghost | StandingView, about: About) -> tuple[int, ...]:
    return merit(
        about.contest,
        resigned=row.state == "resigned",
        score=row.score,
        reached_ms=row.elapsed_ms,
    )
