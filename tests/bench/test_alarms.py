"""Alerts as they are rung in `make alarms`: the same, sooner."""

import yaml
from bench.alarms import RULES, Told, quick


def test_quick_rules_are_the_same_alerts_without_a_minute() -> None:
    rules = RULES.read_text("utf-8")
    told = yaml.safe_load(quick(rules))
    whole = yaml.safe_load(rules)
    (group,), (slow,) = told["groups"], whole["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    assert names == [rule["alert"] for rule in slow["rules"]]
    for rule in group["rules"]:
        assert not str(rule.get("for", "")).endswith("m")
        assert "m]" not in rule["expr"]


def test_an_alert_that_never_rang_is_late() -> None:
    assert Told("A", 3.0, 4.0).is_within(15)
    assert not Told("A", None, 0.1).is_within(15)
    assert not Told("A", 3.0, 16.0).is_within(15)
