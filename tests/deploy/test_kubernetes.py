"""Check the Kubernetes manifests and the Helm chart as far as that works without a cluster."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from adapters.web.adapter import WebAdapter
from bot.cli.parser import parser
from bot.settings import Settings
from tests.deploy.parts import DEPLOY, HARDENED, SETTINGS, image_environment, objects, routes, walk

Object = dict[str, Any]

FILES = ("kubernetes/table.yaml", "kubernetes/discord.yaml")
PLAIN = [found for name in FILES for found in objects(name)]
VERSIONS = {
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "Service": "v1",
    "Ingress": "networking.k8s.io/v1",
    "PodDisruptionBudget": "policy/v1",
    "Secret": "v1",
}
HELM = shutil.which("helm", path=str(Path(sys.executable).parent)) or shutil.which("helm")
CHART = DEPLOY / "helm" / "scrum-table"
needs_helm = pytest.mark.skipif(HELM is None, reason="helm is not installed (the package helm-binary)")
CREATED = {"DATABASE_URL": "postgresql://u:p@h/d", "WEB_SECRET": "0123456789abcdef"}
VALUES: dict[str, Object] = {
    "everything": {"host": "table.example.org", "existingSecret": "scrum-table", "discord": {"enabled": True}},
    "discord alone": {
        "table": {"enabled": False},
        "discord": {"enabled": True, "shards": 1},
        "secret": {**CREATED, "DISCORD_TOKEN": "t"},
    },
    "slack alone": {
        "host": "bot.example.org",
        "table": {"web": False},
        "secret": {**CREATED, "SLACK_BOT_TOKEN": "t", "SLACK_SIGNING_SECRET": "s"},
        "image": {"repository": "registry.example.org/scrum-table", "pullSecrets": [{"name": "registry"}]},
    },
    "the web table without an ingress": {
        "ingress": {"enabled": False},
        "secret": CREATED,
        "settings": {"FORECASTS": False},
    },
}


def templated(folder: Path, values: Object) -> list[Object]:
    """What the chart makes of these values."""
    done = helm(folder, values)
    assert done.returncode == 0, done.stderr
    return [found for found in yaml.safe_load_all(done.stdout) if found]


def helm(folder: Path, values: Object) -> "subprocess.CompletedProcess[str]":
    file = folder / "values.yaml"
    file.write_text(json.dumps(values), "utf-8")
    command = [str(HELM), "template", "scrum-table", str(CHART), "--values", str(file), "--kube-version", "1.30.0"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def workloads(found: list[Object]) -> list[Object]:
    return [each for each in found if each["kind"] in {"Deployment", "StatefulSet"}]


def pod(workload: Object) -> Object:
    spec: Object = workload["spec"]["template"]["spec"]
    return spec


def container(workload: Object) -> Object:
    (only,) = pod(workload)["containers"]
    found: Object = only
    return found


def keys(workload: Object) -> dict[bool, set[str]]:
    """The keys of the Secret that a pod gets; those that may be missing under True."""
    (volume,) = [volume["projected"] for volume in pod(workload)["volumes"] if volume["name"] == "secrets"]
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for source in volume["sources"]:
        for item in source["secret"]["items"]:
            assert item["path"].upper() == item["key"]
            found[source["secret"].get("optional", False)].add(item["key"])
    return found


def check(found: list[Object]) -> None:
    """What must be true of every set of objects, whoever wrote it."""
    for each in found:
        assert VERSIONS[each["kind"]] == each["apiVersion"]
        assert each["metadata"]["name"].startswith("scrum-table")
    assert workloads(found)
    for workload in workloads(found):
        check_probes(workload)
        check_privileges(workload)
        check_settings(workload)
        check_selected(found, workload)


def check_probes(workload: Object) -> None:
    """They ask addresses that the program serves: /healthz for liveness, /readyz for readiness."""
    one = container(workload)
    (port,) = one["ports"]
    assert str(port["containerPort"]) == image_environment()["HTTP_PORT"]
    asked = {probe: one[f"{probe}Probe"]["httpGet"] for probe in ("startup", "liveness", "readiness")}
    assert {probe: found["path"] for probe, found in asked.items()} == {
        "startup": "/healthz",
        "liveness": "/healthz",
        "readiness": "/readyz",
    }
    assert {found["port"] for found in asked.values()} == {port["name"]}
    annotations = workload["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/port"] == str(port["containerPort"])
    assert {annotations["prometheus.io/path"], "/healthz", "/readyz"} <= routes()


def check_privileges(workload: Object) -> None:
    """Not root, only /tmp writable, no cluster credentials, no variables of other services."""
    assert container(workload)["securityContext"] == HARDENED
    assert pod(workload)["securityContext"]["runAsNonRoot"] is True
    assert pod(workload)["automountServiceAccountToken"] is False
    assert pod(workload)["enableServiceLinks"] is False
    assert "memory" in container(workload)["resources"]["limits"]


def check_settings(workload: Object) -> None:
    """Every variable and key is a setting, none is named twice; secrets are files that only the group reads."""
    one = container(workload)
    names = [variable["name"] for variable in one["env"]]
    assert len(set(names)) == len(names)
    assert set(names) <= SETTINGS
    assert not [part for part in walk(workload) if isinstance(part, dict) and "secretKeyRef" in part]
    (mount,) = [mount for mount in one["volumeMounts"] if mount["name"] == "secrets"]
    assert {"name": "SECRETS_DIR", "value": mount["mountPath"]} in one["env"]
    (volume,) = [volume["projected"] for volume in pod(workload)["volumes"] if volume["name"] == "secrets"]
    assert volume["defaultMode"] == 0o440
    assert keys(workload)[True] | keys(workload)[False] <= SETTINGS
    assert "DATABASE_URL" in keys(workload)[False]
    assert parser().parse_args(one["args"]).command == "run"


def check_selected(found: list[Object], workload: Object) -> None:
    """Its service and its disruption budget select its pods."""
    labels = workload["spec"]["template"]["metadata"]["labels"]
    mine = {each["kind"]: each for each in found if each["metadata"]["name"] == workload["metadata"]["name"]}
    assert workload["spec"]["selector"]["matchLabels"] == labels
    assert mine["Service"]["spec"]["selector"] == labels
    assert mine["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert mine["PodDisruptionBudget"]["spec"]["maxUnavailable"] == 1


# --- the plain manifests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_each_file_works_alone(name: str) -> None:
    """With one platform only, no other's keys have to be in the Secret."""
    check(objects(name))


