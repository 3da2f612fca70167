"""What the files for every way of hosting name: settings that exist, their companions, and where the image listens."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterable
from typing import Any

import pytest
import yaml

from bot.cli.parser import parser
from tests.deploy.parts import DEPLOY, SETTINGS, image_environment, objects, routes, text, walk

FLY: dict[str, Any] = tomllib.loads(text("fly.toml"))
RENDER: dict[str, Any] = yaml.safe_load(text("render.yaml"))
RAILWAY: dict[str, Any] = json.loads(text("railway.json"))
(SERVICE,) = RENDER["services"]
RENDERED: dict[str, dict[str, Any]] = {variable["key"]: variable for variable in SERVICE["envVars"]}
NOT_OURS = {
    "compose": {"POSTGRES_PASSWORD"},  # the database's
    "render": {"PORT"},  # what Render connects to
    "railway": {"PORT"},  # which Railway chooses
}
IMAGE_PORT = int(image_environment()["HTTP_PORT"])


def of_manifests(names: Iterable[str]) -> set[str]:
    """The variables and the keys of Secrets in Kubernetes objects."""
    parts = [part for name in names for found in objects(name) for part in walk(found) if isinstance(part, dict)]
    variables = {variable["name"] for part in parts for variable in part.get("env", ())}
    return variables | {part["key"] for part in parts if "key" in part}


def named() -> dict[str, set[str]]:
    """The variables that each way sets, asks for, or passes on."""
    compose = yaml.safe_load(text("compose.yaml"))["services"]
    ours = [service["environment"] for service in compose.values() if service["image"].startswith("scrum-table:")]
    chart = "".join(file.read_text("utf-8") for file in (DEPLOY / "helm" / "scrum-table" / "templates").iterdir())
    quoted = set(re.findall(r'"([A-Z]+_[A-Z_]+)"', chart)) | set(re.findall(r"name: ([A-Z_]+)", chart))
    return {
        "compose": {name for each in ours for name in each} | set(re.findall(r"\$\{([A-Z_]+)", text("compose.yaml"))),
        "kubernetes": of_manifests(["kubernetes/table.yaml", "kubernetes/discord.yaml"]),
        "helm": quoted | set(re.findall(r"secret\.([A-Z_]+)", chart)),
        "fly": {*FLY["env"], *re.findall(r"secrets set ([A-Z_]+)", text("fly.toml"))},
        "render": set(RENDERED),
        "railway": set(re.findall(r"[A-Z_]{2,}", RAILWAY["deploy"]["startCommand"])),
        "systemd": set(re.findall(r"(?m)^Environment=([A-Z_]+)=", text("scrum-table.service"))),
        "example": set(re.findall(r"(?m)^#?([A-Z_]+)=", text(".env.example"))),
    }


@pytest.mark.parametrize("way", named())
def test_only_settings_that_exist(way: str) -> None:
    """A name that nothing reads would be a setting that somebody believes in."""
    assert named()[way] - NOT_OURS.get(way, set())
    assert named()[way] - NOT_OURS.get(way, set()) <= SETTINGS


COMPANIONS = {
    "DISCORD_SHARD_IDS": {"DISCORD_SHARD_COUNT"},
    "SLACK_BOT_TOKEN": {"SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN"},
    "SLACK_CLIENT_ID": {"SLACK_CLIENT_SECRET", "SLACK_TOKEN_KEY"},
    "TEAMS_APP_ID": {"TEAMS_APP_SECRET", "TEAMS_TENANT_ID", "WEB_URL"},
    "HTTP_PROXIES": {"WEB_URL"},
    "WEB_TABLE": {"WEB_URL", "HTTP_PROXIES"},
}


@pytest.mark.parametrize("way", named())
def test_companions_come_along(way: str) -> None:
    """Whoever can set the first of these can set the others, or the files do."""
    names = named()[way]
    assert not {name: others - names for name, others in COMPANIONS.items() if name in names and others - names}


@pytest.mark.parametrize("way", ["compose", "kubernetes", "helm", "render"])
def test_replicas_on_postgresql_share_a_key(way: str) -> None:
    """Without a file beside the database, every process would sign with a key of its own."""
    names = named()[way] | named()["example"] if way == "compose" else named()[way]  # compose passes all of .env on
    assert {"DATABASE_URL", "WEB_SECRET"} <= names


def test_every_file_names_the_same_release() -> None:
    """The image's tag in all manifests, and the version of the chart."""
    chart = yaml.safe_load(text("helm/scrum-table/Chart.yaml"))
    files = [text(name) for name in ("compose.yaml", "kubernetes/table.yaml", "kubernetes/discord.yaml")]
    files.append(text("../docs/deployment.md"))
    tags = {tag for file in files for tag in re.findall(r"scrum-table:(\d[\w.]*)", file)}
    assert tags == {chart["version"], chart["appVersion"]}


# --- Fly, Render, Railway ------------------------------------------------------------------------------------------


def test_fly_keeps_one_machine_with_its_volume() -> None:
    """The file is in the volume, the checks ask what is served, and nothing stops while clocks run."""
    mount, service = FLY["mounts"], FLY["http_service"]
    assert mount["destination"] == image_environment()["XDG_DATA_HOME"]
    assert FLY["env"]["DATABASE_URL"].startswith(f"sqlite:///{mount['destination']}/")
    assert service["internal_port"] == IMAGE_PORT
    assert (service["auto_stop_machines"], service["min_machines_running"]) == ("off", 1)
    assert {check["path"] for check in service["checks"]} <= routes()
    assert FLY["env"]["WEB_URL"] == f"https://{FLY['app']}.fly.dev"
    assert (DEPLOY / FLY["build"]["dockerfile"]).exists()


def test_render_has_one_instance_with_a_database() -> None:
    """Render connects to where the image listens; nobody else reaches the database; no secret is in the file."""
    (database,) = RENDER["databases"]
    assert (SERVICE["numInstances"], SERVICE["runtime"]) == (1, "docker")
    assert RENDERED["PORT"]["value"] == str(IMAGE_PORT)
    assert RENDERED["DATABASE_URL"]["fromDatabase"] == {"name": database["name"], "property": "connectionString"}
    assert database["ipAllowList"] == []
    assert SERVICE["healthCheckPath"] in routes()
    assert not [name for name, found in RENDERED.items() if name.endswith(("SECRET", "TOKEN")) and "value" in found]
    assert (DEPLOY.parent / SERVICE["dockerfilePath"]).exists()


def test_railway_starts_the_program_at_its_port() -> None:
    """Without the shell, exec form would not replace `$PORT`."""
    deploy = RAILWAY["deploy"]
    shell, option, script = shlex.split(deploy["startCommand"])
    assert (shell, option) == ("/bin/sh", "-c")
    port, execute, *command = script.split()
    assert (port, execute, command[0]) == ("HTTP_PORT=$PORT", "exec", "scrum-table")
    assert parser().parse_args(command[1:]).command == "run"
    assert deploy["healthcheckPath"] in routes()
    assert deploy["numReplicas"] == 1
    assert (DEPLOY.parent / RAILWAY["build"]["dockerfilePath"]).exists()
