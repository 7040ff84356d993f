"""Transcripts as bytes: one canonical form, under a digest.

The bytes are one msgpack map: ``transcript``, the map that
`samedeal_records.transcripts` defines; ``digest``, the SHA-256 of that map's own
bytes; and from version 5 on ``people``, who played, which is not under the digest and
so can be erased. In the plain form the people come last. Everything is in its shortest
form and in its fixed order, so that equal transcripts are equal bytes.
"""

import hashlib
from typing import Any, cast

import msgpack

from samedeal_protocol.codec import MAX_OUTBOUND_BIN_BYTES
from samedeal_protocol.errors import BadFrame
from samedeal_records.transcripts import PEOPLE

MAX_TRANSCRIPT_BYTES = 1024 * 1024
"""Eight seats of a thousand moves each are under 100 KiB."""
MAX_PART_BYTES = MAX_OUTBOUND_BIN_BYTES
"""The most bytes of a transcript in one message."""


def seal(plain: dict[str, Any]) -> bytes:
    """Return a transcript's bytes from its plain form."""
    hashed = {name: value for name, value in plain.items() if name != PEOPLE}
    packed: bytes = msgpack.packb(hashed)
    # The map of all, without packing the one again.
    parts = [_TRANSCRIPT, packed, _DIGEST, hashlib.sha256(packed).digest()]
    if PEOPLE not in plain:
        return b"".join((_TWO, *parts))
    people: bytes = msgpack.packb(plain[PEOPLE])
    return b"".join((_THREE, *parts, _PEOPLE, people))


_TWO, _THREE = b"\x82", b"\x83"
_TRANSCRIPT = b"\xaatranscript"
_DIGEST = b"\xa6digest\xc4\x20"
_PEOPLE = b"\xa6people"


def digest_of(sealed: bytes) -> bytes:
    """Return the digest under which a transcript stands; raises BadFrame."""
    return cast("bytes", _opened(sealed)["digest"])


def unseal(sealed: bytes) -> dict[str, Any]:
    """Return a transcript's plain form.

    Raises BadFrame if these are not the bytes of one, to the last bit.
    """
    return unseal_proven(sealed)[0]


def unseal_proven(sealed: bytes) -> tuple[dict[str, Any], bytes]:
    """Return a transcript's plain form and its digest; raises as `unseal` does."""
    opened = _opened(sealed)
    plain = _plain_of(opened)
    if seal(plain) != sealed:
        raise BadFrame("the transcript's digest does not fit: it was changed")
    return plain, opened["digest"]


def contents(sealed: bytes) -> dict[str, Any]:
    """Return a transcript's plain form whether or not its digest fits.

    For whoever wants to know what was changed in it; raises BadFrame.
    """
    return _plain_of(_opened(sealed))


def _plain_of(opened: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = opened["transcript"]
    return {**plain, PEOPLE: opened[PEOPLE]} if PEOPLE in opened else plain


def _opened(sealed: bytes) -> dict[str, Any]:
    if len(sealed) > MAX_TRANSCRIPT_BYTES:
        raise BadFrame(f"a transcript has at most {MAX_TRANSCRIPT_BYTES} bytes")
    try:
        value: Any = msgpack.unpackb(sealed)
    except ValueError as error:
        raise BadFrame(f"this is no transcript: {error}") from None
    if not isinstance(value, dict):
        raise BadFrame("this is no transcript")
    opened = cast("dict[str, Any]", value)
    if list(opened) not in (["transcript", "digest"], ["transcript", "digest", PEOPLE]):
        raise BadFrame("this is no transcript")
    if not isinstance(opened["transcript"], dict):
        raise BadFrame("this is no transcript")
    if not isinstance(opened["digest"], bytes):
        raise BadFrame("this is no transcript")
    return opened
