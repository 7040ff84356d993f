"""The times of a certificate, out of its DER."""

import base64

import pytest

from samedeal_server.process.validity import Validity, validity_of

YEAR_2000 = 946_684_800


def tagged(tag: int, content: bytes) -> bytes:
    size = len(content)
    long = size.to_bytes(2) if size > 127 else b""
    return bytes([tag, *([0x82] if long else [size])]) + long + content


def pem(begins: bytes, ends: bytes, version: bytes = b"\xa0\x03\x02\x01\x02") -> str:
    head = tagged(0x02, b"\x01") + tagged(0x30, b"") + tagged(0x30, bytes(200))
    signed = tagged(0x30, version + head + tagged(0x30, begins + ends) + bytes(4))
    text = base64.encodebytes(tagged(0x30, signed + bytes(4))).decode()
    return f"-----BEGIN CERTIFICATE-----\n{text}-----END CERTIFICATE-----\n"


def test_both_kinds_of_times_are_read_and_the_first_certificate_is_meant() -> None:
    one = pem(tagged(0x17, b"000101000000Z"), tagged(0x18, b"20500101000000Z"))
    other = pem(tagged(0x17, b"990101000000Z"), tagged(0x17, b"000101000000Z"), b"")
    assert validity_of("# A chain.\n" + one + other) == (YEAR_2000, 2_524_608_000)
    assert validity_of(other) == Validity(YEAR_2000 - 365 * 86_400, YEAR_2000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-----BEGIN CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nno DER\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        pem(tagged(0x17, b"yesterday"), tagged(0x17, b"000101000000Z")),
        pem(tagged(0x02, b"000101000000Z"), tagged(0x17, b"000101000000Z")),
        pem(tagged(0x17, b"000101000000Z"), b""),
    ],
)
def test_what_is_no_certificate_has_no_validity(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        validity_of(text)
