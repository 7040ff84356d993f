"""The address of a connection, and the mark by which a room knows it again."""

import hashlib
import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_WIDEST = {4: 8, 6: 16}
"""Bits that all addresses of a trusted network have in common, at least; no proxies
need more addresses, and half of all would be strangers."""
_PRIVATE = (ipaddress.IPv6Network("fc00::/7"), ipaddress.IPv6Network("fe80::/10"))
"""Wider than that, and of no stranger: the Internet does not lead there."""


def address_of(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """Return the address that a connection comes from, through trusted proxies.

    `forwarded` holds the lines of X-Forwarded-For; whatever an untrusted hop
    wrote into them is not believed. IPv6 counts by the /64 that one subscriber has.
    """
    hops = [hop.strip() for line in forwarded for hop in line.split(",")]
    address = _parsed(peer)
    while hops and address is not None and _is_trusted(address, trusted):
        before = _parsed(hops.pop())
        if before is None:
            break
        address = before
    if address is None:
        return peer
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


PLACE_BYTES = 2
"""Few enough that each stands for 65,536 addresses of IPv4: a log tells nobody's."""


def place_in(room: str, address: str) -> str:
    """Return by what a room knows those again who come from the same address."""
    salted = f"{room} {address}".encode()
    return hashlib.blake2s(salted, digest_size=PLACE_BYTES).hexdigest()


@lru_cache(4096)
def _parsed(text: str) -> Address | None:
    """Return an address; None for what is none.

    Each handshake asks four times, of the same few: that took a sixth of its time.
    """
    host, colon, port = text.rpartition(":")
    if colon and port.isdecimal() and (host.count(":") == 0 or host.endswith("]")):
        text = host.strip("[]")  # some proxies write the port, too
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if address.version == 6 else None
    return mapped or address


def is_trusted(peer: str, trusted: Sequence[Network]) -> bool:
    """Tell whether what a peer says of where it was reached from is believed."""
    address = _parsed(peer)
    return address is not None and _is_trusted(address, trusted)


def _is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    return any(address in network for network in trusted)


def has_strangers(network: Network) -> bool:
    """Tell whether a network is so wide that some in it are nobody's own."""
    return network.prefixlen < _WIDEST[network.version] and not _is_private(network)


def _is_private(network: Network) -> bool:
    """Tell whether all of a network is in one that the Internet does not lead to."""
    return isinstance(network, ipaddress.IPv6Network) and any(
        map(network.subnet_of, _PRIVATE)
    )


def joined(networks: tuple[Network, ...]) -> list[Network]:
    """Return networks with those in one that lie beside each other."""
    four = [each for each in networks if isinstance(each, ipaddress.IPv4Network)]
    six = [each for each in networks if isinstance(each, ipaddress.IPv6Network)]
    return [*ipaddress.collapse_addresses(four), *ipaddress.collapse_addresses(six)]
