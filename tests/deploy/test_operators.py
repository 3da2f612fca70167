"""The systemd unit, the example settings, alerts and dashboard."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli.parser import parser
from bot.operations.metrics import Metrics
from tests.adapters.console.harness import scrum_table
from tests.deploy.parts import ROOT, SETTINGS, text, walk

# --- systemd -------------------------------------------------------------------------------------------------------

UNIT = [line.partition("=") for line in text("scrum-table.service").splitlines() if "=" in line and line[0] != "#"]
HARDENING = {
    "NoNewPrivileges": "yes",
    "CapabilityBoundingSet": "",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "PrivateTmp": "yes",
    "PrivateDevices": "yes",
    "PrivateMounts": "yes",
    "ProtectKernelTunables": "yes",
    "ProtectKernelModules": "yes",
    "ProtectControlGroups": "yes",
    "RestrictAddressFamilies": "AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "MemoryDenyWriteExecute": "yes",
    "SystemCallArchitectures": "native",
    "DynamicUser": "yes",
    "UMask": "0077",
}


@pytest.mark.parametrize("name", HARDENING)
def test_the_unit_is_hardened(name: str) -> None:
    """Each of these limits what a bug of ours could do to the machine."""
    assert (name, "=", HARDENING[name]) in UNIT


def test_the_unit_starts_a_real_command() -> None:
    """It is one of our commands, and a wrong setting doesn't cause endless restarts."""
    (start,) = [value.split() for name, _, value in UNIT if name == "ExecStart"]
    assert start[0].endswith("/bin/scrum-table")
    assert parser().parse_args(start[1:]).command == "run"
    assert ("RestartPreventExitStatus", "=", "2") in UNIT


def test_a_database_that_starts_later_is_waited_for(tmp_path: Path) -> None:
    """After a reboot PostgreSQL may be the slower one: systemd does not take the exit code for the last word."""
    done = scrum_table(tmp_path, "run", DATABASE_URL="postgresql://scrum@127.0.0.1:1/scrum")
    assert "nothing is listening there" in done.stderr
    assert done.returncode == 75
    assert ("Restart", "=", "always") in UNIT
    assert not [value for name, _, value in UNIT if name == "RestartPreventExitStatus" and "75" in value]


def test_the_unit_allows_process_metrics() -> None:
    """ProcSubset=pid would hide /proc/stat, and three alerts and the dashboard would have no data."""
    assert "ProcSubset" not in {name for name, _, _ in UNIT}


def test_the_unit_sets_real_settings() -> None:
    """And it stores tables where it may write."""
    settings = dict(value.split("=", 1) for name, _, value in UNIT if name == "Environment")
    assert set(settings) <= SETTINGS
    assert settings["DATABASE_URL"].startswith("sqlite:///%S/scrum-table/")
    assert ("StateDirectory", "=", "scrum-table") in UNIT


# --- settings ------------------------------------------------------------------------------------------------------


def test_the_example_settings() -> None:
    """Every line is an existing setting, and no secret has a value."""
    lines = [line.lstrip("#") for line in text(".env.example").splitlines() if re.match(r"#?[A-Z_]+=", line)]
    pairs = [line.split("=", 1) for line in lines]
    assert {name for name, _ in pairs} <= SETTINGS
    assert not [name for name, value in pairs if value and name.endswith(("TOKEN", "SECRET", "KEY"))]


# --- figures -------------------------------------------------------------------------------------------------------

DASHBOARD: dict[str, Any] = json.loads(text("grafana-dashboard.json"))
(RULES,) = yaml.safe_load(text("prometheus-alerts.yaml"))["groups"]
ALERTS: dict[str, dict[str, Any]] = {rule["alert"]: rule for rule in RULES["rules"]}


def metrics() -> set[str]:
    """Every metric name that /metrics can show."""
    kinds = dict(re.findall(r"(?m)^# TYPE (\S+) (\S+)$", Metrics().text().decode()))
    parts = {
        f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in ("bucket", "sum", "count")
    }
    return {name for name, kind in kinds.items() if kind != "histogram" and not name.endswith("_created")} | parts


def used(texts: Iterable[object]) -> set[str]:
    return {name for found in texts if isinstance(found, str) for name in re.findall(r"scrum_table_\w+", found)}


def test_dashboard_and_alerts_use_metrics_that_exist() -> None:
    """Each name is one that /metrics shows."""
    names = used(walk(DASHBOARD)) | used(rule["expr"] for rule in ALERTS.values())
    assert names
    assert names <= metrics()


def test_the_dashboard_shows_every_metric() -> None:
    """Except sums and counts of the histogram, and process limits that say nothing useful."""
    left_out = {"scrum_table_seconds_sum", "scrum_table_seconds_count"}
    left_out |= {"scrum_table_process_virtual_memory_bytes", "scrum_table_process_max_fds"}
    assert metrics() - used(walk(DASHBOARD)) == left_out


def test_panels() -> None:
    """Each has a title, a description, a unit and a query, and none overlap."""
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        assert panel["title"]
        assert panel["description"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert panel["targets"]
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(cells)) == len(cells)
    assert {x for x, _ in cells} == set(range(24))  # exactly as wide as Grafana's grid


@pytest.mark.parametrize("name", ALERTS)
def test_every_alert_has_a_runbook(name: str) -> None:
    """Its runbook link leads to a section of docs/operations.md."""
    rule = ALERTS[name]
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert rule["annotations"]["summary"]
    page, _, anchor = rule["annotations"]["runbook"].partition("#")
    headings = re.findall(r"(?m)^#+ (\S+)$", (ROOT / page).read_text("utf-8"))
    assert name in headings
    assert anchor == name.lower()
