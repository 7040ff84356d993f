"""Every key in Redis, in one place.

What changes together has one hash tag (the part in braces), so that it lives on
one node of a Redis Cluster: everything of a room under the room's code, and all
books (boards, ratings, histories) together, but boards that were set apart.
"""

from functools import lru_cache
from typing import NamedTuple

PREFIX = "samedeal"


def tag_of(key: str) -> str:
    """Return the part that keys have in common which may be in one call."""
    _, brace, tag = key.partition("{")
    return tag.partition("}")[0] if brace else key


class RoomKeys(NamedTuple):
    """The keys of one room."""

    log: str
    """Stream: the room's facts, one field ``f`` each. An entry's id is
    ``<ms>-<offset>``: when it was appended, and its number in the room."""
    head: str
    """Hash of marks, the ids of the last entries about something: ``last`` about
    anything, ``gen`` about the room as a whole, ``s0``… about each seat's own
    board, ``talk`` about what was said. ``watchers`` names the processes that hear of
    every append."""


@lru_cache(4096)
def room_keys(code: str) -> RoomKeys:
    """Return the keys of the room with this code."""
    tagged = f"{PREFIX}:{{room:{code}}}"
    return RoomKeys(f"{tagged}:log", f"{tagged}:head")


def snapshot_key(code: str) -> str:
    """Return the key of the last snapshot of a room.

    Hash: ``state``, the room's as bytes after the entry ``at``, and ``by``, which code
    can read it. Written every few hundred facts, and gone a day later.
    """
    return f"{PREFIX}:{{room:{code}}}:snapshot"


def room_of(key: str) -> str:
    """Return the code of the room that a key belongs to."""
    return key.split("{room:", 1)[1].split("}", 1)[0]


BOOKS_CURSOR = f"{PREFIX}:{{books}}:cursor"
"""String: how many links of the chain of matches are in the books."""

BOOKS_APART = f"{PREFIX}:{{books}}:apart"
"""String: the games and families whose boards are parts of the books of their own, in
their order, with a blank between two; missing where all books are in one."""


def books_tag(part: str) -> str:
    """Return the beginning of the keys of a part of the books, "" for the core."""
    return f"{PREFIX}:{{books:{part}}}" if part else f"{PREFIX}:{{books}}"


def cursor_key(part: str = "") -> str:
    """Return the key of how far a part of the books is.

    String: how many links of the chain its boards have, of those that the core has.
    """
    return f"{books_tag(part)}:cursor"


def turn_key(part: str = "") -> str:
    """Return the key of whose turn it is to book.

    String: who books what comes next, so that others need not compute the same; gone
    once that is done, or took two seconds.
    """
    return f"{books_tag(part)}:cursor/turn"


def apart_key(part: str = "") -> str:
    """Return what scripts know the parts by: of a part of its own there is none."""
    return f"{books_tag(part)}:apart"


def notes_key(part: str) -> str:
    """Return the key of what the core leaves for a part of the books.

    Sorted set: of each match what its boards take from the core, msgpack, by the number
    of links with which it is in the books; and one empty note, by how many links there
    were when those before it were thrown away.
    """
    return book_key(f"notes/{part}")


def book_key(book: str, part: str = "") -> str:
    """Return the key of a book, whose name `core.books` makes."""
    return f"{books_tag(part)}:{book}"


def ready_book_key(book: str, part: str = "") -> str:
    """Return the key of a book that is being made anew, until it is put in place."""
    return f"{books_tag(part)}:ready/{book}"


def back_book_key(book: str, part: str = "") -> str:
    """Return the key of a book that comes from the archive, until it is in place."""
    return f"{books_tag(part)}:back/{book}"


BOOKS_LONG = f"{PREFIX}:{{books}}:long"
"""Set: keys of histories so long that the oldest lines are to go into the archive."""


def pages_key(book: str) -> str:
    """Return the key of what went from a history into the archive.

    List: 16 bytes for each page of 32 lines, the oldest first, by which it is found.
    """
    return f"{PREFIX}:{{books}}:pages/{book}"


