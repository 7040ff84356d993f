"""The whole command line, put together from its topics."""

from samedeal_client.language import later
from samedeal_client.options import alone, people, playing, proving
from samedeal_client.options.common import EVERYWHERE, JSON
from samedeal_client.options.values import Argument, Command, place
from samedeal_client.settings.config import KEYS

SHELLS = ("bash", "zsh", "fish")
KEY = place("key=KEY", ", ".join(KEYS))

CONFIG = Command(
    "config",
    later("set defaults for every command: server, name, language, symbols, colour"),
    "samedeal config set server wss://play.example",
    (JSON,),
    run="configuring:show",
    mends=True,
).having(
    Command(
        "get",
        later("print the value of a key"),
        "samedeal config get server",
        (KEY, JSON),
        run="configuring:get",
    ),
    Command(
        "set",
        later("set a value"),
        "samedeal config set plain true",
        (
            KEY,
            JSON,
            place(
                "value=VALUE",
                later("the value; `samedeal config` lists what is possible"),
            ),
        ),
        run="configuring:put",
    ),
    Command(
        "unset",
        later("remove a value, back to the default"),
        "samedeal config unset name",
        (KEY, JSON),
        run="configuring:unset",
    ),
    Command(
        "path",
        later("print the path of the file (also SAMEDEAL_CONFIG)"),
        "samedeal config path",
        (JSON,),
        run="configuring:path",
    ),
)

COMPLETION = Command(
    "completion",
    later("print a completion script for your shell"),
    'eval "$(samedeal completion bash)"',
    (place("shell", later("which shell you use"), choices=SHELLS),),
    run="completing:complete",
)

SAMEDEAL = Command(
    "samedeal",
    later("race your friends at patience, on the same fair deal"),
    "samedeal host squares/english",
    (
        Argument(
            "--version",
            later("print the version; goes before any command"),
            kind="version",
        ),
        *EVERYWHERE,
    ),
    inner=(
        *playing.COMMANDS,
        *people.COMMANDS,
        *alone.COMMANDS,
        *proving.COMMANDS,
        CONFIG,
        COMPLETION,
    ),
)
"""The program itself, with all its commands."""
