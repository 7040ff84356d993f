"""The words of a server's operator to everybody who comes."""

from samedeal_client.view.spans import Lines, Style, printable, wrapped
from samedeal_client.wire.player import Player


def welcome_lines(player: Player, width: int = 79) -> Lines:
    """Return the server's name and its words of welcome; nothing where there are none.

    They are text of others, and may be anything.
    """
    said = (printable(player.server_name), printable(player.greeting))
    text = ": ".join(part for part in said if part)
    return wrapped(text, 1, width, Style.DIM) if text else ()
