"""An identity on its way to another machine: one small file, or a pipe."""

import base64
import json
import secrets
import sys
from pathlib import Path
from typing import NamedTuple, cast

from samedeal_client.failed import Failed
from samedeal_client.kept.files import write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read

FORMAT = "samedeal identity"
VERSION = 1
PIPE = "-"
MOST_BYTES = 4096


class Carried(NamedTuple):
    """A player's identity at a server; as good as a password."""

    server: str
    name: str
    token: str


def packed(carried: Carried) -> str:
    """Return the text of an identity's file."""
    head = {"format": FORMAT, "version": VERSION}
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
        content: object = json.loads(text)
    except OSError as error:
        raise Failed(cannot_read(name, error)) from None
    except ValueError:
        raise _not_one(name) from None
    if not isinstance(content, dict):
        raise _not_one(name)
    fields = cast("dict[str, object]", content)
    if (fields.get("format"), fields.get("version")) != (FORMAT, VERSION):
        raise _not_one(name)
    return Carried(*(_text(fields, field, name) for field in Carried._fields))


def _text(fields: dict[str, object], field: str, name: str) -> str:
    value = fields.get(field)
    if not isinstance(value, str) or not value:
        raise _not_one(name)
    return value


def _not_one(name: str) -> Failed:
    return Failed(tr("{path} is not a file of `samedeal account export`", path=name))
