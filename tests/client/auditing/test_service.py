"""An audit of a server: all is well, or what is not is found and named."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgpack
import pytest
import pytest_asyncio
from redis.asyncio import Redis
from tests.chains import heads_of
from tests.client.auditing.test_chain import VOIDS
from tests.client.lobby.lobbies import context_at
from tests.faults.inside import Inside, inside, until
from tests.records.test_transcripts import played as played_at_random

from samedeal_client.auditing import rows
from samedeal_client.auditing.service import (
    audit,
    audit_at,
)
from samedeal_client.bots import choose_greedily, play_as_bot
from samedeal_client.commands.records.proving import accept_chain
from samedeal_client.failed import Failed
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.view.records.audit import Audit, audit_document, audit_lines
from samedeal_client.view.records.heads import Head
from samedeal_client.view.spans import text_of
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_games.fairness import (
    void_proof,
)
from samedeal_records.proof.chain import (
    Finding,
)
from samedeal_records.proof.entries import entry_from
from samedeal_records.sealing import seal, unseal
from samedeal_records.transcripts import from_plain, to_plain
from samedeal_server.admin.closing import close
from samedeal_server.admin.erasing import erase
from samedeal_server.core.books.dailies import DRAWN_AHEAD
from samedeal_server.core.books.windows import day_of
from samedeal_server.process.settings import Settings
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.links import unpack_link
from samedeal_server.records.records import Records
from samedeal_server.store.keys import (
    CHAIN_HEAD,
    CHAIN_LINKS,
    board_keys,
    daily_key,
    transcript_key,
)

GAME = "squares/english"
BOARD = f"board/best/{GAME}/all"
SETTINGS = Settings.model_validate({"countdown_ms": 200, "commands_per_s": 1000})


class Played(NamedTuple):
    """A server on which one match was played, and its store."""

    house: Inside
    store: Any
    """Redis, whose own types allow for text where it gives bytes."""
    match: str
    players: tuple[str, str]

    async def audited(self) -> Audit:
        """Come as somebody new and look through the server."""
        chain = self.house.server.parts.chain

        async def is_known() -> bool:
            return (await self.house.store.chain.end()) == (chain.length, chain.head)

        await until(is_known)
        async with Player(self.house.url, name="Eve").connected() as player:
            return await audit(player, lambda what, done: None)

    async def doubts(self) -> set[str]:
        """Return what an audit doubts."""
        return {finding.doubt for finding in (await self.audited()).findings}


@pytest_asyncio.fixture
async def played(store_url: str) -> AsyncIterator[Played]:
    async with (
        inside(store_url, SETTINGS) as house,
        Player(house.url, name="Ada").connected() as ada,
        Player(house.url, name="Bob").connected() as bob,
        Redis.from_url(store_url) as store,
    ):
        await house.server.parts.dailies.draw_ahead()
        await bob.join(await ada.host(GAME, seats=2))
        await asyncio.gather(
            play_as_bot(ada, choose_greedily, Random(1), matches=1),
            play_as_bot(bob, choose_greedily, Random(2), matches=1),
        )
        assert ada.session.room is not None
        assert ada.session.room.result is not None
        match = ada.session.room.result.match
        await house.server.hub.carrier.all_kept.wait()
        yield Played(house, store, match, (ada.id, bob.id))


async def test_a_server_as_it_should_be_has_nothing_to_doubt(played: Played) -> None:
    found = await played.audited()
    assert found.findings == ()
    # Both results on two boards in four windows, the best and the quickest; who won has
    # beaten somebody whom nobody knows.
    assert found.rows[GAME] == 2 * 4 * 2
    assert found.rows["rating squares"] == 0  # provisional
    # The match that was played, the next one of the room, and the deals of the days.
    assert found.links == 3 + len(GAMES) * (DRAWN_AHEAD + 1)
    assert len(found.open_matches) == 1
    assert json.loads(json.dumps(audit_document(found)))["fits"]
    assert "Everything checks out." in "".join(s.text for s in audit_lines(found)[-1])


async def test_somebody_erased_leaves_nothing_to_doubt(played: Played) -> None:
    store = played.house.store
    (room,) = played.house.server.hub.carrier.rooms
    await close(store, Records(store, 0), room, "We stop here.")
    before = await played.audited()
    await erase(store, Archiving(store, None, 0), played.players[0])
    found = await played.audited()
    assert found.findings == ()
    assert (found.rows, found.links) == (before.rows, before.links)


async def test_more_rows_than_can_be_looked_at_are_refused_in_a_sentence(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server can show rows without an end."""
    monkeypatch.setattr(rows, "ROWS_MOST", 10)
    with pytest.raises(Failed, match="shows more than 10 rows; no more are read"):
        await played.audited()


