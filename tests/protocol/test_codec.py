"""The codec refuses whatever it does not know exactly, and never crashes."""

import contextlib
from collections.abc import Iterator
from datetime import UTC
from typing import cast

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError
from tests.golden.frames.examples import COMMANDS, MESSAGES, UPDATES, examples

from samedeal_protocol.codec import (
    MAX_DEPTH,
    MAX_INBOUND_BYTES,
    MAX_ITEMS,
    MAX_KEYS,
    MAX_OUTBOUND_BYTES,
    decode_command,
    decode_message,
    encode,
    request_id,
)
from samedeal_protocol.errors import (
    BadFrame,
    FrameTooLarge,
    ProtocolError,
    UnknownMessage,
)
from samedeal_protocol.results.records import TranscriptPart
from samedeal_protocol.rooms.rooms import ListRooms
from samedeal_protocol.updates import Heartbeat, News, ServerMessage

ROOMS: dict[str, object] = {"t": "rooms", "id": 1}
HEARTBEAT: dict[str, object] = {"t": "heartbeat", "now": 1}


def like(value: object) -> st.SearchStrategy[object]:
    """Return a strategy for values of the same type."""
    match value:
        case bool():
            return st.booleans()
        case int():
            return st.integers(1, 2**31)
        case str():
            return st.text(min_size=1, max_size=16)
        case bytes():
            return st.binary(min_size=len(value), max_size=len(value))
        case _:
            return st.just(value)


@st.composite
def commands(draw: st.DrawFn) -> BaseModel:
    """Draw a command with values of its own in every field that takes them."""
    command = draw(st.sampled_from(COMMANDS))
    for field, value in command.model_dump().items():
        changed = command.model_dump() | {field: draw(like(value))}
        with contextlib.suppress(ValidationError):
            command = type(command).model_validate(changed)
    return command


def nested(depth: int) -> object:
    """Return lists within lists."""
    value: object = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


@given(commands())
def test_a_command_is_read_as_it_was_written(command: BaseModel) -> None:
    assert decode_command(encode(command)) == command


@pytest.mark.parametrize("message", MESSAGES, ids=lambda one: type(one).__name__)
def test_a_message_is_read_as_it_was_written(message: BaseModel) -> None:
    assert decode_message(encode(message)) == message


@given(st.lists(st.sampled_from(UPDATES), max_size=12), st.integers(0, 2**40))
def test_news_are_read_as_they_were_written(updates: list[object], at: int) -> None:
    news = News.model_validate({"since": at, "offset": at + 1, "updates": (*updates,)})
    assert decode_message(encode(news)) == news


@given(st.binary(max_size=400))
def test_no_bytes_crash_the_decoder(frame: bytes) -> None:
    for read in (decode_command, decode_message):
        with contextlib.suppress(ProtocolError):
            read(frame)
    assert request_id(frame) >= 0


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=8)
    | st.datetimes(timezones=st.just(UTC)),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner)
    ),
    max_leaves=8,
)


@given(st.sampled_from([*examples().values()]), st.data())
def test_no_value_in_any_field_crashes_the_decoder(
    message: BaseModel, data: st.DataObject
) -> None:
    value = message.model_dump()
    value[data.draw(st.sampled_from([*value]))] = data.draw(plain)
    frame = msgpack.packb(value, datetime=True)
    for read in (decode_command, decode_message):
        with contextlib.suppress(ProtocolError):
            read(frame)
    assert request_id(frame) >= 0


def test_a_frame_over_the_limit_is_too_large() -> None:
    with pytest.raises(FrameTooLarge):
        decode_command(bytes(MAX_INBOUND_BYTES + 1))
    with pytest.raises(FrameTooLarge):
        decode_message(bytes(MAX_OUTBOUND_BYTES + 1))


def test_containers_may_be_eight_deep_and_no_deeper() -> None:
    seven = msgpack.packb(HEARTBEAT | {"new": nested(MAX_DEPTH - 1)})
    assert decode_message(seven) == Heartbeat(now=1)
    with pytest.raises(BadFrame, match="deep"):
        decode_message(msgpack.packb(HEARTBEAT | {"new": nested(MAX_DEPTH)}))


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(BadFrame):
        decode_command(b"\x91" * MAX_INBOUND_BYTES)


@pytest.mark.parametrize("depth", [9, 100, 400, 480, 490, 500, 508, 510, 520, 1000])
def test_nesting_is_refused_however_deep_it_is(depth: int) -> None:
    for level in (b"\x91", b"\x81\xa1a"):
        frame = b"\x81\xa1t" + level * (depth - 1) + b"\xc0"
        for read in (decode_command, decode_message):
            with pytest.raises(BadFrame):
                read(frame)
        assert request_id(frame) == 0


def test_a_map_has_sixty_four_keys_and_no_more() -> None:
    most = HEARTBEAT | {f"k{i}": i for i in range(MAX_KEYS - 2)}
    assert decode_message(msgpack.packb(most)) == Heartbeat(now=1)
    with pytest.raises(BadFrame):
        decode_message(msgpack.packb(most | {"one": 1}))


