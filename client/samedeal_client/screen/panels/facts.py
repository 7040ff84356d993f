"""Panels of a match for its player: the time and pace, and their own record."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.felt.letters import large
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.panels.frame import Frame
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.standings import counted
from samedeal_client.view.times import clock, is_late, stopwatch
from samedeal_client.view.tints import Tint
from samedeal_games.game import About, Contest
from samedeal_protocol.results.profiles import GameView

TIME_WORTH, YOU_WORTH = 2, 3
DAYS = 7
"""Days of a streak that are shown, as dots."""
FULL, EMPTY = "●○"
PACE_FROM_S = 10
"""Seconds of a match before anybody has a pace."""


class Time(NamedTuple):
    """The time of a match, and the moves of its player so far."""

    left_ms: int
    limit_s: int
    plies: int | None
    """None for a spectator."""


def time_block(time: Time, about: About, width: int, glyphs: Glyphs) -> Block:
    """Return the time that is left in large letters, and the player's pace."""
    left = clock((time.left_ms + 999) / 1000)
    tint = Tint.WARNING if is_late(time.left_ms) else Tint.TEXT
    rows = large(left, width, glyphs, ground=Tint.PANEL, tint=tint)
    whole = tr("of {time}", time=clock(time.limit_s))
    return Block(Frame(tr("Time"), whole), (*rows, *_pace(time, about)), TIME_WORTH)


def _pace(time: Time, about: About) -> Lines:
    if time.plies is None:
        return ()
    if about.contest is Contest.SCORE:
        told = tr("{number} of {all} cards", number=time.plies, all=about.ply_limit)
    else:
        told = tr_n("{count} move", "{count} moves", time.plies)
    took_s = time.limit_s - time.left_ms / 1000
    if took_s >= PACE_FROM_S and time.plies:
        each = round(60 * time.plies / took_s)
        told = tr("{moves}, {count} a minute", moves=told, count=each)
    return (line(told),)


def own_block(
    games: Sequence[GameView], about: About, rating: str, glyphs: Glyphs
) -> Block | None:
    """Return a player's rating, and their best and streak in a game.

    None where nothing is known: nobody was asked, or nobody answered.
    """
    known = next((one for one in games if one.game == about.key), None)
    rows: list[Line] = []
    if rating:
        rows.append(line(Span(f"{tr('rating')} ", Style.DIM), Span(rating, Style.OWN)))
    if known is not None and known.best is not None:
        score = counted(known.best.score, about)
        best = f"{score}, {stopwatch(known.best.elapsed_ms)}"
        rows.append(line(Span(f"{tr('best')} ", Style.DIM), best))
    elif rating:
        rows.append(line(Span(tr("no rated result in this game yet"), Style.DIM)))
    if known is not None and known.streak is not None:
        rows += streak_rows(known.streak.current, known.streak.longest, glyphs)
    return Block(Frame(tr("You")), tuple(rows), YOU_WORTH) if rows else None


def streak_rows(current: int, longest: int, glyphs: Glyphs) -> Lines:
    """Return the days on end with a daily, as dots, and the most there ever were."""
    rows: list[Line] = []
    if current:
        full, empty = (FULL, EMPTY) if glyphs.bar != "|" else "*."
        lit = min(DAYS, current)
        days = tr_n("{count} day", "{count} days", current)
        rows.append(
            line(
                Span(f"{tr('dailies')} ", Style.DIM),
                Span(full * lit, Style.TITLE),
                Span(empty * (DAYS - lit), Style.DIM),
                f" {days}",
            )
        )
    if longest > current:
        most = tr_n("{count} day", "{count} days", longest)
        rows.append(line(Span(f"{tr('longest')} ", Style.DIM), most))
    return tuple(rows)
