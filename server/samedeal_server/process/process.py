"""One process: store, rooms and connections put together, and taken apart."""

import asyncio
import contextlib
import time

from samedeal_protocol import updates
from samedeal_protocol.codec import encode
from samedeal_protocol.errors import CloseCode
from samedeal_server.core import facts
from samedeal_server.core.state import Phase, Player
from samedeal_server.edge.gateway import Gateway
from samedeal_server.edge.knocks import Known, Sign
from samedeal_server.edge.porch import Entrance
from samedeal_server.hub.agreement import Agreement
from samedeal_server.hub.upkeep import Upkeep
from samedeal_server.people.buckets import Rate
from samedeal_server.people.limits import Budgets
from samedeal_server.process.obeying import Obeying
from samedeal_server.process.parts import put_together
from samedeal_server.process.settings import Settings
from samedeal_server.process.tls import Certificate
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.records import Records
from samedeal_server.store.errors import StoreError
from samedeal_server.store.health import Health
from samedeal_server.store.redis import Store
from samedeal_web import read_site

HAND_OVER_EVERY_S = 0.05
HAND_OVER_LEAST = 50
"""Connections that are handed over at once, however few there are."""
GOODBYES_WITHIN_S = 2.5
DAY_S = 24 * 3600


class Process:
    """Everything that runs in one process, over a store that is entered already."""

    def __init__(
        self, store: Store, settings: Settings, sockets_most: int | None = None
    ) -> None:
        self.store = store
        self.settings = settings
        store.people.guest_days = settings.guest_days
        self.health = Health(store)
        self.records = records = Records(store, settings.transcript_days * DAY_S)
        self.archiving = Archiving(
            store,
            settings.archive_place,
            settings.matches_in_store,
            days=settings.days_in_store,
        )
        key = settings.house_key
        self.parts = put_together(
            *(store, self.health, records, _room_limits(settings)),
            "" if key is None else key.get_secret_value(),
        )
        self.hub = self.parts.hub
        self._upkeep = Upkeep(
            *(store, self.hub.carrier, records, self.parts.dailies),
            Agreement(store, settings.shared),
            rooms_by_path=settings.rooms_by_path,
        )
        self.gateway = Gateway(
            self.parts,
            store,
            _budgets(settings),
            _entrance(settings),
            sockets_most,
            rooms_by_path=settings.rooms_by_path,
            sign=Sign(settings.server_name, settings.welcome),
        )
        self.obeying = Obeying(store, self.gateway)
        self.certificate: Certificate | None = None
        """By which players are spoken to, if it is not by a proxy's."""
        self.health.on_pulse = self._upkeep.pulsed
        self.health.on_change = self._tell_health
        self.health.stuck.on_change = self._tell_room
        store.doorbells.on_ring = self._upkeep.ring
        store.doorbells.on_deaf = self._upkeep.deaf
        store.doorbells.near.on_missed = self._upkeep.missed

    async def run(self) -> None:
        """Run every part, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.store.run(), name="store")
            tasks.create_task(self.hub.carrier.run(), name="carrier")
            tasks.create_task(self.archiving.run(), name="archiving")
            tasks.create_task(self.gateway.run(), name="gateway")
            tasks.create_task(self.health.run(), name="health")
            tasks.create_task(self._upkeep.run(), name="upkeep")
            tasks.create_task(self.obeying.run(), name="orders")
            tasks.create_task(self.parts.presence.run(), name="presence")
            tasks.create_task(self.parts.open_rooms.run(), name="list of rooms")

    async def drain(self, within_s: float) -> None:
        """Open no more rooms, and hand everybody over to other processes.

        Not all at once, so that those can take them, and each when the request under
        way is answered; returns when all are gone, or soon after `within_s`.
        """
        self.hub.is_draining = True
        notice = int(within_s * 1000)
        self.gateway.tell_service(updates.Service(state="draining", within_ms=notice))
        steps = max(1, int(within_s / HAND_OVER_EVERY_S))
        most = max(HAND_OVER_LEAST, -(-self.gateway.count // steps))
        late = time.monotonic() + within_s
        end = late + GOODBYES_WITHIN_S
        while self.gateway.count and (now := time.monotonic()) < end:
            self.gateway.send_away(CloseCode.GOING_AWAY, most, is_late=now > late)
            await asyncio.sleep(HAND_OVER_EVERY_S)
        if self.health.is_well:
            # Or the next process, set otherwise, warns of one that is gone.
            with contextlib.suppress(StoreError):
                await self.store.agreed.forget(self.store.process)

    def racing(self) -> list[Player]:
        """Return the people who are in the middle of a match, in whatever room."""
        playing = [
            live.state.table.match
            for live in self.hub.carrier.rooms.values()
            if live.state.course.phase is Phase.PLAYING
            and live.state.table.match is not None
        ]
        return [
            play.player
            for match in playing
            for play in match.plays
            if play is not None and play.state == "playing" and not play.player.bot
        ]

    def _tell_health(self) -> None:
        if self.hub.is_draining:
            return
        self.gateway.tell_service(_service(is_well=self.health.is_well))
        for code in self.health.stuck.here:
            self._tell_room(code, is_stuck=True)

    def _tell_room(self, code: str, is_stuck: bool) -> None:
        """Tell those in a room whether it is stuck, unless nobody can do anything."""
        live = self.hub.carrier.rooms.get(code)
        if live and self.health.is_well and not self.hub.is_draining:
            live.say(encode(_service(is_well=not is_stuck)))


def _service(*, is_well: bool) -> updates.Service:
    return updates.Service(state="ok" if is_well else "degraded")


def _room_limits(settings: Settings) -> facts.PhaseLimits:
    return facts.PhaseLimits(
        settings.gather_ms,
        settings.ready_ms,
        settings.countdown_ms,
        settings.result_ms,
        settings.away_ms,
        host_away_ms=settings.gather_ms,
    )


def _entrance(settings: Settings) -> Entrance:
    known = Known(settings.allow_origins, settings.known_as, url=settings.told_url)
    return Entrance(read_site(), settings.trusted_proxies, known)


def _budgets(settings: Settings) -> Budgets:
    def per_minute(count: int) -> Rate:
        return Rate(count, count / 60)

    return Budgets(
        commands=Rate(settings.command_burst, settings.commands_per_s),
        joins=per_minute(settings.joins_per_minute),
        wrong_codes=per_minute(settings.wrong_codes_per_minute),
        handshakes=Rate(2 * settings.handshakes_per_s, settings.handshakes_per_s),
        connections=settings.connections,
        connections_per_address=settings.connections_per_address,
    )