async def test_more_void_starts_than_can_be_compared_are_refused_in_a_sentence(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records are small each, and a server can show any number of them."""
    key = transcript_key(played.match)
    whole = from_plain(unseal(await played.store.get(key)))
    await played.store.set(key, seal(to_plain(whole._replace(voids=VOIDS))))
    monkeypatch.setattr(rows, "VOIDS_MOST", 2)
    with pytest.raises(Failed, match="more than 2 void starts; no more are read"):
        await played.audited()


async def test_a_row_that_its_match_does_not_come_to_is_found(played: Played) -> None:
    rows = board_keys(BOARD).rows
    row = msgpack.unpackb(await played.store.hget(rows, played.players[0]))
    better = msgpack.packb({**row, "score": row["score"] + 1})
    await played.store.hset(rows, played.players[0], better)
    assert await played.doubts() == {"Ada did not have this result in it"}


async def test_a_record_that_is_gone_is_found(played: Played) -> None:
    await played.store.delete(transcript_key(played.match))
    found = await played.audited()
    gone = Finding(GAME, played.match, "there is no record of this match")
    assert found.findings == (gone,)
    assert "1 problem found." in "".join(s.text for s in audit_lines(found)[-1])


async def test_a_record_that_was_written_anew_is_found(played: Played) -> None:
    plain = unseal(await played.store.get(transcript_key(played.match)))
    plain["ended_at"] += 1
    await played.store.set(transcript_key(played.match), seal(plain))
    doubt = "in the chain it was closed with a different record, or not at all"
    assert await played.doubts() == {doubt}


async def test_a_match_that_is_left_out_of_the_chain_is_found(played: Played) -> None:
    links = await played.store.lrange(CHAIN_LINKS, 0, -1)
    (opened,) = [link for link in links if is_opening(link, played.match)]
    await played.store.lrem(CHAIN_LINKS, 1, opened)
    await played.store.hset(CHAIN_HEAD, "length", len(links) - 1)
    await until(lambda: _length_is(played, len(links) - 1))
    assert await played.doubts() >= {
        "its links do not lead to its head",
        "closed before it was opened",
        "in the chain it was opened with a different commitment, or not at all",
    }


async def test_a_chain_that_was_made_anew_is_found(played: Played) -> None:
    async with Player(played.house.url, name="Eve").connected() as player:
        stored = await played.store.lrange(CHAIN_LINKS, 0, -1)
        await played.store.delete(CHAIN_LINKS)
        for packed in stored[::-1]:
            await played.store.rpush(CHAIN_LINKS, packed)
        links = [unpack_link(packed).view for packed in stored[::-1]]
        await played.store.hset(CHAIN_HEAD, "head", heads_of(links)[-1])
        found = await audit(player, lambda what, done: None)
    doubts = {finding.doubt for finding in found.findings}
    assert "it is not the one that the server showed on connecting" in doubts
    assert "its links do not lead to its head" not in doubts


async def test_a_deal_of_the_day_that_was_changed_is_found(played: Played) -> None:
    today = day_of(played.house.store.now())
    seed = msgpack.packb((bytes(32), 0))
    await played.store.hset(daily_key(today.isoformat()), GAME, seed)
    assert await played.doubts() == {
        "the chain has a different commitment to it, or none"
    }


def is_opening(link: bytes, match: str) -> bool:
    kind, _, _, of = unpack_link(link)
    return (kind, of) == ("open", match)


async def _length_is(played: Played, length: int) -> bool:
    return played.house.server.parts.chain.length == length


async def test_why_a_start_was_void_is_said_to_be_checked_only_where_it_was(
    played: Played,
) -> None:
    """Of a match on no board nobody can ask for the record: links are blinded."""
    chain = played.house.server.parts.chain
    for void, match in (VOIDS[0], "m-2"), (VOIDS[1], "m-7"):
        await chain.link("open", void.match, void.commitment)
        await chain.link("void", void.match, void_proof(void, match))
    await chain.link("open", "m-7", bytes(32))
    found = await played.audited()
    assert (found.voids, found.voids_checked) == (2, 0)
    said = "".join(text_of([line]) for line in audit_lines(found))
    assert "2 starts were void; records of matches on boards tell why of 0." in said


async def test_an_audit_names_own_matches_that_were_not_closed(
    played: Played, tmp_path: Path
) -> None:
    """Whoever revealed last for them knows that the server knew the deal."""
    chain = played.house.server.parts.chain
    for match in ("m-1", "m-2", "m-3"):
        await chain.link("open", match, bytes(32))
    await chain.link("end", "m-2", bytes(32))
    context = context_at(played.house.url, tmp_path)
    revealed = Revealed(context.identity, context.server)
    for match in ("m-1", "m-2", "m-4"):
        revealed.note(match)
    Revealed(context.identity, "ws://elsewhere").note("m-3")
    found = await audit_at(context, lambda what, done: None)
    assert (found.own_open, found.own_missing) == (("m-1",), ("m-4",))
    (finding,) = found.findings
    assert finding.match == "m-4"
    assert "you revealed for it, but it is not in the chain" in finding.doubt
    said = text_of(audit_lines(found))
    assert "You were in 1 of them:" in said
    assert audit_document(found)["own_open"] == ["m-1"]
    # What became of the other one is known.
    assert revealed.matches() == ("m-1", "m-4")


async def test_a_match_that_was_played_and_is_in_no_chain_is_found(
    played: Played, tmp_path: Path
) -> None:
    """A proof that saw no end in the chain leaves the match to be looked for."""
    context = context_at(played.house.url, tmp_path)
    kept = KeptMatches(context.identity)
    (seat, *_) = played_at_random(GAME, 1).seats
    for match in ("m-" + "5" * 32, played.match):
        whole = played_at_random(GAME, 1)._replace(match=match, deal=match)
        entry = entry_from(whole, seat.player)
        assert entry is not None
        kept.keep(KeptMatch(server=context.server, player=seat.player, entry=entry))
    found = await audit_at(context, lambda what, done: None)
    (finding,) = found.findings
    assert finding.match == "m-" + "5" * 32
    assert finding.doubt == "you played it, but it is not in the chain"
    assert "samedeal audit --accept-chain" in text_of(audit_lines(found))
    accept_chain(context, found, is_sure=True)
    assert (await audit_at(context, lambda what, done: None)).findings == ()


async def test_matches_that_were_given_up_for_no_other_are_counted_and_told(
    played: Played,
) -> None:
    """A start thrown away so is in no record: the chain alone has it."""
    chain = played.house.server.parts.chain
    for match in ("m-1", "m-2"):
        await chain.link("open", match, bytes(32))
        await chain.link("void", match)
    found = await played.audited()
    assert (found.voids, found.given_up, found.findings) == (0, 2, ())
    said = "".join(text_of([line]) for line in audit_lines(found))
    assert "2 matches were given up before the deal" in said
    assert audit_document(found)["given_up"] == 2


async def test_an_audit_asks_no_more_than_may_be_asked_at_once(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[object]()
    ask = Player.ask

    async def counting(player: Player, question: Any, kind: Any) -> Any:
        asked.append(question)
        return await ask(player, question, kind)

    monkeypatch.setattr(Player, "ask", counting)
    assert (await played.audited()).findings == ()
    assert len(asked) < 2 * Settings.model_validate({}).command_burst


async def test_a_head_that_somebody_else_saw_has_to_lie_on_the_chain(
    played: Played,
) -> None:
    found = await played.audited()
    async with Player(played.house.url, name="Eve").connected() as player:
        links = (await player.links(0)).links
        heads = heads_of(list(links))
        own = [Head(n, heads[n].hex()) for n in (0, 5, len(links))]
        assert found.head in own
        assert (await audit(player, lambda what, done: None, seen=own)).findings == ()
        others = [Head(5, heads[4].hex()), Head(len(links) + 9, heads[-1].hex())]
        told = await audit(player, lambda what, done: None, seen=others)
    doubts = [finding.doubt for finding in told.findings]
    assert [str(other) in doubt for other, doubt in zip(others, doubts, strict=True)]
    assert all("not the chain with head" in doubt for doubt in doubts)
