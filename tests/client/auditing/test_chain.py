"""What is read of a chain: links that make no sense, void starts, and no end to it."""

from collections.abc import Iterable
from typing import cast

import pytest
from tests.chains import heads_of
from tests.records.test_transcripts import played as played_at_random

from samedeal_client.auditing.links import ReadChain, read_chain
from samedeal_client.auditing.service import (
    doubt_about_daily,
    missing_in,
    what_is_compared,
)
from samedeal_client.failed import Failed
from samedeal_client.view.records.audit import Audit, audit_document, audit_lines
from samedeal_client.view.records.heads import Head
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_client.wire.witness.following import ChainSeen
from samedeal_games.fairness import (
    CHAIN_START,
    VoidRecord,
    WithheldRecord,
    blinded_id,
    chain_head,
    commitment_to_seed,
    void_proof,
)
from samedeal_protocol.deals.dailies import CommitmentView, Daily, StreakView
from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.results.records import ChainPart
from samedeal_protocol.rooms.boards import LinkView
from samedeal_records.proof.chain import (
    Chained,
    ChainReader,
    doubt_about_place,
    doubt_about_voids,
)
from samedeal_records.record import Record, read_record
from samedeal_records.sealing import seal
from samedeal_records.transcripts import NonceRecord, to_plain
from samedeal_server.records.links import link_of

GAME = "squares/english"


def read_links(links: Iterable[LinkView]) -> Chained:
    """Return the chain as its links tell it, and the faults found in them."""
    reader = ChainReader()
    for link in links:
        reader.add(link)
    return reader.chained


def test_an_audit_keeps_of_a_record_only_what_it_compares() -> None:
    record = what_is_compared(read_record(seal(to_plain(played_at_random(GAME, 1)))))
    assert record.is_proven
    kept = record.transcript
    assert (record.sealed, kept.server, kept.server_seed) == (b"", "", b"")
    assert kept.nonces == ()
    assert not any(seat.moves for seat in kept.seats)


def daily_with(match: str, server_seed: bytes) -> Daily:
    """Return a day's deal that was played once, in this match."""
    deal = f"daily/{GAME}/2026-11-20"
    commitment = commitment_to_seed(deal, bytes(32))
    row = DealRow(
        rank=1,
        player="p-ada",
        name="Ada",
        score=1,
        plies=25,
        elapsed_ms=1,
        state="over",
        match=match,
        at=3,
    )
    return Daily(
        re=1,
        game=GAME,
        day="2026-11-20",
        closes_at=2,
        reveal_at=3,
        commitment=CommitmentView(deal=deal, commitment=commitment, committed_at=1),
        tomorrow=None,
        server_seed=server_seed,
        attempt=None,
        streak=StreakView(current=0, longest=0),
        players=1,
        rows=(row,),
    )


def test_what_the_chain_says_otherwise_of_a_days_deal_is_found() -> None:
    late = daily_with("m-2", bytes(32))
    deal, commitment = late.commitment.deal, late.commitment.commitment
    links = [
        LinkView(kind="open", match=blinded_id("m-1"), proof=commitment),
        LinkView(kind="deal", match=deal, proof=commitment),
        LinkView(kind="open", match=blinded_id("m-2"), proof=commitment),
    ]
    chained = read_links(links)
    assert doubt_about_daily(late, chained) == ""
    assert "m-1" in doubt_about_daily(daily_with("m-1", bytes(32)), chained)
    assert "its seed" in doubt_about_daily(daily_with("m-2", b"1" * 32), chained)
    assert "or none" in doubt_about_daily(late, read_links(links[::2]))


def test_a_head_depends_on_every_part_of_every_link() -> None:
    first = LinkView(kind="open", match="m-1", proof=b"a")
    variants = [
        first,
        first.model_copy(update={"kind": "void"}),
        first.model_copy(update={"match": "m-2"}),
        first.model_copy(update={"proof": b"b"}),
    ]
    heads = [heads_of([link, first])[-1] for link in variants]
    assert len(set(heads)) == len(variants)
    assert heads_of([]) == [CHAIN_START]
    assert heads_of([first])[1] == chain_head(CHAIN_START, "open", "m-1", b"a")


