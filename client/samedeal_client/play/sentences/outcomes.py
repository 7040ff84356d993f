"""The outcomes of matches and evenings, told at a table."""

from collections.abc import Sequence

from samedeal_client.language import listed, tr, tr_n
from samedeal_client.view.names import placed_name, sitter_name
from samedeal_client.view.records.certified import certified_result_lines
from samedeal_client.view.series import series_lines, series_name
from samedeal_client.view.spans import (
    Lines,
    Span,
    Style,
    good_news,
    line,
    sentence,
    set_in,
)
from samedeal_client.view.standings import standings_lines
from samedeal_client.wire.session import Session
from samedeal_games.catalogue import find_game
from samedeal_games.contests import has_earned
from samedeal_games.game import About, Contest
from samedeal_protocol.rooms.boards import ResultView, RoomView, StandingView

TWO = 2
"""Players of a match that can be won: one alone wins against nobody."""


def standings_told(session: Session) -> Lines:
    """Return the result of the last match, and the standing of the series."""
    result, evening = result_told(session), evening_told(session)
    if not result:
        return ()
    return (line(), *result, *((line(), *evening) if evening else ()))


def result_told(session: Session) -> Lines:
    """Return the result of the last match, and the winners of a series by matches."""
    room = session.room
    if room is None or room.result is None:
        return ()
    about, result = find_game(room.game).about, room.result
    return (
        *winner_lines(result, about, session.seat),
        *set_in(standings_lines(result, about, session.seat)),
        *result_notes(room, result),
    )


def result_notes(room: RoomView, result: ResultView) -> Lines:
    """Return the way the deal was chosen, and the winners of a series by matches."""
    lines = certified_result_lines(result)
    if room.best_of == 1 or room.series is not None or not result.series_over:
        return lines
    names = [
        sitter_name(seat, room.seats)
        for seat in room.seats
        if seat.seat in result.series_winners
    ]
    won = tr("Nobody won the series.")
    if names:
        won = tr_n(
            "{names} won the series.",
            "{names} won the series together.",
            len(names),
            names=listed(names),
        )
    return (*lines, good_news(won))


def winner_lines(result: ResultView, about: About, own_seat: int | None) -> Lines:
    """Return the winner of a match and the margin; nothing without other players."""
    text, is_own = winner_told(result, about, own_seat)
    if not text:
        return ()
    return (Span(f" {text}", Style.GOOD if is_own else Style.TITLE),), ()


def winner_told(
    result: ResultView, about: About, own_seat: int | None
) -> tuple[str, bool]:
    """Return the winner and the margin as a sentence, and whether the viewer won.

    Empty where nobody else was there.
    """
    rows = result.standings
    if len(rows) < TWO:
        return "", False
    winners = [row for row in rows if _has_won(row, rows)]
    winners.sort(key=lambda row: row.seat != own_seat)
    is_own = any(row.seat == own_seat for row in winners)
    names = [_winner(row, rows, own_seat) for row in winners]
    if len(winners) == 1:
        text = _won(names[0], _margin(rows[0], rows[1], about), is_own=is_own)
    elif winners:
        text = sentence(tr("{names} share the win", names=listed(names)))
    else:
        text = tr("Nobody wins.")
    return text, is_own


def _has_won(row: StandingView, rows: Sequence[StandingView]) -> bool:
    """Tell whether a row is first and has earned it, as servers count wins."""
    if row.place != 1 or row.state == "resigned":
        return False
    return rows[-1].place > 1 or has_earned(row.score, row.elapsed_ms)


def _winner(
    row: StandingView, rows: Sequence[StandingView], own_seat: int | None
) -> str:
    if row.seat == own_seat:
        return tr("you")
    return placed_name(row, rows)


def _won(name: str, margin: str, *, is_own: bool) -> str:
    if is_own:
        return tr("You win by {margin}.", margin=margin) if margin else tr("You win.")
    if margin:
        return tr("{name} wins by {margin}.", name=name, margin=margin)
    return tr("{name} wins.", name=name)


def _margin(first: StandingView, second: StandingView, about: About) -> str:
    """Return the margin of a win; empty where that says nothing."""
    more, ahead_ms = first.score - second.score, second.elapsed_ms - first.elapsed_ms
    if second.state == "resigned":
        return ""
    if more > 0 and about.contest is Contest.SCORE:
        return str(more)
    if more > 0:
        return tr_n("{count} card", "{count} cards", more)
    if ahead_ms <= 0 or about.contest is Contest.SCORE:
        return ""
    seconds = tr(
        "{seconds} s", seconds=f"{ahead_ms / 1000:.{1 if ahead_ms > 99 else 3}f}"
    )
    if first.state == second.state == "out":
        return seconds
    return tr("{seconds}, with as many cards up", seconds=seconds)


def evening_told(session: Session) -> Lines:
    """Return the standing of a duplicate evening; nothing in other rooms."""
    room = session.room
    if room is None or room.series is None:
        return ()
    lines = series_lines(room, session.own_id)
    won = evening_winners(room)
    return (*lines, good_news(won)) if won else lines


def evening_winners(room: RoomView) -> str:
    """Return the winners of a duplicate evening that is over, as a sentence.

    Empty for an event: who wins that is not for one room to say.
    """
    is_over = room.result is not None and room.result.series_over
    if room.series is None or not is_over or room.kind == "event":
        return ""
    # Who won may have left.
    winners = [row for row in room.series.rows if row.place == 1]
    if not winners:
        return tr("Nobody won the evening.")
    return tr_n(
        "{names} won the evening.",
        "{names} won the evening together.",
        len(winners),
        names=listed([series_name(row, room) for row in winners]),
    )