def sheet_key(sheet: str, part: str = "") -> str:
    """Return the key of the mark of a sheet, as ``GAME/WINDOW``.

    String: where its boards and counts are, if not just in the store: ``m`` and who is
    about to move them into the archive, or ``d`` and the 16 bytes by which they are
    found there.
    """
    return f"{books_tag(part)}:sheet/{sheet}"


class BoardKeys(NamedTuple):
    """The keys of one board."""

    ranking: str
    """Sorted set: player ids; the lowest score, which is a value below zero, comes
    first, and equals stand in order of their ids."""
    rows: str
    """Hash: player id to the row, msgpack."""


def board_keys(board: str, part: str = "") -> BoardKeys:
    """Return the keys of a board, as ``board/best/GAME/WINDOW``."""
    order, rows = book_key(f"{board}:ranking", part), book_key(f"{board}:rows", part)
    return BoardKeys(order, rows)


def transcript_key(match: str) -> str:
    """Return the key of a finished match's transcript.

    String: its bytes, as `samedeal_records.sealing` seals them.
    """
    return f"{PREFIX}:{{match:{match}}}:transcript"


def reveal_key(match: str) -> str:
    """Return the key of when a match's transcript may be read, if not at once.

    String: ms since 1970.
    """
    return f"{PREFIX}:{{match:{match}}}:reveal"


CHAIN_HEAD = f"{PREFIX}:{{chain}}:head"
"""Hash: ``length`` and ``head`` of the chain of matches."""

CHAIN_LINKS = f"{PREFIX}:{{chain}}:links"
"""List: the links, msgpack lists of kind, what the chain shows, proof and match; where
there is an archive, not the oldest."""

CHAIN_PAGES = f"{PREFIX}:{{chain}}:pages"
"""List: 16 bytes for each page of 1,024 links that is in the archive, the oldest first,
by which it is found."""

CHAIN_WAITING = f"{PREFIX}:{{chain}}:waiting"
"""List: the links that come into the chain next, in their order."""


def link_key(link: str) -> str:
    """Return the key that says that a link was made, for longer than it may be made.

    String, with no meaning of its own. The link is in the chain, or waits for it.
    """
    return f"{PREFIX}:{{chain}}:made:{link}"


ARCHIVE_ID = f"{PREFIX}:{{archive}}:id"
"""String: which archive has this store's old transcripts; the archive says the same."""

ARCHIVE_CURSOR = f"{PREFIX}:{{archive}}:cursor"
"""String: how many links of the chain of matches were looked at, and the transcripts of
what they ended moved into the archive; 0 as soon as that has begun."""

ARCHIVE_AGAIN = f"{PREFIX}:{{archive}}:again"
"""Sorted set: matches that are to be moved all the same, by when at the earliest, in
ms since 1970."""

ARCHIVE_MOVER = f"{PREFIX}:{{archive}}:mover"
"""String: the process that moves transcripts; gone two minutes after it last did."""


ARCHIVE_ERASING = f"{PREFIX}:{{archive}}:erasing"
"""String: how often transcripts began to be rewritten because somebody is erased, or
something goes from the archive that nobody names: who is adding to it begins anew."""

ARCHIVE_LOOSE = f"{PREFIX}:{{archive}}:loose"
"""Sorted set: what is in the archive and nobody names, the 16 bytes by which each is
found there, by when that was first seen, in ms since 1970."""


class PlayerKeys(NamedTuple):
    """The keys of one player."""

    identity: str
    """Hash: ``name``; ``named``, whether it was claimed; ``bot``; ``unseen``,
    whether friends are not told that the player is here; ``claimed``, the
    hashes of all that was claimed; the hashes of the ``token``, of the one that is
    to follow it (``token_next``), of the way back (``resume``) and of the one before
    it (``resume_before``). An identity that was revoked has none of the last four."""
    relations: str
    """Hash: player ids to ``friend`` or ``blocked``."""


def player_keys(player: str) -> PlayerKeys:
    """Return the keys of a player."""
    tagged = f"{PREFIX}:{{player:{player}}}"
    return PlayerKeys(f"{tagged}:identity", f"{tagged}:relations")


