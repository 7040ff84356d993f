"""Knocks: which requests in HTTP become connections, and what the others hear.

A server at home is reached by every page that a browser there has open, under the
server's own address or under a name that the page's owner points at it. Browsers say
which page it is and which name was asked for; programs for terminals say nothing of the
kind. So a page is let in if it is the server's own or an operator named its origin, and
a name if it can be this server's. Whoever is turned away takes no place from whoever is
let in.

The server's own page is what was asked for by the very name that the socket is asked
for, if that name is an address, or one that an operator gave: any other may have been
pointed here by somebody else. A proxy passes such a name on like any other.
"""

import http
import ipaddress
import re
import socket
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.paths import ROOMS
from samedeal_server import __version__
from samedeal_web import File, Site

Status = http.HTTPStatus

ROOT, HEALTH = "/", "/health"
PATHS = (ROOT, HEALTH)
READY = "/ready"
"""Asked of the listener of metrics. Here it would be the page of a room, and whoever
asks at the wrong port would be content for ever; no room has that code."""
_AT_A_ROOM = re.compile(rf"{ROOMS}([0-9A-Z]{{1,16}})")
"""What may be a code. Whether a room has it is not looked at: nobody learns codes at
the gate."""
METHODS = ("GET", "HEAD")


class Known(NamedTuple):
    """An operator's word on a server's place in the world."""

    origins: Collection[str] = ()
    """Pages that may connect, as browsers write them: `https://cards.example`."""
    names: Collection[str] = ()
    """Names that it is called by; none if any will do where others reach it."""
    is_alone: bool = False
    """Whether nobody but this machine can reach it."""
    url: str = ""
    """The place of the page, as others type it: `https://cards.example/patience`."""

    @property
    def prefix(self) -> str:
        """The path of `url`, which a proxy may leave in a request or not."""
        return urlsplit(self.url).path

    def within(self, path: str) -> str:
        """Return a path as if `url` had none."""
        is_below = self.prefix and f"{path}/".startswith(f"{self.prefix}/")
        return path[len(self.prefix) :] or ROOT if is_below else path


class Sign(NamedTuple):
    """An operator's notice at the gate, for everybody who comes."""

    name: str = ""
    """Of the server."""
    greeting: str = ""


def room_named(request: Request, known: Known) -> str:
    """Return the code in the path of a request; empty for none.

    A proxy goes by it. It leads into no room, and keeps nobody out of any.
    """
    found = _AT_A_ROOM.fullmatch(known.within(request.path.partition("?")[0]))
    return found[1] if found else ""


class Answer(NamedTuple):
    """The answer in HTTP to a request that does not become a connection."""

    status: Status
    text: str
    """Fixed words, which never repeat the request."""
    more: dict[str, str] | None = None
    """Headers that belong to it."""


def answer_to(
    request: Request, known: Known, site: Site, *, by_proxy: bool
) -> Answer | File | None:
    """Return the answer to a request that becomes no connection; None if it may.

    `by_proxy` tells that a trusted proxy brings it, which may be asked for by any name;
    a page is let in by one that is ours.
    """
    asked = request.path.partition("?")[0]
    path = known.within(asked)
    if not by_proxy and is_foreign(request.headers.get_all("Host"), known):
        return _MISDIRECTED
    file = site.find(path)
    is_for_sockets = path == ROOT or _AT_A_ROOM.fullmatch(path) is not None
    if path == READY or (path not in PATHS and file is None and not is_for_sockets):
        return _nowhere(path, request.headers)
    if request.method not in METHODS:
        return _NO_METHOD
    if path == HEALTH:
        return Answer(Status.OK, f"ok {__version__}")
    if file is not None and "Upgrade" not in request.headers:
        # What the page names is beside it, and so has to be below that.
        return file if asked != known.prefix else _further(known)
    if not is_for_sockets:
        return _NOWHERE
    if not _wants_a_socket(request.headers):
        return _NO_SOCKET
    if _is_a_page(request.headers, known):
        return _A_PAGE
    return None if _speaks(request.headers) else _NOT_SPOKEN


def _nowhere(path: str, headers: Headers) -> Answer:
    """Return the answer where nothing is; a browser gets a way to the first page."""
    if not any("text/html" in each for each in headers.get_all("Accept")):
        return _NOWHERE
    home = "../" * min(path.count("/") - 1, _FARTHEST) or "./"
    kind = {"Content-Type": "text/html; charset=utf-8"}
    policy = {"Content-Security-Policy": _policy()}
    page = _WAY_HOME.format(home=home)
    return Answer(Status.NOT_FOUND, page, {**kind, **policy, **_GUARDS})


def who_asks(request: Request, status: Status, *, by_proxy: bool) -> str:
    """Return the page that asks and the name asked for, in the request's own words.

    Behind a proxy a page that is not let in may well be the server's own, at a name
    that nobody has given: then it is told which setting gives it.
    """
    said = [
        f"{name} {', '.join(request.headers.get_all(name)) or 'none'}"
        for name in ("Origin", "Host")
    ]
    if by_proxy and status == Status.FORBIDDEN:
        said.append("SAMEDEAL_PUBLIC_URL says where this server's own page is")
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


