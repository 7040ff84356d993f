"""An announcement is read by processes of before, and theirs by ours."""

import msgpack
import pytest

from samedeal_server.people.announced import pack_announced, unpack_announced

BEFORE = ["Back at nine.", "Volvemos a las nueve."]
"""As it was kept while there were two languages."""


@pytest.mark.parametrize(
    "announced",
    [
        {},
        {"es": "Volvemos a las nueve."},
        {"en": "Back at nine.", "fr": "De retour à neuf heures."},
        {"pt-BR": "Voltamos às nove."},
    ],
)
def test_it_is_read_as_it_was_packed(announced: dict[str, str]) -> None:
    assert unpack_announced(pack_announced(announced)) == announced


def test_one_of_before_is_read() -> None:
    read = unpack_announced(msgpack.packb(BEFORE))
    assert read == {"en": BEFORE[0], "es": BEFORE[1]}
    assert unpack_announced(msgpack.packb(["Back at nine.", ""])) == {"en": BEFORE[0]}
    assert unpack_announced(b"") == {}


@pytest.mark.parametrize(
    "newer",
    [None, 7, ["fr"], {"fr": 7, 8: "x", "state": "degraded", "t": "x", "de": ""}],
)
def test_what_a_newer_version_keeps_beside_the_words_is_left_out(newer: object) -> None:
    packed = msgpack.packb([*BEFORE, newer, "more"])
    assert unpack_announced(packed) == {"en": BEFORE[0], "es": BEFORE[1]}


def test_what_a_process_of_before_reads_comes_first() -> None:
    packed = pack_announced({"fr": "Oui.", "es": BEFORE[1], "en": BEFORE[0]})
    assert msgpack.unpackb(packed)[: len(BEFORE)] == BEFORE
