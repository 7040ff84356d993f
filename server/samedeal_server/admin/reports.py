"""The queue of what players reported, with what was said, until it is dealt with."""

import argparse
from collections.abc import Iterator

from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_dry_run,
    add_why,
    counted,
    on_store,
    when,
)
from samedeal_server.hub.reporting import unpack_complaint
from samedeal_server.process.settings import Settings
from samedeal_server.store.operators.reports import Kept
from samedeal_server.store.redis import Store


async def reports(store: Store) -> Document:
    """Return the reports in the queue, the oldest first."""
    return {"reports": [_document(kept) for kept in await store.reports.read()]}


def reports_told(found: Document) -> Iterator[str]:
    """Yield a line for each report."""
    for each in found["reports"]:
        yield _line(each)
    yield f"{counted(len(found['reports']), 'report waits', 'reports wait')}."


def _document(kept: Kept) -> Document:
    complaint = unpack_complaint(kept.packed)
    lines = [line._asdict() for line in complaint.lines]
    return {
        "report": kept.number,
        "at": kept.at,
        **complaint._asdict(),
        "lines": lines,
    }


def _line(each: Document) -> str:
    return (
        f"{each['report']} {when(each['at'])} room {each['room']}: "
        f"{each['by_name']} {each['by']} reports {each['about_name']} "
        f"{each['about']}: {each['why']}"
    )


async def _report(store: Store, settings: Settings, asked: Asked) -> Document:
    found = [kept for kept in await store.reports.read() if kept.number == asked.report]
    if not found:
        raise CannotDo(f"no report {asked.report} waits")
    is_done = asked.done and not asked.dry_run
    if is_done:
        await audit_log.note(store, "report", asked.report, asked.why or "")
        await store.reports.done(asked.report)
    return {**_document(found[0]), "done": is_done}


def _report_told(found: Document) -> Iterator[str]:
    yield _line(found)
    said = "what was said there last:" if found["lines"] else "nothing was said there."
    yield f"match {found['match'] or 'none'}; {said}"
    for line in found["lines"]:
        yield f"{when(line['at'])} {line['player']}: {line['text']}"
    if found["done"]:
        yield "It waits no more."


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("report", metavar="REPORT")
    parser.add_argument("--done", action="store_true", help="take it out of the queue")
    add_why(parser, "what came of it, for the audit log")
    add_dry_run(parser)


REPORT = Verb(
    "show what a player reported, with what was said",
    "Show a report of the queue: who reports whom, why, the match, and what was said "
    "in that room; with --done it is taken out.",
    on_store(_report, _report_told),
    add=_add,
    example='report 1795652920136-0 --done --why "Kicked."',
)
