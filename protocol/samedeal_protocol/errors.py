"""What can go wrong on the wire, and the numbers it goes by.

::

    ProtocolError(Exception)
    ├── BadFrame         bytes that are not a message; has .code
    │   └── FrameTooLarge
    └── UnknownMessage   a message of an unknown kind

Error codes and close codes are part of the protocol: they never change their
meaning. Texts for people live in the client.
"""

from enum import IntEnum, StrEnum
from typing import Literal, TypeAlias


class ErrorCode(StrEnum):
    """Why a request was refused; the docstring of each says what to do."""

    BAD_MESSAGE = "bad_message"
    """The frame is not a message of this protocol, or something in it is deeper, longer
    or more than the limits allow; the client has a bug."""
    UNKNOWN_MESSAGE = "unknown_message"
    """No request has this kind; the client is newer than the server."""
    TOO_LARGE = "too_large"
    """The frame as a whole has more bytes than a client's may have."""
    TOO_FAST = "too_fast"
    """More requests than the budget allows; wait as long as `retry` says."""
    TOO_MANY = "too_many"
    """Too many joins, rooms or wrong codes from this player or this address; wait
    as long as `retry` says."""
    BAD_NAME = "bad_name"
    """A display name of the wrong length, with unprintable characters or brackets, or
    like what is said of players: You, guest-1a2b, a player's id."""
    BAD_TOKEN = "bad_token"  # noqa: S105 - an error code, not a secret
    """The token belongs to nobody here: say hello without one. Or the way back has been
    used up: say hello with the token. Either way on another connection."""
    NAME_TAKEN = "name_taken"
    """Somebody else has claimed this name, or one that looks like it."""
    NO_MORE_NAMES = "no_more_names"
    """This player has claimed as many names as anybody may."""
    UNKNOWN_PLAYER = "unknown_player"
    """Nobody here has claimed this name, and no player has this id."""
    LIST_FULL = "list_full"
    """The list of friends and blocked players is full."""
    UNKNOWN_GAME = "unknown_game"
    """The catalogue does not hold this key."""
    NOT_CERTIFIABLE = "not_certifiable"
    """Deals of this game cannot be known to be winnable; host it without that."""
    UNKNOWN_WINDOW = "unknown_window"
    """No stretch of time has this name."""
    UNKNOWN_ROOM = "unknown_room"
    """No open room has this code."""
    UNKNOWN_MATCH = "unknown_match"
    """No transcript of this match is kept here; it may be over for too long."""
    ALREADY_PLAYED = "already_played"
    """Each player plays this deal once, and you have."""
    UNKNOWN_DAY = "unknown_day"
    """There is no daily deal of that day, or none yet."""
    PEOPLE_ONLY = "people_only"
    """Bots may not do this."""
    UNKNOWN_EVENT = "unknown_event"
    """No event has this id, or no deal of it this number."""
    EVENT_OVER = "event_over"
    """The event has closed; no deal of it can be begun any more."""
    EVENT_FULL = "event_full"
    """As many people play this event as can."""
    OTHER_ROOM = "other_room"
    """You play this event in another room; `detail` is its code, where it is known."""
    WITHHELD = "withheld"
    """Twice a start in this room was void because you did not reveal your nonce; you
    have no seat in it any more."""
    HELD_UP = "held_up"
    """Too many starts were void because nobody at your address revealed a nonce that
    was committed to there; be ready again after as long as `retry` says."""
    ROOM_FULL = "room_full"
    """Every seat is taken."""
    NAME_NEEDED = "name_needed"
    """A seat in this room takes a claimed name: claim one, and ask again."""
    ALREADY_IN_ROOM = "already_in_room"
    """This connection is in a room; leave it first."""
    NOT_IN_ROOM = "not_in_room"
    """This request needs a room; host or join one first."""
    WRONG_PHASE = "wrong_phase"
    """The room is in a phase that does not take this command, or its deals do not take
    it before they are revealed: words, in a room of an event."""
    NOT_SEATED = "not_seated"
    """Only a player with a seat in the match may do this. Or the seat to come back to
    was given away, or a later connection of the same `session` has it."""
    SEAT_DONE = "seat_done"
    """This seat has finished, resigned or run out of moves."""
    WRONG_MATCH = "wrong_match"
    """The command names another match than the one that is open."""
    BAD_NONCE = "bad_nonce"
    """The nonce is not the one that was committed to."""
    STALE_PLY = "stale_ply"
    """The move is not for this seat's next ply, which `expected` has: it was chosen for
    another board. Choose again by the newest one, or join again for it."""
    COMMAND_GAP = "command_gap"
    """The command's number is over the next one, which `expected` has: what comes
    before it was refused or lost. Send from there on."""
    BAD_MOVE = "bad_move"
    """The move cannot be read in the notation of the games of this kind."""
    ILLEGAL_MOVE = "illegal_move"
    """The rules do not allow this move, or the game has none of this kind; `detail`
    says why."""
    BAD_TEXT = "bad_text"
    """What was to be said has unprintable characters, or blanks where none belong."""
    QUIET = "quiet"
    """Nobody says anything in this room."""
    SAID_ENOUGH = "said_enough"
    """This seat has said as much as it may until the next match begins or ends, or the
    room as much as it may at all."""
    NO_TAKE_BACK = "no_take_back"
    """This room does not let moves be taken back, or no game of it could."""
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    """No move was made, or the last one that stands showed its player a card."""
    DRAINING = "draining"
    """This server process is going away and opens no rooms."""
    UNAVAILABLE = "unavailable"
    """The store does not answer, so nobody knows whether it was done; the same
    command, sent again with the same number, takes effect once."""
    INTERNAL = "internal"
    """A bug in the server; the trace id finds it in the log."""

    @classmethod
    def _missing_(cls, value: object) -> "ErrorCode":
        """Read the code of a newer server; `retry` still says what to do."""
        return cls.INTERNAL


