"""Who ends an identity: no token leads in any more, and nobody stays connected."""

import pytest
from tests.server.house import serving
from tests.talk import silent, talking

from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.people.accounts import Account, Revoked
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error


async def test_who_ends_an_identity_ends_it_and_its_name_stays_taken(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody is hung up on here before all is tried.
    monkeypatch.setattr("samedeal_server.process.obeying.LOOKED_EVERY_S", 3600.0)
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Ada") as ada,
        talking(other, "Bob") as bob,
    ):
        await ada.ask(Account, t="claim", name="Ada Lovelace")
        await ada.ask(Revoked, t="revoke")
        relation = {"t": "relate", "who": bob.me, "relation": "friend"}
        for asked in ({"t": "claim", "name": "Countess"}, {"t": "rotate"}, relation):
            assert (await ada.refused(**asked)).code is ErrorCode.BAD_TOKEN
        async with silent(other) as talker:
            refused = await talker.refused(t="hello", client="talk", token=ada.token)
            assert refused.code is ErrorCode.BAD_TOKEN
            assert await talker.closed() == CloseCode.BAD_TOKEN
        taken = await bob.refused(t="claim", name="Ada Lovelace")
        assert taken.code is ErrorCode.NAME_TAKEN
        found = await bob.ask(Account, t="account", who="Ada Lovelace")
        assert found.account.player == ada.me


async def test_who_ends_an_identity_is_hung_up_on_everywhere(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal_server.process.obeying.LOOKED_EVERY_S", 0.05)
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Ada") as ada,
        silent(other) as lost,
        talking(other, "Bob") as bob,
    ):
        await lost.ask(Welcome, t="hello", client="talk", token=ada.token)
        await ada.ask(Revoked, t="revoke")
        told = await lost.receive()
        assert isinstance(told, Error)
        assert (told.re, told.code) == (0, ErrorCode.BAD_TOKEN)
        for talker in (ada, lost):
            assert await talker.closed() == CloseCode.BAD_TOKEN
        assert await bob.ask(Rooms, t="rooms")  # and nobody else
