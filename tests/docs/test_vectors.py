"""The vectors are what the code says today, and our own client gets through them."""

import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TypeAlias

import msgpack
import pytest
from docs.reference.vectors.write import FOLDER, vectors
from pydantic import BaseModel, TypeAdapter
from tests.server.house import serving
from tests.talk import silent, talking

from samedeal_client.wire.session import Session
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.fairness import chain_head
from samedeal_protocol.codec import decode_command, decode_message, encode
from samedeal_protocol.digest import digest
from samedeal_protocol.errors import BadFrame, ErrorCode, ProtocolError
from samedeal_protocol.results.records import TranscriptPart
from samedeal_protocol.rooms.boards import BoardView, RoomView
from samedeal_protocol.rooms.playing import Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Error, News, Reset
from samedeal_records.record import read_record
from samedeal_records.sealing import digest_of, unseal

Row: TypeAlias = dict[str, object]
FILES = vectors()
NAMES = {path.name for path in FILES}
ROWS = TypeAdapter[list[Row]](list[Row])
ROOM = TypeAdapter[RoomView](RoomView)
ROW = TypeAdapter[Row](Row)
TEXT = TypeAdapter[str](str)


def rows(file: str, part: str) -> list[Row]:
    return ROWS.validate_python(whole(file)[part])


def whole(file: str) -> Row:
    return ROW.validate_json((FOLDER / file).read_text("utf-8"))


def hexed(row: Row, field: str) -> bytes:
    return bytes.fromhex(TEXT.validate_python(row[field]))


def value(said: object) -> object:
    """Read a decoded form back; lists become tuples, as messages have them."""
    match said:
        case {"bytes": str(digits)}:
            return bytes.fromhex(digits)
        case dict():
            return {k: value(v) for k, v in ROW.validate_python(said).items()}
        case list():
            return tuple(map(value, TypeAdapter(list[object]).validate_python(said)))
        case _:
            return said


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_of_vectors_is_what_the_code_says(path: Path) -> None:
    assert path.read_text("utf-8") == FILES[path], "run `make docs`"


def test_every_file_is_told_of_and_none_is_left_that_nothing_writes() -> None:
    told = (FOLDER / "README.md").read_text("utf-8")
    assert {path.name for path in FOLDER.glob("*.json")} == NAMES
    for name in NAMES:
        assert f"| `{name}` |" in told


def test_our_codec_reads_and_writes_every_message() -> None:
    for part, read in (("client", decode_command), ("server", decode_message)):
        for row in rows("messages.json", part):
            message: BaseModel = read(hexed(row, "frame"))
            assert message.model_dump() == value(row["message"])
            assert encode(message) == hexed(row, "frame")


def test_our_codec_refuses_what_is_no_message() -> None:
    for row in rows("messages.json", "refused"):
        with pytest.raises(ProtocolError):
            decode_command(hexed(row, "frame"))


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as address:
        yield address


async def test_a_server_answers_what_is_no_message_and_stays(url: str) -> None:
    for row in rows("messages.json", "refused"):
        async with talking(url) as talker:
            await talker.socket.send(hexed(row, "frame"))
            said = await talker.receive()
            assert isinstance(said, Error)
            assert said.code in (ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_MESSAGE)
            await talker.host()


async def test_a_server_takes_the_first_frames_of_the_match(url: str) -> None:
    """Up to the room that is opened; from there on codes and ids are others."""
    async with silent(url) as talker:
        for step in rows("match.json", "steps")[:6]:
            if step["by"] == "client":
                await talker.socket.send(hexed(step, "frame"))
            else:
                told = decode_message(hexed(step, "frame"))
                assert type(await talker.receive()) is type(told)


def test_our_session_knows_what_the_player_of_the_match_knows() -> None:
    session, compared = Session(), 0
    for step in rows("match.json", "steps"):
        if step["by"] == "server":
            take(session, decode_message(hexed(step, "frame")))
        elif step["by"] == "client":
            decode_command(hexed(step, "frame"))
        if "knows" in step:
            own = session.heartbeat()
            knows = ROW.validate_python(step["knows"])
            assert knows == {
                **own.model_dump(exclude={"t"}),
                "digest": own.digest.hex(),
            }
            compared += 1
    assert compared > 25


