"""The door of a room, as its host types for it: putting out, letting in, shutting."""

from typing import Literal, NamedTuple, TypeAlias

from samedeal_client.language import later, tr
from samedeal_client.language.texts import AT_DOOR
from samedeal_client.language.typed import words_for
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.view.names import sitter_name
from samedeal_client.view.room import door_lines
from samedeal_client.view.spans import Lines, line
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.rooms.doors import DoorRequest, LetIn, PutOut, SetDoor
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.updates import Error

DOOR_HELP = (
    later(" The host: /putout NAME puts somebody out for good, /letin NAME lets them"),
    later(" in again; /door shut lets nobody new in but those, /door open anybody"),
)


class AtDoor(NamedTuple):
    """A wish to put a player out, or to let one in."""

    what: Literal["out", "in"]
    name: str


class DoorSet(NamedTuple):
    """A wish to shut or open the door; None to be told how it is."""

    shut: bool | None


DoorWish: TypeAlias = AtDoor | DoorSet

_OUT, _IN, _DOOR = words_for("putout"), words_for("letin"), words_for("door")
_SHUT, _OPEN = words_for("shut", "close", "closed"), words_for("open")


def read_door_wish(text: str) -> DoorWish | None:
    """Read a wish about the door, without its mark; None for any other text."""
    word, _, rest = text.partition(" ")
    word, rest = word.lower(), rest.strip()
    if word in (*_OUT, *_IN):
        # Without a name it is told who is named at the door, and nothing is said.
        return AtDoor("out" if word in _OUT else "in", rest) if rest else DoorSet(None)
    how = rest.lower()
    if word in _DOOR and (not how or how in (*_SHUT, *_OPEN)):
        return DoorSet(how in _SHUT if how else None)
    return None


async def keep_door(player: Player, wish: DoorWish) -> Lines:
    """Carry out a wish; return lines to show; raises NotDone."""
    room = player.session.room
    if room is None:
        raise NotDone(local_error(ErrorCode.NOT_IN_ROOM))
    if wish == DoorSet(None):
        return door_lines(room) or (line(tr(" Anybody may come in who has the code.")),)
    await player.ask(_request(player, room, wish), Done)
    return ()


def _request(player: Player, room: RoomView, wish: DoorWish) -> DoorRequest:
    re = player.next_id()
    match wish:
        case DoorSet(shut):
            return SetDoor(id=re, shut=bool(shut))
        case AtDoor("out", name):
            return PutOut(id=re, who=_meant(room, name))
        case AtDoor(_, name):
            return LetIn(id=re, who=_meant(room, name))


def _meant(room: RoomView, name: str) -> str:
    """Return the id of somebody whom the room knows by a name; else the name."""
    wanted, door = name.casefold(), room.door
    people = [(seat.player, sitter_name(seat, room.seats)) for seat in room.seats]
    people += [(seat.player, seat.name) for seat in room.seats]
    if door is not None:
        people += [(one.player, one.name) for one in (*door.put_out, *door.let_in)]
    found = (player for player, called in people if called.casefold() == wanted)
    return next(found, name[:80])


def door_refusal(error: Error) -> str:
    """Return the reason that a wish about the door was refused."""
    text = AT_DOOR.get(error.code)
    return refusal_text(error) if text is None else tr(text)
