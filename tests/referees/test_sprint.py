"""Games of The Scrum Game between careless players, recomputed by a referee that knows only the document."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from bot.cli.simulated.simulation import as_export
from bot.features.fairness.export import write
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from games import GAMES
from games.chance import Chance, commitment
from games.contract import defaults, suggested
from games.sprint.model import PlayTool
from games.testing.play import seed_of
from tests.referees import release
from tests.referees.sprint import _worth, check

GAME = GAMES["sprint"]
GAMES_PLAYED = 42
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"board": "long"},
    {"tools": "helpful", "hours": 200},
    {"impediments": "costly", "tools": "helpful"},
    {"difficulty": "relaxed"},
    {"review": "late", "hours": 150},
    {"sprints": "3"},
)


@cache
def _exported(number: int) -> str:
    """A game of two to six whose players do something sensible two times in three, and anything else otherwise."""
    seed, chance = seed_of(number), Chance(seed_of(1000 + number))
    draft = Draft(f"careless-{number}", None, seed, 0.0)
    options = {**defaults(GAME), **OPTIONS[number % len(OPTIONS)]}
    draft.record([tables.TableOpened("sprint", options, {}, commitment(seed))])
    draft.record([tables.BotSeated(seat) for seat in range(2 + number % 5)])
    draft.begin(tables.GameStarted(commitment(seed)))
    while draft.standing.playing:
        state = draft.standing.state
        deadline = GAME.clock.deadline(state)
        if deadline is not None and not chance.below(12):
            draft.play(None, deadline.move)  # time is up
            continue
        seat = GAME.awaits(state)[0]
        draft.play(seat, _move(state, seat, chance))
    return write(as_export(draft))


def _move(state: Any, seat: int, chance: Chance) -> Any:
    moves = GAME.moves(state, seat)
    tools = [move for move in moves if isinstance(move, PlayTool)]
    if tools and chance.below(2):
        return chance.choice(tools)
    return suggested(GAME, state, seat, chance) if chance.below(3) else chance.choice(moves)


def exported(number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_exported(number))
    return found


def payloads(export: dict[str, Any], kind: str) -> list[Any]:
    return [row["payload"] for row in export["events"] if row["payload"]["kind"] == kind]


def test_no_deviation() -> None:
    """Of six games with each option, in which everything happens that can."""
    seen, reasons = set(), set()
    for number in range(GAMES_PLAYED):
        export = exported(number)
        assert _checked(export) == [], number
        seen |= {row["payload"]["kind"] for row in export["events"]}
        reasons |= {finished["reason"] for finished in payloads(export, "finished")}
    assert seen >= {"tool_refused", "tool_accepted", "stayed", "turn_passed", "discussion_closed", "plan_changed"}
    assert seen >= {"sprint_planned", "sprint_closed", "improvement_chosen"}
    assert reasons == {"review", "unfinished", "days", "release"}


def _checked(export: dict[str, Any]) -> list[str]:
    """By the referee of a sprint, or by that of a release."""
    return (release.check if export["options"]["sprints"] == "3" else check)(export)


def test_the_documents_table_of_progress() -> None:
    """The referee's own arithmetic, against the five examples of the document."""
    examples = {(1, 1, 3, 6): 8, (5, 6, 6): 10, (6, 6): 0, (1, 2, 3, 6, 6): 11, (1, 3, 5): 9}
    assert {dice: _worth(list(dice)) for dice in examples} == examples


def _another_hour(export: dict[str, Any]) -> None:
    payloads(export, "reported")[0]["amount"] += 1


def _too_many_dice(export: dict[str, Any]) -> None:
    payloads(export, "rolled")[0]["dice"] = [1, 1]


def _an_impossible_side(export: dict[str, Any]) -> None:
    payloads(export, "reported")[0]["dice"][0] = 7


def _a_shortcut(export: dict[str, Any]) -> None:
    moved = payloads(export, "moved")[3]
    moved["space"], moved["path"] = "S9", ["S9"]


