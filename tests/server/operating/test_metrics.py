"""Metrics: whole, read by a strict parser, and true of what was played."""

import re
from collections import Counter

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.house import QUICK
from tests.server.operating.asking import asked, samples_in, value
from tests.servers import running_server
from tests.talk import talking

from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.updates import Error
from samedeal_server.meters.spreads import Spread
from samedeal_server.operating.exposition import Exposition
from samedeal_server.operating.metrics import METRICS
from samedeal_server.process.process import Process
from samedeal_server.store.redis import Store

LABELS = {
    *("code", "end", "game", "generation", "how", "kind", "le", "level", "limit"),
    *("phase", "python", "reason", "state", "status", "version", "why"),
}
"""None of them is anybody's name, a room's code or an address."""


async def test_a_strict_parser_reads_all_metrics_of_a_live_server(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, SAMEDEAL_METRICS_PORT="0") as server,
        talking(server.url) as ann,
    ):
        room = await ann.host()
        heard = await asked(server.metrics)
    assert heard.status == 200
    assert heard.kind.startswith("text/plain; version=0.0.4")
    families = list(text_string_to_metric_families(heard.text))
    ours = [each for each in families if each.name.startswith("samedeal_")]
    assert len(ours) >= 30
    assert all(each.documentation and each.type != "unknown" for each in families)
    assert {label for s in samples_in(heard.text) for label in s.labels} <= LABELS
    assert room not in heard.text
    assert ann.me not in heard.text


async def test_what_is_told_is_what_was_played(store_url: str) -> None:
    async with (
        running_server(store_url, SAMEDEAL_METRICS_PORT="0") as server,
        talking(server.url) as ann,
        talking(server.url) as bob,
    ):
        room = await ann.host()
        await bob.join(room)
        await ann.ask(Error, t="move", n=1, ply=0, move="a1")
        assert isinstance(await bob.command(Done, t="leave"), Done)

        async def told(name: str, **labels: str) -> float:
            return await value(server.metrics, f"samedeal_{name}", **labels)

        assert await told("connections", state="welcome") == 2
        assert await told("seats", kind="person") == 1
        assert await told("rooms", phase="gathering") == 1
        assert await told("rooms_opened_total", kind="match") == 1
        assert await told("joins_total", how="new") == 1
        assert await told("hellos_total", how="new") == 2
        assert await told("requests_total", kind="host", code="ok") == 1
        assert await told("requests_total", kind="join", code="ok") == 1
        assert await told("requests_total", kind="leave", code="ok") == 1
        assert await told("requests_total", kind="move", code="ok") == 0
        assert await told("requests_total", kind="move") == 1
        assert await told("ack_seconds_count") == 1
        assert await told("reply_seconds_count") == 2
        assert await told("store_batch_seconds_count") > 0
        assert await told("http_responses_total", status="101") == 2


async def test_every_metric_can_be_read_where_nothing_has_happened(
    store_url: str,
) -> None:
    async with Store(store_url) as store:
        process = Process(store, QUICK)
        text = Exposition(process).text().decode()
        told = {family.name for family in text_string_to_metric_families(text)}
        for metric in METRICS:
            assert metric.name.removesuffix("_total") in told
            found = metric.read(process)
            assert (metric.kind == "histogram") is isinstance(found, Spread)


def test_names_are_what_prometheus_advises_and_nobody_has_two() -> None:
    names = [metric.name for metric in METRICS]
    assert Counter(names).most_common(1)[0][1] == 1
    for metric in METRICS:
        assert re.fullmatch(r"samedeal_[a-z]+(_[a-z]+)*", metric.name)
        assert (metric.kind == "counter") is metric.name.endswith("_total")
        assert metric.says.endswith(".")


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_a_metric_has_few_labels(metric: object) -> None:
    assert len(getattr(metric, "labels", ())) <= 3
