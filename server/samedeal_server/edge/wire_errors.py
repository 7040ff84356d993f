"""Errors in wire words: the one place that turns exceptions into messages."""

import logging
import secrets

from samedeal_protocol.errors import CloseCode, ErrorCode, ProtocolError, Retry
from samedeal_protocol.limits import DETAIL_MAX
from samedeal_protocol.updates import Error
from samedeal_server.core.refusals import Refused
from samedeal_server.people.printable import shown
from samedeal_server.store.errors import StoreError

log = logging.getLogger(__name__)

RETRY_MS = 1_000

PASSING = frozenset(
    {
        ErrorCode.TOO_FAST,
        ErrorCode.TOO_MANY,
        ErrorCode.HELD_UP,
        ErrorCode.DRAINING,
        ErrorCode.UNAVAILABLE,
        ErrorCode.INTERNAL,
    }
)
"""Errors that pass by themselves, so that the same request is worth sending again."""


def error_for(re: int, error: Exception, who: str, retry_ms: int = RETRY_MS) -> Error:
    """Return the message for a request that was not carried out, and log it."""
    trace = secrets.token_hex(4)
    expected: int | None = None
    detail = str(error)
    if isinstance(error, Refused):
        code, detail, expected = error.code, error.detail, error.expected
        log.debug("%s refused to %s: %s", trace, who, error)
    elif isinstance(error, ProtocolError):
        code = error.code
        log.info("%s %s sent no message: %s", trace, who, error)
    elif isinstance(error, StoreError):
        code, detail = ErrorCode.UNAVAILABLE, ""
        log.info("%s %s", trace, error)
    else:
        code, detail = ErrorCode.INTERNAL, ""
        log.error("%s a bug", trace, exc_info=error)
    retry: Retry = retry_ms if code in PASSING else "never"
    # It may quote what was asked for, in part from an invitation that somebody sent.
    detail = shown(detail)[:DETAIL_MAX]
    return Error(
        re=re, code=code, retry=retry, trace=trace, detail=detail, expected=expected
    )


def close_code_for(error: Exception) -> CloseCode:
    """Return the code with which a greeting that failed is ended."""
    if isinstance(error, StoreError):
        return CloseCode.UNAVAILABLE
    if isinstance(error, Refused) and error.code is ErrorCode.BAD_TOKEN:
        return CloseCode.BAD_TOKEN
    if isinstance(error, ProtocolError | Refused):
        return CloseCode.NO_HELLO
    return CloseCode.INTERNAL


def code_of_strikes(last: Exception) -> CloseCode:
    """Return the code by which somebody is cut off: for rubbish, or for too much."""
    is_rubbish = isinstance(last, ProtocolError)
    return CloseCode.BAD_MESSAGE if is_rubbish else CloseCode.TOO_FAST
