"""An operator's orders to all processes: bans, announcements, the end of one."""

import argparse
import ipaddress
import os
import re
from collections.abc import Iterator, Sequence
from functools import partial

from samedeal_protocol.limits import LANGUAGE_MAX
from samedeal_protocol.updates import ANNOUNCED_IN
from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    counted,
    nobody,
    on_store,
    when,
    words,
)
from samedeal_server.people.accounts import find_player
from samedeal_server.people.addresses import Network
from samedeal_server.people.announced import FIRST, Announced, pack_announced
from samedeal_server.people.bans import FOR_EVER, Ban, Bans, network_of, pack_ban
from samedeal_server.process.settings import Settings
from samedeal_server.store.redis import Store

KICKED_MS = 60_000
"""Long enough for somebody who was sent away to notice, and not to be back at once."""
WIDEST = {4: 24, 6: 48}
"""Bits that all addresses of a network have in common that is banned without asking."""
LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))
SPAN = re.compile(r"([1-9][0-9]{0,3})(m|h|d)")
UNIT_MS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000}
ANNOUNCED_MS = 600_000
LANGUAGES_MOST = 50
"""A message has no more than 64 fields, and each language takes one."""


def span(text: str) -> int:
    """Read how long, as in 30m, 12h or 7d; return ms; for a parser of arguments."""
    found = SPAN.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError("how long is written as in 30m, 12h or 7d")
    return int(found[1]) * UNIT_MS[found[2]]


# Who is kept out


async def _what(store: Store, who: str) -> tuple[str, Network | None]:
    """Return the word that a ban is kept under, and its network; None for a player."""
    try:
        network = network_of(who)
    except ValueError:
        person = await find_player(store, who)
        if person is None:
            raise CannotDo(nobody(who)) from None
        return person.player, None
    return str(network), network


def why_not_banned(network: Network, trusted: Sequence[Network], own: str = "") -> str:
    """Return the reason to ask twice before a network is banned; empty for none.

    `own` is where whoever asks comes from, as far as that is known.
    """
    if _overlap(network, LOOPBACK):
        return "that is this machine, and with it whatever runs beside the server"
    if _overlap(network, trusted):
        return "a proxy of SAMEDEAL_TRUSTED_PROXIES is in it, through which all come"
    if own and _is_in(own, network):
        return "you are in it yourself"
    if network.prefixlen < WIDEST[network.version]:
        return "it is a whole network of strangers"
    return ""


def _overlap(network: Network, others: Sequence[Network]) -> bool:
    first = int(network.network_address)
    last = first + network.num_addresses - 1
    return any(
        network.version == each.version
        and int(each.network_address) <= last
        and first < int(each.network_address) + each.num_addresses
        for each in others
    )


def _is_in(address: str, network: Network) -> bool:
    try:
        return ipaddress.ip_address(address) in network
    except ValueError:
        return False


def _own_address() -> str:
    """Return from where the operator has come to this machine, if by SSH."""
    return os.environ.get("SSH_CONNECTION", "").partition(" ")[0]


async def _ban(store: Store, settings: Settings, asked: Asked) -> Document:
    what, network = await _what(store, asked.who)
    if network is not None and not asked.all_the_same:
        why = why_not_banned(network, settings.trusted_proxies, _own_address())
        if why:
            raise CannotDo(
                f"{what} is not banned, as {why}: if you mean it, say --all-the-same", 2
            )
    lasts = asked.lasts
    until = FOR_EVER if lasts is None else store.now() + lasts
    ban = Ban(what, until, asked.why)
    if not asked.dry_run:
        await audit_log.note(store, asked.chore, what, asked.why)
        await _forget_those_over(store)
        await store.orders.ban(what, pack_ban(ban))
    return {"banned": not asked.dry_run, **ban._asdict()}


async def _forget_those_over(store: Store) -> None:
    bans = Bans((await store.orders.read("")).bans)
    await store.orders.unban(
        *(ban.what for ban in bans.all if not ban.holds(store.now()))
    )


def _ban_told(found: Document) -> Iterator[str]:
    does = "is" if found["banned"] else "would be"
    yield f"{found['what']} {does} kept out {_until(found['until'])}."
    yield f"They are told: {found['why']}"


def _until(at: int) -> str:
    if at == FOR_EVER:
        return "for ever"
    return f"until {when(at)}"


def _add_ban(parser: argparse.ArgumentParser) -> None:
    _add_who(parser)
    parser.add_argument(
        "--for", dest="lasts", type=span, help="how long, as in 30m, 12h or 7d"
    )
    _add_sure(parser)


def _add_who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="ID|NAME|ADDRESS|NETWORK")
    parser.add_argument("--why", type=words, required=True, help="what they are told")


def _add_sure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--all-the-same",
        action="store_true",
        help="also a network in which you are yourself, a proxy, or many strangers",
    )
    add_dry_run(parser)


def _add_kick(parser: argparse.ArgumentParser) -> None:
    _add_who(parser)
    parser.set_defaults(lasts=KICKED_MS)
    _add_sure(parser)


BAN = Verb(
    "keep a player, an address or a network out",
    "Send somebody away from every process, and let them in no more, for some time or "
    "for ever. They are told why. A player may come back as somebody new, unless the "
    "address is banned, too; others may have the same address.",
    on_store(_ban, _ban_told),
    add=_add_ban,
    example='ban p-0123456789abcdef --for 7d --why "Insults, again."',
)
KICK = Verb(
    "send a player, or an address, away for a minute",
    "Send somebody away from every process, and let them in again after a minute. They "
    "are told why. Their seat is kept as for anybody who has lost the connection.",
    on_store(_ban, _ban_told),
    add=_add_kick,
    example='kick Ada --why "Cool down, please."',
)


