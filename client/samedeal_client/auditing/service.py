"""An audit of a whole server: every row of its leaderboards is played again.

Its chain of matches has to be the one that the server showed when it greeted, and to
close with the digests of the records; matches that were left open are listed. What is
found is told; nothing needs to be believed but the player's own connection.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from samedeal_client.auditing.links import read_chain, refuse_endless
from samedeal_client.auditing.rows import (
    PRESENT_WINDOWS,
    StandingRow,
    all_rows,
    doubt_about_row,
    refuse_more_rows,
    refuse_more_voids,
    scopes,
)
from samedeal_client.context import Context
from samedeal_client.identity.connecting import visitor
from samedeal_client.kept.evidence.heads import Heads
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.view.records.audit import Audit, Missing
from samedeal_client.view.records.heads import Head
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.fairness import commitment_to_seed
from samedeal_games.wording import Wording
from samedeal_protocol.deals.dailies import CommitmentView, Daily
from samedeal_protocol.errors import ErrorCode
from samedeal_records.proof.chain import Chained, Finding, doubt_about_place
from samedeal_records.proof.reveals import NOT_CHECKED, day_before
from samedeal_records.record import Record, Unreadable, read_record
from samedeal_records.transcripts import Transcript

ATTEMPTS_AUDITED = 100
"""Attempts that are audited of a day's deal: the best ones."""


class Own(NamedTuple):
    """The matches of whoever audits."""

    revealed: Sequence[str]
    """Matches that a nonce was sent for and whose end was not kept yet."""
    played: Sequence[str]


NOTHING_OWN = Own((), ())


async def audit_at(
    context: Context,
    tell: Callable[[str, int], None],
    windows: tuple[str, ...] = (),
    seen: Sequence[Head] = (),
) -> Audit:
    """Look through everything that a server keeps for anybody to see."""
    async with visitor(context) as player:
        kept = Heads(context.identity, context.server)
        revealed = Revealed(context.identity, context.server)
        played = KeptMatches(context.identity).linked_at(context.server)
        noted = revealed.matches()
        own = Own(noted, played)
        found = await audit(player, tell, windows, seen, kept, own)
    if found.is_whole and not found.gone:
        revealed.forget(set(noted) - set(found.own_open) - set(found.own_missing))
    return found


async def audit(
    player: Player,
    tell: Callable[[str, int], None],
    windows: tuple[str, ...] = (),
    seen: Sequence[Head] = (),
    kept: Heads | None = None,
    own: Own = NOTHING_OWN,
) -> Audit:
    """Look through the server of a connected player; raises NotDone and Failed.

    Leaderboards are those of all time, of the present day, week and month, and of the
    `windows` besides. Heads of the chain that others have `seen`, and those `kept`
    here, have to be in it; `own` matches are looked for in it. `tell` is called with
    what is being looked at and how much of it is done.
    """
    refuse_endless(player.chain.length)
    rows = dict.fromkeys(scopes(), 0)
    standings: list[StandingRow] = []
    records: dict[str, Record | str] = {}
    voids_told = 0
    async for standing in all_rows(player, (*PRESENT_WINDOWS, *windows)):
        standings.append(standing)
        refuse_more_rows(len(standings))
        match = standing.row.match
        if match not in records:
            records[match] = record = await _record(player, match)
            voids_told += _voids_told(record)
            refuse_more_voids(voids_told)
        rows[standing.where] += 1
        tell(standing.where, rows[standing.where])
    committed, dailies = await _dailies(player)
    # After the rows: whatever match they name has to be in the chain by now.
    chain = await read_chain(player, tell, kept, seen)
    chained = chain.chained
    findings = [*chain.findings, *chained.findings]
    checked: set[str] = set()
    transcripts: dict[str, Transcript] = {}
    for standing in standings:
        match = standing.row.match
        doubt = _doubt(standing, records[match], chained)
        if doubt:
            findings.append(Finding(standing.where, match, doubt))
        else:
            checked.update(chained.led_to(chained.shown(match)))
            if isinstance(record := records[match], Record):
                transcripts[match] = record.transcript
    findings += [
        Finding("chain", view.deal, doubt)
        for view in committed
        if (doubt := doubt_about_commitment(view, chained))
    ]
    for daily in dailies:
        doubt = doubt_about_daily(daily, chained)
        if doubt:
            findings.append(Finding("chain", daily.commitment.deal, doubt))
    missing = _missing_of(own, chained)
    findings += [Finding("chain", match, doubt) for match, doubt in missing.items()]
    still_open = tuple(match for match in chained.opened if match not in chained.closed)
    # A match that is in doubt is named by several rows of one game.
    return Audit(
        chain.length,
        Head(chain.length, chain.head.hex()),
        sum(len(starts) for led, starts in chained.voided.items() if led),
        len(checked),
        *missing_in(transcripts.values()),
        sum(c.kind == "void" and not c.proof for c in chained.closed.values()),
        still_open,
        rows,
        tuple(dict.fromkeys(findings)),
        chain.gone,
        own_open=_open_of(own, chained),
        own_missing=tuple(missing),
        is_whole=len(chain.findings) == len(chain.gone),
    )


