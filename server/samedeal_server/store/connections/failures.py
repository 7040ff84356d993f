"""The errors of redis-py, and which of the store's they are."""

from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    NoScriptError,
    ResponseError,
    TryAgainError,
)

from samedeal_server.store.errors import ScriptUnknown, StoreError, StoreUnavailable

TROUBLES = (
    *("LOADING", "READONLY", "NOREPLICAS", "MISCONF", "OOM", "BUSY"),
    *("CLUSTERDOWN", "MASTERDOWN", "TRYAGAIN", "Command not allowed"),
)
"""The beginnings of errors that say the store cannot be written just now."""

OF_CLUSTERS = (TryAgainError, MovedError, AskError, ClusterDownError, MasterDownError)
"""The same, of which redis-py takes the first word away."""


def failure(error: Exception) -> StoreError:
    """Translate an error of redis-py's: refused, or not to be had now."""
    if isinstance(error, NoScriptError):
        return ScriptUnknown(str(error))
    if isinstance(error, ResponseError) and not _is_trouble(error):
        return StoreError(str(error))
    reason = str(error) or type(error).__name__
    return StoreUnavailable(f"the store does not answer: {reason}")


def _is_trouble(error: ResponseError) -> bool:
    return isinstance(error, OF_CLUSTERS) or str(error).startswith(TROUBLES)
