"""Alerts as they are rung in `make alarms`: each has its trouble."""

import yaml
from bench.alarms.place import RULES, Told, alerts, configuration
from bench.alarms.troubles import TROUBLES


def test_every_alert_has_its_trouble() -> None:
    assert {name for each in TROUBLES for name in each.alerts} == set(alerts())


def test_what_operators_are_told_to_scrape_is_what_is_watched() -> None:
    told = yaml.safe_load(configuration(["127.0.0.1:1"]))
    (job,) = told["scrape_configs"]
    assert job["job_name"] == "samedeal"
    assert job["scrape_interval"] == "2s"
    assert job["static_configs"] == [{"targets": ["127.0.0.1:1"]}]
    assert told["rule_files"] == [str(RULES)]
    seldom = yaml.safe_load(configuration(["127.0.0.1:1"], "15s"))
    assert seldom["scrape_configs"][0]["scrape_interval"] == "15s"


def test_an_alert_that_never_rang_is_late() -> None:
    assert Told("A", 3.0, 4.0).is_within(15)
    assert not Told("A", None, 0.1).is_within(15)
    assert not Told("A", 3.0, 16.0).is_within(15)
