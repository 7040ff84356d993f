"""The proof of a match, told at a table."""

from samedeal_client.language import later, tr
from samedeal_client.view.deals.challenges import command_hint, match_command
from samedeal_client.view.people.profiles import rating_text
from samedeal_client.view.records.voids import voids_lines
from samedeal_client.view.spans import (
    Lines,
    Style,
    good_news,
    line,
    printable,
    wrapped,
)
from samedeal_client.wire.happenings import Proven
from samedeal_client.wire.reach.invitations import short_address
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.record import date_text

UNFAIR = later("THIS DEAL DOES NOT LOOK FAIR:")
UNPROVEN = later("THE RECORD OF THIS MATCH DIFFERS FROM WHAT WAS PLAYED:")
PROVEN = later(" Match proven, and in the server's chain as shown so far. See it:")
"""A chain can be another one tomorrow; the next greeting is held against this one."""
RECORD_FITS = later(" What it saw fits the record. See it:")
NOT_SEEN = later("Not all of this match is proven: this program did not see {what}.")
VERIFIED = later("Deal verified: shuffled from the seed committed to and all nonces.")
AGAIN = later(" With the same id: verify, export, analyse (what was possible).")
ONCE_REVEALED = later(" then:")
NO_RECORD = later(" No record is kept yet:")
PROVEN_SO_FAR = later("Match proven, and in the server's chain so far.")
SEEN_FITS = later("What this program saw of it fits the record.")
NO_MOVE = later(" Not rated: you made no move.")
NOBODY_ELSE = later(" Not rated: no other person made a move.")


def proof_told(proven: Proven, elsewhere: str = "", *, may_rate: bool = False) -> Lines:
    """Return whether a match that has ended was proven, and where to read on.

    `elsewhere` is what commands name to reach the server, if they must; `may_rate`
    tells whether matches of the room are rated.
    """
    if proven.doubts:
        return doubts_told(UNPROVEN, proven.doubts)
    server = short_address(elsewhere)
    verify = match_command("verify", proven.match, server)
    told = _unseen_told(proven.unseen)
    unseen = wrapped(told, 1, style=Style.PLAIN) if told else ()
    if proven.reveal_at:
        when = date_text(proven.reveal_at)
        return (
            *unseen,
            line(tr(" The seed is revealed at {when};", when=when)),
            *command_hint(tr(ONCE_REVEALED), verify),
        )
    if not proven.is_recorded:
        return (
            *(unseen or (good_news(tr(VERIFIED)),)),
            *voids_lines(proven.voids),
            *command_hint(tr(NO_RECORD), verify),
        )
    replay = match_command("replay", proven.match, server)
    shown = command_hint(tr(PROVEN), replay, Style.GOOD)
    if unseen:
        shown = (*unseen, *command_hint(tr(RECORD_FITS), replay))
    voids = voids_lines(proven.voids)
    rated = _rated(proven.entry, may_rate=may_rate)
    return (*shown, *voids, line(tr(AGAIN)), *rated)


def proof_in_brief(proven: Proven, *, may_rate: bool = False) -> Lines:
    """Return whether a match that has ended was proven, without any command.

    Doubts are told in full: they are what has to be read.
    """
    if proven.doubts:
        return doubts_told(UNPROVEN, proven.doubts)
    believed = _unseen_told(proven.unseen)
    unseen = (line(f" {believed}"),) if believed else ()
    if proven.reveal_at:
        when = date_text(proven.reveal_at)
        return (*unseen, line(tr(" The seed is revealed at {when}.", when=when)))
    good = PROVEN_SO_FAR if proven.is_recorded else VERIFIED
    if unseen:
        fits = (good_news(tr(SEEN_FITS)),) if proven.is_recorded else ()
        told = (*unseen, *fits)
    else:
        told = (good_news(tr(good)),)
    rated = () if _is_rated(proven.entry) else _rated(proven.entry, may_rate=may_rate)
    return (*told, *voids_lines(proven.voids), *rated)


def _is_rated(entry: EntryView | None) -> bool:
    return entry is not None and entry.before is not None and entry.after is not None


def _unseen_told(unseen: tuple[str, ...]) -> str:
    """Return the points that a player has to believe; nothing where there are none."""
    what = "; ".join(tr(each) for each in unseen)
    return tr(NOT_SEEN, what=what) if what else ""


def _rated(entry: EntryView | None, *, may_rate: bool) -> Lines:
    """Return the change of the player's rating, or the reason that there is none."""
    if entry is None:
        return ()
    if entry.before is None or entry.after is None:
        why = NOBODY_ELSE if entry.plies else NO_MOVE
        return (line(tr(why)),) if may_rate and entry.players > 1 else ()
    change = entry.after.rating - entry.before.rating
    told = f"{rating_text(entry.after)} ({change:+})"
    text = tr("Your rating: {rating}.", rating=told)
    if entry.after.provisional:
        text = tr("Your rating: {rating}; ? means too few matches so far.", rating=told)
    return (good_news(text),)


def doubts_told(headline: str, doubts: tuple[str, ...]) -> Lines:
    """Return doubts below a headline that sums them up."""
    lines = [*wrapped(tr(headline), 1, style=Style.WARNING)]
    for doubt in doubts:
        lines += wrapped(printable(tr(doubt)), 3, style=Style.WARNING)
    return tuple(lines)
