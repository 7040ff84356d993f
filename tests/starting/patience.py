"""What servers wait for in service, and tests longer: a busy machine is no fault.

Tests of stores that are away `hurry` it, or start servers that wait as in service.
"""

from collections.abc import Callable

from tests.conditions import PATIENCE_S

from samedeal_server.archive import archive
from samedeal_server.edge import connections
from samedeal_server.store import clients, redis, writer

STORE_WAITS = (
    (redis, "PULSE_TIMEOUT_S"),
    (clients, "CALL_TIMEOUT_S"),
    (writer, "BATCH_TIMEOUT_S"),
    (writer, "READ_TIMEOUT_S"),
    (archive, "FOUND_WITHIN_S"),
)
"""Modules, and the names there of how long a store is waited for, in seconds."""
SILENT_S = 300.0
"""How long a client may say nothing: a test may have each speak in turn."""


def be_patient(put: Callable[[object, str, float], None] = setattr) -> None:
    """Have the servers of this process wait; `put` puts values in modules."""
    for module, name in STORE_WAITS:
        put(module, name, PATIENCE_S)
    put(connections, "SILENT_AFTER_S", SILENT_S)
