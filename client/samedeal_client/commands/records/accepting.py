"""Accepting a server's chain although it differs from the chain it showed before."""

from collections.abc import Iterator

from samedeal_client.commands.sure import be_sure
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.evidence.heads import Heads, shown_now
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.records.audit import Audit
from samedeal_client.view.spans import Span, Style, line

GIVEN_UP = later(
    "With them goes what could show that the server has left matches out since then. A "
    "backup that was put back is an honest reason: ask its operator first, and whoever "
    "has played there."
)
NOT_SOUND = later(
    "the chain is not accepted: it did not come whole, or lacks another head; see above"
)


def accept_chain(context: Context, found: Audit, *, is_sure: bool) -> None:
    """Give up the heads and own matches that a server's chain lacks; raises Failed.

    `found` is the result of an audit that compared them.
    """
    if not found.is_whole:
        raise Failed(tr(NOT_SOUND))
    if not found.gone and not found.own_missing:
        told = tr("Nothing to accept: the chain is the one that you were shown.")
        context.show((line(told),))
        return
    warnings = tuple((Span(text, Style.WARNING),) for text in _given_up(found))
    context.show((*warnings, line(tr(GIVEN_UP))))
    if not is_sure:
        be_sure(tr("Accept the chain of {server}?", server=context.shown_server))
    length, digits = found.head
    now = shown_now(length, bytes.fromhex(digits))
    Heads(context.identity, context.server).keep((now,))
    Revealed(context.identity, context.server).forget(found.own_missing)
    KeptMatches(context.identity).give_up(context.server, found.own_missing)
    told = tr("Accepted: from now on the chain with head {head}.", head=found.head)
    context.show((line(told),))


def _given_up(found: Audit) -> Iterator[str]:
    if found.gone:
        yield tr_n(
            "To accept this chain is to forget {count} head that you were shown: "
            "{heads}.",
            "To accept this chain is to forget {count} heads that you were shown: "
            "{heads}.",
            len(found.gone),
            heads=", ".join(map(str, found.gone)),
        )
    if found.own_missing:
        yield tr_n(
            "To accept this chain is to look no more for {count} match of yours that "
            "it lacks.",
            "To accept this chain is to look no more for {count} matches of yours that "
            "it lacks.",
            len(found.own_missing),
        )