def test_only_the_keys_of_all_are_required() -> None:
    """Slack, Teams and the web table share pods, each alone or together; Discord's token isn't there."""
    table, discord = workloads(PLAIN)
    assert keys(table)[False] == {"DATABASE_URL", "WEB_SECRET"}
    assert {"SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "TEAMS_APP_ID", "TEAMS_APP_SECRET", "WEB_URL"} <= keys(table)[
        True
    ]
    assert keys(discord)[False] == {"DATABASE_URL", "DISCORD_TOKEN"}
    assert keys(discord)[True] <= keys(table)[True]


def test_every_secret_reaches_a_pod() -> None:
    """All settings that aren't shown; Discord's client secret is for a process that also serves the web table."""
    fields = Settings.model_fields.items()
    secret = {name.upper() for name, field in fields if not field.repr or "SecretStr" in str(field.annotation)}
    reached = {key for workload in workloads(PLAIN) for found in keys(workload).values() for key in found}
    assert secret - reached == {"DISCORD_CLIENT_SECRET"}


def test_a_shard_for_each_pod() -> None:
    """The number of pods is the number of shards, and each knows its own."""
    table, discord = workloads(PLAIN)
    assert (table["kind"], table["spec"]["replicas"]) == ("Deployment", 2)
    variables = {one["name"]: one for one in container(discord)["env"]}
    assert discord["kind"] == "StatefulSet"
    assert discord["spec"]["replicas"] == int(variables["DISCORD_SHARD_COUNT"]["value"])
    assert "pod-index" in variables["DISCORD_SHARD_IDS"]["valueFrom"]["fieldRef"]["fieldPath"]


def ingress(found: list[Object]) -> tuple[Object, dict[str, str]]:
    """The ingress, and how it matches each path."""
    (one,) = [each for each in found if each["kind"] == "Ingress"]
    (rule,) = one["spec"]["rules"]
    return one, {path["path"]: path["pathType"] for path in rule["http"]["paths"]}


