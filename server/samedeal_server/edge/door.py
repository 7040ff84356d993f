"""The door: which requests in HTTP become connections, and what the others hear.

A server at home is reached by every page that a browser there has open, under the
server's own address or under a name that the page's owner points at it. Browsers say
which page it is and which name was asked for; programs for terminals say nothing of the
kind. So a page is let in if an operator named its origin, and a name if it can be this
server's. Whoever is turned away takes no place from whoever is let in.
"""

import http
import ipaddress
import socket
from collections.abc import Collection
from typing import NamedTuple

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from samedeal_protocol import SUBPROTOCOL
from samedeal_server import __version__

Status = http.HTTPStatus

HEALTH = "/health"
PATHS = ("/", HEALTH)
METHODS = ("GET", "HEAD")


class Known(NamedTuple):
    """What an operator says of a server's place in the world."""

    origins: Collection[str] = ()
    """Pages that may connect, as browsers write them: `https://cards.example`."""
    names: Collection[str] = ()
    """Names that it is called by; none if any will do where others reach it."""
    is_alone: bool = False
    """Whether nobody but this machine can reach it."""


class Answer(NamedTuple):
    """What is said in HTTP to a request that does not become a connection."""

    status: Status
    text: str
    """A sentence in which nothing is of what was asked."""


def answer_to(request: Request, known: Known, *, by_proxy: bool) -> Answer | None:
    """Return what a request hears that does not become a connection, None if it may.

    `by_proxy` tells that a trusted proxy brings it, which may be asked for by any name.
    """
    path = request.path.partition("?")[0]
    if not by_proxy and _is_foreign(request.headers.get_all("Host"), known):
        return _MISDIRECTED
    if path not in PATHS:
        return _NOWHERE
    if request.method not in METHODS:
        return _NO_METHOD
    if path == HEALTH:
        return Answer(Status.OK, f"ok {__version__}")
    if not _wants_a_socket(request.headers):
        return _NO_SOCKET
    if _is_a_page(request.headers, known):
        return _A_PAGE
    return None if _speaks(request.headers) else _NOT_SPOKEN


def who_asks(request: Request) -> str:
    """Return which page asks for which name, in the words of the request."""
    said = (
        f"{name} {', '.join(request.headers.get_all(name)) or 'none'}"
        for name in ("Origin", "Host")
    )
    return "; ".join(said)


def too_many(wait_ms: int) -> Response:
    """Return the answer to a request that may come again later."""
    wait_s = -(-wait_ms // 1000)
    sentence = f"Too many at once: come back in {wait_s} s."
    return plain(Status.SERVICE_UNAVAILABLE, sentence, {"Retry-After": str(wait_s)})


def unreadable(status: Status) -> Response:
    """Return the answer to bytes that are no request which can be read."""
    return plain(status, _UNREADABLE.get(status, "This request cannot be understood."))


def plain(status: Status, text: str, more: dict[str, str] | None = None) -> Response:
    """Return an answer of one sentence, after which the connection ends."""
    body = f"{text}\n".encode()
    headers = Headers(
        {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Cache-Control": "no-store",
            **(more or _MORE.get(status, {})),
        }
    )
    return Response(status.value, status.phrase, headers, body)


def is_alone(addresses: Collection[str]) -> bool:
    """Tell whether all addresses that are listened on are this machine's own."""
    return all(ipaddress.ip_address(each).is_loopback for each in addresses)


def _is_foreign(hosts: Collection[str], known: Known) -> bool:
    """Tell whether a request was meant for somebody else's name.

    A name that leads here although it is nobody's here was pointed here by somebody
    else: by a page that wants to be taken for this server's own (DNS rebinding). An
    address cannot be pointed anywhere.
    """
    if not hosts or not (known.names or known.is_alone):
        return False
    if len(hosts) > 1:
        return True
    name = _name_of(*hosts)
    return not (
        name in known.names
        or name == "localhost"
        or name.endswith(".localhost")
        or _is_address(name)
        or (not known.names and name == socket.gethostname().lower())
    )


def _name_of(host: str) -> str:
    """Return the name in a Host header, without port, capitals and a last dot."""
    name, colon, port = host.strip().rpartition(":")
    if not colon or not port.isdecimal() or (":" in name and not name.endswith("]")):
        name = host.strip()
    return name.lower().removesuffix(".").strip("[]")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _wants_a_socket(headers: Headers) -> bool:
    """Tell whether a socket is asked for, and once: said twice it is not understood."""
    return [what.lower() for what in headers.get_all("Upgrade")] == ["websocket"]


def _is_a_page(headers: Headers, known: Known) -> bool:
    """Tell whether a page in a browser asks, and not one that an operator named.

    Browsers always say from where a socket is opened; `Sec-Fetch-Site` is for a proxy
    that took that away, and no other program says it.
    """
    origins = headers.get_all("Origin")
    if not origins:
        return "Sec-Fetch-Site" in headers
    return not {origin.strip().lower() for origin in origins} <= set(known.origins)


def _speaks(headers: Headers) -> bool:
    offered = headers.get_all("Sec-WebSocket-Protocol")
    return SUBPROTOCOL in {name.strip() for line in offered for name in line.split(",")}


_MISDIRECTED = Answer(
    Status.MISDIRECTED_REQUEST,
    "This samedeal server does not go by that name: ask for it by its address, or "
    "ask its operator to add the name to SAMEDEAL_KNOWN_AS.",
)
_NOWHERE = Answer(Status.NOT_FOUND, "This samedeal server has nothing there.")
_NO_METHOD = Answer(
    Status.METHOD_NOT_ALLOWED, "This samedeal server answers GET and HEAD."
)
_NO_SOCKET = Answer(
    Status.UPGRADE_REQUIRED,
    f"This is a samedeal server; it speaks {SUBPROTOCOL} over WebSocket.",
)
_A_PAGE = Answer(
    Status.FORBIDDEN,
    "This samedeal server lets in only web pages whose origin its operator has named "
    "in SAMEDEAL_ALLOW_ORIGINS.",
)
_NOT_SPOKEN = Answer(
    Status.BAD_REQUEST, f"Offer a subprotocol that is spoken here: {SUBPROTOCOL}"
)

TURNED_AWAY = (_NOT_SPOKEN, _A_PAGE, _NOWHERE, _NO_METHOD, _MISDIRECTED, _NO_SOCKET)
"""Whatever a request may hear that can be read and is not for `/health`."""

WALLS = (Status.FORBIDDEN, Status.MISDIRECTED_REQUEST)
"""Said to whom an operator may want to let in after all."""

_UNREADABLE = {
    Status.REQUEST_HEADER_FIELDS_TOO_LARGE: "This request is too large.",
    Status.METHOD_NOT_ALLOWED: _NO_METHOD.text,
}
_MORE = {Status.METHOD_NOT_ALLOWED: {"Allow": ", ".join(METHODS)}}
