"""Doubts of the player's own client when a match ended, told later."""

from collections.abc import Sequence

from samedeal_client.language import later, listed, tr, tr_n
from samedeal_client.view.spans import Lines, Span, Style, printable, wrapped
from samedeal_client.wire.reach.addresses import OWN
from samedeal_records.record import date_text

SHOWN = 4
UNPROMISED = later(
    "Not compared with a commitment from before the reveal: this machine was shown "
    "none to {deal}. The record fits its own, as any would."
)


def doubted_lines(doubts: Sequence[str], at: int, server: str, announced: str) -> Lines:
    """Return the doubts that a player's client had about a match, with the time."""
    where = tr("this machine") if server == OWN else printable(server)
    told = tr(" IN DOUBT: at {server} your client found at its end:", server=where)
    rows = [told, f"   {date_text(at)}"]
    rows += [f"   {printable(doubt)}" for doubt in doubts]
    if announced:
        rows.append(tr(" The commitment that you had heard before it:"))
        rows.append(f"   {printable(announced)}")
    return tuple((Span(row, Style.WARNING),) for row in rows)


def otherwise_lines(contradictions: Sequence[str]) -> Lines:
    """Return the contradictions between a record and this machine's files, if any."""
    if not contradictions:
        return ()
    rows = [tr(" NOT AS KEPT: what this machine kept of the match is otherwise:")]
    rows += [f"   {printable(tr(each))}" for each in contradictions]
    return tuple((Span(row, Style.WARNING),) for row in rows)


def unpromised_lines(deal: str) -> Lines:
    """Return a line on a deal whose commitment was not kept before its seed was out."""
    if not deal:
        return ()
    return wrapped(tr(UNPROMISED, deal=printable(deal)), 1)


def doubted_matches(matches: Sequence[str]) -> Lines:
    """Return a line that names the doubted matches of a list; nothing without any."""
    if not matches:
        return ()
    names = [printable(match) for match in matches[:SHOWN]]
    if len(matches) > SHOWN:
        names.append(tr("{count} more", count=len(matches) - SHOWN))
    text = tr_n(
        "In doubt when it ended: {matches}; samedeal verify tells why.",
        "In doubt when they ended: {matches}; samedeal verify tells why.",
        len(matches),
        matches=listed(names),
    )
    return ((Span(text, Style.WARNING),),)
