"""Taking up a challenge: it is the deal of that match, or it is told that it is not."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio
from tests.client.commands.test_dailies import CommandLine
from tests.client.commands.test_dailies import ada as ada  # a fixture
from tests.client.commands.test_dailies import ahead as ahead
from tests.client.commands.test_dailies import server as server
from tests.client.wire.test_hearing import Noting
from tests.server.deals.test_challenges import begin, ended, lay, match_of

from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import link_to_match
from samedeal_client.wire.witness.keeping import Surroundings
from samedeal_server.deals.challenges import Challenges, Played

pytestmark = pytest.mark.asyncio
ANOTHER_DEAL = "this room does not play such a deal"
CHANGED = "the deal is not that of the match you challenged"


class Matches(NamedTuple):
    """Two matches that are over, and who has played neither of them."""

    one: str
    other: str
    bob: Player


@pytest_asyncio.fixture
async def matches(server: str) -> AsyncIterator[Matches]:
    async with (
        Player(server, name="Ada").connected() as player,
        Player(
            server, name="Bob", around=Surroundings(keeper=Noting())
        ).connected() as bob,
    ):
        one, other = [await match_of(player) for _ in range(2)]
        yield Matches(one, other, bob)


async def doubts_of(bob: Player) -> tuple[str, ...]:
    """Play what one was led to; return what was doubted."""
    assert isinstance(bob.keeper, Noting)
    bob.keeper.doubted.clear()
    await begin(bob)
    await lay(bob, 1)
    await bob.finish()
    match = (await ended(bob)).match
    told = [doubt for _, doubts in bob.keeper.doubted for doubt in doubts]
    assert bob.proven[match] is not bool(told)
    return tuple(told)


def lead_elsewhere(monkeypatch: pytest.MonkeyPatch, match: str) -> None:
    """Have the server open the deal of one match, whichever is asked for."""
    find = Challenges.find

    async def misled(challenges: Challenges, named: str) -> Played:
        del named
        return await find(challenges, match)

    monkeypatch.setattr(Challenges, "find", misled)


async def test_the_deal_of_the_match_itself_is_not_doubted(matches: Matches) -> None:
    kept = await matches.bob.transcript(matches.one)
    await matches.bob.challenge(matches.one, kept)
    assert await doubts_of(matches.bob) == ()


async def test_the_deal_of_an_attempt_is_that_of_its_record(
    matches: Matches, server: str
) -> None:
    await matches.bob.challenge(matches.one)
    assert await doubts_of(matches.bob) == ()
    assert matches.bob.session.room is not None
    assert matches.bob.session.room.result is not None
    attempt = matches.bob.session.room.result.match
    async with Player(
        server, name="Cid", around=Surroundings(keeper=Noting())
    ).connected() as cid:
        await cid.challenge(attempt)
        assert await doubts_of(cid) == ()


async def test_being_led_to_the_deal_of_another_match_is_doubted(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    lead_elsewhere(monkeypatch, matches.other)
    await matches.bob.challenge(matches.one)
    assert await doubts_of(matches.bob) == (ANOTHER_DEAL,)


async def test_it_is_told_before_anything_is_played(
    matches: Matches, ada: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("challenge", matches.one, "--name", "Cid")
    _, told = await ada.run(*asked)
    assert "NOT FAIR" not in told
    lead_elsewhere(monkeypatch, matches.other)
    _, told = await ada.run(*asked)
    assert (
        f"NOT FAIR: the room plays another deal than the match's: {matches.other}"
        in (" ".join(told.split()))
    )


async def test_a_deal_made_of_other_nonces_does_not_fit_the_record_kept_here(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it fits together, so only who has the match's record can tell."""
    kept = await matches.bob.transcript(matches.one)
    find = Challenges.find

    async def changed(challenges: Challenges, named: str) -> Played:
        played = await find(challenges, named)
        return played._replace(
            transcript=played.transcript._replace(nonces=()),
        )

    monkeypatch.setattr(Challenges, "find", changed)
    await matches.bob.challenge(matches.one, kept)
    assert await doubts_of(matches.bob) == (CHANGED,)


async def test_the_link_of_a_match_leads_to_its_board(
    matches: Matches, ada: CommandLine, server: str
) -> None:
    link = link_to_match(matches.one, server)
    status, told = await ada.run("challenge", link, "--board")
    assert status == 0
    assert matches.one in told