class PresenceKeys(NamedTuple):
    """The keys of what a player's friends are told, and ask."""

    here: str
    """Hash: processes at which a player is connected who lists anybody, each to a
    msgpack list of when it was written, in ms since 1970, and the game of the room
    where the player is, if any. Written anew every 20 s, and gone a minute after."""
    invitations: str
    """Hash: ids of friends to what each asks the player to come to, the last one, a
    msgpack list of when it was asked, in ms, game, room, match and score. Kept for
    three days after the last one."""


def presence_keys(player: str) -> PresenceKeys:
    """Return the keys of a player's presence."""
    tagged = f"{PREFIX}:{{player:{player}}}"
    return PresenceKeys(f"{tagged}:here", f"{tagged}:invitations")


def identity_key(player: str) -> str:
    """Return the key of an identity."""
    return player_keys(player).identity


def name_key(skeleton: str) -> str:
    """Return the key of a claimed name, by a hash of its skeleton.

    String: whose it is, a player's id. All names have one hash tag, because a name
    may have two skeletons, which are taken together.
    """
    return f"{PREFIX}:{{names}}:{skeleton}"


def allowance_key(what: str, who: str) -> str:
    """Return the key of what somebody may do so often, by a hash of their id.

    String: when all of it is there again, in ms since 1970; gone once that is so.
    """
    return f"{PREFIX}:{{limit:{what}:{who}}}"


def carried_key(code: str) -> str:
    """Return the key of what was left for another device, by a hash of its code.

    String: bytes that mean nothing to the server; gone once fetched, and soon anyway.
    """
    return f"{PREFIX}:{{carried:{code}}}"


def attempts_key(deal: str) -> str:
    """Return the key of the attempts at a deal that each player plays once.

    Hash: player id to the code of the room that the attempt is in.
    """
    return f"{PREFIX}:{{deal:{deal}}}:attempts"


def event_key(event: str) -> str:
    """Return the key of an event, with the seeds of its deals.

    String: msgpack list of id, creator, when it was made and when it closes, in ms
    since 1970, and its deals, each a list of game and secret seed. Kept for 400 days
    after its close, or for a week if nobody hosted a room of it.
    """
    return f"{PREFIX}:{{event:{event}}}:event"


def daily_key(day: str) -> str:
    """Return the key of the seeds of one day's deals, made before the day.

    Hash: game to a msgpack list of the 32 secret bytes and when they were drawn, in
    ms since 1970. Kept for ever.
    """
    return f"{PREFIX}:{{daily:{day}}}:seeds"


LOBBY = f"{PREFIX}:lobby"
"""Hash: code of an open public room to its line in the list, msgpack."""

LOBBY_PLACES = f"{{{LOBBY}}}:places"
"""Hash: code of an open public room to where it stands in the list's order."""

LOBBY_ORDER = f"{{{LOBBY}}}:order"
"""Sorted set: the rooms of the list in order, all of score 0. A room is there twice, as
``<game>|<whether it can be joined now>|<code>`` and without a game; 0 comes first, for
those that can, and has ``~|`` after it where the host is away."""

DEADLINES = f"{PREFIX}:deadlines"
"""Sorted set: code of every open room by when it wants to be looked at, in ms.
Never later than the room's own deadline for long; whoever looks puts it right."""

BOTS_FREE = f"{PREFIX}:{{house}}:free"
"""String: how many bots the house could send; gone five seconds after it last said."""

BOTS_CALLED = f"{PREFIX}:{{house}}:calls"
"""List: who wants bots of the house, as ``<room> <bots>``; the house takes them away,
and they are gone ten seconds after the last one came."""

PULSE = f"{PREFIX}:{{service}}:pulse"
"""String: when any server process last wrote, in ms; while none can, no clock runs."""

AHEAD = f"{PREFIX}:{{service}}:ahead"
"""String: by how many ms time is ahead of the clock of this key's node, which was set
back, or took over from one whose clock was later; gone once it has caught up."""

LAYOUT = f"{PREFIX}:{{service}}:layout"
"""Hash: ``layout`` of the data under all of these keys, a number; and ``oldest``, the
layout that code writes at least which may serve it. Where it is missing, both are 1."""

LAYOUTS = f"{PREFIX}:{{service}}:layouts"
"""Hash: server process to the layout that its code writes; those from before this was
said are not in it."""

