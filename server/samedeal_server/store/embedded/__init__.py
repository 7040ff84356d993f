"""The embedded store: a Valkey of this process's own, on a folder it is given."""

from samedeal_server.store.embedded.server import (
    STOP_WITHIN_S,
    EmbeddedStore,
    has_data,
)

__all__ = ["STOP_WITHIN_S", "EmbeddedStore", "has_data"]
