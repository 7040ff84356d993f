"""The addresses of a server: for those at its own machine, and for those at others.

A socket that listens on all networks has no address that anybody could type. The
machine's own are asked of the system, which names the one it would send from on the
way to somewhere; nothing is sent.
"""

import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NamedTuple

_SOMEWHERE = {
    # Reserved for documentation, then networks at home that no default leads to.
    int(socket.AF_INET): (
        "192.0.2.1",
        "192.168.255.254",
        "10.255.255.254",
        "172.31.255.254",
    ),
    int(socket.AF_INET6): ("2001:db8::1", "fdff::1"),
}
_ANY_PORT = 9


class Reach(NamedTuple):
    """The addresses of one server, as they are typed."""

    here: str = ""
    """At the machine that it runs on."""
    others: tuple[str, ...] = ()
    """At others, the likeliest first; none where only this machine gets in."""
    is_chosen: bool = False
    """Whether an operator has said what others type."""

    def told_to(self, visitor: str) -> tuple[str, ...]:
        """Return the addresses of this server that a visitor may know, by theirs.

        What this machine is called on its networks is for those who sit at it.
        """
        return self.others if self.is_chosen or _is_loopback(visitor) else ()


def reach_of(
    listening: Iterable[socket.socket],
    chosen: str | None = None,
    *,
    by_tls: bool = False,
) -> Reach:
    """Return the addresses of a server that listens on these sockets.

    `chosen` is what others type, where an operator says so.
    """
    scheme = "wss" if by_tls else "ws"
    here = ""
    others: list[str] = []
    for each in listening:
        host, port = each.getsockname()[:2]
        number = ip_address(host)
        if number.is_unspecified:
            here = here or _url(scheme, _loopback_beside(number), port)
            others += [_url(scheme, own, port) for own in own_addresses(each.family)]
        elif number.is_loopback:
            here = here or _url(scheme, number, port)
        else:
            here = here or _url(scheme, number, port)
            others.append(_url(scheme, number, port))
    if chosen is not None:
        return Reach(here, (chosen,), is_chosen=True)
    return Reach(here, tuple(dict.fromkeys(others)))


def own_addresses(family: int) -> Sequence[IPv4Address | IPv6Address]:
    """Return this machine's addresses on its networks, the way out first."""
    found = (_sent_from(family, there) for there in _SOMEWHERE.get(family, ()))
    return [number for number in dict.fromkeys(found) if number is not None]


def _sent_from(family: int, there: str) -> IPv4Address | IPv6Address | None:
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((there, _ANY_PORT))
        except OSError:
            return None  # no way there
        number = ip_address(asking.getsockname()[0].partition("%")[0])
    is_one = not (number.is_loopback or number.is_unspecified or number.is_link_local)
    return number if is_one else None


def _loopback_beside(number: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    return ip_address("127.0.0.1" if number.version == 4 else "::1")


def _is_loopback(visitor: str) -> bool:
    try:
        return ip_address(visitor).is_loopback
    except ValueError:
        return False


def _url(scheme: str, number: IPv4Address | IPv6Address, port: int) -> str:
    host = f"[{number}]" if number.version == 6 else str(number)
    return f"{scheme}://{host}:{port}"
