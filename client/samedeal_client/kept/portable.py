"""An identity on its way to another machine: one small file, or a pipe."""

import base64
import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field

from samedeal_client.failed import Failed
from samedeal_client.kept.files import write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read

PIPE = "-"
MOST_BYTES = 4096


class Carried(NamedTuple):
    """A player's identity at a server; as good as a password."""

    server: str
    name: str
    token: str


class _File(BaseModel):
    format: Literal["samedeal identity"]
    version: Literal[1]
    server: Annotated[str, Field(min_length=1)]
    name: Annotated[str, Field(min_length=1)]
    token: Annotated[str, Field(min_length=1)]


def packed(carried: Carried) -> str:
    """Return the text of an identity's file."""
    head = {"format": "samedeal identity", "version": 1}
    return json.dumps({**head, **carried._asdict()})


def sealed(token: str) -> tuple[bytes, str]:
    """Return a token encrypted for a link, and its key.

    The key is as long as the token and used once, so the sealed text tells nothing.
    """
    plain = token.encode()
    key = secrets.token_bytes(len(plain))
    mixed = bytes(one ^ other for one, other in zip(plain, key, strict=True))
    return mixed, base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def write(path: Path, text: str, *, force: bool) -> None:
    """Write the file, readable by its owner alone; raises Failed or IdentityError."""
    if path.exists() and not force:
        raise Failed(tr("{path} exists already; --force overwrites it", path=path))
    write_private(path, text + "\n")


def read(name: str) -> Carried:
    """Read an identity from a file, or from standard input for a dash.

    Raises Failed.
    """
    try:
        if name == PIPE:
            text = sys.stdin.read(MOST_BYTES)
        else:
            with Path(name).open(encoding="utf-8") as file:
                text = file.read(MOST_BYTES)
        found = _File.model_validate_json(text)
    except OSError as error:
        raise Failed(cannot_read(name, error)) from None
    except ValueError:
        told = tr("{path} is not a file of `samedeal account export`", path=name)
        raise Failed(told) from None
    return Carried(found.server, found.name, found.token)
