"""The page of metrics, from the table that they are read by."""

from docs.reference.marking import page, table

from samedeal_server.meters.spreads import SIZES, TIMES_S
from samedeal_server.operating.metrics import METRICS, Metric


def render() -> str:
    """Return the page."""
    parts = [
        (
            "What a server process tells at `/metrics` of the listener that "
            "`SAMEDEAL_METRICS_PORT` asks for, in Prometheus' text; "
            "[how to have it read](../howto/run-a-server.md#watch-over-it), "
            "and [what to do](../howto/runbook.md) when an alert rings. Each process "
            "counts for itself, from 0 when it starts. No label is a player, "
            "a name, a room's code or an address.\n"
        ),
        table(("metric", "kind", "labels", "what it says"), map(_row, METRICS)),
        (
            "Histograms of seconds have the bounds "
            f"{_bounds(TIMES_S)}; that of a batch's appends, {_bounds(SIZES)}.\n"
        ),
        (
            "Besides, `prometheus-client` tells of the process itself: `process_*` "
            "(memory, time of the CPU, descriptors; on Linux) and `python_gc_*`.\n"
        ),
        (
            "## How it is\n\n"
            "The same listener answers `/live` with 200 while the event loop turns, "
            "and `/ready` with 200 where more players may be sent: the store can be "
            "written to, the process does not drain, and there is room for "
            "connections; otherwise with 503, and why. `/health`, at the port that "
            "players come to, answers 200 while the process serves.\n"
        ),
    ]
    return page("Metrics", "operators", parts)


def _row(metric: Metric) -> tuple[str, ...]:
    labels = ", ".join(f"`{label}`" for label in metric.labels)
    return f"`{metric.name}`", metric.kind, labels, metric.says


def _bounds(bounds: tuple[float, ...]) -> str:
    return ", ".join(f"{bound:g}" for bound in bounds)
