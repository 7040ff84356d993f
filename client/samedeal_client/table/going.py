"""What somebody is told who goes: what becomes of the match, and the way back."""

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.table.inviting import code_here
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.standings import clock, counted, sitter_name
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game

SEAT_WAITS = later(" Your seat waits: samedeal join {code}")
SEAT_WAITS_IN_PLAY = later(" Your seat waits, {time} left: samedeal join {code}")
GIVEN_UP = later(" You resigned the match, with {count}.")
STANDS = later(" Your result stands: {count}.")
KEPT_UNTIL = later(" Your seat is kept until the match ends, in {time} at most:")
WAY_BACK = "   samedeal join {code}"


def ends_for(player: Player) -> str:
    """Return for whom a race ends if a player leaves, as a sentence; mostly empty.

    Their server ends with the program that runs it.
    """
    room, own = player.session.room, player.session.seat
    if room is None or not player.is_serving:
        return ""
    names = [
        sitter_name(seat)
        for seat in room.seats
        if seat.play and seat.play.state == "playing" and not seat.bot
        if seat.seat != own
    ]
    if not names:
        return ""
    return tr_n(
        "{names} is still racing here: your leaving ends it.",
        "{names} are still racing here: your leaving ends it for them.",
        len(names),
        names=listed(names),
    )


def waiting_lines(player: Player, *, is_lasting: bool = True) -> Lines:
    """Return where the seat is of who hangs up; nothing for who has none.

    `is_lasting` tells whether the server outlives the program.
    """
    room = player.session.room
    is_over = player.is_serving or not is_lasting
    if is_over or room is None or player.session.own is None:
        return ()
    code, left_ms = code_here(player, room.room), player.left_ms()
    if room.phase != "playing" or left_ms is None:
        return (line(tr(SEAT_WAITS, code=code)),)
    return (line(tr(SEAT_WAITS_IN_PLAY, time=clock(left_ms / 1000), code=code)),)


def leaving_lines(player: Player, *, is_lasting: bool = True) -> Lines:
    """Return what becomes of the match that somebody is about to leave.

    Nothing outside of one; and no way back where nobody plays on.
    """
    session = player.session
    room, play = session.room, session.play
    if room is None or room.phase != "playing" or play is None:
        return ()
    count = counted(play.score, find_game(room.game).about)
    told = tr(GIVEN_UP if play.state == "playing" else STANDS, count=count)
    others = [seat for seat in room.seats if seat.seat != session.seat and seat.play]
    goes_on = any(seat.play and seat.play.state == "playing" for seat in others)
    if player.is_serving or not (is_lasting and goes_on):
        return (line(told),)
    time = clock((player.left_ms() or 0) / 1000)
    code = code_here(player, room.room)
    return (
        line(told),
        line(tr(KEPT_UNTIL, time=time)),
        line(WAY_BACK.format(code=code)),
    )
