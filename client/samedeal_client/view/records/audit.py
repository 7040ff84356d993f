"""The findings of an audit, for people and for programs."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from samedeal_client.language import tr, tr_n
from samedeal_client.view.people.metrics import METRICS
from samedeal_client.view.records.heads import Head
from samedeal_client.view.spans import Line, Lines, Span, Style, fold, line, printable
from samedeal_records.proof.chain import Finding

WIDTH = 79
OPEN_SHOWN = 10
MISSING_SHOWN = 6


class Missing(NamedTuple):
    """A player who did not reveal a nonce, and how often."""

    player: str
    name: str
    """Empty where no record tells it."""
    times: int


class Audit(NamedTuple):
    """The extent of an audit, and its findings."""

    links: int
    head: Head
    """The head of the chain as it was read."""
    voids: int
    """Starts of matches that were void, so that others were opened in their place."""
    voids_checked: int
    """Void starts that a checked record explains. Only matches on a leaderboard can be
    asked for by the names in the chain."""
    withheld: tuple[Missing, ...]
    """The players who made these void, most often first."""
    by_service: int
    """Void starts among these through a server or the store."""
    no_shows: tuple[Missing, ...]
    """The players whose nonces old records lack; the deals were made without these."""
    given_up: int
    """Matches that never started, and that no other was opened in place of."""
    open_matches: tuple[str, ...]
    """Matches that were opened and neither ended nor given up: being played, or left
    out."""
    rows: dict[str, int]
    """Rows held against records: by game, or by a metric and a family."""
    findings: tuple[Finding, ...]
    gone: tuple[Head, ...] = ()
    """Heads that this machine was shown and that are not in the chain."""
    own_open: tuple[str, ...] = ()
    """Open matches of the player who audits, by their own ids."""
    own_missing: tuple[str, ...] = ()
    """Matches that they sent a nonce for or played, and that the chain lacks
    altogether."""
    is_whole: bool = True
    """Whether the chain came whole, and has all other heads that it should have."""


def audit_lines(found: Audit) -> Lines:
    """Return the extent of an audit, each finding, and a verdict."""
    width = max(len(_place(where)) for where in ("chain", *found.rows))
    counted = tr_n("{count} link", "{count} links", found.links)
    lines = [line(_row("chain", width, counted, _doubts(found, "chain")))]
    for game, rows in found.rows.items():
        counted = tr_n("{count} row", "{count} rows", rows)
        lines.append(line(_row(game, width, counted, _doubts(found, game))))
    lines += [
        row for f in found.findings for row in fold(line(f"  {_finding(f)}"), WIDTH)
    ]
    still = len(found.open_matches)
    if still:
        text = tr_n(
            "{count} match is open: being played, or never closed:",
            "{count} matches are open: being played, or never closed:",
            still,
        )
        lines.append(line(text))
        lines += [line(f"  {printable(m)}") for m in found.open_matches[:OPEN_SHOWN]]
        if still > OPEN_SHOWN:
            lines.append(line(tr("  and {count} more", count=still - OPEN_SHOWN)))
    if found.own_open:
        text = tr_n(
            "You were in {count} of them:",
            "You were in {count} of them:",
            len(found.own_open),
        )
        lines.append(line(text))
        lines += [line(f"  {printable(m)}") for m in found.own_open[:OPEN_SHOWN]]
    if found.voids:
        lines.append(
            line(
                tr_n(
                    "{count} start was void; records of matches on boards tell why of "
                    "{checked}.",
                    "{count} starts were void; records of matches on boards tell why "
                    "of {checked}.",
                    found.voids,
                    checked=found.voids_checked,
                )
            )
        )
    lines += _missing_lines(found)
    if found.given_up:
        text = tr_n(
            "{count} match was given up before the deal; no record tells of it.",
            "{count} matches were given up before the deal; no record tells of it.",
            found.given_up,
        )
        lines.append(line(text))
    lines += [
        line(tr("The chain's head: {head}", head=found.head)),
        line(tr("Compare it with a friend's:")),
        # A line of its own, that terminals of 80 columns do not break.
        line(f"  samedeal audit --head {found.head}"),
    ]
    if found.gone or found.own_missing:
        told = tr("If a backup was put back, this takes the chain as it is now:")
        lines += [line(told), line("  samedeal audit --accept-chain")]
    count = len(found.findings)
    if count:
        text = tr_n("{count} problem found.", "{count} problems found.", count)
        return (*lines, (Span(text, Style.WARNING),))
    return (*lines, (Span(tr("Everything checks out."), Style.GOOD),))


def audit_document(found: Audit) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "fits": not found.findings,
        "links": found.links,
        "head": str(found.head),
        "voids": found.voids,
        "voids_checked": found.voids_checked,
        "withheld": [missing._asdict() for missing in found.withheld],
        "by_service": found.by_service,
        "no_shows": [missing._asdict() for missing in found.no_shows],
        "given_up": found.given_up,
        "rows": found.rows,
        "open": list(found.open_matches),
        "own_open": list(found.own_open),
        "findings": [finding._asdict() for finding in found.findings],
    }


def _finding(found: Finding) -> str:
    where = f"{_place(found.where)} {printable(found.match)}".rstrip()
    return f"{where}: {printable(tr(found.doubt))}"


def _missing_lines(found: Audit) -> Iterator[Line]:
    """Yield the players who made starts void, and those whose nonces deals lack."""
    if found.withheld:
        yield line(tr("  not revealed by: {who}", who=_counted(found.withheld)))
    if found.by_service:
        yield line(tr("  through the service: {count}", count=found.by_service))
    if found.no_shows:
        text = tr_n(
            "{count} nonce is missing in old records; the deal could be chosen: {who}",
            "{count} nonces are missing in old records; deals could be chosen: {who}",
            sum(missing.times for missing in found.no_shows),
            who=_counted(found.no_shows),
        )
        yield line(text)


def _counted(missing: Sequence[Missing]) -> str:
    shown = [
        f"{printable(one.name or one.player)} {one.times}"
        for one in missing[:MISSING_SHOWN]
    ]
    if len(missing) > MISSING_SHOWN:
        shown.append(tr("{count} more", count=len(missing) - MISSING_SHOWN))
    return ", ".join(shown)


def _row(what: str, width: int, counted: str, doubts: int) -> str:
    verdict = tr("{count} not ok", count=doubts) if doubts else tr("ok")
    return f"{_place(what):{width}}  {counted:>12}  {verdict}"


def _place(where: str) -> str:
    """Return the place of a finding: a game's key as it is, the rest in words."""
    if where == "chain":
        return tr("chain")
    by, _, family = where.partition(" ")
    metric = next((metric for name, metric in METRICS.items() if name == by), None)
    return where if metric is None else f"{tr(metric.value)} {family}"


def _doubts(found: Audit, where: str) -> int:
    return sum(finding.where == where for finding in found.findings)
