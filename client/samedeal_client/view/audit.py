"""What an audit found, for people and for programs."""

from typing import NamedTuple

from samedeal_client.view.spans import Lines, Span, Style, line, printable

OPEN_SHOWN = 10


class Finding(NamedTuple):
    """Something that is not as it should be."""

    where: str
    """``chain``, the key of a game, or ``rating`` and a family."""
    match: str
    doubt: str


class Audit(NamedTuple):
    """What was looked at, and what was found."""

    links: int
    open_matches: tuple[str, ...]
    """Opened, and neither ended nor given up: being played, or left out."""
    rows: dict[str, int]
    """By game, and by ``rating`` and family: how many were held against records."""
    findings: tuple[Finding, ...]


def audit_lines(found: Audit) -> Lines:
    """Show what was looked at, each thing that does not fit, and a verdict."""
    width = max(map(len, ("chain", *found.rows)))
    links = _row("chain", width, found.links, "link", _doubts(found, "chain"))
    lines = [line(links)]
    lines += [
        line(_row(game, width, rows, "row", _doubts(found, game)))
        for game, rows in found.rows.items()
    ]
    lines += [
        line(
            f"  {finding.where} {printable(finding.match)}: {printable(finding.doubt)}"
        )
        for finding in found.findings
    ]
    still = len(found.open_matches)
    if still:
        noun = "match is" if still == 1 else "matches are"
        lines.append(line(f"{still} {noun} open: being played, or never closed:"))
        lines += [line(f"  {printable(m)}") for m in found.open_matches[:OPEN_SHOWN]]
        if still > OPEN_SHOWN:
            lines.append(line(f"  and {still - OPEN_SHOWN} more"))
    count = len(found.findings)
    if count:
        noun = "thing does" if count == 1 else "things do"
        return (*lines, (Span(f"{count} {noun} not fit.", Style.WARNING),))
    return (*lines, (Span("Everything fits.", Style.GOOD),))


def audit_document(found: Audit) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "fits": not found.findings,
        "links": found.links,
        "rows": found.rows,
        "open": list(found.open_matches),
        "findings": [finding._asdict() for finding in found.findings],
    }


def _row(what: str, width: int, count: int, noun: str, doubts: int) -> str:
    counted = f"{count} {noun}" if count == 1 else f"{count} {noun}s"
    verdict = "ok" if not doubts else f"{doubts} not ok"
    return f"{what:{width}}  {counted:>12}  {verdict}"


def _doubts(found: Audit, where: str) -> int:
    return sum(finding.where == where for finding in found.findings)
