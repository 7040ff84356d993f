"""Invitations to a room, each a line to send to others."""

from samedeal_client.language import later, tr
from samedeal_client.view.spans import Line, Lines, line, printable
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.reach.invitations import (
    addresses_for_others,
    link_to,
    link_to_match,
    short_address,
    written,
)
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import RoomView

INVITED = later(" Others join with:  {command}")
OR = later(" or:  {command}")
IN_A_BROWSER = later(" or, in a browser:  {link}")
INVITED_HERE = later(" Others at this machine join with:  {command}")
NOBODY_ELSE = later(
    " No address is known for other machines; samedeal host --serve has one."
)
UNTIL_YOU_LEAVE = later(" The server runs on this machine until you leave.")
WIDTH = 79


def invitation_lines(player: Player, code: str) -> Lines:
    """Return the commands and links that bring others to a room."""
    found = _addresses(player)
    how_long = (line(tr(UNTIL_YOU_LEAVE)),) if player.is_serving else ()
    page = _page(code, _address(player))
    if not found:
        here = _inviting(tr(INVITED_HERE, command=_command(code, player.url)))
        return here, page, *(how_long or (line(tr(NOBODY_ELSE)),))
    first, *rest = (_command(code, address) for address in found)
    more = (_inviting(tr(OR, command=command)) for command in rest)
    return _inviting(tr(INVITED, command=first)), *more, page, *how_long


def match_link(player: Player, match: str) -> str:
    """Return a link to a match that is over, where others see it and play its deal."""
    return link_to_match(match, _address(player))


def event_page(player: Player, event: str) -> Line:
    """Return the page of an event, where others see and play it in a browser."""
    return _page(f"event/{printable(event)}", _address(player))


def may_come(room: RoomView) -> bool:
    """Tell whether there is a seat for a friend; bots yield theirs."""
    return len(room.seats) < room.seats_max or any(seat.bot for seat in room.seats)


def line_to_send(player: Player, code: str) -> str:
    """Return the one command that is likeliest to bring a friend here."""
    return _command(code, _address(player))


def link_to_scan(player: Player, code: str) -> str:
    """Return the link of a room for a phone; nothing where none comes to it."""
    return next((link_to(code, address) for address in _addresses(player)), "")


def invitation_to_send(player: Player, room: RoomView) -> str:
    """Return an invitation for any friend: with a link and a command."""
    address = _address(player)
    return tr(
        "Race me at {game} on the same cards: open {link} or type: {command}",
        game=tr(find_game(room.game).about.title),
        link=link_to(room.room, address),
        command=_command(room.room, address),
    )


def code_here(player: Player, code: str) -> str:
    """Return the name of a room at this server, as it is typed on this machine."""
    is_named = player.elsewhere not in ("", OWN) and not player.is_serving
    return written(code, player.url) if is_named else code


def server_to_send(player: Player) -> str:
    """Return the server's address for others; nothing where they find it anyway."""
    return next(iter(_addresses(player)), player.elsewhere)


def address_to_send(player: Player) -> str:
    """Return the server's address for others; nothing where they do not reach it."""
    return next(map(short_address, _addresses(player)), "")


def _address(player: Player) -> str:
    """Return it for others, or as this machine knows it where no other reaches it."""
    return next(iter(_addresses(player)), player.url)


def _addresses(player: Player) -> tuple[str, ...]:
    return addresses_for_others(player.url, player.addresses)


def _command(code: str, address: str) -> str:
    return f"samedeal join {written(code, address)}"


def _page(path: str, address: str) -> Line:
    return _inviting(tr(IN_A_BROWSER, link=link_to(path, address)))


def _inviting(text: str) -> Line:
    """Return a line; one that is too long begins with the part to copy."""
    if len(text) <= WIDTH:
        return line(text)
    return line(" " + text.partition(":  ")[2])