Retry: TypeAlias = Literal["never"] | int
"""What comes of sending the same again: useless, or worth it after so many ms."""

WITH_EXPECTED = frozenset({ErrorCode.STALE_PLY, ErrorCode.COMMAND_GAP})
"""Refusals that say in `expected` which number would have been right."""


class CloseCode(IntEnum):
    """Why a socket was closed: 4000-4499 mean come back, 4500-4999 do not."""

    GOING_AWAY = 4000
    """The server process is stopping; another one will take you."""
    TOO_SLOW = 4001
    """You did not read what was sent; come back for a snapshot."""
    INTERNAL = 4002
    """A bug in the server."""
    UNAVAILABLE = 4003
    """The store does not answer."""
    SILENT = 4004
    """Nothing was heard from you for too long."""
    NO_HELLO = 4500
    """No hello came in time, or something else before it, or one that was refused: the
    `error` before says why, such as `bad_name` or `name_taken`."""
    BAD_MESSAGE = 4501
    """What you send is not this protocol."""
    TOO_FAST = 4502
    """You kept sending after being told to slow down, or sent far too much ahead."""
    REPLACED = 4503
    """Another connection of your identity has come into the room where you sat, and
    plays your seat now."""
    BAD_TOKEN = 4504
    """The token or the way back in your hello leads nowhere; after a way back, come
    with the token."""


def means_come_back(code: int) -> bool:
    """Tell whether a client should reconnect after a socket closed with `code`."""
    return not 4500 <= code <= 4999


class ProtocolError(Exception):
    """A frame that the other side should not have sent."""

    code = ErrorCode.BAD_MESSAGE


class BadFrame(ProtocolError):
    """Bytes that are not a message of this protocol."""


class FrameTooLarge(BadFrame):
    """A frame of more bytes than it may have."""

    code = ErrorCode.TOO_LARGE


class UnknownMessage(ProtocolError):
    """A message whose kind this side does not know."""

    code = ErrorCode.UNKNOWN_MESSAGE
