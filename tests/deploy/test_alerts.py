"""Run the alert rules with Prometheus's own promtool (in Debian's package prometheus)."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from bot.operations.metrics import Metrics
from tests.deploy.parts import DEPLOY
from tests.deploy.test_operators import ALERTS, DASHBOARD

CASES = Path(__file__).with_name("alerts.yaml")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed (Debian's package prometheus)")
GRAFANA = {"$instance": ".*", "$__rate_interval": "5m"}  # the values it inserts for its variables


def promtool(*words: str | Path) -> None:
    done = subprocess.run([str(PROMTOOL), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_the_rules_are_valid() -> None:
    """Prometheus would load them."""
    promtool("check", "rules", DEPLOY / "prometheus-alerts.yaml")


@needs_promtool
def test_alerts_fire_when_they_should_and_only_then() -> None:
    """Every case in alerts.yaml: the samples of an hour, which alerts they trigger, and their texts."""
    promtool("test", "rules", CASES)


@pytest.mark.parametrize("name", ALERTS)
def test_every_alert_has_both_cases(name: str) -> None:
    """One in which it fires, and one in which it doesn't."""
    tests = yaml.safe_load(CASES.read_text("utf-8"))["tests"]
    asked = [case for test in tests for case in test["alert_rule_test"] if case["alertname"] == name]
    assert {bool(case.get("exp_alerts")) for case in asked} == {True, False}


@needs_promtool
def test_the_queries_of_the_dashboard_are_valid(tmp_path: Path) -> None:
    """Each is a valid query once Grafana's variables are replaced."""
    queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    for word, meaning in GRAFANA.items():
        queries = [query.replace(word, meaning) for query in queries]
    assert not [query for query in queries if "$" in query]
    rules = [{"record": f"query_{number}", "expr": query} for number, query in enumerate(queries)]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}), "utf-8")
    promtool("check", "rules", file)


def test_counters_exist_before_their_first_increment() -> None:
    """They start at 0, because `increase` misses the first step of a counter that starts at 1."""
    metrics = Metrics()
    metrics.serves("test", lambda: 0)
    lines = re.findall(r"(?m)^(\w+_total)\{(.*)\} 0\.0$", metrics.text().decode())
    rules = " ".join(rule["expr"] for rule in ALERTS.values())
    watched = set(re.findall(r'(scrum_table_\w+_total)\{(\w+="\w+")\}', rules))
    assert watched
    assert not [(name, label) for name, label in watched if not any(name == at and label in has for at, has in lines)]
    assert {has for at, has in lines if at == "scrum_table_faults_total"} == {
        'where="handle"',
        'where="post"',
        'where="store"',
    }
