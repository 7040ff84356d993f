"""Arguments of many commands."""

from pathlib import Path

from samedeal_client.language import LANGUAGES, later
from samedeal_client.language.languages import KNOWN
from samedeal_client.options.values import Argument, place, switch
from samedeal_client.settings.config import DEFAULT_SERVER
from samedeal_client.terminal.paint import COLOUR_CHOICES
from samedeal_games.wording import Wording

ZEROS = "0" * 64
"""A seed to show in examples."""

EVERYWHERE = (
    Argument(
        "--server=URL",
        Wording(
            "the server's address, or own for one on this machine (also "
            "SAMEDEAL_SERVER; default {server})",
            server=DEFAULT_SERVER,
        ),
    ),
    Argument(
        "--identity=FILE",
        later("file with your names and tokens (also SAMEDEAL_IDENTITY)"),
        Path,
    ),
    Argument(
        "--language",
        Wording(
            "the language of all texts: {names}",
            names=", ".join(known.name for known in KNOWN.values()),
        ),
        choices=LANGUAGES,
    ),
    Argument(
        "--plain",
        later("play line by line instead of on the full screen"),
        kind="either",
    ),
    Argument(
        "--linear",
        later("for screen readers: short lines, cards in words"),
        kind="either",
    ),
    Argument("--ascii", later("write suits as C D H S, draw with +-|"), kind="either"),
    Argument(
        "--color",
        later("auto: only on a terminal, and not if NO_COLOR is set"),
        choices=COLOUR_CHOICES,
    ),
)
"""Arguments of every command; they come before the environment and the config file."""

GAME = place("game=GAME", later("a key of `samedeal games`"))
SEED = Argument("--seed=HEX", later("64 hex digits"), is_needed=True)
DECK = Argument("--deck=CARDS", later("as in '7S 6H 2D ...'"))
CODE = place(
    "code=CODE[@HOST:PORT]",
    later("the line that a friend sent, or the code of a room of your server"),
)
MATCH = place(
    "match=MATCH|FILE",
    later(
        "a match's id, or the beginning of one of yours; or a file of `samedeal export`"
    ),
)
NAME = Argument("--name", later("your name, up to 20 characters; kept for next time"))
GHOST = Argument(
    "--ghost",
    later("race your best rated match; only you see it"),
    choices=("best",),
)
PUBLIC = switch("--public", later("list the room publicly"))
JSON = switch("--json", later("print JSON"))
