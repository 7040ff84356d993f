"""Records of matches in files."""

import sys
from pathlib import Path

from samedeal_client.language.reasons import reason_of
from samedeal_games.wording import Wording
from samedeal_records.record import Record, Unreadable, is_match, read_record
from samedeal_records.sealing import MAX_TRANSCRIPT_BYTES

STDIN = "-"


def names_file(text: str) -> bool:
    """Tell whether an argument means a file rather than a match at a server."""
    return not is_match(text) or Path(text).is_file()


def read_file(name: str) -> Record:
    """Read and check a file, ``-`` for standard input; raises Unreadable."""
    try:
        if name == STDIN:
            sealed = sys.stdin.buffer.read(MAX_TRANSCRIPT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                sealed = file.read(MAX_TRANSCRIPT_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise Unreadable(
            Wording("cannot read {name!r}: {reason}", name=name, reason=reason)
        ) from None
    try:
        return read_record(sealed)
    except Unreadable as error:
        shown = Wording("standard input") if name == STDIN else repr(name)
        raise Unreadable(
            Wording("{where}: {why}", where=shown, why=error.wording)
        ) from None
