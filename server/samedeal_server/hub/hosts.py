"""Others who are to come: what hosts ask of doors, and whoever sits there of bots."""

from typing import get_args

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.house import BotsCalled, CallBots
from samedeal_protocol.rooms.doors import AnyDoorRequest, SetDoor
from samedeal_protocol.rooms.playing import Done
from samedeal_server.core import commands
from samedeal_server.core.answerers import Answerer, Answerers
from samedeal_server.core.refusals import Refused
from samedeal_server.hub.house import House
from samedeal_server.hub.hub import Hub
from samedeal_server.people.accounts import find_player
from samedeal_server.rooms.telling.viewers import Viewer
from samedeal_server.store.redis import Store


class Hosts:
    """Takes what is asked of those who come into a room."""

    def __init__(self, store: Store, hub: Hub, house: House) -> None:
        self._store = store
        self._hub = hub
        self._house = house

    @property
    def answerers(self) -> Answerers[Viewer]:
        """The requests answered here."""
        at_door = Answerer(self.keep_door, 0, "lines")
        return {
            **dict.fromkeys(get_args(AnyDoorRequest), at_door),
            CallBots: Answerer(self.call_bots, 0, "joins"),
        }

    async def call_bots(self, viewer: Viewer, asked: CallBots) -> BotsCalled:
        """Call bots of the house into the room where a player sits; raises Refused."""
        room = self._hub.live_of(viewer).state
        return await self._house.call(viewer.player, room, asked)

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
