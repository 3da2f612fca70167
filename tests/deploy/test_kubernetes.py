"""Check the Kubernetes example as far as that works without a cluster."""

from typing import Any

import pytest

from bot.cli.parser import parser
from tests.deploy.parts import HARDENED, SETTINGS, image_environment, objects, routes, walk

FILES = ("kubernetes/slack.yaml", "kubernetes/discord.yaml")
OBJECTS = [found for name in FILES for found in objects(name)]
(SECRET,) = objects("kubernetes/secret.example.yaml")
WORKLOADS = [found for found in OBJECTS if found["kind"] in {"Deployment", "StatefulSet"}]
VERSIONS = {
    "Deployment": "apps/v1",
    "StatefulSet": "apps/v1",
    "Service": "v1",
    "PodDisruptionBudget": "policy/v1",
    "Secret": "v1",
}


def name_of(found: dict[str, Any]) -> str:
    return f"{found['kind']}-{found['metadata']['name']}"


def pod(workload: dict[str, Any]) -> dict[str, Any]:
    spec: dict[str, Any] = workload["spec"]["template"]["spec"]
    return spec


def container(workload: dict[str, Any]) -> dict[str, Any]:
    (only,) = pod(workload)["containers"]
    found: dict[str, Any] = only
    return found


@pytest.mark.parametrize("found", [*OBJECTS, SECRET], ids=name_of)
def test_every_object_has_kind_version_and_name(found: dict[str, Any]) -> None:
    """The version is the one for its kind."""
    assert VERSIONS[found["kind"]] == found["apiVersion"]
    assert found["metadata"]["name"].startswith("scrum-table")


def test_kustomization_lists_every_manifest() -> None:
    """`kubectl apply -k` applies every file except the example secret."""
    (listing,) = objects("kubernetes/kustomization.yaml")
    assert [f"kubernetes/{name}" for name in listing["resources"]] == list(FILES)


@pytest.mark.parametrize("workload", WORKLOADS, ids=name_of)
def test_probes(workload: dict[str, Any]) -> None:
    """They ask addresses that the program serves: /healthz for liveness, /readyz for readiness."""
    one = container(workload)
    (port,) = one["ports"]
    assert str(port["containerPort"]) == image_environment()["HTTP_PORT"]
    paths = {}
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        asked = one[probe]["httpGet"]
        assert asked["port"] == port["name"]
        paths[probe] = asked["path"]
    assert paths == {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}
    annotations = workload["spec"]["template"]["metadata"]["annotations"]
    assert annotations["prometheus.io/port"] == str(port["containerPort"])
    assert {*paths.values(), annotations["prometheus.io/path"]} <= routes()


@pytest.mark.parametrize("workload", WORKLOADS, ids=name_of)
def test_no_privileges(workload: dict[str, Any]) -> None:
    """Not root, only /tmp writable, no cluster credentials, no variables of other services."""
    assert container(workload)["securityContext"] == HARDENED
    assert pod(workload)["securityContext"]["runAsNonRoot"] is True
    assert pod(workload)["automountServiceAccountToken"] is False
    assert pod(workload)["enableServiceLinks"] is False
    assert "memory" in container(workload)["resources"]["limits"]


@pytest.mark.parametrize("workload", WORKLOADS, ids=name_of)
def test_settings_and_secrets(workload: dict[str, Any]) -> None:
    """Every variable is a setting; secrets are mounted as files from the Secret, never variables or literals."""
    one = container(workload)
    variables = {variable["name"]: variable.get("value") for variable in one["env"]}
    assert set(variables) <= SETTINGS
    assert not [part for part in walk(workload) if isinstance(part, dict) and "secretKeyRef" in part]
    (mount,) = [mount for mount in one["volumeMounts"] if mount["name"] == "secrets"]
    assert mount["mountPath"] == variables["SECRETS_DIR"]
    (volume,) = [volume["secret"] for volume in pod(workload)["volumes"] if volume["name"] == "secrets"]
    assert volume["secretName"] == SECRET["metadata"]["name"]
    for item in volume["items"]:
        assert item["key"] in SECRET["stringData"]
        assert item["path"].upper() == item["key"]
        assert item["key"] in SETTINGS
    assert parser().parse_args(one["args"]).command == "run"


def test_the_example_secret() -> None:
    """Every key is a setting, and every value is clearly a placeholder."""
    assert set(SECRET["stringData"]) <= SETTINGS
    assert all(" " in value or "…" in value or "PASSWORD" in value for value in SECRET["stringData"].values())


def test_selectors_find_their_pods() -> None:
    """Workloads, services and disruption budgets select the same pods."""
    labels = {found["metadata"]["name"]: found["spec"]["template"]["metadata"]["labels"] for found in WORKLOADS}
    for found in OBJECTS:
        selector = found["spec"]["selector"]
        assert selector.get("matchLabels", selector) == labels[found["metadata"]["name"]]
    kinds = {(found["kind"], found["metadata"]["name"]) for found in OBJECTS}
    for name in labels:
        assert {("Service", name), ("PodDisruptionBudget", name)} <= kinds


def test_slack_has_two_replicas_and_discord_a_shard_for_each_pod() -> None:
    """The number of pods is the number of shards."""
    slack, discord = WORKLOADS
    assert (slack["kind"], slack["spec"]["replicas"]) == ("Deployment", 2)
    count = next(one["value"] for one in container(discord)["env"] if one["name"] == "DISCORD_SHARD_COUNT")
    assert (discord["kind"], discord["spec"]["replicas"]) == ("StatefulSet", int(count))
    (shard,) = [one for one in container(discord)["env"] if one["name"] == "DISCORD_SHARD_IDS"]
    assert "pod-index" in shard["valueFrom"]["fieldRef"]["fieldPath"]