def _one_more_way(export: dict[str, Any]) -> None:
    payloads(export, "fork_reached")[0]["landings"].append({"space": "D6", "path": ["D6"], "circled": True})


def _a_day_for_free(export: dict[str, Any]) -> None:
    export["events"].remove(next(row for row in export["events"] if row["payload"]["kind"] == "day_ended"))


def _somebody_else_is_next(export: dict[str, Any]) -> None:
    payloads(export, "turn_began")[4]["seat"] += 1


def _a_card_twice(export: dict[str, Any]) -> None:
    drawn = [each for each in payloads(export, "card_drawn") if each["deck"] == "opportunities"]
    drawn[1]["card"] = drawn[0]["card"]


def _a_die_without_agreement(export: dict[str, Any]) -> None:
    payloads(export, "voted")[0]["yes"] = not payloads(export, "voted")[0]["yes"]


def _free_without_a_scrum(export: dict[str, Any]) -> None:
    freed = next(each for each in payloads(export, "freed") if each["by"] == "scrum")
    freed["by"] = "tool"


def _won_instead(export: dict[str, Any]) -> None:
    payloads(export, "finished")[0]["won"] = not payloads(export, "finished")[0]["won"]


def _other_hours_at_the_start(export: dict[str, Any]) -> None:
    payloads(export, "started")[0]["hours"] -= 50


@pytest.mark.parametrize(
    "plant",
    [
        _another_hour,
        _too_many_dice,
        _an_impossible_side,
        _a_shortcut,
        _one_more_way,
        _a_day_for_free,
        _somebody_else_is_next,
        _a_card_twice,
        _a_die_without_agreement,
        _free_without_a_scrum,
        _won_instead,
        _other_hours_at_the_start,
    ],
)
def test_planted_deviations_are_found(plant: Callable[[dict[str, Any]], None]) -> None:
    """One thing wrong in a game, and the referee objects."""
    export = exported()
    assert check(export) == []
    plant(export)
    assert check(export)


def test_a_tool_that_burns_too_much_is_found() -> None:
    """With helpful tools, ten hours and no more."""
    export = next(
        each for each in map(exported, range(2, GAMES_PLAYED, len(OPTIONS))) if payloads(each, "tool_accepted")
    )
    payloads(export, "tool_accepted")[0]["burned"] += 1
    assert check(export)


def _a_larger_forecast(export: dict[str, Any]) -> None:
    payloads(export, "sprint_planned")[0]["forecast"] += 50


def _more_is_delivered(export: dict[str, Any]) -> None:
    payloads(export, "sprint_closed")[0]["delivered"] += 50


def _another_improvement(export: dict[str, Any]) -> None:
    chosen = payloads(export, "improvement_chosen")[0]
    chosen["improvement"] = next(each for each in release.IMPROVEMENTS if each != chosen["improvement"])


def _a_vote_for_nothing(export: dict[str, Any]) -> None:
    payloads(export, "voted_for")[0]["choice"] = "300"


def _voted_twice(export: dict[str, Any]) -> None:
    first, second, *_ = payloads(export, "voted_for")
    second["seat"] = first["seat"]


def _three_dice_after_all(export: dict[str, Any]) -> None:
    """As if another improvement had been chosen than the one that took effect."""
    for chosen in payloads(export, "improvement_chosen")[:1]:
        chosen["votes"] = {name: int(name == "toolbox") for name in chosen["votes"]}
        chosen["improvement"] = "toolbox"


@pytest.mark.parametrize(
    "plant",
    [
        _a_larger_forecast,
        _more_is_delivered,
        _another_improvement,
        _a_vote_for_nothing,
        _voted_twice,
        _three_dice_after_all,
        _another_hour,
        _won_instead,
    ],
)
def test_planted_deviations_of_a_release_are_found(plant: Callable[[dict[str, Any]], None]) -> None:
    """One thing wrong in a release, and its referee objects."""
    export = exported(OPTIONS.index({"sprints": "3"}))
    assert release.check(export) == []
    plant(export)
    assert release.check(export)