@pytest.mark.parametrize(
    ("kinds", "doubt"),
    [
        (("open", "open"), "opened twice"),
        (("end",), "closed before it was opened"),
        (("open", "end", "void"), "closed twice"),
        (("open", "void"), ""),
    ],
)
def test_links_that_make_no_sense_are_found(kinds: tuple[str, ...], doubt: str) -> None:
    links = [
        LinkView.model_validate({"kind": kind, "match": "m-1", "proof": b""})
        for kind in kinds
    ]
    found = read_links(links).findings
    assert [finding.doubt for finding in found] == ([doubt] if doubt else [])


@pytest.mark.parametrize("is_plain_first", [True, False])
def test_a_match_under_its_own_and_its_blinded_id_is_opened_twice(
    is_plain_first: bool,
) -> None:
    names = ["m-7", blinded_id("m-7")]
    links = [
        LinkView(kind="open", match=name, proof=bytes(32))
        for name in (names if is_plain_first else names[::-1])
    ]
    assert read_links(links[:1]).findings == []
    (found,) = read_links(links).findings
    assert (found.match, found.doubt) == (links[1].match, "opened twice")


def test_an_audit_tells_who_did_not_reveal_and_how_often() -> None:
    whole = played_at_random(GAME, 1)
    nonces = (*whole.nonces, NonceRecord("p-eve", bytes(32), None))
    old = whole._replace(match="m-8", deal="m-8", voids=None, nonces=nonces)
    eve = WithheldRecord("p-eve", "Eve", bytes(32))
    voids = (
        VOIDS[0],
        VOIDS[1]._replace(withheld=(eve, *VOIDS[1].withheld)),
        VoidRecord("m-4", bytes(32), "withheld", (eve,)),
    )
    new = whole._replace(voids=voids)
    withheld, by_service, no_shows = missing_in([new, new._replace(match="m-9"), old])
    assert withheld == (("p-eve", "Eve", 2), ("p-bob", "Bob", 1))
    assert by_service == 1
    assert no_shows == (("p-eve", "Eve", 1),)
    found = Audit(
        *(9, Head(9, "ab"), 3, 3, withheld, by_service, no_shows, 0, (), {}, ())
    )
    said = text_of(audit_lines(found))
    assert "not revealed by: Eve 2, Bob 1" in said
    assert "through the service: 1" in said
    assert "1 nonce is missing in old records" in said
    document = audit_document(found)
    assert document["by_service"] == 1
    assert document["withheld"] == [
        {"player": "p-eve", "name": "Eve", "times": 2},
        {"player": "p-bob", "name": "Bob", "times": 1},
    ]


VOIDS = (
    VoidRecord("m-1", b"1" * 32, "service", ()),
    VoidRecord(
        "m-2", b"2" * 32, "withheld", (WithheldRecord("p-bob", "Bob", bytes(32)),)
    ),
)
"""The starts that were void before m-7, the match of `played_at_random`."""


def chain_with(voids: tuple[VoidRecord, ...], commitment: bytes) -> list[LinkView]:
    """Return a chain in which these starts were void before m-7."""
    links = [link_of("open", void.match, void.commitment) for void in voids]
    links.append(link_of("open", "m-7", commitment))
    following = [*(void.match for void in voids), "m-7"][1:]
    links += [
        link_of("void", void.match, void_proof(void, match))
        for void, match in zip(voids, following, strict=True)
    ]
    return [link.view for link in links]


def test_a_record_that_tells_other_void_starts_than_the_chain_is_found() -> None:
    whole = played_at_random(GAME, 1)
    other = VOIDS[1]._replace(why="service", withheld=())
    for linked in ((), VOIDS[:1], VOIDS[1:], VOIDS, (VOIDS[0], other)):
        chained = read_links(chain_with(linked, whole.commitment))
        assert chained.findings == []
        for told in ((), VOIDS[:1], VOIDS[1:], VOIDS, (VOIDS[0], other)):
            doubt = doubt_about_voids(whole, told, chained)
            assert bool(doubt) == (told != linked), (linked, told)


def record_of_an_old_version() -> Record:
    """Return a proven record of m-7 that has no place for void starts."""
    whole = played_at_random(GAME, 1)
    seats = tuple(seat._replace(named=None) for seat in whole.seats)
    old = whole._replace(voids=None, seats=seats)
    record = read_record(seal(to_plain(old)))
    assert record.is_proven
    assert record.transcript.voids is None
    return record


