"""Check the Dockerfile and compose.yaml as far as that works without Docker."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from bot.cli.parser import parser
from tests.adapters.console.harness import COMMAND, environment
from tests.deploy.parts import DEPLOY, ROOT, SETTINGS, image_environment, instructions, objects, of, routes, text, walk

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
COMPOSE: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("scrum-table:")}
REPLICAS = {name: service for name, service in OURS.items() if name.startswith("replica-")}
PROXIES = ("proxy", "public-proxy")
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


@pytest.mark.parametrize("path", ["/healthz", "/missing"])
def test_the_health_check_asks_the_program(path: str, tmp_path: Path) -> None:
    """At whatever HTTP_PORT and WEB_URL, and not through the machine's proxy; any other answer fails."""
    assert of("EXPOSE") == [image_environment()["HTTP_PORT"]]
    assert not [name for name, service in OURS.items() if "healthcheck" in service]
    (check,) = of("HEALTHCHECK")
    code = json.loads(check.partition("CMD ")[2])[2]
    assert "'/healthz'" in code
    with started(tmp_path, WEB_URL="https://table.example.org") as port:
        unreachable = {"HTTP_PORT": port, "http_proxy": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}
        command = [sys.executable, "-c", code.replace("/healthz", path)]
        done = subprocess.run(command, env=unreachable, check=False, capture_output=True, text=True)
    assert (done.returncode == 0) == (path == "/healthz"), done.stderr


@contextmanager
def started(folder: Path, **settings: str) -> Iterator[str]:
    """The program on any free port, which is yielded."""
    settings = {"HTTP_PORT": "0", "LOG_LEVEL": "INFO", "LOG_FORMAT": "text", **settings}
    with subprocess.Popen(
        [COMMAND, "run"], cwd=folder, env=environment(folder, **settings), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            yield next(found[1] for line in process.stderr if (found := re.search(r"listening on .* port (\d+)", line)))
        finally:
            process.kill()


def test_user_and_group_match_kubernetes() -> None:
    """Files in a volume have the same owner everywhere."""
    last = of("RUN")[-1]
    assert {*re.findall(r"--[ug]id (\d+)", last)} == {of("USER")[0]}
    for name in ("kubernetes/table.yaml", "kubernetes/discord.yaml"):
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


@pytest.mark.parametrize("script", ["check-install.sh", "check-image.sh"])
def test_the_scripts_ask_for_files_that_exist(script: str) -> None:
    """They are run by hand, so nothing else would notice."""
    asked = re.findall(r"static/([\w./-]+)", text(script))
    assert len(asked) == 2
    assert not [file for file in asked if not (ROOT / "adapters" / "web" / "static" / file).exists()]


# --- compose -------------------------------------------------------------------------------------------------------


def test_three_profiles() -> None:
    """One process with a volume, or two replicas with a database and a proxy, for this machine or for everybody."""
    profiles = {
        name: {service for service, found in SERVICES.items() if name in found["profiles"]}
        for name in ("sqlite", "postgres", "public")
    }
    shared = {"replica-0", "replica-1", "database"}
    assert profiles == {"sqlite": {"table"}, "postgres": {*shared, "proxy"}, "public": {*shared, "public-proxy"}}


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_watched_and_restarted(name: str) -> None:
    """It has a health check (ours is in the image), and restarts on failure."""
    assert name in OURS or SERVICES[name]["healthcheck"]["test"][0] == "CMD"
    assert SERVICES[name]["restart"] == "unless-stopped"


@pytest.mark.parametrize("name", OURS)
def test_our_services(name: str) -> None:
    """Only the data writable, no privileges, and settings from the one file that only its owner reads."""
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["env_file"] == [".env"]
    assert (service["environment"]["HTTP_HOST"], service["environment"]["HTTP_PORT"]) == (
        image_environment()["HTTP_HOST"],
        image_environment()["HTTP_PORT"],
    )
    assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).exists()


def test_every_shard_is_served_once() -> None:
    """The replicas divide Discord between them, so that nothing arrives twice."""
    replicas = [service["environment"] for service in REPLICAS.values()]
    (count,) = {int(environment["DISCORD_SHARD_COUNT"]) for environment in replicas}
    assert sorted(int(environment["DISCORD_SHARD_IDS"]) for environment in replicas) == list(range(count))


def test_one_address_for_proxy_and_program() -> None:
    """WEB_URL is where the proxy listens and what the replicas call themselves; by default, on this machine."""
    proxy = text("Caddyfile")
    (default,) = re.findall(r"(?m)^\{\$WEB_URL:(\S+)\}, ", proxy)
    addresses = {SERVICES[name]["environment"]["WEB_URL"] for name in (*PROXIES, *REPLICAS)}
    assert addresses == {f"${{WEB_URL:-{default}}}"}
    assert {service["environment"]["HTTP_PROXIES"] for service in REPLICAS.values()} == {"1"}
    outside = urlsplit(default).port
    assert SERVICES["proxy"]["ports"] == [f"127.0.0.1:{outside}:{outside}"]
    assert SERVICES["public-proxy"]["ports"] == ["80:80", "443:443", "443:443/udp"]


def test_the_ports_agree() -> None:
    """They lead to where the program listens, and the proxy's health check is asked where it is answered."""
    port = image_environment()["HTTP_PORT"]
    assert SERVICES["table"]["ports"] == [f"127.0.0.1:{port}:{port}"]
    proxy = text("Caddyfile")
    assert set(re.findall(r"replica-\d:\d+", proxy)) == {f"{name}:{port}" for name in REPLICAS}
    (inside,) = re.findall(r", (http://127\.0\.0\.1:\d+) \{", proxy)
    assert {SERVICES[name]["healthcheck"]["test"][-1] for name in PROXIES} == {f"{inside}/healthz"}
    (health,) = re.findall(r"health_uri (\S+)", proxy)
    assert health in routes()


def test_certificates_outlive_the_proxy() -> None:
    """Caddy keeps them in /data."""
    assert all("certificates:/data" in SERVICES[name]["volumes"] for name in PROXIES)


def test_the_database_and_the_replicas_have_one_password() -> None:
    """From the same file."""
    (password,) = {SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]}
    assert {service["environment"]["DATABASE_URL"] for service in REPLICAS.values()} == {
        f"postgresql://scrum:{password}@database/scrum"
    }


def test_one_process_keeps_its_own_database() -> None:
    """In the volume, where the image keeps it too."""
    address = SERVICES["table"]["environment"]["DATABASE_URL"]
    assert address == f"sqlite:///{image_environment()['XDG_DATA_HOME']}/scrum-table/scrum-table.sqlite3"


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
