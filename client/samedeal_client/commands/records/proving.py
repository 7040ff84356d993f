"""Verify, audit and export: the commands that get matches' records and judge them."""

import argparse
import asyncio
from collections.abc import Iterator
from pathlib import Path

from samedeal_client.auditing.remembering import (
    doubted_of,
    doubts_lines,
    otherwise_kept,
    unpromised,
)
from samedeal_client.commands.sure import be_sure
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.evidence.heads import Heads, shown_now
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.kept.record_files import STDIN, names_file, read_file
from samedeal_client.language import later, tr, tr_n
from samedeal_client.language.reasons import cannot_write
from samedeal_client.terminal.output import print_document, write_bytes
from samedeal_client.view.deals.challenges import invitation
from samedeal_client.view.records.audit import Audit, audit_document, audit_lines
from samedeal_client.view.records.chained import Held, held_document, held_lines
from samedeal_client.view.records.doubted import otherwise_lines, unpromised_lines
from samedeal_client.view.records.proof import proof_document, proof_lines
from samedeal_client.view.spans import Span, Style, line, printable
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
    size, digest = len(record.sealed), record.digest.hex()
    text = tr(
        "{path}: {size} bytes, digest {digest}", path=path, size=size, digest=digest
    )
    return context.answer(
        {"match": match, "file": str(path), "bytes": size, "digest": digest},
        (line(text),),
    )


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
    context.answer(audit_document(found), audit_lines(found), indent=2)
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
