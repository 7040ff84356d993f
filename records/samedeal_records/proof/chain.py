"""The chain of matches, read link by link, and records held against it.

Nothing here asks anybody: links come in, and doubts come out.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from samedeal_games.fairness import (
    CHAIN_START,
    LinkKind,
    VoidRecord,
    blinded_id,
    chain_head,
    successor_of,
    void_proofs,
)
from samedeal_games.wording import Wording
from samedeal_protocol.rooms.boards import LinkView
from samedeal_records.record import Record
from samedeal_records.transcripts import Transcript

PROOF_MOST = 64
"""Bytes of a link's proof."""
FINDINGS_MOST = 100
"""Of links; more are counted."""


class Finding(NamedTuple):
    """Something that is not as it should be."""

    where: str
    """``chain``, the key of a game, or ``rating`` and a family."""
    match: str
    doubt: str


class Closing(NamedTuple):
    """A match's end, or its void start, in the chain."""

    kind: LinkKind
    proof: bytes


class Chained(NamedTuple):
    """The links of a chain, by match."""

    opened: dict[str, bytes]
    """The server's commitments, by match as it stands in the chain."""
    closed: dict[str, Closing]
    deals: dict[str, bytes]
    """The same by deal, of those that are made for more than one match."""
    voided: dict[str, list[str]]
    """By match: those that were void, and in place of which it was opened."""
    places: dict[str, int]
    """The number of the first link of each match or deal."""
    findings: list[Finding]
    newer: list[int]
    """The first link that no version makes whose records have no place for void starts;
    empty if there is none."""

    def is_of_newer(self, match: str) -> bool:
        """Tell whether a match was opened when the chain had such a link."""
        return bool(self.newer) and self.place_of(match) >= self.newer[0]

    def shown(self, match: str) -> str:
        """Return the id that is in the chain for a match; its own in an old link."""
        return match if match in self.places else blinded_id(match)

    def place_of(self, match: str) -> int:
        """Return the place in the chain of a match's first link, -1 for none."""
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


class ChainReader:
    """A chain as far as it was read; it keeps the heads of some lengths only."""

    def __init__(self, marks: Collection[int] = ()) -> None:
        self.length = 0
        self.head = CHAIN_START
        self.heads: dict[int, bytes] = {0: CHAIN_START}
        """The heads at the lengths that were asked for, and before all links."""
        self.chained = Chained({}, {}, {}, {}, {}, [], [])
        self._marks = frozenset(marks)
        self._plain: dict[str, str] = {}
        """The ids of matches that stand in it under their own, by their blinded ids."""
        self._untold = 0

    def add(self, link: LinkView) -> None:
        """Read one link more."""
        doubt = self._doubt_about(link)
        self.length += 1
        self.head = chain_head(self.head, link.kind, link.match, link.proof)
        if self.length in self._marks:
            self.heads[self.length] = self.head
        if doubt is not None:
            self._find(link.match, doubt)

    def _find(self, match: str, doubt: Wording) -> None:
        findings = self.chained.findings
        if len(findings) < FINDINGS_MOST:
            findings.append(Finding("chain", match, doubt))
            return
        self._untold += 1
        more = Wording("so are {count} other links", count=self._untold)
        del findings[FINDINGS_MOST:]
        findings.append(Finding("chain", "", more))

    def _doubt_about(self, link: LinkView) -> Wording | None:
        """Take over what a link says, and return what is wrong with it."""
        chained, match = self.chained, link.match
        if len(link.proof) > PROOF_MOST:
            return Wording("longer than a link is")
        chained.places.setdefault(match, self.length)
        if not chained.newer and _is_newer(link):
            chained.newer.append(self.length)
        match link.kind:
            case "deal":
                is_known = match in chained.deals
                chained.deals.setdefault(match, link.proof)
                return Wording("committed to twice") if is_known else None
            case "open":
                return self._open(match, link.proof)
            case _:
                return self._close(match, Closing(link.kind, link.proof))

    def _open(self, match: str, commitment: bytes) -> Wording | None:
        opened = self.chained.opened
        # Under its own id and under the blinded one it is the same match.
        is_known = match in opened or match in self._plain
        if not is_blinded(match):
            other = blinded_id(match)
            is_known = is_known or other in opened
            self._plain[other] = match
        opened.setdefault(match, commitment)
        return Wording("opened twice") if is_known else None

    def _close(self, match: str, closing: Closing) -> Wording | None:
        chained, doubt = self.chained, None
        if match not in chained.opened:
            doubt = Wording("closed before it was opened")
        elif match in chained.closed:
            doubt = Wording("closed twice")
        elif closing.kind == "void":
            successor = successor_of(closing.proof)
            chained.voided.setdefault(successor, []).append(match)
            if successor and successor not in chained.opened:
                doubt = Wording("void in place of a match that was not opened")
        chained.closed.setdefault(match, closing)
        return doubt


def _is_newer(link: LinkView) -> bool:
    """Tell whether a link is of a version whose records tell of void starts."""
    if link.kind == "void":
        return bool(link.proof)
    return link.kind == "open" and is_blinded(link.match)


def is_blinded(shown: str) -> bool:
    """Tell whether an id in a chain is a blinded one."""
    return len(shown) == len(blinded_id("")) and shown.startswith("x-")


def doubt_about_place(match: str, record: Record, chained: Chained) -> str:
    """Return the way in which the chain contradicts a match's record, empty if none."""
    shown = chained.shown(match)
    if chained.opened.get(shown) != record.transcript.commitment:
        return Wording(
            "in the chain it was opened with a different commitment, or not at all"
        )
    closing = chained.closed.get(shown)
    if closing != ("end", record.digest):
        return Wording(
            "in the chain it was closed with a different record, or not at all"
        )
    return doubt_about_voids(record.transcript, record.transcript.voids, chained)


def doubt_about_voids(
    transcript: Transcript, voids: Sequence[VoidRecord] | None, chained: Chained
) -> str:
    """Return the way in which the chain contradicts a record's void starts.

    A record of an old version has no place for them (None). The void links of its
    time lead to no match, so one that has others is not as old as it says; nor is that
    of a match opened after its server had a newer version.
    """
    led = chained.led_to(chained.shown(transcript.match))
    if voids is None and led:
        return Wording(
            "the record tells of no void starts, but the chain has {count}",
            count=len(led),
        )
    if voids is None:
        if not chained.is_of_newer(transcript.match):
            return ""
        return Wording(
            "the record is of an old version, but the server had a newer one by then"
        )
    following = [*(void.match for void in voids), transcript.match][1:]
    told = {
        chained.shown(void.match): void_proofs(void, match)
        for void, match in zip(voids, following, strict=True)
    }
    for void in voids:
        if chained.opened.get(chained.shown(void.match)) != void.commitment:
            return Wording("the chain lacks a void start that the record has")
    if any(shown not in told for shown in led):
        return Wording("the chain has a void start that the record lacks")
    if any(led.get(shown) not in proofs for shown, proofs in told.items()):
        return Wording("the chain gives a different account of a void start")
    return ""
