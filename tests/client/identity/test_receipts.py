"""A chain held against what was seen of it: who forgets a match is found later."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import builtins
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest
import pytest_asyncio
from redis.asyncio import Redis
from tests.chains import heads_of
from tests.client.wire.test_player import cutter_to
from tests.faults.inside import Inside, inside

from samedeal_client.auditing.service import audit_at
from samedeal_client.cli import main
from samedeal_client.context import Context
from samedeal_client.identity import keeping
from samedeal_client.identity.connecting import playing, visitor
from samedeal_client.kept.evidence.heads import Heads
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.happenings import NotDone, OtherChain
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.witness.following import ChainSeen, Following
from samedeal_games.fairness import blinded_id
from samedeal_protocol.results.records import ChainPart
from samedeal_protocol.rooms.boards import LinkView
from samedeal_server.process.settings import Settings
from samedeal_server.store.keys import CHAIN_HEAD, CHAIN_LINKS

SETTINGS = Settings.model_validate({"commands_per_s": 1000})


class Visited(NamedTuple):
    """A server, and who comes to it again and again from one machine."""

    house: Inside
    store: Any
    """Redis, whose own types allow for text where it gives bytes."""
    context: Context
    told: list[str]

    @property
    def heads(self) -> Heads:
        """Return what was kept of the server."""
        return Heads(self.context.identity, self.context.server)

    async def visit(self) -> list[str]:
        """Come and go; return what was told, which is then forgotten."""
        async with visitor(self.context):
            pass
        told = self.told[:]
        self.told.clear()
        return told

    async def link(self, *matches: str) -> None:
        """Have matches opened, as far as the chain knows."""
        for match in matches:
            await self.house.server.parts.chain.link("open", match, bytes(32))

    async def wipe(self) -> None:
        """Have the server lose its chain."""
        await self.store.delete(CHAIN_LINKS, CHAIN_HEAD)
        await self.house.server.parts.chain.refresh()


@pytest_asyncio.fixture
async def visited(store_url: str, tmp_path: Path) -> AsyncIterator[Visited]:
    async with inside(store_url, SETTINGS) as house, Redis.from_url(store_url) as store:
        await house.server.parts.dailies.draw_ahead()
        told = list[str]()
        context = Context(
            house.url, tmp_path / "identity", ASCII, colour=False, tell=told.append
        )
        yield Visited(house, store, context, told)


async def test_a_chain_that_goes_on_is_nothing_to_tell(visited: Visited) -> None:
    assert await visited.visit() == []
    await visited.link("m-1", "m-2")
    assert await visited.visit() == []
    (kept,) = visited.heads.seen()
    chain = visited.house.server.parts.chain
    assert (kept.length, kept.head) == (chain.length, chain.head.hex())


@pytest.mark.parametrize("again", [0, 3])
async def test_a_chain_that_was_begun_anew_is_told_once_and_found_by_audits(
    visited: Visited, again: int
) -> None:
    await visited.link("m-1", "m-2")
    await visited.visit()
    (before,) = visited.heads.seen()
    await visited.wipe()
    await visited.house.server.parts.dailies.draw_ahead()
    await visited.link(*(f"m-{number}" for number in range(again)))
    (told,) = await visited.visit()
    assert "is not the one that you were shown" in told
    assert await visited.visit() == []
    found = await audit_at(visited.context, lambda what, done: None, ())
    doubts = [finding.doubt for finding in found.findings]
    assert any("not the chain that you were shown" in doubt for doubt in doubts)
    assert visited.heads.seen()[0] == before


async def test_the_chain_after_an_honest_restore_can_be_accepted(
    visited: Visited,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By name, and after it is said what is given up."""

    async def audited(*words: str, status: int) -> str:
        where = ["--server", visited.context.server]
        where += ["--identity", str(visited.context.identity)]
        assert await asyncio.to_thread(main, [*where, "audit", *words]) == status
        printed = capsys.readouterr()
        return printed.out + printed.err

    await visited.link("m-1", "m-2")
    await visited.visit()
    assert "Nothing to accept" in await audited("--accept-chain", status=0)
    (before,) = visited.heads.seen()
    await visited.wipe()
    await visited.house.server.parts.dailies.draw_ahead()
    await visited.link("m-1")
    told = await audited("--accept-chain", status=2)
    assert f"is to forget 1 head that you were shown: {before.length}:" in told
    assert "say --yes if you mean it" in told
    assert visited.heads.seen()[0] == before
    monkeypatch.setattr("samedeal_client.commands.sure.is_terminal", lambda: True)
    monkeypatch.setattr(builtins, "input", Mock(return_value="no"))
    assert "nothing was done" in await audited("--accept-chain", status=1)
    assert visited.heads.seen()[0] == before
    other = f"{before.length + 99}:{before.head}"
    told = await audited("--accept-chain", "--yes", "--head", other, status=1)
    assert "the chain is not accepted" in told
    assert visited.heads.seen()[0] == before
    told = await audited("--accept-chain", "--yes", status=1)  # the day's deals differ
    assert "Accepted: from now on the chain with head" in told
    assert before not in visited.heads.seen()
    assert await visited.visit() == []
    assert "you were shown" not in await audited(status=1)