def sent(file: File, asked: Headers) -> Response:
    """Return a file of the page, packed for a reader of packed ones.

    Who has it already, by its tag, is told that it is the same.
    """
    headers = Headers(
        {
            "Connection": "close",
            "Vary": "Accept-Encoding",
            "Cache-Control": _FOR_EVER if file.is_kept else "no-cache",
            "ETag": file.tag,
            "Content-Security-Policy": _policy(file.style, file.script),
            **_GUARDS,
        }
    )
    if _words(asked, "If-None-Match") & {file.tag, file.tag.removeprefix("W/"), "*"}:
        same = Status.NOT_MODIFIED
        return Response(same.value, same.phrase, headers)
    accepted = _words(asked, "Accept-Encoding")
    is_packed = "gzip" in {word.lower() for word in accepted}
    body = file.packed if is_packed else file.plain
    headers.update({"Content-Type": file.kind, "Content-Length": str(len(body))})
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return Response(Status.OK.value, Status.OK.phrase, headers, body)


def _words(headers: Headers, name: str) -> set[str]:
    """Return the words in all headers of a name."""
    return set(re.split(r"[\s,;]+", ",".join(headers.get_all(name))))


def _policy(style: str = "", script: str = "") -> str:
    """Return the policy by which a browser lets a file do only what comes from here.

    A style and a script that it has in itself are named by their digests.
    """
    styles = f"style-src 'self' {style}".rstrip()
    scripts = f"script-src 'self' {script}".rstrip()
    return "; ".join(
        (
            *("default-src 'none'", scripts, styles),
            *("img-src 'self'", "connect-src 'self'", "manifest-src 'self'"),
            *("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"),
        )
    )


def is_alone(addresses: Collection[str]) -> bool:
    """Tell whether all addresses that are listened on are this machine's own."""
    return all(ipaddress.ip_address(each).is_loopback for each in addresses)


def is_foreign(hosts: Collection[str], known: Known) -> bool:
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
        or (known.url and name == _name_of(urlsplit(known.url).netloc))
        or _is_of_this_machine(name)
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
    """Tell whether a page in a browser asks, and neither our own nor a named one.

    Browsers always say from where a socket is opened; `Sec-Fetch-Site` is for a proxy
    that took that away, and no other program says it.
    """
    origins = headers.get_all("Origin")
    if not origins:
        return "Sec-Fetch-Site" in headers
    own = _own_origins(headers.get_all("Host"), known)
    said = {origin.strip().lower() for origin in origins}
    return not said <= {*known.origins, *own}


def _further(known: Known) -> Answer:
    there = {"Location": f"{known.prefix}/"}
    return Answer(Status.PERMANENT_REDIRECT, "The page is a slash further.", there)


def _own_origins(hosts: Collection[str], known: Known) -> Collection[str]:
    """Return the origins of a page of ours that asks for a socket by a name."""
    public = urlsplit(known.url)
    own = [f"{public.scheme}://{public.netloc}".lower()] if known.url else []
    if len(hosts) != 1:
        return own
    (host,) = hosts
    name = _name_of(host)
    is_sure = name in known.names or _is_in_this_house(name)
    if is_sure or _is_of_this_machine(name) or _is_address(name):
        own += [f"{scheme}://{host.strip().lower()}" for scheme in ("http", "https")]
    return own


def _is_of_this_machine(name: str) -> bool:
    """Tell whether a name means the machine at which it is said."""
    return name == "localhost" or name.endswith(".localhost")


def _is_in_this_house(name: str) -> bool:
    """Tell whether a name means this machine on its own network.

    What ends in `.local` is asked of the machines there (RFC 6762), and of nobody else.
    """
    own = socket.gethostname().lower().partition(".")[0]
    return name in (own, f"{own}.local")


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
    "This samedeal server lets in its own page, by its address or by the name in "
    "SAMEDEAL_PUBLIC_URL, and the pages that its operator has named in "
    "SAMEDEAL_ALLOW_ORIGINS.",
)
_NOT_SPOKEN = Answer(
    Status.BAD_REQUEST, f"Offer a subprotocol that is spoken here: {SUBPROTOCOL}"
)

_FARTHEST = 8
_WAY_HOME = """\
<!doctype html><html lang="en"><meta charset="utf-8"><title>samedeal</title>
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<p>This samedeal server has nothing there. <a href="{home}">To the first page</a></p>
<p lang="es">Este servidor de samedeal no tiene nada ahí.
<a href="{home}">A la primera página</a></p>"""
"""In both languages: whose it is that strays here is not known."""

TURNED_AWAY = (_NOT_SPOKEN, _A_PAGE, _NOWHERE, _NO_METHOD, _MISDIRECTED, _NO_SOCKET)
"""Whatever a request may hear that can be read and is not for `/health`."""

WALLS = (Status.FORBIDDEN, Status.MISDIRECTED_REQUEST)
"""Said to whom an operator may want to let in after all."""

_UNREADABLE = {
    Status.REQUEST_HEADER_FIELDS_TOO_LARGE: "This request is too large.",
    Status.METHOD_NOT_ALLOWED: _NO_METHOD.text,
}
_FOR_EVER = "public, max-age=31536000, immutable"
_GUARDS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Nobody else's page takes part, and nobody is told where a visitor was."""

_MORE = {Status.METHOD_NOT_ALLOWED: {"Allow": ", ".join(METHODS)}}