def test_the_ingress_lets_our_pages_through_and_nothing_else() -> None:
    """Every page of the web table, and where Slack and Teams deliver; the operator's addresses aren't among them."""
    one, paths = ingress(PLAIN)
    served = [route.path for route in WebAdapter(bytes(32)).routes() if not route.path.startswith("/{")]
    assert set(paths) == {f"/{path.split('/')[1]}" for path in served} | {"/slack", "/teams"}
    assert {path for path, how in paths.items() if how != "Prefix"} == {"/"}
    assert one["spec"]["tls"][0]["hosts"] == [one["spec"]["rules"][0]["host"]]
    assert one["metadata"]["annotations"]["nginx.ingress.kubernetes.io/affinity"] == "cookie"


# --- the chart -----------------------------------------------------------------------------------------------------


@needs_helm
@pytest.mark.parametrize("name", VALUES)
def test_the_chart_makes_valid_objects(name: str, tmp_path: Path) -> None:
    """Whatever is turned on: probes, privileges, settings and selectors are as they must be."""
    check(templated(tmp_path, VALUES[name]))
    options = [str(HELM), "lint", "--strict", str(CHART), "--values", str(tmp_path / "values.yaml")]
    done = subprocess.run(options, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@needs_helm
def test_the_chart_makes_what_the_plain_manifests_have(tmp_path: Path) -> None:
    """The same pods, services, ingress and budgets; labels and what values set apart."""
    made = {(each["kind"], each["metadata"]["name"]): each for each in templated(tmp_path, VALUES["everything"])}
    assert set(made) == {(each["kind"], each["metadata"]["name"]) for each in PLAIN}
    for plain, chart in zip(
        workloads(PLAIN), [made["Deployment", "scrum-table"], made["StatefulSet", "scrum-table-discord"]], strict=True
    ):
        theirs, ours = pod(chart), pod(plain)
        theirs["containers"][0].pop("env"), ours["containers"][0].pop("env")
        assert keys(plain)[True] - {"WEB_URL", "WEB_TABLE"} == keys(chart)[True]  # those two are the chart's own values
        assert keys(chart)[False] == keys(plain)[False]
        theirs.pop("volumes"), ours.pop("volumes")
        assert theirs == ours
    assert ingress(list(made.values()))[1] == ingress(PLAIN)[1]


@needs_helm
def test_the_secret_is_yours_or_created(tmp_path: Path) -> None:
    """A named Secret isn't created, and a created one holds what was given."""
    assert not [each for each in templated(tmp_path, VALUES["everything"]) if each["kind"] == "Secret"]
    made = templated(tmp_path, VALUES["slack alone"])
    (secret,) = [each for each in made if each["kind"] == "Secret"]
    assert secret["stringData"] == VALUES["slack alone"]["secret"]
    variables = {one["name"]: one.get("value") for one in container(workloads(made)[0])["env"]}
    assert (variables["WEB_URL"], variables["WEB_TABLE"]) == ("https://bot.example.org", "false")
    assert container(workloads(made)[0])["image"].startswith("registry.example.org/scrum-table:")


@needs_helm
@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"host": "a.example.org"}, "Name a Secret with existingSecret, or set secret.DATABASE_URL"),
        ({"existingSecret": "s"}, "Set host to the public host name"),
        ({"host": "a.example.org", "secret": {"DATABASE_URL": "postgresql://h/d"}}, "Set secret.WEB_SECRET"),
        ({"host": "a.example.org", "discord": {"enabled": True}, "secret": CREATED}, "Set secret.DISCORD_TOKEN"),
        (
            {"host": "a.example.org", "secret": {**CREATED, "WEB_SECRET": 1234567890123456}},
            "secret.WEB_SECRET in quotes",
        ),
        ({"host": "a.example.org", "secret": {**CREATED, "RETENTION_DAYS": "9"}}, "No pod reads secret.RETENTION_DAYS"),
        ({"existingSecret": "s", "host": "a.example.org", "settings": {"DISCORD_GUILDS": 2**60}}, "in quotes"),
    ],
)
def test_missing_values_are_named(values: Object, sentence: str, tmp_path: Path) -> None:
    """A sentence instead of a pod that doesn't start."""
    done = helm(tmp_path, values)
    assert done.returncode != 0
    assert sentence in done.stderr


