"""From when and until when a certificate is valid, read out of its DER (RFC 5280).

The standard library tells that of certificates that it has verified, and of no other;
two times are no reason to have everybody install a library of cryptography.
"""

import ssl
from datetime import UTC, datetime
from typing import NamedTuple

SEQUENCE, VERSION, UTC_TIME, GENERALIZED_TIME = 0x30, 0xA0, 0x17, 0x18
END = "-----END CERTIFICATE-----"
CENTURY_TURNS = 50
"""A year in two digits from this one on is of the last century."""


class Validity(NamedTuple):
    """Both in s since 1970."""

    begins: float
    ends: float


class _Element(NamedTuple):
    tag: int
    content: bytes
    rest: bytes
    """The bytes that follow it."""


def validity_of(pem: str) -> Validity:
    """Return the validity of the first certificate of a chain.

    Raises ValueError where there is none.
    """
    first, end, _ = pem.partition(END)
    begin = first.find("-----BEGIN CERTIFICATE-----")
    if begin < 0 or not end:
        raise ValueError("no certificate in PEM")
    whole = ssl.PEM_cert_to_DER_cert(first[begin:] + end)
    signed = _element(_element(whole, SEQUENCE).content, SEQUENCE).content
    if signed[:1] == bytes([VERSION]):
        signed = _element(signed).rest
    for _ in ("serial number", "algorithm", "issuer"):
        signed = _element(signed).rest
    begins = _element(_element(signed, SEQUENCE).content)
    return Validity(_time(begins), _time(_element(begins.rest)))


def _element(data: bytes, tag: int | None = None) -> _Element:
    if len(data) < 2 or tag not in (None, data[0]):
        raise ValueError("no certificate in DER")
    length, start = data[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start])
    end = start + length
    if end > len(data):
        raise ValueError("a certificate in DER that is torn")
    return _Element(data[0], data[start:end], data[end:])


def _time(element: _Element) -> float:
    said = element.content.decode("ascii")
    if element.tag == UTC_TIME:
        said = ("19" if int(said[:2]) >= CENTURY_TURNS else "20") + said
    elif element.tag != GENERALIZED_TIME:
        raise ValueError("no time in DER")
    found = datetime.strptime(said, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
    return found.timestamp()
