"""Names of an archive's files.

Many come out of files: of a backup, or of a pack that says what it replaces. None
becomes a part of a path, or of an object's address, but by way of `plain`.
"""

import re

from samedeal_server.archive.errors import BadName

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_PACK = re.compile(r"[0-9a-f]{32}\.pack")
_OTHER = re.compile(r"archive\.json|dictionary-[0-9]{1,9}\.zdict")


def plain(name: str) -> str:
    """Return a name that leads nowhere else; raises BadName for any other."""
    if not _PLAIN.fullmatch(name):
        raise BadName(name)
    return name


def is_pack(name: str) -> bool:
    """Tell whether a pack may have this name."""
    return _PACK.fullmatch(name) is not None


def is_own(name: str) -> bool:
    """Tell whether an archive may have a file of this name."""
    return is_pack(name) or _OTHER.fullmatch(name) is not None