def test_a_list_may_not_be_longer_than_the_limit() -> None:
    with pytest.raises(BadFrame):
        decode_message(msgpack.packb(HEARTBEAT | {"new": [0] * (MAX_ITEMS + 1)}))


@pytest.mark.parametrize(
    "value", [msgpack.ExtType(5, b"x"), msgpack.Timestamp(1)], ids=["ext", "timestamp"]
)
def test_extension_types_are_refused(value: object) -> None:
    with pytest.raises(BadFrame, match="extension"):
        decode_message(msgpack.packb(HEARTBEAT | {"new": value}))


def test_the_same_key_twice_is_refused() -> None:
    once = msgpack.packb("id") + b"\x01"
    with pytest.raises(BadFrame, match="twice"):
        decode_command(b"\x83" + once + once + msgpack.packb("t") + b"\xa5rooms")


@pytest.mark.parametrize("key", [b"\x01", b"\xc4\x01a", b"\xc0", b"\x90", b"\x80"])
def test_a_key_that_is_not_text_is_refused(key: bytes) -> None:
    with pytest.raises(BadFrame):
        decode_command(b"\x81" + key + b"\x01")


@pytest.mark.parametrize("frame", [b"", b"\xc1", b"\x01", b"\x90", b"\x80\x80"])
def test_what_is_not_one_map_is_refused(frame: bytes) -> None:
    with pytest.raises(BadFrame):
        decode_command(frame)


def test_a_field_too_many_is_refused_from_a_client() -> None:
    for command in COMMANDS:
        with pytest.raises(BadFrame):
            decode_command(msgpack.packb(command.model_dump() | {"new": 1}))


def test_a_field_too_many_is_skipped_from_a_server() -> None:
    for message in MESSAGES:
        frame = msgpack.packb(message.model_dump() | {"new": 1})
        assert decode_message(frame) == message


def test_updates_of_an_unknown_kind_are_left_out_of_the_news() -> None:
    known = UPDATES[0]
    updates = ({"t": "fireworks", "colour": "red"}, known.model_dump())
    frame = msgpack.packb({"t": "news", "since": 1, "offset": 3, "updates": updates})
    assert decode_message(frame) == News(since=1, offset=3, updates=(known,))


@pytest.mark.parametrize("updates", [5, None, "text", {"t": 1}])
def test_updates_that_are_no_list_are_refused(updates: object) -> None:
    frame = msgpack.packb({"t": "news", "since": 1, "offset": 2, "updates": updates})
    with pytest.raises(BadFrame):
        decode_message(frame)


def test_a_message_of_an_unknown_kind_says_so() -> None:
    with pytest.raises(UnknownMessage):
        decode_command(msgpack.packb(ROOMS | {"t": "fireworks"}))
    with pytest.raises(UnknownMessage):
        decode_message(msgpack.packb({"t": "fireworks"}))


@pytest.mark.parametrize("number", [True, 1.0, "1", b"1", None, 0, 2**53 + 1])
def test_an_id_is_a_whole_number_and_nothing_else(number: object) -> None:
    frame = msgpack.packb(ROOMS | {"id": number})
    with pytest.raises(BadFrame):
        decode_command(frame)
    assert request_id(frame) == 0


def test_text_is_not_taken_for_bytes_nor_bytes_for_text() -> None:
    with pytest.raises(BadFrame):
        decode_command(
            msgpack.packb({"t": "reveal", "id": 1, "n": 1, "nonce": "a" * 16})
        )
    with pytest.raises(BadFrame):
        decode_command(msgpack.packb({"t": "join", "id": 1, "room": b"7KQ4P"}))


def texts_in(schema: object) -> Iterator[dict[str, object]]:
    """Yield what is known of each text in a schema that may be any."""
    if isinstance(schema, dict):
        known = cast("dict[str, object]", schema)
        if known.get("type") == "string" and not known.keys() & {"const", "enum"}:
            yield known
        for part in known.values():
            yield from texts_in(part)
    elif isinstance(schema, list):
        for part in cast("list[object]", schema):
            yield from texts_in(part)


def test_every_text_that_a_server_sends_has_a_bound_of_its_own() -> None:
    schema = TypeAdapter[object](ServerMessage).json_schema()
    texts = [text for text in texts_in(schema) if text.get("format") != "binary"]
    assert len(texts) > 50
    assert not [text for text in texts if not text.keys() & {"maxLength", "pattern"}]


def test_a_match_whose_id_is_too_long_to_ask_for_is_none() -> None:
    part = TranscriptPart(re=1, match="m" * 60, size=1, start=0, data=b"x")
    assert decode_message(encode(part)) == part
    longer = part.model_copy(update={"match": "m" * 61})
    with pytest.raises(BadFrame):
        decode_message(encode(longer))


def test_the_id_of_a_refused_frame_is_found() -> None:
    assert request_id(msgpack.packb({"id": 7, "t": "fireworks"})) == 7
    assert request_id(encode(ListRooms(id=9))) == 9