WRITES_LAYOUT = 6
"""Of the data that this code leaves (docs/howto/store.md). A change that older
code must not meet makes it greater, and `SERVED_FROM` as well."""

SERVED_FROM = 6
"""The oldest code that may serve what this one writes, by the layout that it writes."""

READS_LAYOUT = 1
"""The oldest layout of which this code finds everything."""

NO_CODE = 2**31 - 1
"""The oldest code that may serve data which is not whole yet: none."""

RESTORING = f"{PREFIX}:{{service}}:restoring"
"""String: who puts a backup into this store; gone two minutes after they last did."""

CHORE = f"{PREFIX}:{{service}}:chore"
"""String: which of an operator's commands works on all books just now, and a word of
its own, so that no other does; gone half a minute after it last said so."""

OUTAGES = f"{PREFIX}:{{service}}:outages"
"""List: the last times when no process could write, as ``<from> <until>`` in ms."""

STUCK = f"{PREFIX}:{{service}}:stuck"
"""Hash: rooms that could not be written to while this key could, to since when, in ms;
their clocks stand. Gone a day after the last was found."""

PROCESSES = f"{PREFIX}:{{service}}:processes"
"""Sorted set: server processes by the time of their last pulse, in ms."""

SETTINGS = f"{PREFIX}:{{service}}:settings"
"""Hash: server process to what it was set to, as far as all should be set alike; a
msgpack map of names and values, in words."""

BANS = f"{PREFIX}:{{service}}:bans"
"""Hash: players' ids, addresses and networks that operators keep out, each to a msgpack
list of until when, in ms since 1970, 0 for ever, and why."""

ANNOUNCED = f"{PREFIX}:{{service}}:announced"
"""String: what operators tell everybody, a msgpack list of English, Spanish
and a map of other languages by their tags; gone
when its time is over."""

LOST = f"{PREFIX}:{{service}}:lost"
"""String, which differs from loss to loss: the store was found to have lost facts, and
no operator has had the books computed anew since."""

ENDED = f"{PREFIX}:{{service}}:ended"
"""Sorted set: players who have ended their identity, by when, in ms since 1970; for a
day, so that every process hangs up on them."""


def drain_key(process: str) -> str:
    """Return the key that says that a process is to hand its players over and end.

    String, with no meaning of its own; gone ten minutes later.
    """
    return f"{PREFIX}:{{service}}:drain:{process}"


REPORTS = f"{PREFIX}:{{service}}:reports"
"""Stream: what players reported and no operator is done with, the last thousand times;
one field ``r`` each, a msgpack list of who (id and name), whom (the same), room, match,
why, and what was said."""


def reported_key(room: str, player: str, about: str) -> str:
    """Return the key that says that a player has reported another in a room.

    String, with no meaning of its own; gone after a day.
    """
    return f"{PREFIX}:{{room:{room}}}:reported:{player}:{about}"


AUDIT = f"{PREFIX}:{{service}}:audit"
"""Stream: what operators have changed, the last ten thousand times; one field ``e``
each, a msgpack list of who (user and host), verb, what it was done to, and why."""


SALTING = f"{PREFIX}:{{service}}:salting"
"""String: a random secret of 32 bytes, of which the salts of names in transcripts are
made; thrown away when somebody is erased."""

ERASED = f"{PREFIX}:{{service}}:erased"
"""Hash: who was erased, each by the SHA-256 of their id in hex, to who stands in for
them in transcripts and books. Kept for ever."""


def process_rooms_key(process: str) -> str:
    """Return the key of the rooms that a process carries, to be swept if it dies.

    Set: the rooms' codes.
    """
    return f"{PREFIX}:{{service}}:rooms:{process}"


DOORBELL = f"{PREFIX}:rings:"
"""What the names of processes' doorbells begin with, the channels on which a
process hears what others append to the rooms that it watches."""


def near_doorbell(room: str, process: str = "") -> str:
    """Return the name of a process's doorbell at the node of a cluster that has a room.

    A sharded channel, on which a process hears what others append to a room that it
    watches; without a process, what the names of all of that room begin with.
    """
    return f"{PREFIX}:{{room:{room}}}:rings:{process}"
