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
    """The frame is not a message of this protocol, or something in it exceeds the
    limits for depth, length or number, or what it says contradicts itself; the client
    has a bug."""
    UNKNOWN_MESSAGE = "unknown_message"
    """No request has this kind; the client is newer than the server."""
    TOO_LARGE = "too_large"
    """The frame as a whole has more bytes than a client may send."""
    TOO_FAST = "too_fast"
    """More requests than the budget allows; wait as long as `retry` says."""
    TOO_MANY = "too_many"
    """Too many joins, rooms, wrong codes, claims or reports from this player or this
    address, or too many new players from it; or as many reports wait as are kept. Wait
    as long as `retry` says."""
    BAD_NAME = "bad_name"
    """The display name has the wrong length, unprintable characters or brackets, or
    looks like something that screens say of players: You, guest-1a2b, a player's id,
    a role such as host or house, the program's name."""
    BAD_TOKEN = "bad_token"  # noqa: S105 - an error code, not a secret
    """The token belongs to nobody here: say hello without one. Or the resume secret
    is no longer valid: say hello with the token. Either way use a new connection."""
    NAME_TAKEN = "name_taken"
    """Somebody else has claimed this name, or one that looks like it."""
    NO_MORE_NAMES = "no_more_names"
    """This player has claimed as many names as one player may."""
    UNKNOWN_PLAYER = "unknown_player"
    """Nobody here has claimed this name, and no player has this id. Or it is your own,
    where somebody else is asked for."""
    NOT_FRIENDS = "not_friends"
    """Only a friend may be asked to come: both list each other as friends."""
    LIST_FULL = "list_full"
    """The list of friends and blocked players is full, or of those whom a room's host
    has put out or let in."""
    BANNED = "banned"
    """An operator keeps you out; `detail` is what they say of it."""
    UNKNOWN_GAME = "unknown_game"
    """The catalogue does not hold this key."""
    NOT_CERTIFIABLE = "not_certifiable"
    """Deals of this game are never certified; host it without `certified`."""
    UNKNOWN_WINDOW = "unknown_window"
    """No day, week, month or other window has this name."""
    UNKNOWN_ROOM = "unknown_room"
    """No open room has this code."""
    UNKNOWN_MATCH = "unknown_match"
    """No transcript of this match is kept here; it may have ended too long ago."""
    ALREADY_PLAYED = "already_played"
    """Each player may play this deal once, and you have played it."""
    UNKNOWN_DAY = "unknown_day"
    """There is no daily deal for that day, or not yet."""
    PEOPLE_ONLY = "people_only"
    """Bots may not do this, or it is not done to bots."""
    UNKNOWN_EVENT = "unknown_event"
    """No event has this id, or the event has no deal of this number."""
    EVENT_OVER = "event_over"
    """The event has closed; no deal of it can be begun any more."""
    EVENT_FULL = "event_full"
    """The event has as many players as it can take."""
    OTHER_ROOM = "other_room"
    """You play this event in another room; `detail` is its code, if it is known."""
    WITHHELD = "withheld"
    """Two starts in this room were void because you did not reveal your nonce; you
    cannot take a seat in it any more."""
    HELD_UP = "held_up"
    """Too many starts in this public room were void because somebody at your address
    did not reveal a nonce; it has a seat for you after as long as `retry` says. Who
    sits there already stays."""
    RESTLESS = "restless"
    """Players at your address have done in this public room as much as they may in all:
    sat down, come back and taken back being ready, or played. Nobody else there gets a
    seat in it, or nobody there makes another move or is ready again; you may finish,
    resign or leave."""
    ROOM_FULL = "room_full"
    """Every seat is taken, and not by a bot: bots yield theirs to people before the
    first match of a series."""
    NAME_NEEDED = "name_needed"
    """A seat in this room takes a claimed name: claim one, and ask again."""
    PUT_OUT = "put_out"
    """The host of this room has put you out; `detail` is their name. You may come back
    once they let you in."""
    DOOR_SHUT = "door_shut"
    """The host of this room lets nobody new in but whom they name."""
    NOT_HOST = "not_host"
    """Only the host of the room may do this."""
    NOT_YOURSELF = "not_yourself"
    """This is done to others; who wants to be out of a room leaves it, and nobody is
    their own friend."""
    ALREADY_IN_ROOM = "already_in_room"
    """This connection is in a room; leave it first."""
    NOT_IN_ROOM = "not_in_room"
    """This request needs a room; host or join one first."""
    WRONG_PHASE = "wrong_phase"
    """The room does not take this command in its present phase. Or there is nothing to
    do: you are not ready, have revealed already, or want no pause and none is on. Or it
    is the room of an event and its deals are not revealed yet: then it takes no
    words."""
    NOT_SEATED = "not_seated"
    """Only a player with a seat in the match may do this. Or the seat that you want
    to come back to was given away, or a later connection of the same `session` has
    it."""
    SEAT_DONE = "seat_done"
    """This seat has finished, resigned or run out of moves."""
    WRONG_MATCH = "wrong_match"
    """The command names a different match from the one that is open."""
    BAD_NONCE = "bad_nonce"
    """The nonce is not the one that was committed to."""
    STALE_PLY = "stale_ply"
    """The move is not for this seat's next ply, which is in `expected`: it was
    chosen for an older board. Choose again on the newest board, or join again to get
    it."""
    COMMAND_GAP = "command_gap"
    """The command's number is above the next one, which is in `expected`: a command
    before it was refused or lost. Send again from that number on."""
    BAD_MOVE = "bad_move"
    """The move cannot be read in the notation of this kind of game."""
    ILLEGAL_MOVE = "illegal_move"
    """The rules do not allow this move, or the game has no moves of this kind;
    `detail` says why."""
    BAD_TEXT = "bad_text"
    """The text has unprintable characters, or blanks where none belong."""
    QUIET = "quiet"
    """There is no talk in this room."""
    SAID_ENOUGH = "said_enough"
    """This seat has said as much as it may until the next match begins or ends, or
    the room has had as much talk as it may ever have."""
    NO_TAKE_BACK = "no_take_back"
    """Moves cannot be taken back in this room, or not in its games."""
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    """No move was made, or the last one that was not taken back showed its player a
    card."""
    NO_PAUSE = "no_pause"
    """There is no pause where anything counts: in a rated match, or at a deal of a day,
    a challenge or an event."""
    PAUSED = "paused"
    """All clocks of the match stand; a racer's `go_on` ends that."""
    NO_BOTS = "no_bots"
    """No bots come: the server has none, or all of them play. People may still come;
    ask again when `rooms` tells of some."""
    NOT_THE_HOUSE = "not_the_house"
    """Only the process to which the operator gave the key offers bots here."""
    DRAINING = "draining"
    """This server process is stopping and opens no rooms."""
    UNAVAILABLE = "unavailable"
    """The store does not answer, so nobody knows whether the command was carried
    out; sent again with the same number, it takes effect once."""
    INTERNAL = "internal"
    """A bug in the server; the trace id finds it in the log."""

    @classmethod
    def _missing_(cls, value: object) -> "ErrorCode":
        """Read the code of a newer server; `retry` still says what to do."""
        return cls.INTERNAL


Retry: TypeAlias = Literal["never"] | int
"""Whether to send the same again: useless, or worth it after a number of ms."""

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
    """The store does not answer. Or the hello was refused for now, as that of one new
    player too many from your address: the `error` before says how long to wait."""
    SILENT = 4004
    """You sent nothing for too long."""
    NO_HELLO = 4500
    """No hello came in time, or something else came before it, or the hello was
    refused: then the `error` before says why, such as `bad_name` or `name_taken`."""
    BAD_MESSAGE = 4501
    """What you sent is not this protocol."""
    TOO_FAST = 4502
    """You kept sending after being told to slow down, or sent far too much ahead."""
    REPLACED = 4503
    """Another connection of your identity has come into the room where you sat, and
    plays your seat now."""
    BAD_TOKEN = 4504
    """The token or the resume secret in your hello is not valid; if it was the
    secret, come back with the token. Or somebody has ended your identity since, with
    `revoke`: then the `error` before says `bad_token`, too."""
    SENT_AWAY = 4505
    """An operator has sent you away; the `error` before says why."""


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
