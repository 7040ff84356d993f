"""Sentences for error and close codes.

Codes come over the wire and texts do not, so they can be in the reader's language.
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
        "A name has up to 20 visible characters and no brackets, and does not "
        "look like something that the game itself writes, such as You or "
        "guest-1a2b; choose another."
    ),
    ErrorCode.BAD_TOKEN: later(
        "This server does not know you; you join as somebody new."
    ),
    ErrorCode.NAME_TAKEN: later("That name, or one like it, is taken; choose another."),
    ErrorCode.NO_MORE_NAMES: later("You have claimed as many names as you may."),
    ErrorCode.UNKNOWN_PLAYER: later(
        "Nobody here has claimed that name or has that id, and you met no such guest."
    ),
    ErrorCode.NOT_FRIENDS: later(
        "Only friends can be invited: each adds the other, with `samedeal friends add`."
    ),
    ErrorCode.LIST_FULL: later("Your list is full; remove somebody first."),
    ErrorCode.BANNED: later("Whoever runs this server keeps you out."),
    ErrorCode.UNKNOWN_GAME: later(
        "This server has no such game; see `samedeal games`."
    ),
    ErrorCode.NOT_CERTIFIABLE: later(
        "Only deals of patience can be certified; leave --certified out."
    ),
    ErrorCode.UNKNOWN_WINDOW: later("There is no such day, week or month."),
    ErrorCode.UNKNOWN_ROOM: later("No open room has this code."),
    ErrorCode.UNKNOWN_MATCH: later("No record of that match is kept there."),
    ErrorCode.ALREADY_PLAYED: later(
        "You have played this deal; there is one attempt each."
    ),
    ErrorCode.UNKNOWN_DAY: later("There is no daily deal for that day."),
    ErrorCode.PEOPLE_ONLY: later("Bots may not do this."),
    ErrorCode.UNKNOWN_EVENT: later("There is no such event here."),
    ErrorCode.EVENT_OVER: later("This event has closed: no more deals can be started."),
    ErrorCode.EVENT_FULL: later("This event is full."),
    ErrorCode.OTHER_ROOM: later("You are playing this event in another room."),
    ErrorCode.WITHHELD: later(
        "You did not reveal in time twice: this room has no seat for you."
    ),
    ErrorCode.HELD_UP: later(
        "Too many starts were void in this room because somebody at your address did "
        "not reveal."
    ),
    ErrorCode.RESTLESS: later(
        "This room takes no more from your address: there has been too much coming, "
        "going and playing."
    ),
    ErrorCode.ROOM_FULL: later("Every seat in this room is taken."),
    ErrorCode.NAME_NEEDED: later(
        "A seat here takes a claimed name, which no bot has; `samedeal account claim "
        "NAME` claims yours."
    ),
    ErrorCode.PUT_OUT: later("The host of this room has put you out."),
    ErrorCode.DOOR_SHUT: later("The host of this room lets nobody new in."),
    ErrorCode.NOT_HOST: later("Only the host of the room may do that."),
    ErrorCode.NOT_YOURSELF: later("That is done to others, not to yourself."),
    ErrorCode.ALREADY_IN_ROOM: later("You are in a room already; leave it first."),
    ErrorCode.NOT_IN_ROOM: later("You are not in a room; host or join one first."),
    ErrorCode.WRONG_PHASE: later("That is not possible at this point of the match."),
    ErrorCode.NOT_SEATED: later("You are not playing in this match."),
    ErrorCode.SEAT_DONE: later("Your match is over; wait for the others."),
    ErrorCode.WRONG_MATCH: later("The next match has opened meanwhile; try again."),
    ErrorCode.BAD_NONCE: later("The nonce is not the one that was committed to."),
    ErrorCode.STALE_PLY: later("The board had moved on; look again and try again."),
    ErrorCode.COMMAND_GAP: later("A command was lost; try again."),
    ErrorCode.BAD_MOVE: later(
        "That is not a move in this game; ? tells how they are written."
    ),
    ErrorCode.ILLEGAL_MOVE: later("The rules do not allow that move."),
    ErrorCode.BAD_TEXT: later("A line has up to 200 visible characters."),
    ErrorCode.QUIET: later("The host has turned off talk in this room."),
    ErrorCode.SAID_ENOUGH: later(
        "That was a lot of talk; you can go on after the next match."
    ),
    ErrorCode.NO_TAKE_BACK: later("Moves cannot be taken back here."),
    ErrorCode.NOTHING_TO_TAKE_BACK: later(
        "Nothing is left to take back; a card that was shown stays so."
    ),
    ErrorCode.NO_PAUSE: later(
        "This match counts, so its clocks do not stand; --casual rooms have pauses."
    ),
    ErrorCode.PAUSED: later("The match is paused; resume goes on."),
    ErrorCode.TOO_MANY: later("Too many attempts from your address; wait a little."),
    ErrorCode.NO_BOTS: later(
        "No bot is free just now; people may still come, or try again later."
    ),
    ErrorCode.NOT_THE_HOUSE: later("Only the operator's own house offers bots here."),
    ErrorCode.DRAINING: later("This server is about to stop; it opens no more rooms."),
    ErrorCode.UNAVAILABLE: later("The server cannot reach its store; try again."),
    ErrorCode.INTERNAL: later("The server has a bug; nothing was changed."),
}

AT_DOOR: Mapping[ErrorCode, str] = {
    ErrorCode.NOT_YOURSELF: later("You cannot put yourself out; leave goes."),
    ErrorCode.PEOPLE_ONLY: later(
        "A bot is not put out: it makes room for people by itself."
    ),
    ErrorCode.WRONG_PHASE: later(
        "Nobody who plays is put out of a match; wait until it is over."
    ),
    ErrorCode.LIST_FULL: later("No more than 50 can be named at the door."),
}
"""Refusals of a host's orders about the door of a room."""

