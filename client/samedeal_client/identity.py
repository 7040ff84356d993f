"""Who the player is to each server: names and tokens, kept in one private file.

A token is as good as a password for a guest's results, so the file is only
readable by its owner and is replaced as a whole, never half written. A server
knows a player by token; under another name a player is somebody else, so two
people on one machine need only two names.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple, cast

import platformdirs

FILE_VERSION = 1


class Identity(NamedTuple):
    """What to tell one server: a name, and the token if it gave one."""

    name: str | None = None
    token: str | None = None


class IdentityError(Exception):
    """An identity file that cannot be used; its text says why."""


class IdentityFile:
    """The identities of one user, by server URL and name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, server: str, name: str | None = None) -> Identity:
        """Return the identity used last with a server, or the one of a name."""
        known = self._read().get(server, {})
        if name is None:
            name = next(reversed(known), None)
        return Identity(name, known.get(name) if name is not None else None)

    def remember(self, server: str, name: str, token: str) -> None:
        """Keep an identity as the last one used with a server."""
        servers = self._read()
        known = servers.setdefault(server, {})
        known.pop(name, None)
        known[name] = token
        self._write(servers)

    def forget(self, server: str, name: str) -> None:
        """Drop an identity that the server does not know any more."""
        servers = self._read()
        if servers.get(server, {}).pop(name, None) is not None:
            self._write(servers)

    def _read(self) -> dict[str, dict[str, str]]:
        """Return tokens by server and name, the last used one last."""
        try:
            content: object = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise IdentityError(
                f"cannot read {self.path}: {error.strerror or error}"
            ) from None
        except ValueError:
            raise IdentityError(f"{self.path} is not an identity file") from None
        return _checked(self.path, content)

    def _write(self, servers: dict[str, dict[str, str]]) -> None:
        content = {"version": FILE_VERSION, "servers": servers}
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # mkstemp makes the file with mode 600.
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".identity")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(content, file, indent=1)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self.path)
            except BaseException:
                os.unlink(name)
                raise
        except OSError as error:
            raise IdentityError(
                f"cannot write {self.path}: {error.strerror or error}"
            ) from None


def default_identity_path() -> Path:
    """Return where identities are kept: SAMEDEAL_IDENTITY, or the user's own place."""
    chosen = os.environ.get("SAMEDEAL_IDENTITY")
    if chosen:
        return Path(chosen)
    return platformdirs.user_config_path("samedeal") / "identity.json"


def _checked(path: Path, content: object) -> dict[str, dict[str, str]]:
    if not isinstance(content, dict):
        raise IdentityError(f"{path} is not an identity file")
    fields = cast("dict[str, object]", content)
    servers = fields.get("servers")
    if fields.get("version") != FILE_VERSION or not isinstance(servers, dict):
        raise IdentityError(f"{path} is not an identity file of this version")
    for known in cast("dict[str, object]", servers).values():
        if not isinstance(known, dict):
            raise IdentityError(f"{path} is not an identity file")
        tokens = cast("dict[str, object]", known).values()
        if not all(isinstance(token, str) for token in tokens):
            raise IdentityError(f"{path} is not an identity file")
    return cast("dict[str, dict[str, str]]", servers)
