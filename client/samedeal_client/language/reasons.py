"""Errors of the system, in the language that is spoken."""

import errno
import os
from collections.abc import Mapping

from samedeal_client.language import later, tr

REASONS: Mapping[int, str] = {
    errno.EACCES: later("permission denied"),
    errno.EPERM: later("permission denied"),
    errno.ENOENT: later("there is no such file or folder"),
    errno.EISDIR: later("that is a folder"),
    errno.ENOTDIR: later("part of the path is not a folder"),
    errno.EEXIST: later("something else is there"),
    errno.ENOSPC: later("no space is left on the disk"),
    errno.EDQUOT: later("the disk quota is used up"),
    errno.EROFS: later("the disk is read-only"),
    errno.ENAMETOOLONG: later("the name is too long"),
    errno.ECONNREFUSED: later("connection refused"),
    errno.ECONNRESET: later("the connection was cut"),
    errno.ENETUNREACH: later("the network cannot be reached"),
    errno.EHOSTUNREACH: later("the machine cannot be reached"),
    errno.ETIMEDOUT: later("no answer in time"),
}
"""Errors that people meet; for the others the system's own words do."""


def cannot_read(path: object, error: OSError) -> str:
    """Return that a file cannot be read, and why."""
    return tr("cannot read {path}: {reason}", path=path, reason=reason_of(error))


def cannot_write(path: object, error: OSError) -> str:
    """Return that a file or a folder cannot be written, and why."""
    return tr("cannot write {path}: {reason}", path=path, reason=reason_of(error))


def reason_of(error: OSError) -> str:
    """Return the reason of an error: a few words, to stand after a colon."""
    number = error.errno or 0
    if number in REASONS:
        return tr(REASONS[number])
    # A library may have put something else in the place of the system's words.
    return os.strerror(number).lower() if number > 0 else str(error)