CLOSES: Mapping[CloseCode, str] = {
    CloseCode.GOING_AWAY: later(
        "The server is stopping; you are back once one answers."
    ),
    CloseCode.TOO_SLOW: later("The connection was too slow; samedeal will reconnect."),
    CloseCode.INTERNAL: later("The server had a bug; samedeal will reconnect."),
    CloseCode.UNAVAILABLE: later("The server lost its store; samedeal will reconnect."),
    CloseCode.SILENT: later(
        "The server heard nothing from you; samedeal will reconnect."
    ),
    CloseCode.NO_HELLO: later("The server got no greeting in time."),
    CloseCode.BAD_MESSAGE: later("The server does not understand this client."),
    CloseCode.TOO_FAST: later("The server closed the connection: too many requests."),
    CloseCode.REPLACED: later("You play this seat from another connection now."),
    CloseCode.BAD_TOKEN: later("This server does not know you."),
    CloseCode.SENT_AWAY: later("Whoever runs this server has sent you away."),
}

# Codes of WebSocket itself (RFC 6455, section 7.4.1).
_STANDARD_GOING_AWAY = 1001
_NO_GOODBYE = 1006

NOT_UNDERSTOOD = 0
"""A code of this client's own, which never comes over the wire: it cannot read what the
server says."""


def error_text(code: ErrorCode) -> str:
    """Return one sentence for a refusal."""
    return tr(ERRORS[code])


def close_text(code: int) -> str:
    """Return one sentence for a closed connection, whatever its code."""
    if code == _STANDARD_GOING_AWAY:
        code = CloseCode.GOING_AWAY
    if code == NOT_UNDERSTOOD:
        return tr(
            "samedeal cannot understand what this server sent; are both up to date?"
        )
    try:
        return tr(CLOSES[CloseCode(code)])
    except ValueError:
        if code == _NO_GOODBYE:
            return tr("The connection was lost; samedeal will reconnect.")
        return tr(
            "The connection was lost ({code}); samedeal will reconnect.", code=code
        )
