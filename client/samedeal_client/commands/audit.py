"""A whole server looked through: every row of the leaderboards played again.

And the chain of matches: that it is the one that the server showed when it greeted,
that the records are those it closes with, and which matches it left open. What is
found is told; nothing needs to be believed but the player's own connection.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from samedeal_client.commands.rows import (
    PRESENT_WINDOWS,
    StandingRow,
    all_rows,
    doubt_about_row,
    scopes,
)
from samedeal_client.kept.heads import Heads, SeenHead, shown_now
from samedeal_client.proof.records import (
    Record,
    Unreadable,
    date_text,
    read_record,
)
from samedeal_client.proof.reveals import NOT_CHECKED, day_before
from samedeal_client.view.audit import Audit, Finding
from samedeal_client.view.heads import Head
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.fairness import (
    CHAIN_START,
    blinded_id,
    chain_head,
    commitment_to_seed,
    successor_of,
    void_proof,
)
from samedeal_games.transcripts import Transcript, VoidRecord
from samedeal_games.wording import Wording
from samedeal_protocol.boards import LinkView
from samedeal_protocol.dailies import CommitmentView, Daily
from samedeal_protocol.errors import ErrorCode

ATTEMPTS_AUDITED = 100
"""Of a day's deal: the best ones."""


class Chained(NamedTuple):
    """The chain as it was read."""

    opened: dict[str, bytes]
    """By match, as it stands in the chain: what the server committed to."""
    closed: dict[str, LinkView]
    deals: dict[str, bytes]
    """The same by deal, of those that are made for more than one match."""
    voided: dict[str, list[str]]
    """By match: those that were void, and in place of which it was opened."""
    places: dict[str, int]
    """By match or deal: which link of the chain is its first."""
    findings: list[Finding]

    def shown(self, match: str) -> str:
        """Return what stands in the chain for a match; its own id in an old link."""
        return match if match in self.places else blinded_id(match)

    def place_of(self, match: str) -> int:
        """Return which link of the chain is a match's first, -1 for none."""
        return self.places.get(self.shown(match), -1)

    def led_to(self, shown: str) -> dict[str, bytes]:
        """Return the void starts that a match came of, with their proofs."""
        found: dict[str, bytes] = {}
        waiting = [shown]
        while waiting:
            for before in self.voided.get(waiting.pop(), ()):
                if before not in found:
                    found[before] = self.closed[before].proof
                    waiting.append(before)
        return found


async def audit(
    player: Player,
    tell: Callable[[str, int], None],
    windows: tuple[str, ...] = (),
    seen: Sequence[Head] = (),
    kept: Heads | None = None,
) -> Audit:
    """Look through the server of a connected player; raises NotDone.

    Leaderboards are those of all time, of the present day, week and month, and of
    the `windows` besides; heads of the chain that others have `seen` have to be its
    own, and those `kept` of it here. `tell` is called with what is being looked at and
    how much of it is done.
    """
    rows = dict.fromkeys(scopes(), 0)
    standings: list[StandingRow] = []
    records: dict[str, Record | str] = {}
    async for standing in all_rows(player, (*PRESENT_WINDOWS, *windows)):
        standings.append(standing)
        match = standing.row.match
        if match not in records:
            records[match] = await _record(player, match)
        rows[standing.where] += 1
        tell(standing.where, rows[standing.where])
    committed, dailies = await _dailies(player)
    # After the rows: whatever match they name has to be in the chain by now.
    links, findings = await read_chain(player, tell, kept)
    chained = read_links(links)
    heads = heads_of(links)
    findings += [*chained.findings, *_not_on_chain(heads, seen)]
    checked: set[str] = set()
    for standing in standings:
        match = standing.row.match
        doubt = _doubt(standing, records[match], chained)
        if doubt:
            findings.append(Finding(standing.where, match, doubt))
        else:
            checked.update(chained.led_to(chained.shown(match)))
    for view in committed:
        if doubt := doubt_about_commitment(view, chained):
            findings.append(Finding("chain", view.deal, doubt))
    for daily in dailies:
        doubt = doubt_about_daily(daily, chained)
        if doubt:
            findings.append(Finding("chain", daily.commitment.deal, doubt))
    still_open = tuple(match for match in chained.opened if match not in chained.closed)
    # A match that is in doubt is named by several rows of one game.
    return Audit(
        len(links),
        Head(len(links), heads[-1].hex()),
        sum(len(starts) for led, starts in chained.voided.items() if led),
        len(checked),
        sum(c.kind == "void" and not c.proof for c in chained.closed.values()),
        still_open,
        rows,
        tuple(dict.fromkeys(findings)),
    )


