"""The proxy that leads to a server, where the system or its user has set one."""

import os
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.exceptions import InvalidURI
from websockets.proxy import get_proxy
from websockets.uri import parse_uri

from samedeal_client.language import tr


class Proxy(NamedTuple):
    """A proxy, and where it was found."""

    address: str
    """As it was set, with a password if there is one."""
    variable: str
    """The environment's variable; or the system's settings, in words."""

    @property
    def shown(self) -> str:
        """The address without a password."""
        try:
            where = urlsplit(self.address)
            port = f":{where.port}" if where.port else ""
        except ValueError:
            return self.address.rpartition("@")[2]
        return f"{where.scheme}://{where.hostname}{port}"


def proxy_to(url: str) -> Proxy | None:
    """Return the proxy for an address; None for none, and for this very machine."""
    try:
        where = parse_uri(url)
    except (InvalidURI, ValueError):
        return None
    found = None if _is_here(where.host) else get_proxy(where)
    return None if found is None else Proxy(found, _variable(found))


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _variable(address: str) -> str:
    for name, value in os.environ.items():
        if value == address and name.lower().endswith("_proxy"):
            return name
    return tr("the system's settings")
