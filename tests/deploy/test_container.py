"""Check the Dockerfile and compose.yaml as far as that works without Docker."""

import json
import re
import tomllib
from typing import Any

import pytest
import yaml

from bot.cli.parser import parser
from tests.deploy.parts import DEPLOY, ROOT, SETTINGS, image_environment, instructions, objects, of, routes, text, walk

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "scrum-table"}
NOT_SETTINGS = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "XDG_DATA_HOME"}


# --- the image -----------------------------------------------------------------------------------------------------


def test_copied_files_exist_and_reach_the_builder() -> None:
    """Every source of a COPY exists, and Dockerfile.dockerignore lets it through."""
    let_through = {line[1:] for line in text("Dockerfile.dockerignore").splitlines() if line.startswith("!")}
    sources = {source for rest in of("COPY") if not rest.startswith("--from") for source in rest.split()[:-1]}
    assert sources == let_through
    assert not [source for source in sources if not (ROOT / source).exists()]


def test_every_package_is_copied() -> None:
    """Every package of the wheel is in the image."""
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {f"{name} {name}" for name in packages} <= set(of("COPY"))


def test_every_platform_is_installed() -> None:
    """All extras except those for developers and `speed`, which compiles at run time."""
    assert "install --require-hashes -r requirements-image.lock" in of("RUN")[0]
    locked = re.search(r"(?m)^PLATFORMS := (.*)$", (ROOT / "Makefile").read_text("utf-8"))
    assert locked is not None
    others = {"speed", "dev", "docs", "fuzz", "build"}
    assert set(locked[1].split()) == set(PROJECT["project"]["optional-dependencies"]) - others


def test_two_stages_and_an_unprivileged_user() -> None:
    """The last stage copies the finished environment, installs only fonts, and doesn't run as root."""
    words = [word for word, _ in instructions()]
    last = words[len(words) - words[::-1].index("FROM") - 1 :]
    assert words.count("FROM") == 2
    assert all("slim" in rest for rest in of("FROM"))
    assert of("USER") == ["10001"]
    assert last.index("COPY") < last.index("USER")
    installed = " ".join(re.findall(r"apt-get install ([^&]*)", " ".join(of("RUN")))).split()
    assert [package for package in installed if not package.startswith(("-", "fonts-"))] == []
    assert not [rest for word, rest in instructions()[-len(last) :] if word == "RUN" and "pip" in rest]


def test_the_image_sets_real_settings() -> None:
    """DATABASE_URL isn't among them: the environment would take precedence over a secret file."""
    ours = set(image_environment()) - NOT_SETTINGS
    assert ours <= SETTINGS
    assert "DATABASE_URL" not in ours
    assert image_environment()["XDG_DATA_HOME"] == of("VOLUME")[0] == of("WORKDIR")[-1]


def test_the_image_starts_a_real_command() -> None:
    """ENTRYPOINT is our program, and CMD one of its commands."""
    assert json.loads(of("ENTRYPOINT")[0]) == ["scrum-table"]
    assert parser().parse_args(json.loads(of("CMD")[0])).command == "run"


def test_the_health_check_asks_the_right_address() -> None:
    """The image asks /healthz on the port it exposes; the compose file has no health check for it."""
    port = image_environment()["HTTP_PORT"]
    assert of("EXPOSE") == [port]
    assert "/healthz" in routes()
    (check,) = of("HEALTHCHECK")
    assert "os.environ['HTTP_PORT'] + '/healthz'" in check
    assert not [name for name, service in OURS.items() if "healthcheck" in service]


def test_user_and_group_match_kubernetes() -> None:
    """Files in a volume have the same owner everywhere."""
    last = of("RUN")[-1]
    assert {*re.findall(r"--[ug]id (\d+)", last)} == {of("USER")[0]}
    for name in ("kubernetes/slack.yaml", "kubernetes/discord.yaml"):
        context = objects(name)[0]["spec"]["template"]["spec"]["securityContext"]
        assert {str(context[key]) for key in ("runAsUser", "runAsGroup", "fsGroup")} == {of("USER")[0]}


