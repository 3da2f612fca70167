"""The Dockerfile and compose.yaml, as far as they can be checked without Docker."""

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


def test_what_is_copied_is_there_and_gets_to_the_builder() -> None:
    """Every source of a COPY exists, and Dockerfile.dockerignore lets it through."""
    let_through = {line[1:] for line in text("Dockerfile.dockerignore").splitlines() if line.startswith("!")}
    sources = {source for rest in of("COPY") if not rest.startswith("--from") for source in rest.split()[:-1]}
    assert sources == let_through
    assert not [source for source in sources if not (ROOT / source).exists()]


def test_every_package_is_copied() -> None:
    """What the wheel is made of is in the image."""
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {f"{name} {name}" for name in packages} <= set(of("COPY"))


def test_every_platform_is_installed() -> None:
    """All extras but those that the container cannot use: compiling while it runs, and the tests."""
    extras = re.search(r"install '\.\[(.*)\]'", of("RUN")[0])
    assert extras is not None
    assert set(extras[1].split(",")) == set(PROJECT["project"]["optional-dependencies"]) - {"speed", "dev", "fuzz"}


def test_two_stages_and_nobody_special() -> None:
    """The last stage takes over the finished environment, installs fonts only, and does not run as root."""
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
    """And leaves DATABASE_URL alone: what the environment says would count before a secret file."""
    ours = set(image_environment()) - NOT_SETTINGS
    assert ours <= SETTINGS
    assert "DATABASE_URL" not in ours
    assert image_environment()["XDG_DATA_HOME"] == of("VOLUME")[0] == of("WORKDIR")[-1]


def test_the_image_starts_a_real_command() -> None:
    """ENTRYPOINT is our program, CMD a command of it."""
    assert json.loads(of("ENTRYPOINT")[0]) == ["scrum-table"]
    assert parser().parse_args(json.loads(of("CMD")[0])).command == "run"


def test_health_is_asked_for_where_it_is_answered() -> None:
    """The image asks for /healthz on the port that it exposes; the compose file leaves that to it."""
    port = image_environment()["HTTP_PORT"]
    assert of("EXPOSE") == [port]
    assert "/healthz" in routes()
    (check,) = of("HEALTHCHECK")
    assert "os.environ['HTTP_PORT'] + '/healthz'" in check
    assert not [name for name, service in OURS.items() if "healthcheck" in service]


def test_user_and_group_are_those_of_kubernetes() -> None:
    """Files in a volume belong to the same number everywhere."""
    last = of("RUN")[-1]
    assert {*re.findall(r"--[ug]id (\d+)", last)} == {of("USER")[0]}
    for name in ("kubernetes/slack.yaml", "kubernetes/discord.yaml"):
        context = objects(name)[0]["spec"]["template"]["spec"]["securityContext"]
        assert {str(context[key]) for key in ("runAsUser", "runAsGroup", "fsGroup")} == {of("USER")[0]}


def test_the_same_steps_without_docker() -> None:
    """check-install.sh copies and installs what the Dockerfile copies and installs."""
    script = text("check-install.sh")
    extras = re.search(r"install '(\.\[.*\])'", of("RUN")[0])
    assert extras is not None
    assert f"install --quiet '{extras[1]}'" in script
    copied = re.search(r"(?m)^cp -R (.*) \S+$", script)
    assert copied is not None
    assert set(copied[1].split()) == {s for rest in of("COPY") if not rest.startswith("--") for s in rest.split()[:-1]}


# --- compose -------------------------------------------------------------------------------------------------------


def test_two_ways() -> None:
    """One process with a volume; or two replicas, a database and a proxy."""
    profiles = {name: service["profiles"] for name, service in SERVICES.items()}
    assert [name for name, found in profiles.items() if found == ["sqlite"]] == ["table"]
    assert {name for name, found in profiles.items() if found == ["postgres"]} == {
        "replica-0",
        "replica-1",
        "database",
        "proxy",
    }


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_looked_after(name: str) -> None:
    """It has a health check, ours the image's, and comes back by itself."""
    assert name in OURS or SERVICES[name]["healthcheck"]["test"][0] == "CMD"
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_our_services(name: str) -> None:
    """Real settings, nothing that can be written but the data, no privileges."""
    service = OURS[name]
    assert set(service["environment"]) <= SETTINGS
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["environment"]["SECRETS_DIR"] in str(service["volumes"])
    assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).exists()


def test_every_shard_is_somebodys() -> None:
    """The replicas share Discord between them, so that nothing arrives twice."""
    replicas = [service["environment"] for name, service in OURS.items() if name.startswith("replica")]
    (count,) = {int(environment["DISCORD_SHARD_COUNT"]) for environment in replicas}
    assert sorted(int(environment["DISCORD_SHARD_IDS"]) for environment in replicas) == list(range(count))


def test_the_ports_agree() -> None:
    """Only this machine reaches them, and they lead to where the program and the proxy listen."""
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
    """In the volume, even where secrets/database_url is there for the replicas; where the image keeps it, too."""
    address = SERVICES["table"]["environment"]["DATABASE_URL"]
    assert address == f"sqlite:///{image_environment()['XDG_DATA_HOME']}/scrum-table/scrum-table.sqlite3"
    assert "DATABASE_URL" not in OURS["replica-0"]["environment"]


def test_what_is_the_operators_stays_inside() -> None:
    """The proxy hides what docs/deployment.md says a proxy should hide."""
    (hidden,) = re.findall(r"(?m)^\t@operator path (.*)$", text("Caddyfile"))
    assert set(hidden.split()) == {"/metrics", "/readyz"}
    assert set(hidden.split()) <= routes()


def test_named_volumes_exist() -> None:
    """Each volume that a service mounts by name is declared."""
    mounted = {
        found.split(":")[0] for part in walk(SERVICES) if isinstance(part, dict) for found in part.get("volumes", ())
    }
    assert {name for name in mounted if not name.startswith(".")} == set(COMPOSE["volumes"])
