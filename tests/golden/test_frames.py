"""Every message has a golden frame, and its bytes never change unseen."""

from typing import get_args

import pytest
from tests.golden.frames.examples import COMMANDS, examples
from tests.golden.frames.write import FOLDER, frames

from samedeal_protocol.codec import decode_command, decode_message
from samedeal_protocol.commands import Command
from samedeal_protocol.updates import ServerMessage, Update

FRAMES = frames()


def kinds(union: object) -> set[str]:
    """Return the names of the classes in an annotated union."""
    return {kind.__name__ for kind in get_args(get_args(union)[0])}


def test_every_kind_of_message_has_a_golden_frame() -> None:
    known = kinds(Command) | kinds(ServerMessage) | kinds(Update)
    assert set(FRAMES) == known - {"News"}


@pytest.mark.parametrize("name", FRAMES)
def test_a_golden_frame_is_what_is_sent_today(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert text == FRAMES[name], "run `make golden`, read the diff"


@pytest.mark.parametrize("name", FRAMES)
def test_a_golden_frame_is_read_as_its_message(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    frame = bytes.fromhex("".join(text.partition("\n\n")[0].split()))
    commands = {type(command).__name__ for command in COMMANDS}
    read = decode_command if name in commands else decode_message
    assert read(frame) == examples()[name]


def test_no_golden_frame_is_left_of_a_message_that_is_gone() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(FRAMES)