def _not_on_chain(heads: list[bytes], seen: Sequence[Head]) -> Iterator[Finding]:
    """Yield the heads that somebody else has seen and that are not of this chain."""
    for head in seen:
        known = heads[head.length].hex() if head.length < len(heads) else ""
        if not known.startswith(head.digits):
            doubt = Wording("it is not the chain with head {head}", head=str(head))
            yield Finding("chain", "", doubt)


async def _dailies(player: Player) -> tuple[list[CommitmentView], list[Daily]]:
    """Return what was committed to for today, and deals with their boards.

    Those of today that somebody has played, and those of yesterday.
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
    """Return what the chain says otherwise of a day's commitment, empty if nothing."""
    if chained.deals.get(view.deal) != view.commitment:
        return Wording("the chain has a different commitment to it, or none")
    return ""


def doubt_about_daily(daily: Daily, chained: Chained) -> str:
    """Return what the chain says otherwise of a day's deal, empty if nothing."""
    deal, seed = daily.commitment.deal, daily.server_seed
    if doubt := doubt_about_commitment(daily.commitment, chained):
        return doubt
    if seed and commitment_to_seed(deal, seed) != daily.commitment.commitment:
        return Wording("its seed is not the one that was committed to")
    for row in daily.rows:
        if chained.place_of(row.match) < chained.places[deal]:
            return Wording("{match} is not in the chain after it", match=row.match)
    return ""


async def read_chain(
    player: Player, tell: Callable[[str, int], None], kept: Heads | None = None
) -> tuple[list[LinkView], list[Finding]]:
    """Read the chain as long as it is now, and compare its heads.

    Those `kept` of it have to be its own; its newest takes their place if all is well.
    """
    greeted = player.chain
    part = await player.links(0)
    length, told_head = part.length, part.head
    links = list(part.links)
    while len(links) < length and part.links:
        part = await player.links(len(links))
        links += part.links
        tell("chain", len(links))
    links = links[:length]
    heads = heads_of(links)
    findings: list[Finding] = []
    if len(links) < length:
        doubt = Wording(
            "{all} links were announced, but {given} came", all=length, given=len(links)
        )
        findings.append(Finding("chain", "", doubt))
    elif heads[-1] != told_head:
        doubt = Wording("its links do not lead to its head")
        findings.append(Finding("chain", "", doubt))
    if len(heads) <= greeted.length or heads[greeted.length] != greeted.head:
        doubt = Wording("it is not the one that the server showed on connecting")
        findings.append(Finding("chain", "", doubt))
    if kept is not None:
        findings += _not_as_shown(heads, kept.seen())
        if not findings:
            kept.keep((shown_now(len(links), heads[-1]),))
    return links, findings


def _not_as_shown(heads: list[bytes], seen: Sequence[SeenHead]) -> Iterator[Finding]:
    """Yield the heads that this player was shown and that are not of this chain."""
    for one in seen:
        if one.length >= len(heads) or heads[one.length].hex() != one.head:
            doubt = Wording(
                "it is not the chain that you were shown at {when}, with head {head}",
                when=date_text(one.at),
                head=str(Head(one.length, one.head)),
            )
            yield Finding("chain", "", doubt)


