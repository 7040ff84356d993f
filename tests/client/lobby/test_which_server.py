"""What is not found says which server was asked: a machine may have two of its own."""

from pathlib import Path

import pytest
from tests.client.command_lines import told
from tests.client.lobby.lobbies import context_at

from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import asked_text, explained
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.reach.addresses import OWN
from samedeal_protocol.errors import ErrorCode


async def test_the_machines_own_server_is_not_the_one_for_friends(
    tmp_path: Path,
) -> None:
    context = context_at(OWN, tmp_path)
    assert "this machine alone" in asked_text(context)
    with pytest.raises(Failed, match=r"kept there.*samedeal host --serve$"):
        async with explained(context):
            raise NotDone(local_error(ErrorCode.UNKNOWN_MATCH))


async def test_an_empty_leaderboard_says_whose_it_is(
    server: str, tmp_path: Path
) -> None:
    where = ("--server", server, "--identity", str(tmp_path / "i.json"))
    said = await told(*where, "leaderboard", "russian")
    assert b"Nobody is here yet" in said.out
    assert f"The server asked was {server}".encode() in said.out