def _missing_of(own: Own, chained: Chained) -> dict[str, Wording]:
    """Return the own matches that the chain does not have at all, with the doubt."""
    played = Wording("you played it, but it is not in the chain")
    revealed = Wording("you revealed for it, but it is not in the chain")
    doubts = {
        **dict.fromkeys(own.played, played),
        **dict.fromkeys(own.revealed, revealed),
    }
    return {
        match: doubt
        for match, doubt in doubts.items()
        if chained.shown(match) not in chained.opened
    }


def _open_of(own: Own, chained: Chained) -> tuple[str, ...]:
    """Return the own matches that were opened and not closed, each once."""
    shown = {m: chained.shown(m) for m in (*own.revealed, *own.played)}
    return tuple(
        match
        for match, link in shown.items()
        if link in chained.opened and link not in chained.closed
    )


def missing_in(
    transcripts: Collection[Transcript],
) -> tuple[tuple[Missing, ...], int, tuple[Missing, ...]]:
    """Return nonces withheld by player, failed starts of the service, and no-shows."""
    voids = {v.match: v for whole in transcripts for v in whole.voids or ()}
    withheld = Counter[str]()
    names: dict[str, str] = {}
    for who in (who for void in voids.values() for who in void.withheld):
        withheld[who.player] += 1
        names[who.player] = who.name
    no_shows = Counter(
        nonce.player
        for whole in transcripts
        for nonce in whole.nonces
        if nonce.nonce is None and whole.kind == "match"
    )
    for seat in (seat for whole in transcripts for seat in whole.seats):
        names.setdefault(seat.player, seat.name)
    counted, missed = (
        tuple(Missing(one, names.get(one, ""), n) for one, n in counts.most_common())
        for counts in (withheld, no_shows)
    )
    return counted, sum(not void.withheld for void in voids.values()), missed


async def _dailies(player: Player) -> tuple[list[CommitmentView], list[Daily]]:
    """Return today's commitments, and the deals of days with their boards.

    Those are today's that somebody has played, and yesterday's.
    """
    committed: list[CommitmentView] = []
    found: list[Daily] = []
    today = await player.dailies()
    before = day_before(today.day)
    for view in today.games:
        committed.append(view.commitment)
        if view.players:
            daily = await player.daily(view.game, today.day, limit=ATTEMPTS_AUDITED)
            found.append(daily)
        with suppress(NotDone):  # the service is younger
            found.append(await player.daily(view.game, before, limit=ATTEMPTS_AUDITED))
    return committed, found


def doubt_about_commitment(view: CommitmentView, chained: Chained) -> str:
    """Return the difference of the chain from a day's commitment; empty for none."""
    if chained.deals.get(view.deal) != view.commitment:
        return Wording("the chain has a different commitment to it, or none")
    return ""


def doubt_about_daily(daily: Daily, chained: Chained) -> str:
    """Return the chain's contradiction of a day's deal; empty for none."""
    deal, seed = daily.commitment.deal, daily.server_seed
    if doubt := doubt_about_commitment(daily.commitment, chained):
        return doubt
    if seed and commitment_to_seed(deal, seed) != daily.commitment.commitment:
        return Wording("its seed is not the one that was committed to")
    for row in daily.rows:
        if chained.place_of(row.match) < chained.places[deal]:
            return Wording("{match} is not in the chain after it", match=row.match)
    return ""


def _doubt(standing: StandingRow, record: Record | str, chained: Chained) -> str:
    """Return the reason that a row of a leaderboard is not proven; empty if it is."""
    if isinstance(record, str):
        return record
    if not record.is_proven:
        doubted = next((c for c in record.checks if c.doubt), None)
        return NOT_CHECKED if doubted is None else doubted.doubt
    doubt = doubt_about_place(standing.row.match, record, chained)
    return doubt or doubt_about_row(standing, record)


async def _record(player: Player, match: str) -> Record | str:
    """Return a record, or the reason that there is none."""
    try:
        return what_is_compared(read_record(await player.transcript(match)))
    except Unreadable as error:
        return error.wording
    except NotDone as refusal:
        if refusal.error.code is not ErrorCode.UNKNOWN_MATCH:
            raise
        return Wording("there is no record of this match")


def _voids_told(record: Record | str) -> int:
    if isinstance(record, str):
        return 0
    return sum(1 + len(void.withheld) for void in record.transcript.voids or ())


def what_is_compared(record: Record) -> Record:
    """Return the part of a checked record that rows and the chain are held against."""
    whole = record.transcript
    lean = whole._replace(
        seats=tuple(seat._replace(moves=()) for seat in whole.seats),
        nonces=tuple(nonce for nonce in whole.nonces if nonce.nonce is None),
        server_seed=b"",
        server="",
    )
    return record._replace(sealed=b"", transcript=lean)
