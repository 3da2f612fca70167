"""The alerts as Prometheus carries them out, by its own promtool (Debian's package prometheus)."""

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
GRAFANA = {"$instance": ".*", "$__rate_interval": "5m"}  # what it puts in for its own words


def promtool(*words: str | Path) -> None:
    done = subprocess.run([str(PROMTOOL), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_the_rules_can_be_read() -> None:
    """Prometheus would load them."""
    promtool("check", "rules", DEPLOY / "prometheus-alerts.yaml")


@needs_promtool
def test_alerts_fire_and_keep_silent() -> None:
    """Every case of alerts.yaml: the figures of an hour, and which alerts they set off with which words."""
    promtool("test", "rules", CASES)


@pytest.mark.parametrize("name", ALERTS)
def test_every_alert_has_both_cases(name: str) -> None:
    """One in which it fires, one in which it does not."""
    tests = yaml.safe_load(CASES.read_text("utf-8"))["tests"]
    asked = [case for test in tests for case in test["alert_rule_test"] if case["alertname"] == name]
    assert {bool(case.get("exp_alerts")) for case in asked} == {True, False}


@needs_promtool
def test_the_dashboard_asks_what_prometheus_understands(tmp_path: Path) -> None:
    """Each query, with Grafana's own words put in, is one."""
    queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    for word, meaning in GRAFANA.items():
        queries = [query.replace(word, meaning) for query in queries]
    assert not [query for query in queries if "$" in query]
    rules = [{"record": f"query_{number}", "expr": query} for number, query in enumerate(queries)]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}), "utf-8")
    promtool("check", "rules", file)


def test_what_is_watched_is_there_before_it_happens() -> None:
    """Counters grow from nought: `increase` is blind to the first step of one that begins with it."""
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
