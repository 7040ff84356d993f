"""The commitment to the deal of a day, and the outcome of checking it."""

from datetime import date
from typing import NamedTuple

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.names import called
from samedeal_client.view.records.heads import short
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    printable,
    wrapped,
)
from samedeal_protocol.deals.dailies import CommitmentView, Daily
from samedeal_protocol.deals.deals import DealRow
from samedeal_records.proof.reveals import Seen
from samedeal_records.record import date_text

DAY_MS = 24 * 3600 * 1000
NOT_AHEAD = later("That is less than a day ahead, as on the first days of a server.")
UNHELD = later(
    "The seed fits the commitment that came with it, as any seed would: this machine "
    "was shown none before the reveal, so that the deal was not changed since is not "
    "proven. Compare the commitment with a friend's; samedeal audit looks for it in "
    "the chain."
)


class Judged(NamedTuple):
    """The outcome of checking a day's board."""

    doubts: tuple[str, ...]
    """Doubts about the day itself; empty if there are none."""
    seen: Seen | None
    """The commitment that this player was shown first."""
    is_held: bool
    """Whether that was before the seed could be known."""
    rows: tuple[tuple[DealRow, str], ...] | None
    """Every row and its doubt, empty for none; None if they were not checked."""

    @property
    def holds(self) -> bool:
        """Tell whether nothing is in doubt."""
        return not self.doubts and not any(doubt for _, doubt in self.rows or ())


def fairness_lines(daily: Daily, judged: Judged) -> Lines:
    """Return the facts about the deal's seed, and the outcome of checking it."""
    committed = daily.commitment
    rows = [_commitment(committed, tr("Committed to"))]
    if not _is_day_ahead(committed, daily.day):
        rows.append(line(Span(f" {tr(NOT_AHEAD)}", Style.DIM)))
    seen = judged.seen
    if seen is not None:
        text = tr(" First shown to you at {when}.", when=date_text(seen.at))
        rows.append(line(Span(text, Style.DIM)))
    if daily.server_seed:
        rows.append(line(tr(" Seed {seed}", seed=daily.server_seed.hex())))
    else:
        text = tr(" The seed is revealed at {when}.", when=date_text(daily.reveal_at))
        rows.append(line(Span(text, Style.DIM)))
        if daily.tomorrow is not None:
            rows.append(_commitment(daily.tomorrow, tr("The next day's")))
    mark = tr("DOUBT")
    rows += [
        (Span(f" {mark}  {printable(tr(doubt))}", Style.WARNING),)
        for doubt in judged.doubts
    ]
    if daily.server_seed and not judged.doubts:
        rows += _held(judged)
    return (*rows, *_proven(judged))


def _commitment(told: CommitmentView, what: str) -> Line:
    """Return a commitment, with the time that the server says it was made."""
    drawn = tr("  seed drawn {when}", when=date_text(told.committed_at))
    return line(f" {what}: {short(told.commitment)}", Span(drawn, Style.DIM))


def _is_day_ahead(told: CommitmentView, day: str) -> bool:
    return told.committed_at <= start_of(day) - DAY_MS


def start_of(day: str) -> int:
    """Return the start of a day, in ms since 1970."""
    days = (date.fromisoformat(day) - date(1970, 1, 1)).days
    return days * DAY_MS


def _held(judged: Judged) -> Lines:
    """Return the outcome for a seed that was revealed."""
    if judged.is_held:
        return ((Span(tr(" The seed is the one committed to."), Style.GOOD),),)
    return wrapped(tr(UNHELD), 1)


def _proven(judged: Judged) -> Lines:
    if judged.rows is None:
        return ()
    doubted = [(row, doubt) for row, doubt in judged.rows if doubt]
    if not doubted and not judged.is_held:
        text = tr_n(
            " Played as recorded, with this seed: {count} row.",
            " Played as recorded, with this seed: all {count} rows.",
            len(judged.rows),
        )
        return (line(text),)
    if not doubted:
        text = tr_n(
            " Proven by their records: {count} row.",
            " Proven by their records: all {count} rows.",
            len(judged.rows),
        )
        return (line(Span(text, Style.GOOD)),)
    mark = tr("DOUBT")
    return tuple(
        (_doubted(f" {mark}  {row.rank} {called(row.name)}", doubt),)
        for row, doubt in doubted
    )


def _doubted(what: str, doubt: str) -> Span:
    return Span(f"{what}: {printable(tr(doubt))}", Style.WARNING)
