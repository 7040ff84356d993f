"""Identities, one for each server and name: tokens kept in one private file.

A token is as good as a password for a guest's results, so the file is only
readable by its owner and is replaced as a whole, never half written. A server
knows a player by token; under another name a player is somebody else, so two
people on one machine need only two names.
"""

import json
import os
from pathlib import Path
from typing import NamedTuple, cast

from samedeal_client.kept.files import IdentityError, own_folder, write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import reason_of
from samedeal_client.wire.reach.addresses import kept_under

FILE_VERSION = 1


class Identity(NamedTuple):
    """An identity to show to one server: a name, and the token if it gave one."""

    name: str | None = None
    token: str | None = None


class IdentityFile:
    """The identities of one user, by server and name."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, server: str, name: str | None = None) -> Identity:
        """Return the identity used last with a server, or the one of a name.

        A name is known by other capitals, too; to a server it is the same.
        """
        known = self._read().get(kept_under(server), {})
        if name is None:
            name = next(reversed(known), None)
        elif name not in known:
            folded = name.casefold()
            name = next((n for n in known if n.casefold() == folded), name)
        return Identity(name, known.get(name) if name is not None else None)

    def last_name(self) -> str | None:
        """Return the name used last, wherever that was."""
        servers = tuple(self._read().values())
        return next(reversed(servers[-1]), None) if servers else None

    def remember(self, server: str, name: str, token: str) -> None:
        """Keep an identity as the last one used, with its server and anywhere."""
        servers = self._read()
        place = kept_under(server)
        known = servers.pop(place, {})
        known.pop(name, None)
        known[name] = token
        self._write({**servers, place: known})

    def rename(self, server: str, name: str, other: str) -> None:
        """Keep an identity under another name, unless somebody has that one here."""
        servers = self._read()
        known = servers.get(kept_under(server), {})
        if name in known and other not in known:
            known[other] = known.pop(name)
            self._write(servers)

    def forget(self, server: str, name: str) -> None:
        """Drop an identity that the server does not know any more."""
        servers = self._read()
        if servers.get(kept_under(server), {}).pop(name, None) is not None:
            self._write(servers)

    def _read(self) -> dict[str, dict[str, str]]:
        """Return tokens by server and name, the last used one last."""
        try:
            content: object = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise IdentityError(
                tr(
                    "cannot read {path}: {reason}; name another with --identity",
                    path=self.path,
                    reason=reason_of(error),
                )
            ) from None
        except ValueError:
            raise _no_identities(self.path) from None
        together: dict[str, dict[str, str]] = {}
        for server, known in _checked(self.path, content).items():
            # As they were typed, in versions before.
            place = kept_under(server)
            together[place] = {**together.pop(place, {}), **known}
        return together

    def _write(self, servers: dict[str, dict[str, str]]) -> None:
        content = {"version": FILE_VERSION, "servers": servers}
        write_private(self.path, json.dumps(content, indent=1))


def default_identity_path() -> Path:
    """Return the file of the identities: SAMEDEAL_IDENTITY, or the user's own place."""
    chosen = os.environ.get("SAMEDEAL_IDENTITY")
    if chosen:
        return Path(chosen)
    return own_folder() / "identity.json"


def _no_identities(path: Path) -> IdentityError:
    return IdentityError(
        tr(
            "{path} is not an identity file of this version; move it away, or name "
            "another with --identity",
            path=path,
        )
    )


def _checked(path: Path, content: object) -> dict[str, dict[str, str]]:
    if not isinstance(content, dict):
        raise _no_identities(path)
    fields = cast("dict[str, object]", content)
    servers = fields.get("servers")
    if fields.get("version") != FILE_VERSION or not isinstance(servers, dict):
        raise _no_identities(path)
    for known in cast("dict[str, object]", servers).values():
        if not isinstance(known, dict):
            raise _no_identities(path)
        tokens = cast("dict[str, object]", known).values()
        if not all(isinstance(token, str) for token in tokens):
            raise _no_identities(path)
    return cast("dict[str, dict[str, str]]", servers)
