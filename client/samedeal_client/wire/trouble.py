"""Reasons that there is no connection: from a library's error to a helpful sentence.

It says what happened, in words of whoever typed an address, and what to do about it.
"""

import errno
import http
import os
import re
import ssl
from collections.abc import Mapping
from socket import EAI_AGAIN, gaierror
from typing import NamedTuple
from urllib.parse import SplitResult, urljoin, urlsplit

from websockets.exceptions import (
    InvalidHandshake,
    InvalidMessage,
    InvalidProxy,
    InvalidProxyStatus,
    InvalidStatus,
    InvalidURI,
    ProxyError,
)

from samedeal_client.language import tr
from samedeal_client.language.reasons import reason_of
from samedeal_client.wire.reach.addresses import asks_more, without_password
from samedeal_client.wire.reach.proxies import Proxy
from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.paths import without_room

BUSY = (http.HTTPStatus.TOO_MANY_REQUESTS, http.HTTPStatus.SERVICE_UNAVAILABLE)
MOVED = (300, 301, 302, 303, 307, 308)
SHOWN = 120
"""Characters shown of an address that a stranger wrote."""
NOBODY_BEHIND = (http.HTTPStatus.BAD_GATEWAY, http.HTTPStatus.GATEWAY_TIMEOUT)
LONGEST_RETRY_S = 60.0
"""The longest pause, in seconds: a server that asks for more is tried nevertheless."""

_SPOKEN = re.compile(rb"samedeal\.v(\d+)\.\w+")
_WEB = re.compile("^http", re.IGNORECASE)
_ERRNO = re.compile(r"\[Errno (\d+)\]")

# From OpenSSL's x509_vfy.h; Python gives the numbers without names.
EXPIRED, NOT_YET = 10, 9
UNKNOWN_ISSUERS = (18, 19, 20, 21)
OTHER_NAMES = (62, 64)


class Unreachable(Exception):
    """No server of this protocol answers at an address; the text says why."""

    is_silent = False
    """Whether nobody at all was there."""


class Silent(Unreachable):
    """Nobody at all answers at an address."""

    is_silent = True


class Down(Silent):
    """No server runs at an address: its machine says that nobody listens there."""


class Busy(Unreachable):
    """A server that takes in nobody now; `retry_s` is the pause that it asks for."""

    def __init__(self, url: str, retry_s: float) -> None:
        wait_s = max(1, round(retry_s))
        super().__init__(tr("{url} is busy; try again in {s} s", url=url, s=wait_s))
        self.retry_s = retry_s


class Attempt(NamedTuple):
    """An attempt at a connection: an address, a proxy or none, and its time."""

    url: str
    proxy: Proxy | None
    within_s: float

    @property
    def host(self) -> str:
        """The name or number of the machine."""
        return _split(self.url).hostname or self.url

    @property
    def is_secure(self) -> bool:
        """Tell whether it was to go through TLS."""
        return _split(self.url).scheme == "wss"


FAILURES = (
    InvalidURI,
    InvalidHandshake,
    InvalidProxy,
    OSError,
    ValueError,
    ImportError,
)
"""Errors of connecting that `why_not` explains; a timeout is an OSError."""


def why_not(tried: Attempt, error: Exception) -> Unreachable:
    """Return the error for people about an attempt that came to nothing."""
    tried = tried._replace(url=without_room(without_password(tried.url)))
    match error:
        case ssl.SSLCertVerificationError():
            return Unreachable(_distrusted(tried, error))
        case TimeoutError():
            return Unreachable(_too_late(tried))
        case InvalidProxy() | ProxyError() | ImportError():
            return Unreachable(_proxy_trouble(tried, error))
        case ssl.SSLError():
            return Unreachable(_no_tls(tried))
        case OSError():
            return _no_way(tried, error)
        case InvalidStatus() if error.response.status_code in BUSY:
            asked = error.response.headers.get("Retry-After", "")
            return Busy(tried.url, _retry_s(asked))
        case InvalidStatus():
            return Unreachable(_answered(tried, error))
        case InvalidHandshake():
            return Unreachable(_gibberish(tried, error))
        case _ if asks_more(tried.url):
            told = tr("a server's address has no ? and no #: {url}", url=tried.url)
            return Unreachable(told)
        case _:
            return Unreachable(
                tr(
                    "{url} is not a server's address: write HOST:PORT or "
                    "ws://HOST:PORT",
                    url=tried.url,
                )
            )