def test_an_old_version_does_not_hide_void_starts() -> None:
    record = record_of_an_old_version()
    end = link_of("end", "m-7", record.digest).view
    for linked in (VOIDS[:1], VOIDS):
        links = [*chain_with(linked, record.transcript.commitment), end]
        doubt = doubt_about_place("m-7", record, read_links(links))
        assert doubt == (
            f"the record tells of no void starts, but the chain has {len(linked)}"
        )


def test_an_old_record_is_not_in_doubt_for_void_links_of_its_time() -> None:
    record = record_of_an_old_version()
    commitment = record.transcript.commitment
    links = [
        LinkView(kind="open", match="m-1", proof=bytes(32)),
        LinkView(kind="void", match="m-1", proof=b""),
        LinkView(kind="open", match="m-7", proof=commitment),
        *chain_with(VOIDS[:1], bytes(32))[:1],
        LinkView(kind="end", match="m-7", proof=record.digest),
    ]
    assert doubt_about_place("m-7", record, read_links(links)) == ""


def test_no_record_is_older_than_the_chain_was_when_its_match_was_opened() -> None:
    """It leaves out who was void, and how often a nonce was not revealed."""
    record = record_of_an_old_version()
    commitment = record.transcript.commitment
    voided = [
        link_of("open", "m-1", bytes(32)).view,
        LinkView(kind="open", match="m-2", proof=bytes(32)),
        link_of("void", "m-1", void_proof(VOIDS[0], "m-2")).view,
    ]
    unblinded = [
        voided[1],
        LinkView(kind="open", match="m-3", proof=bytes(32)),
        LinkView(kind="void", match="m-3", proof=void_proof(VOIDS[0], "m-2")),
    ]
    for before, opened in (
        ([], blinded_id("m-7")),
        (voided[:1], "m-7"),
        (voided, "m-7"),
        (unblinded, "m-7"),
    ):
        links = [
            *before,
            LinkView(kind="open", match=opened, proof=commitment),
            LinkView(kind="end", match=opened, proof=record.digest),
        ]
        assert doubt_about_place("m-7", record, read_links(links)) == (
            "the record is of an old version, but the server had a newer one by then"
        )


class Endless:
    """A server that shows a chain without an end, so many links at a time."""

    def __init__(self, told: int, at_once: int, proof: bytes = bytes(32)) -> None:
        self.chain = ChainSeen(0, CHAIN_START)
        self.asked = 0
        self._told, self._at_once, self._proof = told, at_once, proof

    async def links(self, start: int) -> ChainPart:
        """Answer like a server's chain."""
        self.asked += 1
        links = tuple(
            LinkView(kind="open", match=f"x-{n:064x}", proof=self._proof)
            for n in range(start, start + self._at_once)
        )
        return ChainPart(
            re=1, start=start, links=links, length=self._told, head=bytes(32)
        )


async def read(server: Endless, most: int = 10_000) -> ReadChain:
    player = cast("Player", server)
    return await read_chain(player, lambda what, done: None, most=most)


async def test_a_chain_without_an_end_is_refused_in_a_sentence() -> None:
    server = Endless(told=2**53, at_once=200)
    with pytest.raises(Failed, match="no more than 10000 are read"):
        await read(server)
    assert server.asked == 1


async def test_more_links_than_were_announced_are_not_read() -> None:
    server = Endless(told=300, at_once=200)
    assert (await read(server)).length == 300
    assert server.asked == 2


async def test_a_chain_that_comes_drop_by_drop_is_not_waited_for() -> None:
    server = Endless(told=5000, at_once=1)
    findings = (await read(server)).findings
    assert findings[0].doubt == "5000 links were announced, but 102 came"


async def test_links_that_are_wrong_are_told_up_to_a_number() -> None:
    found = await read(Endless(told=1000, at_once=200, proof=bytes(60_000)))
    told = [finding.doubt for finding in found.chained.findings]
    assert told == ["longer than a link is"] * 100 + ["so are 900 other links"]
    assert not found.chained.opened


def test_a_void_start_has_to_lead_to_a_match_that_was_opened() -> None:
    links = chain_with(VOIDS, bytes(32))
    links = [link for link in links if link.match != blinded_id("m-7")]
    doubts = [finding.doubt for finding in read_links(links).findings]
    assert doubts == ["void in place of a match that was not opened"]