# --- the schema of its values --------------------------------------------------------------------------------------

SCHEMA: Object = json.loads((CHART / "values.schema.json").read_text("utf-8"))
DEFAULTS: Object = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
GOOD: Object = {"host": "table.example.org", "secret": CREATED}
REFUSED: dict[str, tuple[Object, str]] = {
    "a misspelt value": ({"tabel": {"replicas": 3}}, "tabel"),
    "a misspelt value inside": ({"table": {"replicsa": 3}}, "replicsa"),
    "the scheme in the host": ({"host": "https://table.example.org"}, "host"),
    "a path in the host": ({"host": "table.example.org/play"}, "host"),
    "a short secret": ({"secret": {"WEB_SECRET": "hunter2"}}, "WEB_SECRET"),
    "SQLite for several replicas": ({"secret": {"DATABASE_URL": "sqlite:////data/x.db"}}, "DATABASE_URL"),
    "SQLite among the settings": ({"settings": {"DATABASE_URL": "sqlite:////data/x.db"}}, "DATABASE_URL"),
    "a setting in lower case": ({"settings": {"retention_days": "9"}}, "retention_days"),
    "a setting with a list": ({"settings": {"DISCORD_GUILDS": [1, 2]}}, "DISCORD_GUILDS"),
    "a number of replicas in words": ({"table": {"replicas": "two"}}, "replicas"),
    "a switch in words": ({"discord": {"enabled": "yes"}}, "enabled"),
    "a tag that is a number": ({"image": {"tag": 1.1}}, "tag"),
}


def merged(values: Object, more: Object) -> Object:
    """As Helm puts values over the defaults."""
    both = {key: merged(values[key], more[key]) for key in values if isinstance(values[key], dict) and key in more}
    return {**values, **more, **both}


def violations(values: Object) -> list[str]:
    found = jsonschema_rs.Draft7Validator(SCHEMA).iter_errors(merged(DEFAULTS, values))
    return [f"{'.'.join(map(str, each.instance_path))}: {each.message}" for each in found]


def test_the_schema_knows_every_value() -> None:
    """Those of values.yaml, and no others but what Helm or a chart around it hands on."""
    jsonschema_rs.meta.validate(SCHEMA)
    assert SCHEMA["properties"].keys() == {"global", "enabled", *DEFAULTS}
    for name in ("image", "table", "discord", "ingress"):
        assert SCHEMA["properties"][name]["properties"].keys() == DEFAULTS[name].keys()
        assert SCHEMA["properties"][name]["additionalProperties"] is False


@pytest.mark.parametrize("values", [{}, GOOD, *VALUES.values()])
def test_good_values_fit_the_schema(values: Object) -> None:
    assert violations(values) == []


@pytest.mark.parametrize("name", REFUSED)
def test_the_schema_refuses(name: str) -> None:
    """One violation each, which names the value."""
    values, named = REFUSED[name]
    (found,) = violations(merged(GOOD, values))
    assert named in found


def test_no_password_is_shown() -> None:
    """Some versions of Helm show a value that doesn't fit, so an address with a password always fits."""
    for url in ("postgresql://ann:hunter2@h/d", "postgres://ann:hunter2@h/d", "mysql://ann:hunter2@h/d"):
        assert violations(merged(GOOD, {"secret": {"DATABASE_URL": url}})) == []


@needs_helm
@pytest.mark.parametrize("name", REFUSED)
def test_helm_uses_the_schema(name: str, tmp_path: Path) -> None:
    """Before anything is installed, and when the chart is only looked at."""
    values, named = REFUSED[name]
    done = helm(tmp_path, merged(GOOD, values))
    assert (done.returncode, named in done.stderr, "hunter2" in done.stderr) == (1, True, False), done.stderr
    options = [str(HELM), "lint", str(CHART), "--values", str(tmp_path / "values.yaml")]
    done = subprocess.run(options, capture_output=True, text=True, check=False)
    assert (done.returncode, named in done.stdout) == (1, True), done.stdout