async def test_a_match_put_in_place_of_another_is_found(visited: Visited) -> None:
    await visited.link("m-1")
    await visited.visit()
    await visited.wipe()
    await visited.link("m-2")
    (told,) = await visited.visit()
    assert "is not the one that you were shown" in told


async def test_a_chain_cut_short_by_far_is_found(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LINKS_READ", 2)
    await visited.link(*(f"m-{number}" for number in range(9)))
    await visited.visit()
    await visited.wipe()
    assert len(await visited.visit()) == 1


async def test_a_chain_too_long_to_follow_keeps_both_heads_for_an_audit(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LINKS_READ", 2)
    await visited.visit()
    await visited.link("m-1", "m-2", "m-3")
    (told,) = await visited.visit()
    assert "has 3 links more than you saw" in told
    assert "no bad sign; samedeal audit compares all of them" in told
    assert len(visited.heads.seen()) == 2
    found = await audit_at(visited.context, lambda what, done: None, ())
    assert not any("you were shown" in finding.doubt for finding in found.findings)
    (kept,) = visited.heads.seen()
    assert kept.head.startswith(found.head.digits)


async def test_a_chain_that_is_shorter_by_too_many_links_is_told_as_such(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LINKS_READ", 2)
    await visited.link("m-1", "m-2", "m-3")
    await visited.visit()
    chain = visited.house.server.parts.chain
    async with Player(visited.house.url, name="Eve").connected() as player:
        heads = heads_of(list((await player.links(0)).links))
        # So that it does not look in the store meanwhile, as it does at times.
        monkeypatch.setattr(chain, "_know", Mock())
        chain.length, chain.head = len(heads) - 4, heads[-4]
        (told,) = await visited.visit()
    assert "links less than you saw" in told
    assert "Ask its operator" in told


async def test_a_process_that_lags_behind_is_not_in_doubt(visited: Visited) -> None:
    await visited.link("m-1")
    await visited.visit()
    chain = visited.house.server.parts.chain
    async with Player(visited.house.url, name="Eve").connected() as player:
        heads = heads_of(list((await player.links(0)).links))
        chain.length, chain.head = len(heads) - 2, heads[-2]
        assert await visited.visit() == []
    (kept,) = visited.heads.seen()
    assert kept.head == heads[-1].hex()


async def test_a_server_that_will_not_show_its_chain_is_told_of(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    await visited.visit()
    kept = visited.heads.seen()
    await visited.link("m-1")

    async def unwilling(player: Player, start: int) -> None:
        raise TimeoutError

    monkeypatch.setattr(Player, "links", unwilling)
    (told,) = await visited.visit()
    assert "did not show how its chain" in told
    assert "is slow, or hides something" in told
    assert visited.heads.seen() == kept


async def test_a_server_that_shows_no_head_any_more_is_told_of(
    visited: Visited,
) -> None:
    async with visitor(visited.context) as player:
        player.chain = ChainSeen(0, b"")
        kept = keeping.GuestsKeeper(visited.context)
        told = await kept.look_back(player)
        assert "shows no chain of matches any more, as it did at" in told
        elsewhere = visited.context._replace(server="ws://elsewhere")
        assert await keeping.GuestsKeeper(elsewhere).look_back(player) == ""


async def test_the_end_of_a_match_is_followed_from_the_greeting_and_kept(
    visited: Visited,
) -> None:
    await visited.link("m-1")
    async with playing(visited.context, "Ada") as player:
        assert await player.closing_of("m-1") is None
        await visited.house.server.parts.chain.link("end", "m-1", bytes(32))
        await visited.link("m-2")
        assert await player.closing_of("m-1") is not None
        assert await player.closing_of("m-1") is not None
        assert await player.closing_of("m-2") is None
    (kept,) = visited.heads.seen()
    chain = visited.house.server.parts.chain
    assert (kept.length, kept.head) == (chain.length, chain.head.hex())
    assert kept.is_of_own
    assert await visited.visit() == []
    async with playing(visited.context, "Ada") as player:  # come back once more
        assert await player.closing_of("m-9") is None
    assert [seen.is_of_own for seen in visited.heads.seen()] == [True]


async def test_the_end_of_a_match_before_a_program_came_back_is_found(
    visited: Visited,
) -> None:
    await visited.visit()
    await visited.link("m-1")
    await visited.house.server.parts.chain.link("end", "m-1", bytes(32))
    async with playing(visited.context, "Ada") as player:
        assert await player.closing_of("m-1") is not None


async def test_links_that_are_shown_for_one_proof_only_are_told_of_the_next_time(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are on no chain, and the head that they lead to is kept."""
    await visited.link("m-1")
    made_up = LinkView(kind="end", match=blinded_id("m-1"), proof=bytes(32))

    async def showing(player: Player, start: int) -> ChainPart:
        links = (made_up,) if start == player.chain.length else ()
        return ChainPart(re=1, start=start, links=links, length=start, head=bytes(32))

    async with playing(visited.context, "Ada") as player:
        with monkeypatch.context() as patch:
            patch.setattr(Player, "links", showing)
            assert await player.closing_of("m-1") == made_up
    (told,) = await visited.visit()
    assert "is not the one that you were shown" in told
    found = await audit_at(visited.context, lambda what, done: None, ())
    doubts = [finding.doubt for finding in found.findings]
    assert any("not the chain that you were shown" in doubt for doubt in doubts)


async def test_links_that_do_not_lead_to_the_greeting_close_nothing(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    await visited.link("m-1")
    made_up = LinkView(kind="end", match=blinded_id("m-1"), proof=bytes(32))

    async def showing(player: Player, start: int) -> ChainPart:
        links = (made_up,)
        return ChainPart(re=1, start=start, links=links, length=start, head=bytes(32))

    async with Player(visited.house.url, name="Eve").connected() as player:
        length, _ = player.chain
        player.following = Following(ChainSeen(length - 1, bytes(32)), player.chain)
        monkeypatch.setattr(Player, "links", showing)
        assert await player.closing_of("m-1") is None


async def test_the_own_server_may_be_wiped_by_who_has_it(visited: Visited) -> None:
    await visited.link("m-1")
    async with Player(visited.house.url, name="Eve").connected() as player:
        own = visited.context._replace(server=OWN)
        kept = keeping.GuestsKeeper(own)
        assert await kept.look_back(player) == ""
    await visited.wipe()
    async with Player(visited.house.url, name="Eve").connected() as player:
        kept = keeping.GuestsKeeper(own)
        assert "This machine's own server" in await kept.look_back(player)
        assert await kept.look_back(player) == ""


async def test_who_comes_back_to_another_chain_is_told(visited: Visited) -> None:
    await visited.link("m-1")
    async with cutter_to(visited.house.url, 1) as (cutter, url):
        context = visited.context.at(url)
        async with playing(context, "Ada") as player:
            await visited.wipe()
            cutter.cut_within(0, 0)
            with suppress(NotDone):
                await player.rooms()
            cutter.may_cut = False
            while not isinstance(told := await player.happenings.get(), OtherChain):
                pass
    assert "is not the one that you were shown" in told.doubt
