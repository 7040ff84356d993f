"""The addresses of servers: as typed, completed, and in the one spelling kept."""

import re
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

LOCAL_PORT = 8765
"""The port of `samedeal-server` unless it is told otherwise."""

_BARE = re.compile(
    r"""(?P<host> \[[0-9a-f:.]+\] | \w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)* )
        (?: : (?P<port>\d{1,5}) )?
        (?P<path> /[^\s?\#]* )?""",
    re.VERBOSE | re.IGNORECASE,
)


_PASSWORD = re.compile(r"^((?:[^/?#]*//)?[^:/?#@]*:)[^/?#]*@")
_LOGIN = re.compile(r"^([^/?#]*//)[^/?#]*@")
_PRIVATE = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),  # RFC 1918
    "fc00::/7",  # RFC 4193
)
"""Private networks; other special ranges may still lead through the internet."""


_NUMBER = re.compile(r"(?:(?:0x[0-9a-f]*|\d+)\.){0,3}(?:0x[0-9a-f]*|\d+)")
_ESCAPED = re.compile("%([0-9a-fA-F]{2})")
_AS_THEY_ARE = "/%:@!$&'()*+,;=-._~"
"""Signs that are sent in a path as they were typed."""
_HERE = "127.0.0.1"

PORTS = {"ws": 80, "wss": 443}
"""The ports of servers that are named without one."""

OWN = "own"
"""The word for this machine's own server, in place of an address."""


class Address(NamedTuple):
    """An address to connect to, and whether somebody wrote less than that."""

    url: str
    is_completed: bool = False


def read_address(text: str) -> Address | None:
    """Return the address that a text stands for, None if it stands for none.

    `HOST[:PORT]` is enough: this machine and those of a private network are asked as
    they are, any other through TLS. A single word is a name of this machine only; any
    other needs a port beside it, or it is taken for a slip.
    """
    if not text.isprintable():
        return None
    if "://" in text:
        return Address(text) if _is_whole(text) else None
    found = _BARE.fullmatch(text)
    if found is None:
        return None
    host, port, path = found["host"], found["port"], found["path"] or ""
    is_near = _is_near(host)
    if not (port or is_near or "." in host or host.startswith("[")):
        return None
    if port is None:
        port = str(LOCAL_PORT) if is_near else ""
    scheme = "ws" if is_near else "wss"
    url = f"{scheme}://{host}{':' if port else ''}{port}{path}"
    return Address(url, is_completed=True) if _is_whole(url) else None


def without_password(url: str) -> str:
    """Return an address as it can be shown to its owner: without the password."""
    return _PASSWORD.sub(r"\1***@", url)


def without_login(url: str) -> str:
    """Return an address as others may have it: without a name and a password."""
    return _LOGIN.sub(r"\1", url)


def kept_under(url: str) -> str:
    """Return the one spelling of an address, by which a server is known here.

    Only an address cannot be made up by whoever answers at it: anybody can show the
    chain of another server from its first link on. Capitals, the usual port, a login,
    the names of this machine for itself, a slash or a dot at the end, letters written
    in other ways and a query behind the path make no other server.
    """
    try:
        where = urlsplit(url)
        host, port = _settled(where.hostname or ""), where.port
        path = _settled_path(where.path)
    except ValueError:
        return url
    if not host or where.scheme not in PORTS:
        return url
    at = "" if port in (None, PORTS[where.scheme]) else f":{port}"
    return f"{where.scheme}://{host}{at}{path}"


def is_this_machine(url: str) -> bool:
    """Tell whether an address leads to the machine that it is typed at."""
    from ipaddress import ip_address

    try:
        host = _settled(_host_of(url))
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return _is_own_name(_host_of(url).removesuffix("."))


def asks_more(url: str) -> bool:
    """Tell whether there is a query behind a path: one server would be many."""
    return "?" in url or "#" in url


def _settled(host: str) -> str:
    """Return the one spelling of a host: names as the resolver asks, short numbers.

    Raises ValueError for other text.
    """
    from ipaddress import IPv6Address, ip_address

    if ":" not in host:
        host = _decoded(host).lower()
        if not host.isascii():
            host = host.encode("idna").decode()
        host = host.removesuffix(".")
    if _NUMBER.fullmatch(host):
        host = _dotted(host)
    try:
        number = ip_address(host)
    except ValueError:
        return _HERE if host == "localhost" else host
    if isinstance(number, IPv6Address):
        if number.ipv4_mapped is None:
            is_here = number.is_loopback or number.is_unspecified
            return _HERE if is_here else f"[{number}]"
        number = number.ipv4_mapped
    return _HERE if number.is_unspecified else str(number)


def _dotted(host: str) -> str:
    """Return a number of IPv4 with its dots, however the system lets it be written."""
    from socket import inet_aton, inet_ntoa

    try:
        return inet_ntoa(inet_aton(host))
    except OSError:
        return host


def _settled_path(path: str) -> str:
    """Return the one spelling of a path: no dots for folders, no slash at the end."""
    asked = _decoded(quote(path, safe=_AS_THEY_ARE)).lstrip("/")
    return normpath(f"/{asked}").rstrip("/")


def _decoded(text: str) -> str:
    """Return a text in which no letter is a number that could be written as it is."""
    return _ESCAPED.sub(_as_it_is, text)


def _as_it_is(escaped: re.Match[str]) -> str:
    character = chr(int(escaped[1], 16))
    is_plain = character.isascii() and (character.isalnum() or character in "-._~")
    return character if is_plain else escaped[0].upper()


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_own_name(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


def _is_whole(url: str) -> bool:
    try:
        where = urlsplit(url)
        return _has_host(where) and where.port != 0 and not asks_more(url)
    except ValueError:
        return False


def _has_host(where: SplitResult) -> bool:
    return where.scheme in ("ws", "wss") and bool(where.hostname)


def _is_near(host: str) -> bool:
    """Tell whether a host is this machine, or one of a private network."""
    # Most addresses are whole, and need no look.
    from ipaddress import ip_address, ip_network

    name = host.strip("[]").lower()
    try:
        number = ip_address(name)
    except ValueError:
        return _is_own_name(name)
    if number.is_loopback or number.is_link_local or number.is_unspecified:
        return True
    return any(number in ip_network(each) for each in _PRIVATE)
