"""A record is put together of the parts that a server sends, and of no others."""

from collections.abc import Callable

import pytest
from pydantic import BaseModel

from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.records import AskTranscript, TranscriptPart
from samedeal_records.sealing import MAX_PART_BYTES, MAX_TRANSCRIPT_BYTES

WHOLE = bytes(range(256)) * (MAX_PART_BYTES // 100)

Answer = Callable[[AskTranscript], TranscriptPart]


class Answered(Player):
    """A player who is answered without a server."""

    answer: Answer
    asked: int = 0

    async def ask(self, request: BaseModel, kind: type[BaseModel]) -> TranscriptPart:  # type: ignore[override]
        assert isinstance(request, AskTranscript)
        assert kind is TranscriptPart
        self.asked += 1
        assert self.asked < 100
        return self.answer(request)


def part(asked: AskTranscript, **changes: object) -> TranscriptPart:
    """Return what an honest server sends, but for the changes."""
    data = WHOLE[asked.start : asked.start + MAX_PART_BYTES]
    honest = {"size": len(WHOLE), "start": asked.start, "data": data}
    return TranscriptPart.model_validate(
        {"re": asked.id, "match": asked.match, **honest, **changes}
    )


def player(answer: Answer) -> Answered:
    answered = Answered("ws://nowhere", name="Ada")
    answered.answer = answer
    return answered


async def test_a_record_comes_in_parts() -> None:
    ada = player(part)
    assert await ada.transcript("m-1") == WHOLE
    assert ada.asked == -(-len(WHOLE) // MAX_PART_BYTES) > 1


@pytest.mark.parametrize(
    "changes",
    [
        {"start": 1},
        {"data": b""},
        {"size": MAX_TRANSCRIPT_BYTES + 1},
    ],
    ids=["another place", "nothing", "too much"],
)
async def test_a_part_that_does_not_fit_ends_it(changes: dict[str, object]) -> None:
    ada = player(lambda asked: part(asked, **changes))
    with pytest.raises(NotDone) as refusal:
        await ada.transcript("m-1")
    assert refusal.value.error.code is ErrorCode.BAD_MESSAGE
    assert ada.asked == 1


async def test_a_record_that_grows_on_the_way_ends_it() -> None:
    ada = player(lambda asked: part(asked, size=len(WHOLE) + asked.start))
    with pytest.raises(NotDone):
        await ada.transcript("m-1")
    assert ada.asked == 2
