"""The house of bots: whoever sits alone calls them, and another process sends them.

No bot is computed here: what is kept is who called, until the house asks.
"""

import hmac

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.house import (
    BotCall,
    BotsCalled,
    BotsWanted,
    CallBots,
    OfferBots,
)
from samedeal_server.core.answerers import Question, Questions
from samedeal_server.core.aspects.together import check_way_in
from samedeal_server.core.refusals import Refused
from samedeal_server.core.state import Phase, Player, Room
from samedeal_server.store.redis import Store

BETWEEN_MATCHES = (Phase.GATHERING, Phase.RESULT)


class House:
    """Requests to the house, and by it; without a key there is none."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key

    @property
    def questions(self) -> Questions:
        """The requests answered here."""
        return {OfferBots: Question(self.offer)}

    async def free(self) -> int | None:
        """Return the number of bots that could come; None where no house is there."""
        return await self._store.house.free() if self._key else None

    async def call(self, player: Player, room: Room, asked: CallBots) -> BotsCalled:
        """Call bots into the room where a player sits; raises Refused."""
        wanted = min(asked.bots, _seats_for_bots(player, room))
        bots = await self._store.house.call(room.code, wanted) if self._key else 0
        if not bots:
            raise Refused(ErrorCode.NO_BOTS, "no bot of the house is free")
        return BotsCalled(re=asked.id, bots=bots)

    async def offer(self, player: Player, asked: OfferBots) -> BotsWanted:
        """Note what the house offers, and tell it who called; raises Refused."""
        known, said = self._key.encode(), asked.key.encode()
        if not known or not hmac.compare_digest(known, said):
            raise Refused(ErrorCode.NOT_THE_HOUSE, "that is not the house's key")
        calls = await self._store.house.offer(asked.free)
        return BotsWanted(
            re=asked.id,
            calls=tuple(BotCall(room=room, bots=bots) for room, bots in calls),
        )


def _seats_for_bots(player: Player, room: Room) -> int:
    """Return the number of seats that are free for bots; raises Refused."""
    if player.bot:
        raise Refused(ErrorCode.PEOPLE_ONLY, "bots call no others")
    # A bot is let in as anybody is whom the host has said nothing of.
    check_way_in(room, "")
    if room.opened.named_only:
        raise Refused(ErrorCode.NAME_NEEDED, "no bot has a claimed name")
    if room.course.phase not in BETWEEN_MATCHES or room.course.next_match is None:
        raise Refused(ErrorCode.WRONG_PHASE, "bots sit down between matches")
    free = room.opened.seats_max - len(list(room.taken()))
    if not free:
        raise Refused(ErrorCode.ROOM_FULL, f"all {room.opened.seats_max} are taken")
    return free