def test_the_record_of_the_match_is_proven_and_tells_of_the_void_start() -> None:
    said = [hexed(s, "frame") for s in rows("match.json", "steps") if "frame" in s]
    kinds = {type(told): told for told in map(decoded, said)}
    part = kinds[TranscriptPart]
    assert isinstance(part, TranscriptPart)
    record = read_record(part.data)
    assert record.is_proven
    assert [void.why for void in record.transcript.voids or ()] == ["withheld"]


def decoded(frame: bytes) -> BaseModel:
    """Read a frame of either side; a kind of reply can have the name of a request."""
    try:
        return decode_message(frame)
    except ProtocolError:
        return decode_command(frame)


def take(session: Session, message: BaseModel) -> None:
    match message:
        case Joined(snapshot=seen) | Reset(snapshot=seen):
            session.join(seen)
        case News():
            session.hear(message)
        case Moved():
            session.move(message)
        case _:
            pass


def test_our_digest_is_that_of_every_view() -> None:
    for row in rows("digests.json", "views"):
        room = ROOM.validate_python(value(row["room"]))
        said = value(row["board"])
        board = None if said is None else BoardView.model_validate(said)
        halves = [
            hashlib.sha256(hexed(row, name)).digest()
            for name in ("packed_room", "packed_board")
        ]
        assert digest(room, board) == hashlib.sha256(b"".join(halves)).digest()[:8]
        assert digest(room, board).hex() == row["digest"]


def test_our_shuffle_makes_every_deal() -> None:
    for row in rows("deals.json", "deals"):
        packs = TypeAdapter(int).validate_python(row["packs"])
        deal = deal_from_seed(hexed(row, "seed"), packs)
        assert deal.cards == value(row["cards"])
        assert deal.redeals == value(row["redeals"])


def test_our_chain_has_every_head() -> None:
    head = hexed(whole("chain.json"), "start")
    for row in rows("chain.json", "links"):
        kind, match = row["kind"], TEXT.validate_python(row["match"])
        assert kind in ("open", "end", "void", "deal")
        head = chain_head(head, kind, match, hexed(row, "proof"))
        assert head.hex() == row["head"]


def test_our_reader_takes_the_records_that_hold_and_no_others() -> None:
    for row in rows("transcripts.json", "proven"):
        sealed = hexed(row, "bytes")
        told: dict[str, object] = msgpack.unpackb(
            msgpack.packb(value(row["transcript"]))
        )
        if "people" in row:
            told["people"] = msgpack.unpackb(msgpack.packb(value(row["people"])))
        assert told == unseal(sealed)
        assert digest_of(sealed).hex() == row["digest"]
    for row in rows("transcripts.json", "refused"):
        with pytest.raises(BadFrame):
            unseal(hexed(row, "bytes"))


def attempts() -> Iterator[tuple[str, Row]]:
    for row in rows("games.json", "games"):
        yield TEXT.validate_python(row["game"]), row


def test_our_rules_play_every_attempt() -> None:
    assert [key for key, _ in attempts()] == [*GAMES]
    seed = hexed(whole("games.json"), "seed")
    for key, row in attempts():
        game = GAMES[key]
        position = game.setup(deal_from_seed(seed, game.about.packs))
        zones = TypeAdapter(dict[str, object]).validate_python(row["board"])
        for step in ROWS.validate_python(row["moves"]):
            move = game.parse(TEXT.validate_python(step["move"]))
            position = game.apply(position, move)
            zones |= ROW.validate_python(step["zones"])
            assert game.score(position) == step["score"]
        seen = game.view(position).zones
        shown = {name: [card + 1 for card in cards] for name, cards in seen.items()}
        assert shown == zones
        for text, code in ROW.validate_python(row["refused_at_the_end"]).items():
            refusal = InvalidMove if code == "bad_move" else IllegalMove
            with pytest.raises(refusal):
                game.apply(position, game.parse(text))


def test_the_files_are_json_that_others_read() -> None:
    for path in FILES:
        assert json.loads(path.read_text("utf-8"))["about"]
