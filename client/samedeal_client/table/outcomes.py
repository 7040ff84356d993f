"""What matches and evenings came to, told at a table."""

from samedeal_client.language import listed, tr, tr_n
from samedeal_client.view.certified import certified_result_lines
from samedeal_client.view.series import series_lines
from samedeal_client.view.spans import Lines, good_news, line
from samedeal_client.view.standings import name_of, sitter_name, standings_lines
from samedeal_client.wire.session import Session
from samedeal_games.catalogue import find_game


def standings_told(session: Session) -> Lines:
    """Return the result of the last match, and what the series came to."""
    result, evening = result_told(session), evening_told(session)
    if not result:
        return ()
    return (line(), *result, *((line(), *evening) if evening else ()))


def result_told(session: Session) -> Lines:
    """Return the result of the last match, and who won a series by matches."""
    room = session.room
    if room is None or room.result is None:
        return ()
    about, result = find_game(room.game).about, room.result
    lines = (
        *standings_lines(result, about, session.seat),
        *certified_result_lines(result),
    )
    if room.best_of == 1 or room.series is not None or not result.series_over:
        return lines
    names = [
        sitter_name(seat) for seat in room.seats if seat.seat in result.series_winners
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


def evening_told(session: Session) -> Lines:
    """Return what a duplicate evening came to so far; nothing in other rooms."""
    room, own = session.room, session.own
    if room is None or room.series is None:
        return ()
    lines = series_lines(room, "" if own is None else own.player)
    is_over = room.result is not None and room.result.series_over
    if not is_over or room.kind == "event":
        # Who wins an event is not for one room to say.
        return lines
    # Who won may have left.
    winners = [row for row in room.series.rows if row.place == 1]
    names = [name_of(row.name, bot=row.bot, named=row.named) for row in winners]
    won = tr("Nobody won the evening.")
    if names:
        won = tr_n(
            "{names} won the evening.",
            "{names} won the evening together.",
            len(names),
            names=listed(names),
        )
    return (*lines, good_news(won))
