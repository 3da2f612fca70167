"""Read the files in deploy/."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from adapters.http import HttpServer
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = {name.upper() for name in Settings.model_fields}
HARDENED = {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def objects(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(text(name)))


def routes() -> set[str]:
    """The health and metrics addresses that are served whatever is configured."""
    return {route.path for route in HttpServer("127.0.0.1", 0)._routes}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile as pairs of instruction and arguments, continuation lines joined."""
    lines = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text("Dockerfile"))).splitlines()
    found = (line.partition(" ") for line in lines if line.strip())
    return [(word, rest.strip()) for word, _, rest in found]


def of(word: str) -> list[str]:
    return [rest for found, rest in instructions() if found == word]


def image_environment() -> dict[str, str]:
    """The variables that the last stage sets."""
    last = max(index for index, (word, _) in enumerate(instructions()) if word == "FROM")
    pairs = [pair for word, rest in instructions()[last:] if word == "ENV" for pair in rest.split()]
    return dict(pair.split("=", 1) for pair in pairs)


def walk(value: Any) -> Iterator[Any]:
    """Every value inside parsed YAML or JSON."""
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(inner)
