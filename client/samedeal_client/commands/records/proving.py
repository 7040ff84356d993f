"""Verify, audit and export: the commands that get matches' records and judge them."""

import argparse
import asyncio
from pathlib import Path

from samedeal_client.auditing.remembering import (
    doubted_of,
    doubts_lines,
    otherwise_kept,
    unpromised,
)
from samedeal_client.commands.records.accepting import accept_chain
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.kept.record_files import STDIN, names_file, read_file
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_write
from samedeal_client.terminal.output import print_document, write_bytes
from samedeal_client.view.deals.challenges import invitation
from samedeal_client.view.records.audit import audit_document, audit_lines
from samedeal_client.view.records.chained import Held, held_document, held_lines
from samedeal_client.view.records.doubted import otherwise_lines, unpromised_lines
from samedeal_client.view.records.proof import proof_document, proof_lines
from samedeal_client.view.spans import line, printable
from samedeal_client.wire.reach.addresses import OWN, kept_under
from samedeal_client.wire.reach.invitations import link_to_match
from samedeal_records.record import (
    SUFFIX,
    Record,
    Unreadable,
    check_length,
    is_match,
    read_record,
)


def verify(context: Context, arguments: argparse.Namespace) -> int:
    """Check a match; return 0 only if everything holds."""
    try:
        record = record_of(context, arguments.match)
    except Failed:
        doubts = Doubts(context.identity, context.server)
        kept = doubts.find_anywhere(arguments.match)
        if kept is not None and not arguments.json:
            context.show(doubts_lines(kept))
        raise
    held = _held(context, record) if arguments.chain else None
    doubted = doubted_of(context, arguments.match, record.transcript.match)
    otherwise = otherwise_kept(context, arguments.match, record)
    is_sound = record.is_proven and not (held and held.doubt)
    is_proven = is_sound and doubted is None and not otherwise
    is_file = names_file(arguments.match)
    lacking = unpromised(context, arguments.match, record)
    if arguments.json:
        document = {**proof_document(record), "chain": held_document(held)}
        told = None if doubted is None else doubted.model_dump(mode="json")
        document |= {"unpromised": lacking or None}
        document |= {"doubted": told, "otherwise": [str(each) for each in otherwise]}
        print_document(document, indent=2)
    else:
        context.show((*proof_lines(record), *doubts_lines(doubted)))
        context.show(otherwise_lines(otherwise))
        context.show(unpromised_lines(lacking))
        context.show(held_lines(held, "" if is_file else context.shown_server))
        if is_proven and not is_file and context.server != OWN:
            match = record.transcript.match
            link = link_to_match(match, context.server)
            context.show(invitation(match, context.elsewhere, link))
    return 0 if is_proven else 1


def _held(context: Context, record: Record) -> Held:
    # Only a server needs all that a conversation does.
    from samedeal_client.auditing.links import hold

    return asyncio.run(hold(context, record))


def export(context: Context, arguments: argparse.Namespace) -> int:
    """Write a match's record, as the server keeps it, to a file."""
    match = arguments.match
    if not is_match(match):
        shown = printable(match[:60])
        raise Failed(tr("{text!r} is not the id of a match", text=shown))
    if arguments.file == STDIN and arguments.json:
        raise Failed(tr("--json needs a file, not a pipe"), USAGE)
    if arguments.file != STDIN:
        # Before anybody is asked for it.
        _refuse_overwriting(Path(arguments.file or match + SUFFIX), arguments.force)
    record = record_of(context, match)
    match = record.transcript.match
    if arguments.file == STDIN:
        if not write_bytes(record.sealed):
            raise Failed(tr("a record is binary: send it to a pipe or a file"))
        return 0
    path = Path(arguments.file or match + SUFFIX)
    _refuse_overwriting(path, arguments.force)
    try:
        with path.open("wb" if arguments.force else "xb") as file:
            file.write(record.sealed)
    except OSError as error:
        raise Failed(cannot_write(repr(str(path)), error)) from None
    size = len(record.sealed)
    if arguments.json:
        document = {"match": match, "file": str(path), "bytes": size}
        print_document({**document, "digest": record.digest.hex()})
        return 0
    told = tr(
        "{path}: {size} bytes, digest {digest}",
        path=path,
        size=size,
        digest=record.digest.hex(),
    )
    context.show((line(told),))
    return 0


def audit(context: Context, arguments: argparse.Namespace) -> int:
    """Look through a server; return 0 only if everything holds."""
    from samedeal_client.auditing.service import audit_at

    if arguments.accept_chain and arguments.json:
        raise Failed(tr("--accept-chain has no --json"), USAGE)
    if arguments.yes and not arguments.accept_chain:
        raise Failed(tr("--yes needs --accept-chain"), USAGE)
    windows = tuple(arguments.window)
    seen = tuple(arguments.head)
    found = asyncio.run(audit_at(context, lambda what, done: None, windows, seen))
    if arguments.json:
        print_document(audit_document(found), indent=2)
    else:
        context.show(audit_lines(found))
    if arguments.accept_chain:
        accept_chain(context, found, is_sure=arguments.yes)
        return 1 if len(found.findings) > len(found.gone) else 0
    return 1 if found.findings else 0


def record_of(context: Context, name: str) -> Record:
    """Return the record of a match or a file; raises Failed.

    One that was played here needs no server: its record was kept when it was proven.
    The beginning of a match's id is enough, see `commands.beginnings`.
    """
    try:
        if names_file(name):
            return read_file(name)
        check_length(name)
        kept = _kept(context, name)
        if kept is None:
            # Only a server needs all that a conversation does.
            from samedeal_client.commands import beginnings

            kept = asyncio.run(beginnings.transcript(context, name))
        match, sealed = kept
        record = read_record(sealed)
    except Unreadable as error:
        raise Failed(tr(error.wording)) from None
    if record.transcript.match != match:
        raise Failed(
            tr("what is given as the record of {match} is another's", match=match)
        )
    return record


def _kept(context: Context, name: str) -> tuple[str, bytes] | None:
    """Return a match that was played here at the context's server, and its record."""
    matches = KeptMatches(context.identity)
    found = matches.find(name, context.server)
    if found is None or kept_under(found.server) != kept_under(context.server):
        return None
    sealed = matches.record(found.entry.match, context.server)
    return None if sealed is None else (found.entry.match, sealed)


def _refuse_overwriting(path: Path, force: bool) -> None:
    if path.exists() and not force:
        shown = repr(str(path))
        raise Failed(tr("{path} exists already; --force overwrites it", path=shown))
