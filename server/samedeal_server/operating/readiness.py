"""Whether a process can be given more players: what a proxy or an orchestrator asks."""

from samedeal_server.process.process import Process


def why_not_ready(process: Process) -> str:
    """Return the reason to send no more players here; empty where they may come."""
    if process.hub.is_draining:
        return "it hands its players over, to end"
    if not process.health.is_well:
        return "the store cannot be written to"
    if not process.gateway.has_room:
        return "it has as many connections as it may have"
    return ""
