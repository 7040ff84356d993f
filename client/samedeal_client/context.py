"""The context of every command: the server, the identities, and how to show things."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

from samedeal_client.language import tr
from samedeal_client.reader import is_linear
from samedeal_client.settings.config import DEFAULT_SERVER, Config
from samedeal_client.terminal.output import (
    Output,
    complain,
    is_terminal,
    print_document,
)
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines
from samedeal_client.wire.reach.addresses import OWN, without_password


class Context(NamedTuple):
    """The context of a command."""

    server: str
    identity: Path
    glyphs: Glyphs
    colour: bool
    is_plain: bool = False
    """Whether tables are told line by line where the full screen could be used."""
    name: str | None = None
    """The player's name in the config file, if it has one."""

    typed: str = ""
    """The text typed for the server, where that was less than its address."""
    is_chosen: bool = True
    """Whether anybody chose the server; if not, this machine's own will do, too."""

    unanswered: str | None = None
    """A hint for where nobody answers; None for the one on starting a server."""

    options: Config = Config()
    """The options of the command line, which come before everything else."""

    as_json: bool = False
    """Whether a document for programs was asked for in place of lines."""

    tell: Callable[[str], None] = complain
    """Shows a sentence beside the command's output, where it can be read."""

    def at(self, server: str, typed: str = "") -> Self:
        """Return this context at another server."""
        return self._replace(server=server, typed=typed, is_chosen=True, unanswered="")

    @property
    def shown_server(self) -> str:
        """The server's address as it may be shown: without a password."""
        if self.server == OWN:
            return tr("this machine")
        return without_password(self.server)

    @property
    def elsewhere(self) -> str:
        """The server as commands must name it; empty if they find it without."""
        if self.server == OWN:
            return OWN if self.is_chosen else ""
        return "" if self.server == DEFAULT_SERVER else self.server

    @property
    def fills_screen(self) -> bool:
        """Tell whether tables fill the screen: at a terminal that can."""
        if self.is_plain or is_linear():
            return False
        return is_terminal()

    def show(self, lines: Lines) -> None:
        """Print lines."""
        Output(self.glyphs, colour=self.colour).show(lines)

    def answer(self, document: object, *told: Lines, indent: int | None = None) -> int:
        """Print a document if JSON was asked for, else lines; return status 0."""
        if self.as_json:
            print_document(document, indent=indent)
            return 0
        for lines in told:
            self.show(lines)
        return 0
