"""Commands are loaded when they are carried out, and at the server that they ask.

So no command waits for what another needs.
"""

import argparse
from collections.abc import Callable, Coroutine
from importlib import import_module

from samedeal_client.context import Context
from samedeal_client.options.values import At, Command

Run = Callable[[Context, argparse.Namespace], int | Coroutine[object, object, int]]
COMMANDS = __package__


def carry_out(context: Context, arguments: argparse.Namespace) -> int:
    """Carry out the command asked for; return the exit status."""
    command: Command = arguments.command
    done = found(command)(_placed(context, arguments, command.at), arguments)
    if isinstance(done, int):
        return done
    from samedeal_client.terminal.gone import run_at_terminal

    return run_at_terminal(done)


def found(command: Command) -> Run:
    """Return a command's function, loaded with all that it needs."""
    module, _, function = command.run.partition(":")
    run: Run = getattr(import_module(f"{COMMANDS}.{module}"), function)
    return run


def at_own(context: Context, *, starts: bool = True) -> Context:
    """Return the context at this machine's own server where there is no other."""
    import asyncio

    from samedeal_client.identity import serving

    return asyncio.run(serving.at_own(context, starts=starts))


def at_server_of(
    context: Context, arguments: argparse.Namespace, match: str
) -> Context:
    """Return the same for a match, which may be a file and need no server.

    The server of a match that was played here is known, unless another is named.
    """
    from samedeal_client.kept.matches import KeptMatches
    from samedeal_client.kept.record_files import names_file

    if names_file(match):
        return context
    kept = (
        None
        if arguments.server
        else KeptMatches(context.identity).find(match, context.server)
    )
    if kept is None:
        return at_own(context)
    return context._replace(server=kept.server, typed="")


def _placed(context: Context, arguments: argparse.Namespace, at: At) -> Context:
    match at:
        case At.CHOSEN:
            return context
        case At.OWN | At.RUNNING:
            return at_own(context, starts=at is At.OWN)
        case At.OF_MATCH:
            return at_server_of(context, arguments, arguments.match)
