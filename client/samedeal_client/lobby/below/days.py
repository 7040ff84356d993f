"""What is told of a deal of today beside its table."""

from samedeal_client.language import tr, tr_n
from samedeal_client.lobby.names import game_title
from samedeal_client.screen.gathering.lying import TOLD_WIDTH, Below
from samedeal_client.screen.gathering.tables import face_down, put_away
from samedeal_client.screen.panels.facts import streak_rows
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    printable,
    wrapped,
)
from samedeal_client.view.standings import counted, ordinal
from samedeal_client.view.times import clock
from samedeal_games.catalogue import GAMES
from samedeal_protocol.deals.dailies import DailyView
from samedeal_protocol.deals.deals import DealRow


def day_below(
    view: DailyView, best: DealRow | None, now_ms: int, glyphs: Glyphs
) -> Below:
    """Return the deal of today of a game, its cards face down till it is over."""
    is_over = view.attempt is not None and view.attempt.is_over
    table = (put_away if is_over else face_down)(view.game)
    days = view.streak.current
    rows = (
        *_state(view, now_ms),
        (),
        *_others(view, best),
        *(streak_rows(days, view.streak.longest, glyphs) if days else ()),
    )
    return Below(table, game_title(view.game), "", rows)


def _state(view: DailyView, now_ms: int) -> Lines:
    attempt = view.attempt
    if attempt is None or not attempt.match:
        told = tr(
            "Today's deal lies face down, the same for everybody, and is yours to try "
            "once."
        )
        return (
            *wrapped(told, 0, TOLD_WIDTH, Style.PLAIN),
            *wrapped(tr("Enter turns it over; then the time runs."), 0, TOLD_WIDTH),
        )
    about = GAMES[view.game].about if view.game in GAMES else None
    made = str(attempt.score) if about is None else counted(attempt.score, about)
    if not attempt.is_over:
        left = clock((attempt.until - now_ms) / 1000)
        told = tr("You are at today's deal: {made}, {left} left.", made=made, left=left)
        return (
            *wrapped(told, 0, TOLD_WIDTH, Style.WARNING),
            *wrapped(tr("Enter goes back to it."), 0, TOLD_WIDTH),
        )
    told = tr("Today's deal is played: {made}.", made=made)
    if attempt.rank:
        told = tr(
            "Today's deal is played: {made}, {rank} of {players}.",
            made=made,
            rank=ordinal(attempt.rank),
            players=view.players,
        )
    return (
        *wrapped(told, 0, TOLD_WIDTH, Style.GOOD),
        *wrapped(tr("Enter shows it, with a line to share."), 0, TOLD_WIDTH),
    )


def _others(view: DailyView, best: DealRow | None) -> Lines:
    rows: list[Line] = []
    if best is not None:
        told = tr("{name} made {score}.", name=printable(best.name), score=best.score)
        rows.append(line(told))
    many = tr_n("{count} has played it.", "{count} have played it.", view.players)
    rows.append(line(Span(many if view.players else tr("Nobody has yet."), Style.DIM)))
    return tuple(rows)
