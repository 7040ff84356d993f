"""The comparison of a record with a chain of matches."""

from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.view.records.heads import short
from samedeal_client.view.spans import Lines, Span, Style, line, printable


class Held(NamedTuple):
    """A chain that a record was compared with."""

    server: str
    length: int
    """The number of its links."""
    head: bytes
    doubt: str
    """The contradiction between the chain and the record; empty if it has this very
    one."""


def held_lines(held: Held | None, server: str) -> Lines:
    """Return the chain that a record was compared with; `server` is where it came from.

    A record without a server to vouch for it can be made by anybody.
    """
    if held is None and server:
        text = tr(
            " Not compared with the chain of {server}; --chain does that.",
            server=printable(server),
        )
        return (line(text),)
    if held is None:
        return (
            line(tr(" Not compared with a chain: anybody can make such a record.")),
            line(tr(" --chain looks for it in the chain of --server ADDRESS.")),
        )
    where = tr(
        "the chain of {server}: {count} links, head {head}",
        server=printable(held.server),
        count=held.length,
        head=short(held.head),
    )
    if held.doubt:
        text = tr(" NOT in {where}", where=where)
        why = f" {printable(tr(held.doubt))}"
        return ((Span(text, Style.WARNING),), (Span(why, Style.WARNING),))
    return (line(tr(" In {where}", where=where)),)


def held_document(held: Held | None) -> dict[str, object] | None:
    """Return the chain in ``samedeal verify --json``, None for no chain."""
    if held is None:
        return None
    return {**held._asdict(), "head": held.head.hex(), "doubt": held.doubt or None}
