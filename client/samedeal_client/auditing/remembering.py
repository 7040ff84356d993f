"""What this machine keeps of a match, held against records that are shown later."""

from collections.abc import Iterable, Iterator, Mapping

from samedeal_client.context import Context
from samedeal_client.kept.commitments import Commitments
from samedeal_client.kept.doubts import Doubts, KeptDoubts
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.kept.record_files import names_file
from samedeal_client.view.records.doubted import doubted_lines, otherwise_lines
from samedeal_client.view.spans import Lines
from samedeal_client.wire.reach.addresses import kept_under, without_login
from samedeal_games.wording import Wording
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.proof.entries import contradictions_to
from samedeal_records.proof.reveals import doubt_about_promise, is_from_before
from samedeal_records.record import Record, Unreadable, read_record

GIVEN = ("daily", "event")
"""Kinds of matches whose deals are committed to outside of their rooms."""


def doubted_of(context: Context, name: str, match: str) -> KeptDoubts | None:
    """Return what was doubted of a match when it ended, by who sat there.

    It was named as a match of the context's server, or as a file, of any.
    """
    doubts = Doubts(context.identity, context.server)
    return doubts.find_anywhere(match) if names_file(name) else doubts.find(match)


def told_doubts(context: Context, name: str, match: str) -> Lines:
    """Return the same in lines, none for no doubt."""
    return doubts_lines(doubted_of(context, name, match))


def doubts_lines(found: KeptDoubts | None) -> Lines:
    """Return what was doubted, none for nothing."""
    if found is None:
        return ()
    server = without_login(found.server)
    return doubted_lines(found.doubts, found.at, server, found.announced)


def doubted_among(
    context: Context,
    entries: Iterable[EntryView],
    there: Mapping[str, Iterable[EntryView]],
) -> list[str]:
    """Return which matches were doubted, of a server's and of those at other ones."""
    listed = {context.server: entries, **there}
    return [
        entry.match
        for server, matches in listed.items()
        for entry in matches
        if Doubts(context.identity, server).find(entry.match) is not None
    ]


def otherwise_kept(context: Context, name: str, record: Record) -> tuple[str, ...]:
    """Return what a record says otherwise than was kept of its match; best nothing.

    It was named as a match of the context's server, or as a file, of any.
    """
    return tuple(_otherwise_kept(context, name, record))


def told_otherwise(context: Context, name: str, record: Record) -> Lines:
    """Return the same in lines, none for nothing."""
    return otherwise_lines(otherwise_kept(context, name, record))


def unpromised(context: Context, name: str, record: Record) -> str:
    """Return the deal of days or an event that a record has no earlier promise for.

    Empty where one was kept here, and where none is made. It was named as a match of
    the context's server; of a file nobody says which server's commitments are meant.
    """
    transcript = record.transcript
    if transcript.kind not in GIVEN or names_file(name):
        return ""
    kept = Commitments(context.identity, context.server).find(transcript.deal)
    return "" if is_from_before(transcript.deal, kept) else transcript.deal


def _otherwise_kept(context: Context, name: str, record: Record) -> Iterator[str]:
    if record.transcript.kind in GIVEN and not names_file(name):
        known = Commitments(context.identity, context.server)
        seen = known.find(record.transcript.deal)
        if doubt := doubt_about_promise(record.transcript.commitment, seen):
            yield doubt
    matches = KeptMatches(context.identity)
    match = record.transcript.match
    kept = matches.find(match, context.server)
    if kept is None or kept.entry.match != match:
        return
    is_here = kept_under(kept.server) == kept_under(context.server)
    if not is_here and not names_file(name):
        return
    yield from contradictions_to(kept.entry, kept.player, record.transcript)
    sealed = matches.record(match, context.server)
    if sealed is not None and sealed != record.sealed and _is_proven(sealed, match):
        yield Wording("another record of it was kept, and proven")


def _is_proven(sealed: bytes, match: str) -> bool:
    try:
        record = read_record(sealed)
    except Unreadable:
        return False
    return record.is_proven and record.transcript.match == match