# TLS


def _distrusted(tried: Attempt, error: ssl.SSLCertVerificationError) -> str:
    host = tried.host
    match error.verify_code:
        case code if code == EXPIRED:
            return tr(
                "the certificate of {host} has expired: tell whoever runs "
                "it, or check the clock of this machine",
                host=host,
            )
        case code if code == NOT_YET:
            return tr(
                "the certificate of {host} is not valid yet: check the clock "
                "of this machine",
                host=host,
            )
        case code if code in OTHER_NAMES:
            return tr(
                "the certificate at {host} is for another name: check the address",
                host=host,
            )
        case code if code in UNKNOWN_ISSUERS:
            return tr(
                "the certificate of {host} is not trusted here: if the "
                "server is yours, name its certificate in SSL_CERT_FILE",
                host=host,
            )
        case _:
            return tr(
                "the certificate of {host} cannot be trusted: {reason}",
                host=host,
                reason=error.verify_message,
            )


def _no_tls(tried: Attempt) -> str:
    return tr(
        "{url} does not speak TLS as it should: if the server has none, write ws:// in "
        "place of wss://",
        url=tried.url,
    )


# Nobody there


def _no_way(tried: Attempt, error: OSError) -> Unreachable:
    first = _first_of(error)
    reason = reason_of(first)
    if tried.proxy is not None:
        return Unreachable(
            tr(
                "the proxy {proxy} cannot be reached: {reason}; correct "
                "{variable}, or add {host} to NO_PROXY",
                proxy=tried.proxy.shown,
                reason=reason,
                variable=tried.proxy.variable,
                host=tried.host,
            )
        )
    if isinstance(error, gaierror):
        return Unreachable(_unknown_name(tried, error))
    if isinstance(error, ConnectionError) and not isinstance(
        error, ConnectionRefusedError
    ):
        # Somebody was there, and hung up at the first word.
        return Unreachable(_no_tls(tried) if tried.is_secure else _wants_tls(tried))
    kind = Down if first.errno == errno.ECONNREFUSED else Silent
    return kind(
        tr("no server answers at {url}: {reason}", url=tried.url, reason=reason)
    )


def _unknown_name(tried: Attempt, error: gaierror) -> str:
    if error.errno == EAI_AGAIN:
        return tr(
            "the name {host} cannot be looked up now: is this machine online?",
            host=tried.host,
        )
    return tr(
        "there is no machine called {host}: check the address",
        host=tried.host,
    )


def _first_of(error: OSError) -> OSError:
    """Return the first of several errors, which asyncio puts into one text."""
    found = _ERRNO.search(str(error))
    if error.errno is None and found is not None:
        return OSError(int(found[1]), os.strerror(int(found[1])))
    return error


def _too_late(tried: Attempt) -> str:
    if tried.proxy is not None:
        return tr(
            "no answer from {host} through the proxy {proxy} within "
            "{s:.0f} s; correct {variable}, or add {host} to NO_PROXY",
            host=tried.host,
            proxy=tried.proxy.shown,
            s=tried.within_s,
            variable=tried.proxy.variable,
        )
    return tr("no answer from {url} within {s:.0f} s", url=tried.url, s=tried.within_s)


# Somebody else there


