"""Accounts and friends from the command line, against a real server."""

import asyncio
import base64
import io
import json
import stat
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.server.house import serving
from tests.talk import talking

from samedeal_client import cli
from samedeal_client.kept import portable
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.portable import Carried
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.accounts import Account, Fetched


class Said(NamedTuple):
    status: int
    out: str
    err: str


class Machine:
    """A machine of somebody's: an identity file, and the command line."""

    def __init__(self, url: str, folder: Path, tell: Callable[[], Said]) -> None:
        self.url = url
        self.folder = folder
        self._tell = tell
        folder.mkdir()

    @property
    def file(self) -> IdentityFile:
        return IdentityFile(self.folder / "identity.json")

    def token(self) -> str:
        token = self.file.find(self.url).token
        assert token is not None
        return token

    async def run(self, *arguments: str) -> Said:
        """Run a command in a thread, for it has a loop of its own."""
        where = ["--server", self.url, "--identity", str(self.file.path)]
        status = await asyncio.to_thread(cli.main, [*where, *arguments])
        return self._tell()._replace(status=status)

    async def done(self, *arguments: str) -> str:
        said = await self.run(*arguments)
        assert said.status == 0, said.err
        return said.out

    async def failed(self, *arguments: str) -> str:
        said = await self.run(*arguments)
        assert said.status == 1, said.out
        assert said.err.count("\n") == 1
        return said.err


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as url:
        yield url


@pytest.fixture
def machine(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], Machine]:
    def tell() -> Said:
        out, err = capsys.readouterr()
        return Said(0, out, err)

    return lambda name: Machine(url, tmp_path / name, tell)


