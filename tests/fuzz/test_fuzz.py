"""R15 and R16 in the small: hostile frames at a live server, beside honest players."""

import random

import pytest
from bench.fuzz.__main__ import summary
from bench.fuzz.corpus import golden_frames, made_up_values
from bench.fuzz.faults import BROKEN, fragmented, frame, masked
from bench.fuzz.hearing import BEAT, Hearing, Tally, awaited
from bench.fuzz.mutations import MUTATIONS, Mutation, Pool, mutate
from bench.fuzz.run import fuzz
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import decode_command, encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import CloseCode, ErrorCode, ProtocolError
from samedeal_protocol.rooms.rooms import ListRooms
from samedeal_protocol.updates import Error

FRAMES = 4_000


@pytest.mark.timeout(120)
async def test_every_hostile_frame_is_answered_and_nobody_else_notices() -> None:
    outcome = await fuzz(FRAMES, seed=7, values=100)
    told = "\n".join(summary(outcome))
    assert outcome.is_alive, told
    assert not outcome.logged, told
    assert not any(findings.total for findings in outcome.findings), told
    assert outcome.tally.frames >= FRAMES
    assert outcome.honest_moves >= 20
    # Spoiled frames reach every part of the conversation, and some are not spoiled.
    for answer in ("bad_message", "too_large", "unknown_message", "Done", "Heartbeat"):
        assert outcome.tally.answers[answer], told


def test_mutations_are_the_same_for_the_same_dice() -> None:
    pool = Pool(golden_frames(), made_up_values(50, seed=3))

    def spoiled() -> list[bytes]:
        dice = random.Random(5)
        return [mutate(dice.choice(pool.frames), dice, pool) for _ in range(300)]

    assert spoiled() == spoiled()


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_no_mutation_crashes_the_codec(mutation: Mutation) -> None:
    pool = Pool(golden_frames(), made_up_values(50, seed=4))
    dice = random.Random(6)
    for payload in [*pool.frames] * 5:
        try:
            decode_command(mutation(payload, dice, pool))
        except ProtocolError:
            continue


def test_what_is_due_for_a_frame_is_known_from_the_frame() -> None:
    assert awaited(encode(ListRooms(id=9))).re == 9
    assert awaited(encode(ClientHeartbeat())).re == BEAT
    assert awaited(b"\xc1").re == 0
    assert awaited(encode(ListRooms(id=9)), is_text=True).re == 0


def test_a_mask_hides_a_payload_and_shows_it_again() -> None:
    mask = b"\x01\x02\x03\x04"
    assert masked(masked(b"westcliff", mask), mask) == b"westcliff"
    assert frame(b"abc", mask=mask) == b"\x82\x83" + mask + masked(b"abc", mask)


def test_a_message_in_parts_has_one_end() -> None:
    dice = random.Random(8)
    data = fragmented(b"x" * 100, dice)
    assert data.count(b"x") == 100


@pytest.mark.parametrize(
    ("said_before", "is_found"),
    [(ErrorCode.UNKNOWN_MESSAGE, False), (ErrorCode.NOT_IN_ROOM, True)],
)
async def test_a_goodbye_to_rubbish_is_no_answer_to_a_fault_after_it(
    said_before: ErrorCode, is_found: bool
) -> None:
    async def answers_and_goes(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(
            encode(Error(re=9, code=said_before, retry="never", trace="1"))
        )
        await socket.recv()
        await socket.close(CloseCode.BAD_MESSAGE)

    asked = encode(ListRooms(id=9))
    tally = Tally()
    async with serve(
        answers_and_goes, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]
    ) as server:
        hearing = Hearing("one", tally, lambda _, __: None)
        await hearing.open(server.sockets[0].getsockname()[1])
        hearing.send(frame(asked), [awaited(asked)])
        assert await hearing.settle()
        hearing.send(frame(b"?"), [])
        await hearing.end("a fault", BROKEN, b"?")
    assert bool(tally.findings.total) is is_found
