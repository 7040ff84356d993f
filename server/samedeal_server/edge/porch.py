"""The porch: who knocks, and what a request in HTTP is answered."""

import logging
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from websockets.http11 import Request, Response

from samedeal_server.edge.connections import Connection
from samedeal_server.edge.knocks import (
    WALLS,
    Known,
    answer_to,
    is_alone,
    plain,
    room_named,
    sent,
    too_many,
    unreadable,
    who_asks,
)
from samedeal_server.meters.meters import EdgeMeters
from samedeal_server.people.addresses import Network, address_of, is_trusted
from samedeal_server.people.limits import Doorkeeper
from samedeal_web import File, Site

log = logging.getLogger(__name__)


class Entrance(NamedTuple):
    """The way in, as it is settled before anybody knocks."""

    site: Site
    trusted: Sequence[Network]
    """The proxies whose word for an address is taken."""
    known: Known


class Porch:
    """Counts those who have said nothing yet, and lets in who may connect."""

    def __init__(
        self,
        doorkeeper: Doorkeeper,
        meters: EdgeMeters,
        entrance: Entrance,
    ) -> None:
        self._doorkeeper = doorkeeper
        self._meters = meters
        self._site, self._trusted, self._known = entrance
        self._has_told_of_proxy = False

    def listens_at(self, addresses: Sequence[str]) -> None:
        """Hear at which addresses this process listens."""
        self._known = self._known._replace(is_alone=is_alone(addresses))

    def knock(self, connection: Connection) -> None:
        """Count a socket by where it comes from, unless a proxy brings all."""
        peer = connection.socket.address
        if is_trusted(peer, self._trusted):
            return
        connection.knocks_from = address_of(peer, (), self._trusted)
        if not self._doorkeeper.knocking.take(connection.knocks_from):
            self._meters.limits["knocking"] += 1
            connection.socket.abort()

    def forget(self, connection: Connection) -> None:
        """Hear that a connection has ended; its address may have another."""
        self._knocked(connection)
        if connection.loads_for is not None:
            self._doorkeeper.loading.give_back(connection.loads_for)
        if connection.address:
            self._doorkeeper.disconnect(connection.address)

    def _knocked(self, connection: Connection) -> None:
        if connection.knocks_from is not None:
            self._doorkeeper.knocking.give_back(connection.knocks_from)
            connection.knocks_from = None

    def answer(
        self, connection: Connection, request: Request, response: Response
    ) -> Response:
        """Return the answer to a request: `response`, if it is to be let in."""
        self._knocked(connection)
        peer = connection.socket.address
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = address_of(peer, forwarded, self._trusted)
        by_proxy = is_trusted(peer, self._trusted)
        if forwarded and not by_proxy:
            self._tell_of_proxy(peer)
        answer = answer_to(request, self._known, self._site, by_proxy=by_proxy)
        if isinstance(answer, File):
            log.debug("%s was sent a file", address)
            connection.loads_for = address
            has_place = self._doorkeeper.loading.take(address)
            if not (has_place and self._doorkeeper.may_load(address, time.monotonic())):
                self._meters.limits["files"] += 1
                connection.socket.abort()
            response = sent(answer, request.headers)
            self._meters.responses[response.status_code] += 1
            return response
        if answer is not None:
            response = plain(*answer)
            if answer.status in WALLS:
                asking = who_asks(request, answer.status, by_proxy=by_proxy)
                log.info("%s was answered %d: %s", address, answer.status, asking)
        elif response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            wait_ms = self._doorkeeper.connect(address, time.monotonic())
            if not wait_ms:
                connection.address = address
                connection.room_named = room_named(request, self._known)
                self._meters.responses[response.status_code] += 1
                return response
            self._meters.limits["connections"] += 1
            response = too_many(wait_ms)
        self._turn_away(connection, address, response)
        return response

    def _tell_of_proxy(self, peer: str) -> None:
        """Say once that somebody may be a proxy, behind whom all share one address."""
        if not self._has_told_of_proxy:
            self._has_told_of_proxy = True
            log.warning(
                "%s says who it connects for, and is not believed: a proxy belongs in "
                "SAMEDEAL_TRUSTED_PROXIES",
                peer,
            )

    def unreadable(self, connection: Connection, status: HTTPStatus) -> Response:
        """Return the answer to bytes that are no request."""
        self._knocked(connection)
        response = unreadable(status)
        address = address_of(connection.socket.address, (), self._trusted)
        self._turn_away(connection, address, response)
        return response

    def _turn_away(
        self, connection: Connection, address: str, response: Response
    ) -> None:
        """Count a request that is not let in; one too many is not answered."""
        log.debug("%s was answered %d", address, response.status_code)
        self._meters.responses[response.status_code] += 1
        if not self._doorkeeper.may_hear(address, time.monotonic()):
            self._meters.limits["answers"] += 1
            connection.socket.abort()