async def _unban(store: Store, settings: Settings, asked: Asked) -> Document:
    what, _ = await _what(store, asked.who)
    if what not in (await store.orders.read("")).bans:
        raise CannotDo(f"{what} is not banned")
    if not asked.dry_run:
        await audit_log.note(store, "unban", what, asked.why or "")
        await store.orders.unban(what)
    return {"unbanned": not asked.dry_run, "what": what}


def _unban_told(found: Document) -> Iterator[str]:
    yield f"{found['what']} {'is' if found['unbanned'] else 'would be'} let in again."


def _add_unban(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="ID|NAME|ADDRESS|NETWORK")
    add_why(parser, "a reason, for the audit log")
    add_dry_run(parser)


UNBAN = Verb(
    "let somebody in again",
    "End the ban of a player, an address or a network.",
    on_store(_unban, _unban_told),
    add=_add_unban,
)


async def bans(store: Store) -> Document:
    """Return the bans that hold now."""
    found = Bans((await store.orders.read("")).bans).all
    return {"bans": [ban._asdict() for ban in found if ban.holds(store.now())]}


def bans_told(found: Document) -> Iterator[str]:
    """Yield a line for each ban."""
    for each in found["bans"]:
        yield f"{each['what']} {_until(each['until'])}: {each['why']}"
    yield f"{counted(len(found['bans']), 'is', 'are')} kept out."


# What is said to everybody


async def _announce(store: Store, settings: Settings, asked: Asked) -> Document:
    announced: Announced = dict(asked.said)
    if not announced and not asked.nothing:
        raise CannotDo("say what with --en, --es or --in, or --nothing", 2)
    if len(announced) > LANGUAGES_MOST:
        raise CannotDo(f"say it in {LANGUAGES_MOST} languages at most", 2)
    if not asked.dry_run:
        said = " / ".join(announced.values()) or "nothing"
        await audit_log.note(store, "announce", "", said)
        if announced:
            await store.orders.announce(pack_announced(announced), asked.lasts)
        else:
            await store.orders.say_no_more()
    return {
        "announced": not asked.dry_run,
        "lasts_ms": asked.lasts,
        **dict.fromkeys(FIRST, ""),
        **announced,
    }


def _announce_told(found: Document) -> Iterator[str]:
    does = "is" if found["announced"] else "would be"
    said = [text for tag, text in found.items() if text and ANNOUNCED_IN.fullmatch(tag)]
    if not said:
        yield f"Nothing {does} announced any more."
        return
    minutes = found["lasts_ms"] // 60_000
    yield f"Everybody {does} told, and who comes within {minutes} minutes:"
    yield from said


def _said_in(tag: str, text: str) -> tuple[str, str]:
    """Return words for those who read a language; for a parser of arguments."""
    return tag, words(text)


def said_in_another(text: str) -> tuple[str, str]:
    """Return words in the language whose tag is before them; for a parser of arguments.

    Nothing else that is told of the service has a name like a tag's.
    """
    tag, equals, rest = text.partition("=")
    if not equals or not ANNOUNCED_IN.fullmatch(tag) or len(tag) > LANGUAGE_MAX:
        raise argparse.ArgumentTypeError("write it with the language's tag: fr=Bonjour")
    return _said_in(tag, rest)


def _add_announce(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(said=[])
    add = partial(parser.add_argument, dest="said", action="append")
    add("--en", type=partial(_said_in, "en"), metavar="EN", help="what, in English")
    add("--es", type=partial(_said_in, "es"), metavar="ES", help="what, in Spanish")
    add(
        "--in",
        type=said_in_another,
        metavar="TAG=TEXT",
        help="what, in the language of a tag, as in fr=Bonjour; as often as need be",
    )
    parser.add_argument("--nothing", action="store_true", help="announce nothing more")
    parser.add_argument(
        "--for",
        dest="lasts",
        type=span,
        default=ANNOUNCED_MS,
        help="for how long who comes is told, too, as in 30m (10m)",
    )
    add_dry_run(parser)


ANNOUNCE = Verb(
    "tell everybody something, each in their language",
    "Tell everybody who is connected, at the terminal and at the page, and who comes "
    "within some time. Whoever reads a language in which nothing is said gets it in "
    "English, or else in any.",
    on_store(_announce, _announce_told),
    add=_add_announce,
    example='announce --en "Back at nine." --es "Volvemos a las nueve." --for 1h',
)


# Which process ends


async def _drain(store: Store, settings: Settings, asked: Asked) -> Document:
    if asked.process not in await store.processes():
        raise CannotDo(f"there is no process {asked.process}; see admin processes")
    if not asked.dry_run:
        await audit_log.note(store, "drain", asked.process, asked.why or "")
        await store.orders.drain(asked.process)
    return {"drained": not asked.dry_run, "process": asked.process}


def _drain_told(found: Document) -> Iterator[str]:
    does, ends = ("hands", "ends") if found["drained"] else ("would hand", "end")
    yield f"{found['process']} {does} its players over and {ends}, as after SIGTERM."


def _add_drain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("process", metavar="PROCESS")
    add_why(parser, "a reason, for the audit log")
    add_dry_run(parser)


DRAIN = Verb(
    "have a process hand its players over, and end",
    "Have a process do what it does after SIGTERM, wherever it runs: its players go to "
    "other processes, and it ends with exit status 0. What watches over it may start "
    "it again.",
    on_store(_drain, _drain_told),
    add=_add_drain,
    example="drain 5f3a9c01be77",
)
