"""The command that shows and changes what is chosen for every command."""

import argparse

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.language import tr
from samedeal_client.settings import config, config_file
from samedeal_client.settings.config import ConfigError, Value
from samedeal_client.settings.held import SOURCES, as_typed, held_in
from samedeal_client.terminal.output import print_document, say
from samedeal_client.view.spans import printable


def show(_context: Context, arguments: argparse.Namespace) -> int:
    """List every key with the value that holds."""
    path = config_file.default_config_path()
    held = held_in(path)
    if arguments.json:
        settings = {key: one._asdict() for key, one in held.items()}
        print_document({"path": str(path), "settings": settings}, indent=2)
        return 0
    for key, one in held.items():
        about = config.KEYS[key]
        say(f"{key:<10}{as_typed(one.value):<26}{tr(SOURCES[one.source])}")
        say(f"{'':<10}{tr(about.meaning)}: {tr(about.values)}")
    say("", tr("Kept in {path}", path=printable(str(path))))
    return 0


def get(_context: Context, arguments: argparse.Namespace) -> int:
    """Print the value that holds for a key; an empty line for none."""
    key = _key(arguments)
    one = held_in(config_file.default_config_path())[key]
    if arguments.json:
        print_document({"key": key, **one._asdict()})
    else:
        say("" if one.value is None else as_typed(one.value))
    return 0


def put(_context: Context, arguments: argparse.Namespace) -> int:
    """Choose a value."""
    try:
        value = config.typed(arguments.key, arguments.value)
    except ConfigError as error:
        raise Failed(str(error), USAGE) from None
    return _change(arguments, value)


def unset(_context: Context, arguments: argparse.Namespace) -> int:
    """Take a choice back: the default holds again."""
    _key(arguments)
    return _change(arguments, None)


def path(_context: Context, arguments: argparse.Namespace) -> int:
    """Print where the file is, or would be."""
    found = str(config_file.default_config_path())
    if arguments.json:
        print_document({"path": found})
    else:
        say(found)
    return 0


def _key(arguments: argparse.Namespace) -> str:
    key: str = arguments.key
    try:
        config.check_key(key)
    except ConfigError as error:
        raise Failed(str(error), USAGE) from None
    return key


def _change(arguments: argparse.Namespace, value: Value | None) -> int:
    """Write the file, and print the value that holds from now on."""
    where, key = config_file.default_config_path(), _key(arguments)
    config_file.change(where, key, value)
    one = held_in(where)[key]
    if arguments.json:
        print_document({"key": key, **one._asdict()})
        return 0
    say(f"{key}: {as_typed(one.value)} ({tr(SOURCES[one.source])})")
    if value is not None and one.value != value:
        say(
            tr(
                "{variable} is set and comes before the file.",
                variable=config.SERVER_VARIABLE,
            )
        )
    return 0
