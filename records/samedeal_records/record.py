"""The record of a match, and the checks on it."""

import re
from datetime import UTC, datetime
from typing import NamedTuple

from samedeal_games.errors import BadTranscript
from samedeal_games.wording import Wording
from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import (
    contents,
    digest_of,
    unseal,
)
from samedeal_records.transcripts import (
    VERSION,
    SeatRecord,
    Transcript,
    from_plain,
)
from samedeal_records.verification import Check, verify

SUFFIX = ".samedeal"
CHOICE = "choice"
"""The check that a certified deal is the first of its seed that is certified."""
_MATCH = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}", re.ASCII)
DIGITS_LEAST = 4
"""The fewest digits of the beginning of a match's id; as many are enough for git."""
DIGITS = 32
"""Of a whole one."""
_WHOLE = re.compile(f"m-[0-9a-f]{{{DIGITS}}}")
_BEGINNING = re.compile("(?:m-)?([0-9a-f]{1,31})", re.IGNORECASE)


class Unreadable(Exception):
    """Something that is no record of a match; its text is one sentence."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.wording = wording


class Record(NamedTuple):
    """A match as it was kept."""

    sealed: bytes
    transcript: Transcript
    digest: bytes
    """As written in it; see `checks`."""
    checks: tuple[Check, ...]
    """All of them, in their order; those that could not be made are left out."""

    @property
    def is_proven(self) -> bool:
        """Tell whether everything was checked and nothing is in doubt."""
        made = {check.what for check in self.checks}
        return made >= set(names_of_checks(self.transcript)) and not any(
            check.doubt for check in self.checks
        )


def read_record(sealed: bytes) -> Record:
    """Read and check the bytes of a transcript; raises Unreadable.

    Bytes that were changed and can still be read are read: then the checks name
    what does not fit, the digest among them.
    """
    try:
        transcript = from_plain(contents(sealed))
        digest = digest_of(sealed)
    except BadFrame:
        raise Unreadable(
            Wording("this is not the record of a match, or not all of it")
        ) from None
    except BadTranscript as error:
        raise Unreadable(
            Wording("this is not a sound record of a match: {why}", why=error.wording)
        ) from None
    checks = verify(transcript)
    if transcript.certifier:
        # Searches are slow to load, and only needed here.
        from samedeal_records.certificates import doubt_about_choice

        checks = (*checks, Check(CHOICE, doubt_about_choice(transcript)))
    checks = (*checks, Check("digest", _doubt_digest(sealed)))
    return Record(sealed, transcript, digest, checks)


def names_of_checks(transcript: Transcript) -> tuple[str, ...]:
    """Return every check that a transcript has to pass, in order."""
    seats = (check_of_seat(seat) for seat in transcript.seats)
    return (
        *("rules", "kind", "commitment", "nonces"),
        *(("voids",) if transcript.voids is not None else ()),
        *(("people",) if transcript.version == VERSION else ()),
        "deal",
        *seats,
        *("times", "places"),
        *((CHOICE,) if transcript.certifier else ()),
        "digest",
    )


def check_of_seat(seat: SeatRecord) -> str:
    """Return the name of the check on a player's attempt."""
    return f"seat {seat.seat}"


def is_match(text: str) -> bool:
    """Tell whether a text can be a match's id."""
    return _MATCH.fullmatch(text) is not None


def is_whole(text: str) -> bool:
    """Tell whether a text is a match's id as servers make them, and all of it."""
    return _WHOLE.fullmatch(text) is not None


def beginning_of(text: str) -> str | None:
    """Return the beginning of a match's id that is meant, None for what is none."""
    found = _BEGINNING.fullmatch(text)
    if found is None or len(found[1]) < DIGITS_LEAST:
        return None
    return f"m-{found[1].lower()}"


def check_length(text: str) -> None:
    """Raise Unreadable for a beginning of an id that is too short to mean one match."""
    found = _BEGINNING.fullmatch(text)
    if found is not None and len(found[1]) < DIGITS_LEAST:
        raise Unreadable(
            Wording(
                "{text} is too short: type {least} digits of a match's id or more",
                text=text,
                least=DIGITS_LEAST,
            )
        )


def date_text(ms: int) -> str:
    """Return a moment as people write it, in UTC."""
    try:
        moment = datetime.fromtimestamp(ms // 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return Wording("{ms} ms after 1970", ms=ms)
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _doubt_digest(sealed: bytes) -> str:
    try:
        unseal(sealed)
    except BadFrame:
        return Wording("the transcript's digest does not match: it was changed")
    return ""
