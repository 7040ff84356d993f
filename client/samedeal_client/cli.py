"""The command line: its start, its exit statuses, and the lobby without a command.

Exit status 0 for done, 1 for refused or failed, 2 for arguments that cannot be used,
130 for Ctrl-C. Modules that take long to load are loaded by the command that needs
them.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from samedeal_client.commands.running import carry_out
from samedeal_client.context import Context
from samedeal_client.failed import INTERRUPTED, USAGE, Failed
from samedeal_client.kept.files import IdentityError
from samedeal_client.kept.identity import default_identity_path
from samedeal_client.language import tr
from samedeal_client.language.reasons import reason_of
from samedeal_client.options.parser import command_parser
from samedeal_client.reader import Alerts, Reader, go_on_for, read_by, reader
from samedeal_client.settings.config import (
    DEFAULT_SERVER,
    Config,
    ConfigError,
    defaults,
    from_environment,
    settle,
)
from samedeal_client.settings.config_file import (
    default_config_path,
    read,
    readable,
    usable,
)
from samedeal_client.settings.held import language_for
from samedeal_client.terminal.keys import read_bindings
from samedeal_client.terminal.output import complain
from samedeal_client.terminal.paint import wants_colour
from samedeal_client.terminal.spelling import HANDLER, is_c_locale
from samedeal_client.view.cards import glyphs_for
from samedeal_client.wire.reach.addresses import Address, read_address
from samedeal_games.errors import GameError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        # Names can be in any script, and texts have accents.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
    with read_by(Reader()):
        return _main(sys.argv[1:] if argv is None else argv)


def _main(words: Sequence[str]) -> int:
    try:
        chosen = usable(default_config_path())
        go_on_for(Reader(language_for(words, chosen or Config())))
        status = _run(command_parser(), words, chosen)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read this has enough.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return _complain(reason_of(error), 1)
    except ImportError as error:
        # What is loaded late is not there while somebody installs it anew.
        text = tr(
            "a part of samedeal cannot be loaded ({reason}); if it was installed anew "
            "meanwhile, start it again",
            reason=error,
        )
        return _complain(text, 1)
    return status


def _open_missing_streams() -> None:
    """Stand in for standard streams that were closed before the start."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115


def _drop_output() -> None:
    """Discard output that is still to be written; Python would complain at the end."""
    with suppress(OSError):  # where the output is no file, nothing is left over
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(
    parser: argparse.ArgumentParser, words: Sequence[str], chosen: Config | None
) -> int:
    arguments = parser.parse_args(words)
    try:
        # What is wrong with the file is told now, in the language that is spoken.
        context = _context(arguments, chosen or _chosen(arguments), sys.stdout)
    except ConfigError as error:
        return _complain(str(error), 1)
    if arguments.command.run:
        return _carry_out(context, arguments)
    if not context.fills_screen:
        _say_that_a_seat_waits(context)
        if sys.stdin.isatty() and sys.stdout.isatty():
            return _do_by_number(context, words)
        parser.error(tr("say what to do, such as demo, daily, rooms or learn GAME"))
    return _stay_in_lobby(context, arguments, words)


def _stay_in_lobby(
    context: Context, arguments: argparse.Namespace, words: Sequence[str]
) -> int:
    """Show the lobby, run the command chosen, and return to it, until it is left."""
    # Slow to load, and only needed at a terminal.
    from samedeal_client.lobby.assembly import stay
    from samedeal_client.terminal.gone import run_at_terminal

    is_first = not (context.identity.exists() or default_config_path().exists())
    # While the lobby is shown, what stands in for it does not say what it can show.
    output = sys.stdout

    def again() -> Context:
        # Settings may have been changed meanwhile, the language among them.
        chosen = _chosen(arguments)
        go_on_for(Reader(language_for(words, chosen)))
        return _context(arguments, chosen, output)

    try:
        return run_at_terminal(stay(context, again, is_first=is_first))
    except Failed as error:
        return _complain(str(error), error.status)


def _do_by_number(context: Context, words: Sequence[str]) -> int:
    """Show the menu by number and run the commands chosen, until there is none."""
    from samedeal_client.commands.choosing import choose

    while (chosen := choose(context)) is not None:
        try:
            status = _main([*words, *chosen])
        except SystemExit:  # of what was typed after a command
            continue
        if status == INTERRUPTED:
            return status
    return 0


def _say_that_a_seat_waits(context: Context) -> None:
    from samedeal_client.identity.seating import waiting_seats, way_back

    for seat in waiting_seats(context)[:1]:
        complain(tr("your seat waits: {command}", command=way_back(seat)))


def _chosen(arguments: argparse.Namespace) -> Config:
    """Return the choices of the file; raises ConfigError."""
    # Whoever mends the file must not be stopped by it.
    look = readable if arguments.command.mends else read
    return look(default_config_path())


def _context(arguments: argparse.Namespace, chosen: Config, output: TextIO) -> Context:
    """Return the context of the command; `output` is where it shows things."""
    options = Config(
        server=arguments.server,
        language=arguments.language,
        ascii=arguments.ascii,
        colour=arguments.color,
        plain=arguments.plain,
        linear=arguments.linear,
    )
    asked = settle(options, from_environment(), chosen)
    told = settle(asked, defaults())
    go_on_for(
        reader()._replace(
            is_linear=bool(told.linear),
            theme=told.theme or "safe",
            keys=read_bindings(told.keys or ""),
            alerts=Alerts(bool(told.bell), bool(told.title), bool(told.notify)),
            motion=bool(told.motion),
            quick=bool(told.quick),
        )
    )
    typed = told.server or DEFAULT_SERVER
    # The command that needs an address refuses what is none.
    found = read_address(typed) or Address(typed)
    return Context(
        server=found.url,
        identity=arguments.identity or default_identity_path(),
        glyphs=glyphs_for(
            output.encoding, ascii_only=bool(told.ascii) or is_c_locale()
        ),
        colour=wants_colour(told.colour or "auto", output) and told.theme != "mono",
        is_plain=bool(told.plain),
        name=told.name,
        typed=typed if found.is_completed else "",
        is_chosen=asked.server is not None,
        options=options,
        as_json=getattr(arguments, "json", False),
    )


def _carry_out(context: Context, arguments: argparse.Namespace) -> int:
    try:
        return carry_out(context, arguments)
    except GameError as error:
        return _complain(tr(error.wording), USAGE)
    except Failed as error:
        return _complain(str(error), error.status)
    except (IdentityError, ConfigError) as error:
        return _complain(str(error), 1)


def _complain(text: str, status: int) -> int:
    complain(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
