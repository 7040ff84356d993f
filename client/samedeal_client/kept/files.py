"""Files that only their owner can read, beside the identities."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from samedeal_client.language.reasons import cannot_write
from samedeal_games.fairness import blinded_id

if TYPE_CHECKING:
    from pydantic import BaseModel

NAME_MOST = 34
"""Of a hash in a file's name: 32 digits are enough."""

M = TypeVar("M", bound="BaseModel")


class IdentityError(Exception):
    """An identity file that cannot be used; its text says why."""


def own_file_keeps(identity: Path) -> bool:
    """Tell whether anything is kept beside the identities.

    A device in place of their file means that nothing is to be kept.
    """
    return identity.is_file() or not identity.exists()


def hashed(text: str) -> str:
    """Return a name for a file, made from text that others may have chosen."""
    return blinded_id(text)[:NAME_MOST]


def rows_in(path: Path) -> list[object]:
    """Return the rows of a list; none if it cannot be read or is no list."""
    try:
        content: object = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return cast("list[object]", content) if isinstance(content, list) else []


def read_as(kind: type[M], path: Path) -> M | None:
    """Return a value of a kind from a file; None if there is none to be read."""
    try:
        return kind.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None


def write_private(path: Path, content: str | bytes) -> None:
    """Replace a file as a whole by one that only its owner can read.

    Raises IdentityError.
    """
    # Slow to load, and nearly always there is only reading to do.
    import tempfile

    data = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            # A device, such as the one that keeps nothing, is not replaced by a file.
            path.write_bytes(data)
            return
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # mkstemp makes the file with mode 600.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".identity")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise IdentityError(cannot_write(path, error)) from None


def write_if_possible(path: Path, content: str | bytes) -> None:
    """Write the same; what cannot be written is done without."""
    with suppress(IdentityError):
        write_private(path, content)


def own_folder() -> Path:
    """Return the folder of the user's own files, by the customs of the system."""
    # Not everybody who has a path in mind needs to ask.
    import platformdirs

    return platformdirs.user_config_path("samedeal")
