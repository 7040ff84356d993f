"""The words of argparse itself, in the language that is spoken."""

import argparse

from samedeal_client.language import later, tr

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
