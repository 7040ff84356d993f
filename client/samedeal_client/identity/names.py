"""The name that somebody plays under: chosen, known from before, or asked for."""

import getpass

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.language import later, tr
from samedeal_client.terminal.output import answer_to, complain, is_terminal
from samedeal_client.view.spans import printable
from samedeal_protocol.limits import NAME_MAX

UNASKED = later(
    "You play as {name}; another name: --name NAME, or samedeal config set name NAME"
)


def name_for(context: Context, asked: str | None) -> str:
    """Return the name to play under; on a new machine it is asked for, or told."""
    if asked is not None:
        return fit_name(asked)
    known = own_name(context)
    if known is not None:
        return fit_name(known)
    name = login_name()
    if not is_terminal():
        tell_unasked(name)
        return name
    while True:
        typed = answer_to(tr("Your name [{name}]: ", name=printable(name)))
        try:
            return fit_name(typed) if typed else name
        except Failed as error:
            complain(str(error))


def is_asked(context: Context, asked: str | None) -> bool:
    """Tell whether `name_for` would ask for a name."""
    return asked is None and own_name(context) is None and is_terminal()


def tell_unasked(name: str) -> None:
    """Tell a player who has chosen no name which one they have, and how to choose."""
    text = tr(UNASKED, name=printable(name))
    complain(text)


def fit_name(name: str) -> str:
    """Return a name as it can be played under; raises Failed."""
    name = name.strip()
    if not name.isprintable():
        raise Failed(tr("a name has no invisible or control characters"), 2)
    if not 1 <= len(name) <= NAME_MAX:
        raise Failed(tr("a name has 1 to {most} visible characters", most=NAME_MAX), 2)
    return name


def own_name(context: Context) -> str | None:
    """Return the player's name: as chosen, as last here, or as last elsewhere."""
    file = IdentityFile(context.identity)
    return context.name or file.find(context.server).name or file.last_name()


def login_name() -> str:
    """Return the user's name in the system, or ``guest``."""
    try:
        name = getpass.getuser()[:NAME_MAX].strip()
    except (OSError, KeyError, ImportError):
        name = ""
    return name if name and name.isprintable() else "guest"
