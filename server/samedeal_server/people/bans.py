"""Bans by an operator: players, addresses, networks; until when, and why."""

import ipaddress
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgpack

from samedeal_server.people.addresses import Network
from samedeal_server.people.naming.names import is_player_id

FOR_EVER = 0


class Ban(NamedTuple):
    """Somebody who is kept out."""

    what: str
    """A player's id, or a network, which may be a single address."""
    until: int
    """In ms since 1970; 0 for ever."""
    why: str
    """The words that they are told."""

    def holds(self, now: int) -> bool:
        """Tell whether it holds at a time."""
        return self.until == FOR_EVER or now < self.until


def pack_ban(ban: Ban) -> bytes:
    """Return a ban's bytes in the store, beside what is banned."""
    packed: bytes = msgpack.packb([ban.until, ban.why])
    return packed


def network_of(text: str) -> Network:
    """Return the network that a text names; a single address of IPv6 is its /64.

    That is how connections are counted. Raises ValueError.
    """
    network = ipaddress.ip_network(text.strip(), strict=False)
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > 64:
        return network.supernet(new_prefix=64)
    return network


class Bans:
    """All bans, as they were read last."""

    def __init__(self, packed: Mapping[str, bytes]) -> None:
        self.all = [_unpacked(what, data) for what, data in packed.items()]
        self._players = {ban.what: ban for ban in self.all if is_player_id(ban.what)}
        self._networks = [
            (network_of(ban.what), ban)
            for ban in self.all
            if ban.what not in self._players
        ]

    def of(self, player: str, address: str, now: int) -> Ban | None:
        """Return by what a player at an address is kept out at a time."""
        ban = self._players.get(player)
        if ban is not None and ban.holds(now):
            return ban
        if not self._networks:
            return None
        try:
            there = ipaddress.ip_network(address, strict=False)
        except ValueError:
            return None
        for network, ban in self._networks:
            if ban.holds(now) and _is_in(there, network):
                return ban
        return None


def _is_in(there: Network, network: Network) -> bool:
    if isinstance(there, ipaddress.IPv4Network):
        return isinstance(network, ipaddress.IPv4Network) and there.subnet_of(network)
    return isinstance(network, ipaddress.IPv6Network) and there.subnet_of(network)


def _unpacked(what: str, data: bytes) -> Ban:
    fields: list[Any] = msgpack.unpackb(data)
    # A newer version may have noted more.
    return Ban(what, *fields[: len(Ban._fields) - 1])