async def test_a_name_is_claimed_and_shown_as_claimed(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    assert "no account" in await ada.failed("account")
    assert "Ada Lovelace ✓" in await ada.done("account", "claim", "Ada Lovelace")
    shown = json.loads(await ada.done("account", "--json"))
    assert shown["name"] == "Ada Lovelace"
    assert (shown["named"], shown["bot"], shown["claims_left"]) == (True, False, 2)
    assert shown["server"] == ada.url
    assert shown["player"] in await ada.done("account")
    ascii_only = await ada.done("--ascii", "account")
    assert ascii_only.isascii()
    assert "Ada Lovelace *" in ascii_only


async def test_the_identity_goes_by_the_claimed_name_from_then_on(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    await ada.done("account", "claim", "Ada Lovelace")
    token = ada.token()
    await ada.done("account", "claim", "Countess")
    assert ada.file.find(ada.url) == ("Countess", token)
    # Other capitals are the same name, and no new player.
    await ada.done("account", "--name", "cOUNTESS")
    assert ada.file.find(ada.url) == ("Countess", token)


async def test_a_password_in_the_address_is_shown_by_no_account_page(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    ada.url = ada.url.replace("://", "://ada:enigma@")
    pages = [
        await ada.failed("account"),
        await ada.done("account", "claim", "Ada Byron"),
        await ada.done("account"),
        await ada.done("account", "--json"),
        await ada.done("account", "export", str(ada.folder / "ada.json")),
        await ada.done("account", "export", str(ada.folder / "too.json"), "--json"),
    ]
    assert all("enigma" not in page for page in pages)
    assert all("ada:***@" in page for page in pages[2:])


async def test_a_taken_name_is_refused_in_one_sentence(
    machine: Callable[[str], Machine],
) -> None:
    ada, bob = machine("ada"), machine("bob")
    await ada.done("account", "claim", "Ada Lovelace")
    assert "taken" in await bob.failed("account", "claim", "ADA LOVELACE")
    assert "taken" in await bob.failed("join", "22222", "--name", "Ada L0velace")


async def test_what_cannot_be_claimed_is_refused_with_the_reason(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    assert "3 to 20 characters" in await ada.failed("account", "claim", "Al")
    assert "for guests" in await ada.failed("account", "claim", "guest-1a2b")


def test_a_name_that_no_message_can_hold_is_refused_before_it_is_sent(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(["account", "claim", "A" * 81])
    assert "a name has 3 to 20 characters" in capsys.readouterr().err


async def test_a_guest_whose_name_is_claimed_is_told_so(
    machine: Callable[[str], Machine], url: str
) -> None:
    bob = machine("bob")
    async with talking(url, "Ada Lovelace") as guest:
        assert guest.token is not None
        bob.file.remember(url, "Ada Lovelace", guest.token)
        await machine("ada").run("account", "claim", "Ada Byron")
        async with talking(url, "Ada") as ada:
            await ada.ask(Account, t="claim", name="Ada Lovelace")
    said = await bob.run("account")
    assert f"guest-{guest.me[-4:]}" in said.out
    assert "Somebody has claimed the name Ada Lovelace" in said.err
    assert said.err.count("\n") == 1
    assert bob.token() == guest.token


async def test_an_identity_moves_to_another_machine_by_a_private_file(
    machine: Callable[[str], Machine],
) -> None:
    old, new = machine("old"), machine("new")
    await old.done("account", "claim", "Ada Lovelace")
    file = old.folder / "ada.json"
    said = await old.done("account", "export", str(file))
    assert old.token() not in said
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "--force" in await old.failed("account", "export", str(file))
    await old.done("account", "export", "--force", str(file))
    await new.done("account", "import", str(file))
    assert new.token() == old.token()
    assert "Ada Lovelace ✓" in await new.done("account")


async def test_an_identity_moves_through_a_pipe(
    machine: Callable[[str], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = machine("old"), machine("new")
    await old.done("account", "claim", "Zoë")
    text = await old.done("account", "export", "-")
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    await new.done("account", "import", "-")
    assert new.file.find(new.url) == ("Zoë", old.token())


async def test_another_of_the_same_name_is_not_lost_by_an_import(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    ada.file.remember(ada.url, "Ada", "p-1.mine")
    file = ada.folder / "other.json"
    file.write_text(portable.packed(Carried(ada.url, "Ada", "p-2.other")))
    assert "--force" in await ada.failed("account", "import", str(file))
    assert ada.token() == "p-1.mine"
    await ada.done("account", "import", "--force", str(file))
    assert ada.token() == "p-2.other"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "samedeal identity", "version": 2}', "\udc80"],
)
async def test_what_is_no_identity_is_not_imported(
    machine: Callable[[str], Machine], text: str
) -> None:
    ada = machine("ada")
    file = ada.folder / "x.json"
    file.write_bytes(text.encode(errors="surrogateescape"))
    assert "is not a file of" in await ada.failed("account", "import", str(file))
    assert "cannot read" in await ada.failed("account", "import", str(ada.folder))


async def test_a_new_token_ends_the_old_one_at_once(
    machine: Callable[[str], Machine],
) -> None:
    ada, thief = machine("ada"), machine("thief")
    await ada.done("account", "claim", "Ada Lovelace")
    old = ada.token()
    thief.file.remember(ada.url, "Ada Lovelace", old)
    said = await ada.done("account", "rotate")
    assert ada.token() != old
    assert ada.token() not in said
    assert "no longer works" in await thief.failed("account")
    assert thief.token() == old  # kept, for whoever is only late with an import
    assert "Ada Lovelace ✓" in await ada.done("account")


async def test_an_identity_ends_only_on_purpose(
    machine: Callable[[str], Machine], url: str
) -> None:
    ada = machine("ada")
    await ada.done("account", "claim", "Ada Lovelace")
    token = ada.token()
    asked = await ada.run("account", "revoke")
    assert (asked.status, "--yes" in asked.err) == (2, True)
    assert ada.token() == token
    await ada.done("account", "revoke", "--yes")
    assert ada.file.find(url).token is None
    async with talking(url, "Bob") as bob:
        refused = await bob.refused(t="claim", name="Ada Lovelace")
        assert refused.code is ErrorCode.NAME_TAKEN


async def test_friends_are_added_listed_blocked_and_removed(
    machine: Callable[[str], Machine],
) -> None:
    ada, bob = machine("ada"), machine("bob")
    await ada.done("account", "claim", "Ada Lovelace")
    await bob.done("account", "claim", "Bob Babbage")
    assert "Nobody is on your list" in await ada.done("friends")
    assert "on your list" in await ada.done("friends", "add", "bob babbage")
    assert "and you are theirs" in await bob.done("friends", "add", "ADA LOVELACE")
    listed = json.loads(await ada.done("friends", "--json"))
    assert [one["name"] for one in listed] == ["Bob Babbage"]
    assert [one["mutual"] for one in listed] == [True]
    assert "friend, mutual" in await ada.done("friends")
    await ada.done("friends", "block", listed[0]["player"])
    assert "blocked" in await ada.done("friends")
    await ada.done("friends", "unblock", "Bob Babbage")
    await ada.done("friends", "remove", "Bob Babbage")
    assert json.loads(await ada.done("friends", "--json")) == []
    assert "Nobody here" in await ada.failed("friends", "add", "Nobody")


async def test_a_bot_never_uses_the_identity_of_a_person(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    await ada.done("account", "claim", "Greedy")
    # Its usual name is taken, so it comes under another one, to a room of nobody.
    assert "No open room" in await ada.failed("bot", "22222")
    assert "No open room" in await ada.failed("bot", "22222", "--name", "Robbie")
    assert "taken" in await ada.failed("bot", "22222", "--name", "greedy")
    assert json.loads(await ada.done("account", "--json"))["bot"] is False


async def test_a_link_takes_who_one_is_to_another_device_once(
    machine: Callable[[str], Machine],
) -> None:
    ada = machine("ada")
    assert "no account" in await ada.failed("account", "link")
    await ada.done("account", "claim", "Ada Lovelace")
    shown = await ada.done("account", "link")
    assert "whoever opens it first plays as Ada Lovelace" in shown
    assert f"{ada.url.replace('ws', 'http', 1)}/account#" in shown
    told = json.loads(await ada.done("account", "link", "--json"))
    code, _, key = told["link"].partition("#")[2].partition(".")
    async with talking(ada.url) as phone:
        fetched = await phone.ask(Fetched, t="fetch", code=code)
        assert ada.token().encode() not in fetched.data
        opened = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
        pairs = zip(fetched.data, opened, strict=True)
        assert bytes(one ^ other for one, other in pairs).decode() == ada.token()
