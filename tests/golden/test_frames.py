"""Every message has a golden frame, and its bytes never change unseen."""

from typing import get_args

import pytest
from tests.golden.frames.examples import (
    BOARD,
    COMMANDS,
    OPEN,
    RESULT,
    ROOM,
    examples,
)
from tests.golden.frames.write import FOLDER, frames

from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_protocol.codec import decode_command, decode_message
from samedeal_protocol.commands import Command
from samedeal_protocol.rooms.boards import BoardView
from samedeal_protocol.rooms.playing import Move, Moved
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


def test_the_examples_are_of_one_match_that_could_be_played() -> None:
    """Whoever sends what the pages show to a room of that game has it taken."""
    game, seed = find_game(ROOM.game), RESULT.server_seed
    assert commitment_to_seed(OPEN.id, seed) == OPEN.commitment == RESULT.commitment
    nonces: dict[str, bytes] = {}
    for each in RESULT.nonces:
        assert each.nonce is not None
        made = commitment_to_nonce(OPEN.id, each.player, each.nonce)
        assert made == each.commitment
        nonces[each.player] = each.nonce
    position = game.setup(deal_from_seed(match_seed(OPEN.id, seed, nonces), 1))
    assert board_of(BOARD).zones == game.view(position).zones
    move, moved = examples()["Move"], examples()["Moved"]
    assert isinstance(move, Move)
    assert isinstance(moved, Moved)
    after = game.view(game.apply(position, game.parse(move.move)))
    zones = BoardView(ply=1, score=0, zones={**BOARD.zones, **moved.zones})
    assert board_of(zones) == after
