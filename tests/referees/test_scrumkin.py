"""Automatic players' games of Scrumkin, recomputed by a referee that knows only the document."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from bot.cli.simulated.simulation import as_export, play
from bot.features.fairness.export import write
from games import GAMES
from games.contract import defaults
from games.testing.play import seed_of
from tests.referees.scrumkin import check

GAME = GAMES["scrumkin"]
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (2, {}),
    "two, with an end": (2, {"sprints": 7}),
    "three": (3, {}),
    "four": (4, {}),
    "one attack, three": (3, {"attacks": "one"}),
    "one attack, four": (4, {"attacks": "one", "retro": "on"}),
    "looking back, two": (2, {"retro": "on", "sprints": 12}),
    "a team that looks back": (3, {"mode": "collaborative", "retro": "on", "sprints": 8}),
    "a team of two": (2, {"mode": "collaborative"}),
    "a team of three": (3, {"mode": "collaborative", "drops": "bugs"}),
    "a team of four": (4, {"mode": "collaborative", "sprints": 8, "drops": "bugs"}),
}
LEVELS = ("beginner", "club", "expert")


@cache
def _exported(table: str, number: int) -> str:
    seats, options = TABLES[table]
    levels = [LEVELS[(seat + number) % 3] for seat in range(seats)]
    return write(as_export(play(GAME, seats, {**defaults(GAME), **options}, seed_of(number), levels=levels)))


def exported(table: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_exported(table, number))
    return found


@pytest.mark.parametrize("table", TABLES)
def test_no_deviation(table: str) -> None:
    """Of four games at each kind of table."""
    for number in range(4):
        assert check(exported(table, number)) == []


def payloads(export: dict[str, Any], kind: str) -> list[Any]:
    return [row["payload"] for row in export["events"] if row["payload"]["kind"] == kind]


def _wrong_velocity(export: dict[str, Any]) -> None:
    payloads(export, "sprint_ended")[2]["velocities"][1] += 1


def _wrong_backlog(export: dict[str, Any]) -> None:
    payloads(export, "action_turned")[1]["backlog"] += 1


def _wrong_winner(export: dict[str, Any]) -> None:
    finished = payloads(export, "finished")[0]
    finished["winners"] = [1 - finished["winners"][0]] if finished["winners"] else [0]


def _wrong_leader(export: dict[str, Any]) -> None:
    payloads(export, "sprint_began")[1]["leader"] ^= 1


def _foreign_card(export: dict[str, Any]) -> None:
    played = payloads(export, "played")
    played[0]["card"] = played[-1]["card"]


def _twice_the_same_way(export: dict[str, Any]) -> None:
    first, second = payloads(export, "played")[:2]
    second["target"], first["target"] = first["target"], first["target"]


def _card_stays(export: dict[str, Any]) -> None:
    next(ended for ended in payloads(export, "sprint_ended") if ended["gone"])["gone"].pop()


def _window_skipped(export: dict[str, Any]) -> None:
    kinds = [row["payload"]["kind"] for row in export["events"]]
    del export["events"][kinds.index("said_ready")]


def _one_card_too_few(export: dict[str, Any]) -> None:
    next(each for each in payloads(export, "hands_filled")[0]["cards"] if each).pop()


def _goes_on_after_the_end(export: dict[str, Any]) -> None:
    rows = export["events"]
    finished = next(row for row in rows if row["payload"]["kind"] == "finished")
    rows.insert(rows.index(finished) + 1, {**finished, "payload": {"seat": 0, "kind": "turn_began"}})


def _bug_stays(export: dict[str, Any]) -> None:
    fixed = [row for row in export["events"] if row["payload"]["kind"] == "bug_fixed"]
    export["events"].remove(fixed[0])


@pytest.mark.parametrize(
    ("change", "table"),
    [
        (_wrong_velocity, "two"),
        (_wrong_backlog, "two"),
        (_wrong_winner, "two"),
        (_wrong_winner, "a team of two"),
        (_wrong_leader, "two"),
        (_foreign_card, "two"),
        (_twice_the_same_way, "a team of two"),
        (_card_stays, "two"),
        (_window_skipped, "two"),
        (_one_card_too_few, "two"),
        (_goes_on_after_the_end, "two"),
        (_bug_stays, "a team of three"),
    ],
)
def test_planted_deviations_are_found(change: Callable[[dict[str, Any]], None], table: str) -> None:
    """One thing wrong in a game, and the referee objects."""
    export = exported(table, 0)
    change(export)
    assert check(export)
