"""What hosts ask of the doors of their rooms: whom they mean is found here."""

from samedeal_protocol.doors import AnyDoorRequest, SetDoor
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.playing import Done
from samedeal_server.core import commands
from samedeal_server.core.refusals import Refused
from samedeal_server.hub.hub import Hub
from samedeal_server.people.accounts import find_player
from samedeal_server.rooms.viewers import Viewer
from samedeal_server.store.redis import Store


class Hosts:
    """Takes what hosts ask."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    async def keep_door(self, viewer: Viewer, asked: AnyDoorRequest) -> Done:
        """Put somebody out, let somebody in, or set the door; raises Refused."""
        live, host = self._hub.live_of(viewer), viewer.player.id
        command = await self._command_of(asked)
        offset = await self._hub.carrier.runtime.carry_out(live, command, host)
        # Whoever is told that it is done has been told what came of it.
        live.flush()
        return Done(re=asked.id, offset=offset)

    async def _command_of(self, asked: AnyDoorRequest) -> commands.DoorCommand:
        if isinstance(asked, SetDoor):
            return commands.SetDoor(asked.shut)
        person = await find_player(self._store, asked.who)
        if person is None:
            raise Refused(ErrorCode.UNKNOWN_PLAYER, "there is nobody of that name")
        if asked.t == "let_in":
            return commands.LetIn(person.player, person.name)
        return commands.PutOut(person.player, person.name, person.bot)
