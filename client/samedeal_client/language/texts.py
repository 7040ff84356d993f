"""What people are told about error and close codes.

Codes come over the wire, texts do not: so they can be in the reader's language.
"""

from collections.abc import Mapping

from samedeal_client.language import later, tr
from samedeal_protocol.errors import CloseCode, ErrorCode

ERRORS: Mapping[ErrorCode, str] = {
    ErrorCode.BAD_MESSAGE: later("The server could not read what was sent."),
    ErrorCode.UNKNOWN_MESSAGE: later("The server is too old for this request."),
    ErrorCode.TOO_LARGE: later("That was too long for the server."),
    ErrorCode.TOO_FAST: later("Too fast: wait a moment and try again."),
    ErrorCode.BAD_NAME: later(
        "A name has up to 20 visible characters, no brackets, and is nothing that "
        "only the game says, as You or guest-1a2b; choose another."
    ),
    ErrorCode.BAD_TOKEN: later("This server does not know you; it will be told anew."),
    ErrorCode.NAME_TAKEN: later("That name, or one like it, is taken; choose another."),
    ErrorCode.NO_MORE_NAMES: later("You have claimed as many names as you may."),
    ErrorCode.UNKNOWN_PLAYER: later(
        "Nobody here has claimed that name or has that id, and you met no such guest."
    ),
    ErrorCode.LIST_FULL: later("Your list is full; take somebody off it first."),
    ErrorCode.UNKNOWN_GAME: later(
        "This server has no such game; see `samedeal games`."
    ),
    ErrorCode.NOT_CERTIFIABLE: later(
        "Only deals of patience can be certified; leave --certified out."
    ),
    ErrorCode.UNKNOWN_WINDOW: later("That is no day, week or month of any year."),
    ErrorCode.UNKNOWN_ROOM: later("No open room has this code."),
    ErrorCode.UNKNOWN_MATCH: later("No record of that match is kept there."),
    ErrorCode.ALREADY_PLAYED: later("You have played this deal; one attempt is all."),
    ErrorCode.UNKNOWN_DAY: later("There is no daily deal of that day."),
    ErrorCode.PEOPLE_ONLY: later("Bots may not do this."),
    ErrorCode.UNKNOWN_EVENT: later("There is no such event here."),
    ErrorCode.EVENT_OVER: later("This event has closed: no deal can be begun."),
    ErrorCode.EVENT_FULL: later("This event has as many players as it can have."),
    ErrorCode.OTHER_ROOM: later("You play this event in another room."),
    ErrorCode.WITHHELD: later(
        "Twice you did not reveal in time here: this room has no seat for you."
    ),
    ErrorCode.HELD_UP: later(
        "Too many starts were void because somebody at your address did not reveal."
    ),
    ErrorCode.ROOM_FULL: later("Every seat in this room is taken."),
    ErrorCode.NAME_NEEDED: later(
        "A seat here takes a claimed name, which no bot has; `samedeal account claim "
        "NAME` claims yours."
    ),
    ErrorCode.ALREADY_IN_ROOM: later("You are in a room already; leave it first."),
    ErrorCode.NOT_IN_ROOM: later("You are in no room; host or join one first."),
    ErrorCode.WRONG_PHASE: later("Not now: the room is not in the phase for that."),
    ErrorCode.NOT_SEATED: later("You take no part in this match."),
    ErrorCode.SEAT_DONE: later("Your match is over; wait for the others."),
    ErrorCode.WRONG_MATCH: later("Another match is open by now; try again."),
    ErrorCode.BAD_NONCE: later("The nonce is not the one that was committed to."),
    ErrorCode.STALE_PLY: later("The board had moved on; look again and try again."),
    ErrorCode.COMMAND_GAP: later("A command went missing; try again."),
    ErrorCode.BAD_MOVE: later("That is no move of this game; ? lists the moves."),
    ErrorCode.ILLEGAL_MOVE: later("The rules do not allow that move."),
    ErrorCode.BAD_TEXT: later("A line has up to 200 visible characters."),
    ErrorCode.QUIET: later("In this room nobody talks: its host wants it quiet."),
    ErrorCode.SAID_ENOUGH: later(
        "You have said enough for now; go on after the next match."
    ),
    ErrorCode.NO_TAKE_BACK: later("Moves stand here: nothing can be taken back."),
    ErrorCode.NOTHING_TO_TAKE_BACK: later(
        "Nothing is left to take back; a card that was shown stays so."
    ),
    ErrorCode.TOO_MANY: later("Too many tries from here; wait a little."),
    ErrorCode.DRAINING: later("This server is about to stop and opens no rooms."),
    ErrorCode.UNAVAILABLE: later("The server cannot reach its store; try again."),
    ErrorCode.INTERNAL: later("The server has a bug; nothing was done."),
}

CLOSES: Mapping[CloseCode, str] = {
    CloseCode.GOING_AWAY: later("The server is stopping; looking for another one."),
    CloseCode.TOO_SLOW: later("The connection could not keep up; coming back."),
    CloseCode.INTERNAL: later("The server had a bug; coming back."),
    CloseCode.UNAVAILABLE: later("The server lost its store; coming back."),
    CloseCode.SILENT: later("The server heard nothing from here; coming back."),
    CloseCode.NO_HELLO: later("The server waited in vain for a greeting."),
    CloseCode.BAD_MESSAGE: later("The server does not understand this client."),
    CloseCode.TOO_FAST: later("The server ended it: too many requests."),
    CloseCode.REPLACED: later("You have connected from somewhere else."),
    CloseCode.BAD_TOKEN: later("This server does not know you."),
}

# Codes of WebSocket itself (RFC 6455, section 7.4.1).
_STANDARD_GOING_AWAY = 1001
_NO_GOODBYE = 1006

NOT_UNDERSTOOD = 0
"""Of this client's own, no code that comes over the wire: it cannot make sense of what
the server says."""


def error_text(code: ErrorCode) -> str:
    """Return one sentence for a refusal."""
    return tr(ERRORS[code])


def close_text(code: int) -> str:
    """Return one sentence for a closed connection, whatever its code."""
    if code == _STANDARD_GOING_AWAY:
        code = CloseCode.GOING_AWAY
    if code == NOT_UNDERSTOOD:
        return tr("This server says what samedeal cannot understand; is it up to date?")
    try:
        return tr(CLOSES[CloseCode(code)])
    except ValueError:
        if code == _NO_GOODBYE:
            return tr("The connection was lost; coming back.")
        return tr("The connection was lost ({code}); coming back.", code=code)
