"""Alerts and dashboard: files for others' programs, of metrics that there are."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from tests.house.repository import ROOT
from tests.house.test_pages import anchors_of

from samedeal_server.operating.metrics import METRICS

RULES = ROOT / "deploy/prometheus/alerts.yml"
DASHBOARD = ROOT / "deploy/grafana/samedeal.json"
RUNBOOK = ROOT / "docs/howto/runbook.md"

OF_THE_LIBRARY = {
    "process_cpu_seconds_total",
    "process_max_fds",
    "process_open_fds",
    "process_resident_memory_bytes",
}
NAME = re.compile(r"\b(?:samedeal|process)_[a-z_]+")
PLACED = re.compile(r'"samedeal"')


def names_there_are() -> set[str]:
    names = set(OF_THE_LIBRARY)
    for metric in METRICS:
        ends = ("_bucket", "_sum", "_count") if metric.kind == "histogram" else ("",)
        names |= {metric.name + end for end in ends}
    return names


def alerts() -> list[dict[str, Any]]:
    document = yaml.safe_load(RULES.read_text("utf-8"))
    return [rule for group in document["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    document = json.loads(DASHBOARD.read_text("utf-8"))
    return cast("list[dict[str, Any]]", document["panels"])


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
def test_an_alert_is_of_metrics_that_there_are(alert: dict[str, Any]) -> None:
    found = set(NAME.findall(PLACED.sub("", alert["expr"])))
    assert found or "up{" in alert["expr"]
    assert found <= names_there_are()


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: alert["alert"])
def test_the_runbook_says_what_to_do(alert: dict[str, Any]) -> None:
    page, _, anchor = alert["annotations"]["runbook"].partition("#")
    assert ROOT / page == RUNBOOK
    assert anchor == alert["alert"].lower()
    assert anchor in anchors_of(RUNBOOK)
    assert alert["annotations"]["summary"].endswith(".")
    assert alert["labels"]["severity"] in {"page", "ticket"}


def test_the_runbook_is_of_alerts_that_there_are() -> None:
    told = re.findall(r"^### (\w+)$", RUNBOOK.read_text("utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(alert["alert"] for alert in alerts())


@pytest.mark.parametrize("panel", panels(), ids=lambda panel: panel["title"])
def test_a_panel_shows_metrics_that_there_are(panel: dict[str, Any]) -> None:
    expressions = [target["expr"] for target in panel["targets"]]
    assert expressions
    for expression in expressions:
        found = set(NAME.findall(PLACED.sub("", expression)))
        assert found
        assert found <= names_there_are()


def test_panels_lie_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels():
        at = panel["gridPos"]
        own = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert max(x for x, _ in own) < 24
        assert not own & taken
        taken |= own
    ids = [panel["id"] for panel in panels()]
    assert len(ids) == len(set(ids))


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool")
@pytest.mark.parametrize(
    "words", [("check", "rules", "alerts.yml"), ("test", "rules", "alerts_test.yml")]
)
def test_promtool_finds_nothing_wrong(words: tuple[str, ...]) -> None:
    run = subprocess.run(
        ["promtool", *words], cwd=Path(RULES).parent, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
