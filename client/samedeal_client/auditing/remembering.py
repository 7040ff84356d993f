"""Doubts, promises and records kept on this machine, held against later records."""

from collections.abc import Iterable, Iterator, Mapping

from samedeal_client.context import Context
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.kept.evidence.doubts import Doubts, KeptDoubts
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
    """Return the doubts about a match, kept when it ended by a player in it; or None.

    `name` is how it was named: as a match of the context's server, or as a file, which
    may be of any server.
    """
    doubts = Doubts(context.identity, context.server)
    return doubts.find_anywhere(match) if names_file(name) else doubts.find(match)


def told_doubts(context: Context, name: str, match: str) -> Lines:
    """Return the doubts of `doubted_of` in lines; empty for none."""
    return doubts_lines(doubted_of(context, name, match))


def doubts_lines(found: KeptDoubts | None) -> Lines:
    """Return kept doubts in lines; empty for None."""
    if found is None:
        return ()
    server = without_login(found.server)
    return doubted_lines(found.doubts, found.at, server, found.announced)


def doubted_among(
    context: Context,
    entries: Iterable[EntryView],
    there: Mapping[str, Iterable[EntryView]],
) -> list[str]:
    """Return the ids of the doubted matches, of this server's and of others'."""
    listed = {context.server: entries, **there}
    return [
        entry.match
        for server, matches in listed.items()
        for entry in matches
        if Doubts(context.identity, server).find(entry.match) is not None
    ]


def otherwise_kept(context: Context, name: str, record: Record) -> tuple[str, ...]:
    """Return a record's contradictions of what was kept of its match; empty for none.

    `name` is how it was named: as a match of the context's server, or as a file, which
    may be of any server.
    """
    return tuple(_otherwise_kept(context, name, record))


def told_otherwise(context: Context, name: str, record: Record) -> Lines:
    """Return the differences of `otherwise_kept` in lines; empty for none."""
    return otherwise_lines(otherwise_kept(context, name, record))


def unpromised(context: Context, name: str, record: Record) -> str:
    """Return the id of a record's given deal that was not promised here before.

    Empty where one was, and for deals that need none. A record named as a file passes:
    nothing says which server's commitments are meant.
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
