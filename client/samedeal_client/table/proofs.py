"""Whether a match was proven, told at a table."""

from samedeal_client.language import later, tr
from samedeal_client.proof.records import date_text
from samedeal_client.view.profiles import rating_text
from samedeal_client.view.spans import Lines, Span, Style, good_news, line, printable
from samedeal_client.view.voids import voids_lines
from samedeal_client.wire.happenings import Proven
from samedeal_protocol.profiles import EntryView

UNFAIR = later("THIS DEAL IS NOT FAIR AS FAR AS CAN BE SEEN:")
UNPROVEN = later("THE RECORD OF THIS MATCH IS NOT WHAT WAS PLAYED:")
PROVEN = later("Match proven. See it: samedeal replay {match}")
VERIFIED = later("Deal verified: shuffled from the seed committed to and all nonces.")
AGAIN = later(" The same id again: verify, export, analyse (what was possible).")
ONCE_REVEALED = later(" then: samedeal verify {match}")
NO_RECORD = later(" Not yet kept as a record: samedeal verify {match}")


def proof_told(proven: Proven) -> Lines:
    """Return whether a match that has ended was proven, and where to read on."""
    if proven.doubts:
        return doubts_told(UNPROVEN, proven.doubts)
    if proven.reveal_at:
        when = date_text(proven.reveal_at)
        again = tr(ONCE_REVEALED, match=printable(proven.match))
        return (
            line(tr(" The seed is revealed at {when};", when=when)),
            line(again),
        )
    if not proven.is_recorded:
        return (
            good_news(tr(VERIFIED)),
            *voids_lines(proven.voids),
            line(tr(NO_RECORD, match=printable(proven.match))),
        )
    shown = good_news(tr(PROVEN, match=printable(proven.match)))
    voids = voids_lines(proven.voids)
    return (shown, *voids, line(tr(AGAIN)), *_rated(proven.entry))


def _rated(entry: EntryView | None) -> Lines:
    """Return how a match has changed the own rating."""
    if entry is None or entry.before is None or entry.after is None:
        return ()
    change = entry.after.rating - entry.before.rating
    told = f"{rating_text(entry.after)} ({change:+})"
    text = tr("Your rating: {rating}.", rating=told)
    if entry.after.provisional:
        text = tr("Your rating: {rating}, ? while few matches are known.", rating=told)
    return (good_news(text),)


def doubts_told(headline: str, doubts: tuple[str, ...]) -> Lines:
    """Return doubts below what they amount to."""
    lines = [Span(f" {tr(headline)}", Style.WARNING)]
    lines += [Span(f"   {printable(tr(doubt))}", Style.WARNING) for doubt in doubts]
    return tuple((span,) for span in lines)