def test_the_same_steps_without_docker() -> None:
    """check-install.sh copies and installs what the Dockerfile copies and installs."""
    script = text("check-install.sh")
    for step in ("install --require-hashes", "wheel --no-deps --no-build-isolation", "install --no-deps --no-index"):
        assert step in of("RUN")[0]
        assert step in script
    copied = re.search(r"(?m)^cp -R (.*) \S+$", script)
    assert copied is not None
    assert set(copied[1].split()) == {s for rest in of("COPY") if not rest.startswith("--") for s in rest.split()[:-1]}


# --- compose -------------------------------------------------------------------------------------------------------


def test_two_profiles() -> None:
    """One process with a volume, or two replicas with a database and a proxy."""
    profiles = {name: service["profiles"] for name, service in SERVICES.items()}
    assert [name for name, found in profiles.items() if found == ["sqlite"]] == ["table"]
    assert {name for name, found in profiles.items() if found == ["postgres"]} == {
        "replica-0",
        "replica-1",
        "database",
        "proxy",
    }


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_watched_and_restarted(name: str) -> None:
    """It has a health check (ours is in the image), and restarts on failure."""
    assert name in OURS or SERVICES[name]["healthcheck"]["test"][0] == "CMD"
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_our_services(name: str) -> None:
    """Real settings, only the data writable, no privileges."""
    service = OURS[name]
    assert set(service["environment"]) <= SETTINGS
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["environment"]["SECRETS_DIR"] in str(service["volumes"])
    assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).exists()


def test_every_shard_is_served_once() -> None:
    """The replicas divide Discord between them, so that nothing arrives twice."""
    replicas = [service["environment"] for name, service in OURS.items() if name.startswith("replica")]
    (count,) = {int(environment["DISCORD_SHARD_COUNT"]) for environment in replicas}
    assert sorted(int(environment["DISCORD_SHARD_IDS"]) for environment in replicas) == list(range(count))


def test_the_ports_agree() -> None:
    """They are reachable from this machine only, and lead to where the program and the proxy listen."""
    port = image_environment()["HTTP_PORT"]
    assert SERVICES["table"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    proxy = text("Caddyfile")
    (outside,) = re.findall(r"(?m)^:(\d+) \{", proxy)
    assert SERVICES["proxy"]["ports"] == [f"127.0.0.1:{outside}:{outside}"]
    assert OURS["replica-0"]["environment"]["WEB_URL"] == f"http://localhost:{outside}"
    assert set(re.findall(r"replica-\d:\d+", proxy)) == {f"{name}:{port}" for name in OURS if name != "table"}
    (health,) = re.findall(r"health_uri (\S+)", proxy)
    assert health in routes()


def test_one_process_keeps_its_own_database() -> None:
    """In the volume, where the image keeps it too, even if secrets/database_url exists for the replicas."""
    address = SERVICES["table"]["environment"]["DATABASE_URL"]
    assert address == f"sqlite:///{image_environment()['XDG_DATA_HOME']}/scrum-table/scrum-table.sqlite3"
    assert "DATABASE_URL" not in OURS["replica-0"]["environment"]


def test_the_proxy_hides_the_operators_addresses() -> None:
    """The proxy hides what docs/deployment.md says a proxy should hide."""
    (hidden,) = re.findall(r"(?m)^\t@operator path (.*)$", text("Caddyfile"))
    assert set(hidden.split()) == {"/metrics", "/readyz"}
    assert set(hidden.split()) <= routes()


def test_named_volumes_exist() -> None:
    """Each volume mounted by name is declared."""
    mounted = {
        found.split(":")[0] for part in walk(SERVICES) if isinstance(part, dict) for found in part.get("volumes", ())
    }
    assert {name for name in mounted if not name.startswith(".")} == set(COMPOSE["volumes"])
