"""The parser of the command line, made from its values."""

import argparse
import difflib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn, Protocol

from samedeal_client import version
from samedeal_client.failed import USAGE
from samedeal_client.language import later, tr
from samedeal_client.options.common import EVERYWHERE
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.values import Argument, Command
from samedeal_client.terminal.output import complaint, say

LOOKUP = "_"
"""The name of the function that argparse translates with."""

SAID = (
    later("usage: "),
    later("positional arguments"),
    later("options"),
    later("show this help message and exit"),
    later("argument %(argument_name)s: %(message)s"),
    later("unknown parser %(parser_name)r (choices: %(choices)s)"),
    later("unrecognized arguments: %s"),
    later("not allowed with argument %s"),
    later("ignored explicit argument %r"),
    later("the following arguments are required: %s"),
    later("one of the arguments %s is required"),
    later("expected one argument"),
    later("expected at most one argument"),
    later("expected at least one argument"),
    later("ambiguous option: %(option)s could match %(matches)s"),
    later("unexpected option string: %s"),
    later("invalid %(type)s value: %(value)r"),
    later("invalid choice: %(value)r (choose from %(choices)s)"),
    later(
        "invalid choice: %(value)r, maybe you meant %(suggestion)r? "
        "(choose from %(choices)s)"
    ),
)
"""All words of argparse that can reach people, in every Python that this runs on."""


def teach_argparse() -> None:
    """Make argparse ask our catalogues instead of gettext's files.

    It looks every text up when it prints it, through a name in its module. Catalogues
    of gettext's would be binary files, made by a step of the build.
    """
    setattr(argparse, LOOKUP, _said)


def _said(text: str | None) -> str | None:
    return text and tr(text)


SEE_HELP = later("{program}: {complaint}; see {program} --help")
HIDDEN = tuple(each._replace(help="") for each in EVERYWHERE)
Mark = Callable[[argparse.Action, Argument], None]


class _Group(Protocol):
    """A parser, or a group of what it takes."""

    @property
    def add_argument(self) -> Callable[..., argparse.Action]:
        """Add an argument."""
        ...


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line each."""

    command: Command = SAMEDEAL
    to_fill: Callable[[], None] | None = None
    """Adds its arguments; None once that is done."""

    def fill(self) -> None:
        """Add the arguments, which takes longer than to parse them."""
        if self.to_fill is not None:
            self.to_fill()
            self.to_fill = None

    def parse_known_args(self, *words: Any, **known: Any) -> tuple[Any, list[str]]:
        """Parse the words; a command's own arguments are added only then."""
        self.fill()
        return super().parse_known_args(*words, **known)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Name the nearest command where argparse would list them all."""
        names = [each.name for each in self.command.inner]
        if isinstance(action.choices, Mapping) and value not in names:
            raise argparse.ArgumentError(None, _no_command(str(value), names))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Exit with one line on the fault, and on where help is."""
        told = tr(SEE_HELP, program=self.prog, complaint=message)
        self.exit(USAGE, complaint(told) + "\n")


def _no_command(name: str, commands: Sequence[str]) -> str:
    told = tr("no command '{name}'", name=name)
    near = difflib.get_close_matches(name, commands, n=1)
    return told + tr(", perhaps {name}", name=near[0]) if near else told


def command_parser(
    command: Command = SAMEDEAL,
    everywhere: Sequence[Argument] = HIDDEN,
    mark: Mark | None = None,
) -> Parser:
    """Return the parser of a command and all within it, in the language spoken now.

    Its result has the command asked for as `command`. `everywhere` has the arguments of
    all commands within; `mark` is called with each action made and its argument.
    Without `mark`, a command's own actions are made once it is asked for.
    """
    teach_argparse()
    parser = Parser(prog=command.name)
    _fill(parser, command, (), everywhere, mark)
    return parser


def _fill(
    parser: Parser,
    command: Command,
    above: tuple[Argument, ...],
    everywhere: Sequence[Argument],
    mark: Mark | None,
) -> None:
    """Add a command's arguments, and the parsers of the commands within it."""
    parser.command, parser.description = command, command.sentence
    parser.epilog = tr("Example:  {example}", example=command.example)
    parser.set_defaults(command=command)
    outer = {each.dest for each in above}
    groups: dict[str, _Group] = {}
    if not above:
        general = parser.add_argument_group(tr("before or after the command"))
        groups = {each.name: general for each in EVERYWHERE}
    for each in (*(everywhere if above else ()), *command.takes):
        if each.group and each.group not in groups:
            group = parser.add_mutually_exclusive_group(required=each.is_needed)
            groups[each.group] = group
        add = groups.get(each.group or each.name, parser).add_argument
        named = _as_argparse_takes_it(each)
        if each.dest in outer:
            # What was said before the command holds, unless it is said again.
            named["default"] = argparse.SUPPRESS
        action = add(each.name, **named)
        if mark is not None:
            mark(action, each)
    if not command.inner:
        return
    title, shown = (
        (later("actions"), "ACTION") if above else (later("commands"), "COMMAND")
    )
    subparsers = parser.add_subparsers(
        title=tr(title), metavar=shown, parser_class=Parser
    )
    for within in command.inner:
        inner = subparsers.add_parser(within.name, help=tr(within.help))
        taken = (*above, *command.takes)
        inner.to_fill = partial(_fill, inner, within, taken, everywhere, mark)
        if mark is not None:
            inner.fill()


def _as_argparse_takes_it(each: Argument) -> dict[str, object]:
    told = {"help": tr(each.help) if each.help else argparse.SUPPRESS}
    match each.kind:
        case "version":
            return {**told, "action": _Version}
        case "switch":
            return {**told, "action": "store_true"}
        case "either":
            return {**told, "action": argparse.BooleanOptionalAction}
        case "values":
            named: dict[str, object] = {"action": "append", "default": []}
        case "value":
            named = {"default": each.default}
    if each.is_place:
        named |= {} if each.is_needed else {"nargs": "?"}
    else:
        named["required"] = each.is_needed and not each.group
    if each.bare is not None:
        named |= {"nargs": "?", "const": each.bare}
    return {
        **told,
        **named,
        "type": each.read,
        "choices": each.choices or None,
        "metavar": each.shown or None,
    }


class _Version(argparse.Action):
    """Prints the version, which is only looked for when somebody wants to know."""

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        help: str,  # noqa: A002 - argparse calls it so
    ) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it, and end."""
        say(f"{parser.prog} {version()}")
        parser.exit()
