"""A command, and what it takes, as values.

The parser, completion in shells, the reference page and the form that opens a room are
made from them. What is told to people stands in English, for `tr`.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Literal, NamedTuple

from samedeal_client.language import tr

Kind = Literal["value", "values", "switch", "either", "version"]
"""One value; any number of them; a flag alone; one with its opposite; what ends."""


class Argument(NamedTuple):
    """What a command takes: a value by its place, or a flag, with or without one."""

    called: str
    """A flag with its dashes, or a place's name without any; and after an ``=`` what
    help calls its value, where that is neither its name nor its choices."""
    help: str = ""
    """Nothing for one that nobody is told of."""
    read: Callable[[str], object] = str
    """Makes a value of what was typed; raises ArgumentTypeError or ValueError."""
    default: object = None
    choices: tuple[str | int, ...] = ()
    kind: Kind = "value"
    bare: str | None = None
    """What a flag without its value says; None where it has to have one."""
    is_needed: bool = False
    group: str = ""
    """Only one of a group can be given; it has to be where its members are needed."""

    @property
    def name(self) -> str:
        """The flag, or the name of the place."""
        return self.called.partition("=")[0]

    @property
    def shown(self) -> str:
        """What help calls its value; nothing where that is told by the rest."""
        return self.called.partition("=")[2]

    @property
    def is_place(self) -> bool:
        """Tell whether it goes by its place."""
        return not self.name.startswith("-")

    @property
    def dest(self) -> str:
        """The name by which a command finds it."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags that are understood, none for a place."""
        if self.is_place:
            return ()
        opposite = f"--no-{self.name.removeprefix('--')}"
        return (self.name, opposite) if self.kind == "either" else (self.name,)

    @property
    def values(self) -> str:
        """What its value is called; nothing for a flag alone."""
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
    """Return what goes by its place."""
    return Argument(called, help, read, default, choices, is_needed=is_needed)


def switch(
    flag: str,
    help: str = "",  # noqa: A002 - as everywhere on the command line
    group: str = "",
) -> Argument:
    """Return a flag that has no value."""
    return Argument(flag, help, default=False, kind="switch", group=group)


class At(Enum):
    """The server at which a command is carried out."""

    CHOSEN = "chosen"
    """The one that was named, or none; the command sees to it."""
    OWN = "own"
    """Where nobody named one and none answers, this machine's own."""
    RUNNING = "running"
    """The same, but it is not started for that."""
    OF_MATCH = "of-match"
    """The one where the match was played; none for a file."""


class Command(NamedTuple):
    """Something that can be asked for: how it is called, what it takes, what runs."""

    name: str
    help: str
    example: str
    takes: tuple[Argument, ...] = ()
    run: str = ""
    """`module:function` of `commands`, loaded when it runs; nothing where nothing does.

    It takes the context and what was typed, and returns the exit status, or what is to
    be awaited for it.
    """
    at: At = At.CHOSEN
    inner: "tuple[Command, ...]" = ()
    """The commands that begin with it."""
    mends: bool = False
    """Whether it is there for a config file that cannot be used, too."""

    def having(self, *inner: "Command") -> "Command":
        """Return it with commands that begin with it, carried out where it is."""
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
        """What it takes, by name."""
        return {each.dest: each for each in self.takes}

    @property
    def sentence(self) -> str:
        """What it is for, in the language spoken now."""
        summary = tr(self.help)
        return f"{summary[0].upper()}{summary[1:]}."
