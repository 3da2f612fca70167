"""Completion: what could be typed next."""

import pytest

from bot.kernel.messages import Suggestion
from games import GAMES
from games.sprint.model import Go
from tests.bot.harness import ROOM, Bench, person


async def values(bench: Bench, name: str, line: str) -> list[str]:
    return [found.value for found in await bench.service.complete(ROOM, person(name), line)]


async def test_commands_by_prefix(bench: Bench) -> None:
    """Before a table is open only the table's own commands are offered; at a table the game's are too."""
    assert await values(bench, "anna", "/scrum r") == ["rules", "resume", "remind", "rating"]
    await bench.begin()
    assert await values(bench, "anna", "/scrum r") == ["roll", "rules", "resume", "remind", "rating"]
    assert await values(bench, "anna", "vo") == ["vote"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("new ", ["sprint"]),
        ("new sprint board", ["board=standard", "board=long"]),
        ("new sprint demanding", ["difficulty=demanding"]),
        ("vote y", ["yes"]),
        ("rules too", ["tools"]),
        ("tool 1 b", ["ben"]),
        ("bot ", ["off"]),
        ("options ho", ["hours="]),
        ("options hours=250 da", ["days="]),
        ("workshop new sprint dice", ["dice=own", "dice=same"]),
        ("workshop new sprint teams=6 web", ["rooms=web"]),
        ("workshop new sprint board=lo", ["board=long"]),
        ("nonsense ", []),
        ("roll now ", []),
    ],
)
async def test_arguments_of_a_command(bench: Bench, line: str, expected: list[str]) -> None:
    """Choices, topics, players and options are found by any part of them."""
    await bench.begin()
    found = await values(bench, "anna", line)
    assert [value for value in found if value in expected] == expected
    assert bool(found) == bool(expected)


async def test_spaces_come_from_the_roll(bench: Bench) -> None:
    """At a fork the mover is offered the spaces that the roll reaches; the others are offered nothing."""
    await bench.begin()
    standing = await bench.play_until(lambda state: hasattr(state.phase, "landings"))
    mover = await bench.name_at(standing.state.turn)
    found = await bench.service.complete(ROOM, person(mover), "go ")
    moves = [
        GAMES["sprint"].phrase(standing.state, standing.state.turn, Go(one.space))
        for one in standing.state.phase.landings
    ]
    assert len(moves) > 1
    assert found[: len(moves)] == [Suggestion(move.arguments["space"], move.label) for move in moves]
    other = next(name for name in ("anna", "ben", "cleo") if name != mover)
    assert await bench.service.complete(ROOM, person(other), "go ") == []


async def test_options_say_what_each_value_means(bench: Bench) -> None:
    """An option, then its values with a description of their own; one with many values comes first alone."""
    found = {one.value: one.label for one in await bench.service.complete(ROOM, person("anna"), "new sprint ")}
    assert list(found)[:5] == [
        *(f"difficulty={each}" for each in ("document", "relaxed", "standard", "demanding")),
        "hours=",
    ]
    assert found["difficulty=relaxed"] == "A sensible team of any size wins about 80%"
    assert found["hours="] == "Hours of work at the start, 50 to 1000"
    assert (await values(bench, "anna", "new retro "))[0] == "format="
    formats = await bench.service.complete(ROOM, person("anna"), "new retro format=")
    assert formats[0].value == "format=start-stop-continue"
    assert "A safe choice for any sprint" in formats[0].label
    assert await values(bench, "anna", "new retro mad-sad") == ["format=mad-sad-glad"]
    for game in (game for game in GAMES.values() if game.key != "retro"):
        assert all(all(option.noted.values()) for option in game.options), game.key


async def test_settings_of_a_workshop(bench: Bench) -> None:
    """After those already typed, each only once, and those of its game."""
    for typed, expected in (
        ("teams=6 dice", ["teams=6 dice=own", "teams=6 dice=same"]),
        ("dice=same dice=", []),
        ("dice=same board=lo", ["dice=same board=long"]),
    ):
        arguments = {"what": "new", "game": "sprint", "settings": typed}
        found = await bench.service.complete_argument(ROOM, person("anna"), "workshop", "settings", arguments)
        assert [one.value for one in found] == expected
