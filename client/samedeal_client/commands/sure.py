"""The question before something is done that cannot be undone."""

from samedeal_client.failed import USAGE, Failed
from samedeal_client.language import tr
from samedeal_client.language.typed import words_for
from samedeal_client.terminal.output import answer_to, is_terminal

YES = words_for("yes")


def be_sure(question: str) -> None:
    """Ask a person to say yes; raises Failed."""
    if not is_terminal():
        raise Failed(tr("this cannot be undone; say --yes if you mean it"), USAGE)
    if answer_to(f"{question} {tr('Type yes: ')}").lower() not in YES:
        raise Failed(tr("nothing was done"))
