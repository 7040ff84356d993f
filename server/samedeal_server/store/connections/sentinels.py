"""The address of a store that Sentinels know."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from samedeal_server.store.errors import StoreUnavailable

SENTINEL_SCHEME = "redis+sentinel"
SENTINEL_PORT = 26379


class SentinelAddress(NamedTuple):
    """The parts of a URL of Sentinels."""

    sentinels: tuple[tuple[str, int], ...]
    name: str
    """The Sentinels' name for the master."""
    username: str | None
    """Of the master, not of the Sentinels; None for none."""
    password: str | None


def read_sentinel_url(url: str) -> SentinelAddress:
    """Read redis+sentinel://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME.

    User, password and ports may be missing. Raises StoreUnavailable with what is
    wrong, and without the password.
    """
    try:
        parts = urlsplit(url)
        user, _, hosts = parts.netloc.rpartition("@")
        sentinels = tuple(_host_and_port(host) for host in hosts.split(","))
        name = _master_name(url.removeprefix(f"{parts.scheme}://{parts.netloc}"))
    except ValueError as error:
        form = f"{SENTINEL_SCHEME}://HOST:PORT,HOST:PORT/NAME"
        raise StoreUnavailable(
            f"the store's address cannot be read: {error}; it is {form}"
        ) from None
    username, _, password = user.partition(":")
    return SentinelAddress(
        sentinels, name, unquote(username) or None, unquote(password) or None
    )


def _master_name(path: str) -> str:
    name = path.removeprefix("/")
    if not name or set(name) & set("/?#"):
        raise ValueError("after the hosts comes /NAME, the master's, and no more")
    return name


def _host_and_port(text: str) -> tuple[str, int]:
    # An IPv6 address has colons of its own, and brackets because of them.
    before, colon, after = text.rpartition(":")
    has_port = bool(colon) and not after.endswith("]")
    host, port = (before, after) if has_port else (text, str(SENTINEL_PORT))
    if not host.strip("[]"):
        raise ValueError("a host is missing")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(f"{port!r} is no port")
    return host.strip("[]"), int(port)