def _answered(tried: Attempt, error: InvalidStatus) -> str:
    """Return the meaning of an answer in HTTP that is no way in."""
    status, body = error.response.status_code, error.response.body or b""
    spoken = _SPOKEN.search(bytes(body))
    if spoken is not None:
        return _other_version(tried, spoken[0].decode("ascii"), int(spoken[1]))
    if status in NOBODY_BEHIND:
        return tr(
            "{url} is up, but the server behind it is not ({status}); try again later",
            url=tried.url,
            status=status,
        )
    if elsewhere := _sent_on(tried, error):
        return tr(
            "{url} sends you on to {elsewhere}, and is not followed: give that address "
            "yourself if you know whose it is",
            url=tried.url,
            elsewhere=elsewhere,
        )
    if status == http.HTTPStatus.MISDIRECTED_REQUEST:
        return tr(
            "{url} leads to a server that does not go by the name {host}: write its "
            "address in numbers, or ask whoever runs it",
            url=tried.url,
            host=tried.host,
        )
    if not tried.is_secure and b"HTTPS" in bytes(body).upper():
        return _wants_tls(tried)
    return tr(
        "{url} answers {status} as a web server does, not as a samedeal server: check "
        "host, port and path",
        url=tried.url,
        status=status,
    )


def _sent_on(tried: Attempt, error: InvalidStatus) -> str:
    """Return the address that an answer leads to, as it may be shown; else nothing."""
    leads = error.response.status_code in MOVED
    said = error.response.headers.get("Location", "") if leads else ""
    if not said:
        return ""
    # A web server names itself otherwise, at the same place.
    there = _WEB.sub("ws", urljoin(tried.url, said))
    return without_password(there)[:SHOWN]


def _other_version(tried: Attempt, theirs: str, number: int) -> str:
    ours = _SPOKEN.fullmatch(SUBPROTOCOL.encode())
    is_newer = ours is not None and number > int(ours[1])
    named: Mapping[str, object] = {
        "url": tried.url,
        "theirs": theirs,
        "ours": SUBPROTOCOL,
    }
    if is_newer:
        return tr(
            "{url} speaks {theirs}, which is newer than {ours} here: update samedeal",
            **named,
        )
    return tr(
        "{url} speaks {theirs}, not {ours}: ask whoever runs it for an update",
        **named,
    )


def _gibberish(tried: Attempt, error: Exception) -> str:
    if not tried.is_secure and isinstance(error, InvalidMessage):
        return _wants_tls(tried)
    return tr("{url} is not a samedeal server: {reason}", url=tried.url, reason=error)


def _wants_tls(tried: Attempt) -> str:
    return tr(
        "{url} does not answer as a samedeal server: check the port, or write wss:// "
        "if it wants TLS",
        url=tried.url,
    )


# Proxies


def _proxy_trouble(tried: Attempt, error: Exception) -> str:
    proxy = tried.proxy
    if proxy is None:
        raise AssertionError(error)
    named: Mapping[str, object] = {
        "proxy": proxy.shown,
        "variable": proxy.variable,
        "host": tried.host,
    }
    match error:
        case InvalidProxyStatus(response=response) if response.status_code == 407:
            return tr(
                "the proxy {proxy} wants a password: write it into {variable} as in "
                "http://NAME:PASSWORD@HOST:PORT",
                **named,
            )
        case InvalidProxyStatus(response=response):
            return tr(
                "the proxy {proxy} does not let you through to {host} "
                "({status}); correct {variable}, or add {host} to NO_PROXY",
                status=response.status_code,
                **named,
            )
        case ImportError():
            return tr(
                "the proxy {proxy} uses SOCKS, which needs the package "
                "python-socks; install it, or add {host} to NO_PROXY",
                **named,
            )
        case _:
            return tr(
                "{proxy} is not a proxy; correct {variable}, or add {host} to NO_PROXY",
                **named,
            )


def _retry_s(text: str) -> float:
    """Return the seconds of a Retry-After header; dates say nothing here."""
    return min(float(text), LONGEST_RETRY_S) if text.strip().isdecimal() else 0.0


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")
