"""What every command is told: where the server is, and how to show things."""

from pathlib import Path
from typing import NamedTuple

from samedeal_client.terminal.output import Output, is_terminal
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.reading import is_linear
from samedeal_client.view.spans import Lines
from samedeal_client.wire.addresses import without_password


class Context(NamedTuple):
    """What every command is told."""

    server: str
    identity: Path
    glyphs: Glyphs
    colour: bool
    is_plain: bool = False
    """Whether tables are told line by line where the full screen could be used."""
    name: str | None = None
    """Whom the config file says the player is, if it does."""

    typed: str = ""
    """What was typed for the server, where that was less than its address."""

    @property
    def shown_server(self) -> str:
        """The server's address as it may be shown: without a password."""
        return without_password(self.server)

    @property
    def fills_screen(self) -> bool:
        """Tell whether tables fill the screen: at a terminal that can."""
        if self.is_plain or is_linear():
            return False
        return is_terminal()

    def show(self, lines: Lines) -> None:
        """Print lines."""
        Output(self.glyphs, colour=self.colour).show(lines)
