"""An invitation: a room's code and its server's address, in one word that pastes.

`7KQ4P@192.168.1.20:8765` is read on another machine as it was written on this one. It
can be given as it came, with the command around it; other texts that name a room and a
server are understood, too.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.printable import CUT
from samedeal_client.wire.reach.addresses import (
    is_this_machine,
    read_address,
    without_login,
    without_password,
)

EXAMPLE = "7KQ4P@192.168.1.20:8765"
MOST_ADDRESSES = 3
"""Addresses of one server in invitations; more would be a riddle."""
LONGEST_ADDRESS = 100
SHOWN = 21

_CODE = re.compile(r"[A-Z0-9]{1,16}", re.ASCII | re.IGNORECASE)
_MATCH = re.compile(r"m-[0-9a-f]{32}")
_COMMAND = re.compile(r"(?:^|[\s/])samedeal\s+(?:join|watch|bot)\s+(\S+)")
_PAGE = re.compile(r"^http(s?)://", re.ASCII | re.IGNORECASE)
"""The beginning of a link to a page, which is served where the sockets are."""
_AROUND = "<>()\"'`.,;"
"""Signs that sentences put around a word."""


class Invitation(NamedTuple):
    """The room that somebody is invited to, or a match."""

    code: str
    server: str = ""
    """The address to connect to; empty where the invitation names none."""
    typed: str = ""
    """The text written for the address, where that was less."""


class NoInvitation(ValueError):
    """Text that invites to no room; its text is fit to print."""


def read_invitation(text: str) -> Invitation:
    """Return the invitation in a text; raises NoInvitation.

    `CODE@HOST[:PORT]`, `HOST[:PORT]/CODE`, `ws:

    HOST:PORT/CODE`, the link of the room's page, or a code alone, in upper or lower
    case; also with `samedeal join` before it.
    """
    command = _COMMAND.search(text)
    word = (command[1] if command else text).strip().strip(_AROUND)
    word = _PAGE.sub(r"ws\1://", word)
    code, at, where = word.partition("@")
    if at and _CODE.fullmatch(code):
        return _at(where, code)
    where, slash, code = word.rpartition("/")
    if slash and _CODE.fullmatch(code) and not where.endswith("/"):
        return _at(where, code)
    if _CODE.fullmatch(word):
        return Invitation(word.upper())
    if read_address(word) is not None:
        told = tr("{text!r} names no room; write CODE@HOST:PORT", text=_shown(word))
        raise NoInvitation(told)
    raise NoInvitation(
        tr("{text!r} is not a room's code, nor CODE@HOST:PORT", text=_shown(word))
    )


def written(code: str, url: str) -> str:
    """Return the invitation to a room, as short as it can be read back."""
    return f"{code}@{short_address(url)}"


def link_to(code: str, url: str) -> str:
    """Return the link to a room's page, at a server's address."""
    return f"http{without_login(url).removeprefix('ws').rstrip('/')}/{code}"


def link_to_match(match: str, url: str) -> str:
    """Return the link to the page of a match that is over, at a server's address."""
    return link_to(f"m/{match}", url)


def read_match_link(text: str) -> Invitation | None:
    """Return the match and the server of a link; None for other text."""
    where, _, match = text.strip().strip(_AROUND).rpartition("/m/")
    if not _PAGE.search(where) or not _MATCH.fullmatch(match):
        return None
    address = read_address(_PAGE.sub(r"ws\1://", where))
    return None if address is None else Invitation(match, address.url)


def link_to_take(code: str, key: str, url: str) -> str:
    """Return the link that makes another device play as oneself, good once."""
    # What is behind the sign stays in the browser: the server hears the code alone.
    return f"{link_to('account', url)}#{code}.{key}"


def short_address(url: str) -> str:
    """Return an address as others may type it, without a name and a password."""
    url = without_login(url)
    short = url.partition("://")[2]
    found = read_address(short)
    return short if found is not None and found.url == url else url


def addresses_for_others(url: str, told: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of a server for other machines; none if it has none.

    `url` is this machine's own address for it, which will do unless it is the machine's
    name for itself; `told` are the server's own words, which may be anything.
    """
    if not is_this_machine(url):
        return (without_login(url),)
    return tuple(address for address in told if _will_do(address))[:MOST_ADDRESSES]


def _will_do(address: str) -> bool:
    is_whole = "://" in address and read_address(address) is not None
    fits = address.isascii() and len(address) <= LONGEST_ADDRESS
    return is_whole and fits and not re.search(r"[\s@]", address)


def _at(where: str, code: str) -> Invitation:
    address = read_address(where)
    if address is None:
        told = tr("{text!r} is no address; write CODE@HOST:PORT", text=_shown(where))
        raise NoInvitation(told)
    typed = where if address.is_completed else ""
    return Invitation(code.upper(), address.url, typed)


def _shown(text: str) -> str:
    shown = without_password(text)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + CUT
