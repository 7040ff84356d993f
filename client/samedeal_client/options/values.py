"""A command and its arguments, as values.

The parser, completion in shells, the reference page and the form that opens a room are
made from them. Texts for people stand in English, for `tr`.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Literal, NamedTuple

from samedeal_client.language import capitalised, tr

Kind = Literal["value", "values", "switch", "either", "version"]
"""One value; any number of them; a flag alone; one with its opposite; one that ends."""


class Argument(NamedTuple):
    """An argument of a command: a value by its place, or a flag with or without one."""

    called: str
    """A flag with its dashes, or a place's name without any; and after an ``=`` the
    name
    of its value in the help, where that is neither its own nor its choices."""
    help: str = ""
    """Empty for arguments that help leaves out."""
    read: Callable[[str], object] = str
    """Reads the value from its text; raises ArgumentTypeError or ValueError."""
    default: object = None
    choices: tuple[str | int, ...] = ()
    kind: Kind = "value"
    bare: str | None = None
    """The value of a flag without one; None where it has to have one."""
    is_needed: bool = False
    group: str = ""
    """At most one of a group can be given, and one must be if its members are
    needed."""

    @property
    def name(self) -> str:
        """The flag, or the name of the place."""
        return self.called.partition("=")[0]

    @property
    def shown(self) -> str:
        """The name of its value in the help; empty where the rest tells it."""
        return self.called.partition("=")[2]

    @property
    def is_place(self) -> bool:
        """Tell whether it goes by its place."""
        return not self.name.startswith("-")

    @property
    def dest(self) -> str:
        """The name of its value among a command's arguments."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags that are understood; none for a place."""
        if self.is_place:
            return ()
        opposite = f"--no-{self.name.removeprefix('--')}"
        return (self.name, opposite) if self.kind == "either" else (self.name,)

    def value_of(self, text: str) -> object:
        """Return the value that a text means, the default if empty.

        A switch is on with any text. Raises ArgumentTypeError or ValueError.
        """
        if self.kind == "switch":
            return bool(text)
        return self.read(text) if text else self.default

    @property
    def values(self) -> str:
        """The name of its value in a usage line; empty for a flag alone."""
        if self.kind not in ("value", "values"):
            return ""
        return self.shown or "|".join(map(str, self.choices)) or self.dest.upper()


def place(
    called: str,
    help: str,  # noqa: A002 - as everywhere on the command line
    *,
    read: Callable[[str], object] = str,
    default: object = None,
    choices: tuple[str, ...] = (),
    is_needed: bool = True,
) -> Argument:
    """Return an argument that goes by its place."""
    return Argument(called, help, read, default, choices, is_needed=is_needed)


def switch(
    flag: str,
    help: str = "",  # noqa: A002 - as everywhere on the command line
    group: str = "",
) -> Argument:
    """Return a flag without a value."""
    return Argument(flag, help, default=False, kind="switch", group=group)


class At(Enum):
    """The server of a command."""

    CHOSEN = "chosen"
    """The server that was named, or none; the command sees to it."""
    OWN = "own"
    """This machine's own, where nobody named one and none answers."""
    RUNNING = "running"
    """The same, but it is not started for that."""
    OF_MATCH = "of-match"
    """The one where the match was played; none for a file."""


class Command(NamedTuple):
    """A command: its name, its help, its arguments, and the function that runs."""

    name: str
    help: str
    example: str
    takes: tuple[Argument, ...] = ()
    run: str = ""
    """``module:function`` in `commands`, loaded when it runs; empty where nothing does.

    It takes the context and the arguments, and returns the exit status, or an awaitable
    for it.
    """
    at: At = At.CHOSEN
    inner: "tuple[Command, ...]" = ()
    """The commands within it."""
    mends: bool = False
    """Whether it also runs where the config file cannot be used."""

    def having(self, *inner: "Command") -> "Command":
        """Return it with commands within it, which share its server and `mends`."""
        within = (each._replace(at=self.at, mends=self.mends) for each in inner)
        return self._replace(inner=tuple(within))

    def walk(self, before: str = "") -> "Iterator[tuple[str, Command]]":
        """Yield it and all within it, each before its own, with its words."""
        words = f"{before} {self.name}".strip()
        yield words, self
        for each in self.inner:
            yield from each.walk(words)

    @property
    def about(self) -> dict[str, Argument]:
        """Its arguments, by name."""
        return {each.dest: each for each in self.takes}

    @property
    def sentence(self) -> str:
        """Its help as a sentence, in the language spoken now."""
        return f"{capitalised(tr(self.help))}."
