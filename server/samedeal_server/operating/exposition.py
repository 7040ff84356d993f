"""Metrics as text, by `prometheus-client`, which counts nothing here.

It is imported when a process is asked to tell them: whoever does not want them pays
neither time nor memory.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate

from prometheus_client.core import (
    CollectorRegistry,
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
)
from prometheus_client.core import (
    Metric as Family,
)
from prometheus_client.exposition import generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from samedeal_server.meters.spreads import Spread
from samedeal_server.operating.metrics import METRICS, Metric
from samedeal_server.process.process import Process

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class _Ours(Collector):
    """A process's numbers about itself, read when it is asked for them."""

    def __init__(self, process: Process) -> None:
        self._process = process

    def collect(self) -> Iterator[Family]:
        """Yield every metric with its samples."""
        for metric in METRICS:
            yield family(metric, self._process)


class Exposition:
    """The text of all metrics of a process."""

    def __init__(self, process: Process) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(_Ours(process))
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def text(self) -> bytes:
        """Return it, as it is now."""
        return generate_latest(self._registry)


def family(metric: Metric, process: Process) -> Family:
    """Return a metric with its samples."""
    found = metric.read(process)
    if isinstance(found, Spread):
        return HistogramMetricFamily(
            metric.name, metric.says, buckets=_buckets(found), sum_value=found.total
        )
    kind = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
    made = kind(metric.name, metric.says, labels=metric.labels)
    samples = found if isinstance(found, Mapping) else {(): found}
    for labels, value in samples.items():
        made.add_metric(labels, float(value))
    return made


def _buckets(spread: Spread) -> list[tuple[str, float]]:
    bounds = [*(f"{bound:g}" for bound in spread.bounds), "+Inf"]
    return list(zip(bounds, accumulate(spread.counts), strict=True))
