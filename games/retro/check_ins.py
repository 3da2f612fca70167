"""The questions that a retrospective begins with, by key."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def check_ins() -> dict[str, str]:
    """In the order of the file."""
    text = (files(__package__) / "data" / "check_ins.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["questions"]
    return found
