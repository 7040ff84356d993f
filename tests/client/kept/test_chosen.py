"""What was chosen last is known the next time, and never any trouble."""

from pathlib import Path

import pytest

from samedeal_client.kept.chosen import NAME, Chosen, ChosenFile


def test_the_last_game_and_the_last_room_are_kept_apart(tmp_path: Path) -> None:
    identity = tmp_path / "deep" / "identity.json"
    assert ChosenFile(identity).read() == Chosen()
    ChosenFile(identity).keep_game("easthaven")
    ChosenFile(identity).keep_room({"seats": "3"})
    ChosenFile(identity).keep_game("russian")
    assert ChosenFile(identity).read() == Chosen(game="russian", room={"seats": "3"})


@pytest.mark.parametrize("content", ["", "[]", '{"game": 7}', '{"room": {"a": 1}}'])
def test_a_file_that_cannot_be_read_is_done_without(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / NAME).write_text(content)
    chosen = ChosenFile(tmp_path / "identity.json")
    assert chosen.read() == Chosen()
    chosen.keep_game("easthaven")
    assert chosen.read().game == "easthaven"


def test_what_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    ChosenFile(tmp_path / "folder" / "identity.json").keep_game("easthaven")


def test_nothing_is_kept_beside_a_device() -> None:
    ChosenFile(Path("/dev/null")).keep_game("easthaven")
    assert not Path("/dev", NAME).exists()
