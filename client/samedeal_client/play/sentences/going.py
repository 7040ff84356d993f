"""Sentences on leaving: the match, the others, and the way back."""

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.play.sentences.inviting import code_here
from samedeal_client.view.names import sitter_name
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.standings import counted
from samedeal_client.view.times import clock
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import SeatView

LEAVE_WITHIN_S = 2
"""Seconds that a goodbye may take."""

SEAT_WAITS = later(" Your seat waits: samedeal join {code}")
SEAT_WAITS_IN_PLAY = later(" Your seat waits, {time} left: samedeal join {code}")
GIVEN_UP = later(" You resigned the match, with {count}.")
UNHEARD = later(
    " The server has not heard that you left: there is no connection to it."
)
UNANSWERED = later(" The server did not answer when you left: it may not know of it.")
NOT_SENT = later(" Not sent, and so not played: {moves}")
NO_ANSWER = later(" No answer came to {move}: it may have been played.")
STANDS = later(" Your result stands: {count}.")
KEPT_UNTIL = later(
    " Sit down again before it ends, in {time} at most, to play the next:"
)
WAY_BACK = "   samedeal join {code}"


async def ends_for(player: Player) -> str:
    """Return whose race ends if a player leaves, as a sentence; mostly empty.

    Their server ends with the program that runs it, and all of its rooms with it.
    """
    names, are_here = await _still_racing(player)
    if not names:
        return ""
    if not are_here:
        return tr_n(
            "{names} is still racing at your server: your leaving ends it.",
            "{names} are still racing at your server: your leaving ends it for them.",
            len(names),
            names=listed(names),
        )
    return tr_n(
        "{names} is still racing here: your leaving ends it.",
        "{names} are still racing here: your leaving ends it for them.",
        len(names),
        names=listed(names),
    )


async def stops_for(player: Player) -> str:
    """Return whose race stops if a player hangs up, as a sentence; mostly empty.

    Unlike one that is left, it goes on from there once the server is back.
    """
    names, _ = await _still_racing(player)
    if not names:
        return ""
    return tr_n(
        "{names} is still racing: your server stops with you, and that race with it, "
        "until you join again.",
        "{names} are still racing: your server stops with you, and their race with it, "
        "until you join again.",
        len(names),
        names=listed(names),
    )


async def _still_racing(player: Player) -> tuple[list[str], bool]:
    """Return the others who race at the player's server, and whether all do here."""
    if not player.is_serving:
        return [], True
    room = player.session.room
    seats = () if room is None else room.seats
    here = {seat.player: sitter_name(seat, seats) for seat in _others_racing(player)}
    everywhere = await player.who_races() | here
    everywhere.pop(player.id, None)
    return list(everywhere.values()), everywhere.keys() == here.keys()


def waiting_lines(player: Player, *, is_alone: bool = False) -> Lines:
    """Return the place of the seat of a player who hangs up; nothing without one.

    Among bots, with `is_alone`, a seat is of use only while there is a match.
    """
    room = player.session.room
    if room is None or player.session.own is None:
        return ()
    if is_alone and room.phase != "playing":
        return ()
    code, left_ms = code_here(player, room.room), player.left_ms()
    if room.phase != "playing" or left_ms is None:
        return (line(tr(SEAT_WAITS, code=code)),)
    return (line(tr(SEAT_WAITS_IN_PLAY, time=clock(left_ms / 1000), code=code)),)


def unheard_lines(player: Player, *, is_alone: bool = False) -> Lines:
    """Return the note after leaving without an answer from the server."""
    told = line(tr(UNANSWERED if player.is_connected else UNHEARD))
    return (told, *waiting_lines(player, is_alone=is_alone))


def unsent_lines(moves: str, unanswered: str) -> Lines:
    """Return lines on moves never sent, and on one without an answer."""
    no_answer = (line(tr(NO_ANSWER, move=unanswered)),) if unanswered else ()
    not_sent = (line(tr(NOT_SENT, moves=moves)),) if moves else ()
    return (*no_answer, *not_sent)


def leaving_lines(player: Player) -> Lines:
    """Return the fate of the match that somebody is about to leave.

    Nothing outside of one; and no way back where no people play on.
    """
    session = player.session
    room, play = session.room, session.play
    if room is None or room.phase != "playing" or play is None:
        return ()
    count = counted(play.score, find_game(room.game).about)
    told = tr(GIVEN_UP if play.state == "playing" else STANDS, count=count)
    if player.is_serving or not _others_racing(player):
        return (line(told),)
    time = clock((player.left_ms() or 0) / 1000)
    code = code_here(player, room.room)
    return (
        line(told),
        line(tr(KEPT_UNTIL, time=time)),
        line(WAY_BACK.format(code=code)),
    )


def _others_racing(player: Player) -> list[SeatView]:
    """Return the other people who still play; bots go with whoever called them."""
    room = player.session.room
    return [
        seat
        for seat in (() if room is None else room.seats)
        if seat.play and seat.play.state == "playing" and not seat.bot
        if seat.seat != player.session.seat
    ]
