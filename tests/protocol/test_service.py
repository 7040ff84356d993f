"""What is said of the service knows no language, and outlives newer servers."""

import msgpack
import pytest

from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.errors import BadFrame
from samedeal_protocol.updates import ANNOUNCED_MAX, Service


def read(**fields: object) -> Service:
    """Return what is read of a frame with some fields."""
    sent = Service(state="ok").model_dump() | fields
    message = decode_message(msgpack.packb(sent))
    assert isinstance(message, Service)
    return message


def test_an_announcement_comes_in_any_language() -> None:
    said = {"en": "Back at nine.", "fr": "De retour à neuf heures.", "pt-BR": "Já."}
    assert read(**said).said == said
    told = Service(state="ok").model_copy(update=said)
    assert decode_message(encode(told)) == read(**said) == told
    assert read() == Service(state="ok")
    assert read().said == {}


def test_fields_of_a_newer_server_are_no_languages() -> None:
    newer = {"since_ms": 5, "reason": "storm", "cause": {"a": 1}, "no": 3, "x": "y"}
    assert read(**newer) == Service(state="ok")


def test_no_field_has_the_name_of_a_language() -> None:
    for name, value in Service(state="ok", within_ms=5).model_dump().items():
        assert read(**{name: value}).said == {}


def test_more_than_a_line_is_refused() -> None:
    assert read(fr="é" * ANNOUNCED_MAX).said
    with pytest.raises(BadFrame):
        read(fr="é" * (ANNOUNCED_MAX + 1))
