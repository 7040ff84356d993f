"""Text for outputs that lack some of its characters: the nearest that they have.

An accent is left out rather than shown as a question mark; a character without a
stand-in, such as one of a name in another script, becomes one.
"""

import codecs
import os
import unicodedata
from typing import TextIO

from samedeal_client.printable import FSI, PDI

HANDLER = "samedeal"
"""The name of this error handler among those of streams."""

_NEAREST = {
    "¿": "",
    "¡": "",
    "º": "o",
    "ª": "a",
    "…": "...",
    "✓": "*",
    "×": "x",
    "·": ".",
    "−": "-",
    "–": "-",
    "—": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "ß": "ss",
    "ø": "o",
    "Ø": "O",
    FSI: "",
    PDI: "",
}


def is_c_locale() -> bool:
    """Tell whether the user asked for the C locale, which Python would overrule."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    chosen = next((value for name in names if (value := os.environ.get(name))), "")
    return chosen in ("C", "POSIX") and "PYTHONIOENCODING" not in os.environ


def fit_for(text: str, stream: TextIO) -> str:
    """Return a text for people as a stream can show it in the user's locale.

    A stand-in for a stream may not say what it can show.
    """
    encoding: str | None = getattr(stream, "encoding", None)
    return in_encoding(text, "ascii" if is_c_locale() else encoding)


def in_encoding(text: str, encoding: str | None) -> str:
    """Return a text in the characters of an encoding; of ASCII if it is unknown."""
    try:
        return text.encode(encoding or "ascii", HANDLER).decode(encoding or "ascii")
    except LookupError:
        return text.encode("ascii", HANDLER).decode("ascii")


def nearest(character: str) -> str:
    """Return the stand-in for a character in ASCII."""
    if character in _NEAREST:
        return _NEAREST[character]
    parts = unicodedata.normalize("NFKD", character)
    plain = "".join(part for part in parts if part.isascii())
    return plain or ("" if unicodedata.combining(character) else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(nearest, lacking)), error.end


codecs.register_error(HANDLER, _replace)