def heads_of(links: list[LinkView]) -> list[bytes]:
    """Return the chain's head before the first link and after each."""
    heads = [CHAIN_START]
    for link in links:
        heads.append(chain_head(heads[-1], link.kind, link.match, link.proof))
    return heads


def read_links(links: list[LinkView]) -> Chained:
    """Return what the links say of each match, and what is wrong with them."""
    chained = Chained({}, {}, {}, {}, {}, [])
    blinded: set[str] = set()
    for place, link in enumerate(links):
        match = link.match
        doubt: Wording | None = None
        chained.places.setdefault(match, place)
        if link.kind == "deal":
            doubt = Wording("committed to twice") if match in chained.deals else None
            chained.deals.setdefault(match, link.proof)
        elif link.kind == "open":
            other = blinded_id(match)
            is_known = match in chained.opened or match in blinded
            # Under its own id and under the blinded one it is the same match.
            if is_known or other in chained.opened:
                doubt = Wording("opened twice")
            blinded.add(other)
            chained.opened.setdefault(match, link.proof)
        else:
            if match not in chained.opened:
                doubt = Wording("closed before it was opened")
            elif match in chained.closed:
                doubt = Wording("closed twice")
            else:
                successor = successor_of(link.proof) if link.kind == "void" else ""
                chained.voided.setdefault(successor, []).append(match)
                if successor and successor not in chained.opened:
                    doubt = Wording("void in place of a match that was not opened")
            chained.closed.setdefault(match, link)
        if doubt is not None:
            chained.findings.append(Finding("chain", match, doubt))
    return chained


def _doubt(standing: StandingRow, record: Record | str, chained: Chained) -> str:
    """Return why a row of a leaderboard is not proven, empty if it is."""
    if isinstance(record, str):
        return record
    if not record.is_proven:
        doubted = next((c for c in record.checks if c.doubt), None)
        return NOT_CHECKED if doubted is None else doubted.doubt
    doubt = doubt_about_place(standing.row.match, record, chained)
    return doubt or doubt_about_row(standing, record)


def doubt_about_place(match: str, record: Record, chained: Chained) -> str:
    """Return what the chain says otherwise of a match's record, empty if nothing."""
    shown = chained.shown(match)
    if chained.opened.get(shown) != record.transcript.commitment:
        return Wording(
            "in the chain it was opened with a different commitment, or not at all"
        )
    closing = chained.closed.get(shown)
    if closing is None or (closing.kind, closing.proof) != ("end", record.digest):
        return Wording(
            "in the chain it was closed with a different record, or not at all"
        )
    return doubt_about_voids(record.transcript, record.transcript.voids, chained)


def doubt_about_voids(
    transcript: Transcript, voids: Sequence[VoidRecord] | None, chained: Chained
) -> str:
    """Return what the chain says otherwise of the starts that were void.

    A record of an old version has no place for them (None). The void links of its
    time lead to no match, so one that has others is not as old as it says.
    """
    led = chained.led_to(chained.shown(transcript.match))
    if voids is None:
        if not led:
            return ""
        return Wording(
            "the record tells of no void starts, but the chain has {count}",
            count=len(led),
        )
    following = [*(void.match for void in voids), transcript.match][1:]
    told = {
        chained.shown(void.match): void_proof(void, match)
        for void, match in zip(voids, following, strict=True)
    }
    for void in voids:
        if chained.opened.get(chained.shown(void.match)) != void.commitment:
            return Wording("the chain lacks a void start that the record has")
    if any(shown not in told for shown in led):
        return Wording("the chain has a void start that the record lacks")
    if any(led.get(shown) != proof for shown, proof in told.items()):
        return Wording("the chain gives a different account of a void start")
    return ""


async def _record(player: Player, match: str) -> Record | str:
    """Return a record, or why there is none."""
    try:
        return read_record(await player.transcript(match))
    except Unreadable as error:
        return error.wording
    except NotDone as refusal:
        if refusal.error.code is not ErrorCode.UNKNOWN_MATCH:
            raise
        return Wording("there is no record of this match")
