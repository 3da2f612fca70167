"""Difficulty in words: days and hours for each board and number of players, measured in docs/balance.md."""

import tomllib
from functools import cache
from importlib.resources import files

from games.api import Options
from games.values import value

DOCUMENT = "document"
LEVELS = (DOCUMENT, "relaxed", "standard", "demanding")


@value
class Plan:
    hours: int
    days: int


_PUBLISHED = Plan(300, 10)


def planned(board: str, seats: int, options: Options) -> Plan:
    """Hours and days of a sprint: those that the host set, otherwise those of the difficulty."""
    usual = _usual(board, seats, str(options.get("difficulty", DOCUMENT)))
    return Plan(int(options["hours"]) or usual.hours, int(options["days"]) or usual.days)


def _usual(board: str, seats: int, level: str) -> Plan:
    if level == DOCUMENT:
        return _PUBLISHED
    return Plan(**_measured()[board][level][str(seats)])


@cache
def _measured() -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    return tomllib.loads((files(__package__) / "data" / "difficulty.toml").read_text("utf-8"))
