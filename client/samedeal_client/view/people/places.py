"""Servers as places to play: their names, and the one that was asked."""

from collections.abc import Sequence

from samedeal_client.language import listed, tr
from samedeal_client.view.spans import Lines, printable, wrapped
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.reach.invitations import short_address


def place_name(server: str) -> str:
    """Return the name of a server, fit for a screen."""
    return printable(tr("this machine") if server == OWN else short_address(server))


def asked_lines(server: str, others: Sequence[str] = ()) -> Lines:
    """Return the server that was asked for the lines above, and others to ask."""
    where = place_name(server)
    if not others:
        return wrapped(tr("Server asked: {server}.", server=where))
    return wrapped(
        tr(
            "Server asked: {server}. You have matches at {others}, too; --server asks "
            "another.",
            server=where,
            others=listed([place_name(other) for other in others]),
        )
    )
