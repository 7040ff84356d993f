"""Names and tokens, in one private file."""

import os
import stat
from pathlib import Path

import pytest

from samedeal_client.kept.files import IdentityError, write_private
from samedeal_client.kept.identity import Identity, IdentityFile, default_identity_path

SERVER = "ws://127.0.0.1:8765"


def test_a_file_that_is_not_there_knows_nobody(tmp_path: Path) -> None:
    assert IdentityFile(tmp_path / "no" / "file").find(SERVER) == Identity()


def test_a_token_is_found_again_by_server_and_name(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "deep" / "identity.json")
    file.remember(SERVER, "Ada", "t1")
    file.remember(SERVER, "Bob", "t2")
    assert file.find(SERVER, "Ada") == Identity("Ada", "t1")
    assert file.find("ws://elsewhere:1", "Ada") == Identity("Ada", None)


def test_the_name_used_last_is_the_default(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "identity.json")
    file.remember(SERVER, "Ada", "t1")
    file.remember(SERVER, "Bob", "t2")
    file.remember(SERVER, "Ada", "t1")
    assert file.find(SERVER) == Identity("Ada", "t1")


def test_a_forgotten_identity_is_gone(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "identity.json")
    file.remember(SERVER, "Ada", "t1")
    file.forget(SERVER, "Ada")
    assert file.find(SERVER, "Ada").token is None


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "identity.json"
    IdentityFile(path).remember(SERVER, "Ada", "t1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["identity.json"]


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"version": 2}', '{"version": 1, "servers": {"x": 3}}', "\udc80"],
)
def test_a_file_of_something_else_is_refused_and_kept(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "identity.json"
    path.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(IdentityError, match="identity file"):
        IdentityFile(path).remember(SERVER, "Ada", "t1")
    assert path.read_bytes() == content.encode(errors="surrogateescape")


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IdentityError, match="cannot read"):
        IdentityFile(tmp_path).find(SERVER)


def test_the_environment_may_name_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAMEDEAL_IDENTITY", "/somewhere/else")
    assert default_identity_path() == Path("/somewhere/else")


def test_a_name_in_other_capitals_is_the_same(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "identity.json")
    file.remember(SERVER, "Ada", "t1")
    assert file.find(SERVER, "aDA") == Identity("Ada", "t1")
    file.remember(SERVER, "ada", "t2")
    assert file.find(SERVER, "Ada") == Identity("Ada", "t1")


def test_an_identity_can_go_by_another_name(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "identity.json")
    file.remember(SERVER, "Ada", "t1")
    file.remember(SERVER, "Bob", "t2")
    file.rename(SERVER, "Ada", "Ada Lovelace")
    assert file.find(SERVER) == Identity("Ada Lovelace", "t1")
    # Never in place of somebody else.
    file.rename(SERVER, "Ada Lovelace", "Bob")
    assert file.find(SERVER, "Bob") == Identity("Bob", "t2")
    assert file.find(SERVER, "Ada Lovelace") == Identity("Ada Lovelace", "t1")


def test_a_device_is_written_to_and_stays_one() -> None:
    ours, theirs = os.openpty()
    try:
        device = Path(os.ttyname(theirs))
        write_private(device, "kept nowhere")
        assert stat.S_ISCHR(device.stat().st_mode)
        assert os.read(ours, 100) == b"kept nowhere"
    finally:
        os.close(ours)
        os.close(theirs)


def test_the_name_used_last_anywhere_is_offered_elsewhere(tmp_path: Path) -> None:
    file = IdentityFile(tmp_path / "identity.json")
    assert file.last_name() is None
    file.remember(SERVER, "Ada", "t1")
    file.remember("ws://elsewhere:1", "Bob", "t2")
    assert file.last_name() == "Bob"
    file.remember(SERVER, "Ada", "t1")
    assert file.last_name() == "Ada"
