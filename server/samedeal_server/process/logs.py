"""Logging to standard error: a line of text or a JSON object per entry.

Whatever a library, an error or this program puts into an entry, here is the one place
where it becomes characters, so that nothing from outside gets into a log as it came: a
line that begins with a time is an entry of this program's own. Kinds of entries have a
rate, so that nobody outside can fill a disk with them.
"""

import json
import logging
import sys
import threading
import time
from collections import Counter
from types import TracebackType

from samedeal_server.people.buckets import Buckets, Rate
from samedeal_server.people.printable import printable

OURS = __name__.partition(".")[0]

ENTRIES: Counter[str] = Counter(
    dict.fromkeys(("info", "warning", "error", "critical"), 0)
)
"""The number of entries by level, written or not; of the whole program, as logging is.

From 0 on: who watches over this sees an increase, and so the first error, too."""

OF_ONE_KIND = Rate(20, 1.0)
"""Entries with the same text before its arguments; those of a library are one kind."""

TRACE_LINES = 200
"""Of one error; the last ones say most."""

BELOW = "    | "
"""Before each line that belongs to the entry above it."""


class TextFormatter(logging.Formatter):
    """One line per entry: time, level, logger, message; errors on lines below it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record in printable characters alone."""
        head = f"{self.formatTime(record)} {record.levelname:<7} {record.name}: "
        lines = [printable(head) + printable(_message_of(record))]
        lines += [BELOW + line for line in _trace_of(self, record)]
        return "\n".join(lines)


class JsonFormatter(logging.Formatter):
    """One JSON object per line: time, level, logger, message, exception."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON, its texts printable as well."""
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": printable(record.name),
            "message": printable(_message_of(record)),
        }
        if trace := _trace_of(self, record):
            entry["exception"] = "\n".join(trace)
        return json.dumps(entry)


class Sparing(logging.Filter):
    """Lets some entries of each kind through, and tells how many it did not.

    At debug everything passes: who asks for that wants everything.
    """

    def __init__(self, rate: Rate = OF_ONE_KIND) -> None:
        super().__init__()
        self._kinds: Buckets[tuple[str, int, str]] = Buckets(rate)
        self._passed_over: Counter[tuple[str, int, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether an entry is written."""
        if record.levelno <= logging.DEBUG:
            return True
        ENTRIES[record.levelname.lower()] += 1
        is_ours = record.name.partition(".")[0] == OURS
        kind = (record.name, record.levelno, str(record.msg) if is_ours else "")
        if self._kinds.spend(kind, time.monotonic()):
            self._passed_over[kind] += 1
            return False
        record.passed_over = self._passed_over.pop(kind, 0)
        return True


def start_logging(level: str, style: str) -> None:
    """Log to standard error from now on, also what nobody has caught."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    handler.addFilter(Sparing())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    sys.excepthook = _uncaught
    sys.unraisablehook = lambda found: _uncaught(
        found.exc_type, found.exc_value, found.exc_traceback
    )
    threading.excepthook = lambda found: _uncaught(
        found.exc_type, found.exc_value, found.exc_traceback
    )
    # The library reports every lost connection; the gateway does what is needed.
    logging.getLogger("samedeal_server.websockets").setLevel(logging.ERROR)


def _uncaught(
    kind: type[BaseException],
    error: BaseException | None,
    trace: TracebackType | None,
) -> None:
    found = error or kind()
    logging.getLogger(OURS).critical(
        "nobody caught this", exc_info=(type(found), found, trace)
    )


def _message_of(record: logging.LogRecord) -> str:
    passed_over = getattr(record, "passed_over", 0)
    more = f" (and {passed_over} like it before, not written)" if passed_over else ""
    return record.getMessage() + more


def _trace_of(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    """Return the printable lines of an entry's error and stack."""
    parts: list[str] = []
    if record.exc_info:
        parts.append(formatter.formatException(record.exc_info))
    if record.stack_info:
        parts.append(formatter.formatStack(record.stack_info))
    lines = [printable(line) for part in parts for line in part.split("\n")]
    return lines[-TRACE_LINES:]
