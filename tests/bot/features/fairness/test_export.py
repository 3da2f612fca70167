"""A game as a file: written, read, verified."""

import json
from typing import Any

import pytest

from bot.cli.simulated.simulation import as_export, play
from bot.features.fairness.export import FORMAT, BrokenExport, Export, export, read, steps, write
from bot.features.fairness.verify import verify
from games import GAMES
from games.chance import commitment
from games.contract import defaults
from tests.bot.harness import Bench, in_discussion

SPRINT = GAMES["sprint"]
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def game() -> Export:
    return as_export(play(SPRINT, 3, defaults(SPRINT), SEED))


async def exported(bench: Bench) -> Export:
    live = await bench.live()
    return export(live.id, live.seed, await bench.standing(), await bench.events())


def test_a_finished_game_passes(game: Export) -> None:
    """Written, read and verified: the file says what was played."""
    again = read(write(game))
    assert again == game
    verdict = verify(again)
    assert (verdict.wrong, verdict.events, verdict.commitment) == (None, len(game.events), commitment(SEED))
    assert verdict.last_hash == game.events[-1].hash
    assert verdict.draws == game.events[-1].drawn > 50


def test_the_file_has_a_line_per_event(game: Export) -> None:
    """People and `diff` can read it; the header says what it is."""
    text = write(game)
    lines = text.splitlines()
    head = json.loads(text)
    assert head["format"] == FORMAT
    assert (head["game"], head["seats"], head["seed"], head["options"]) == (
        "sprint",
        3,
        SEED.hex(),
        defaults(SPRINT),
    )
    assert sum('"payload"' in line for line in lines) == len(game.events)


async def test_a_played_game_passes(bench: Bench) -> None:
    """With people, votes and a discussion that the clock closed."""
    await bench.begin()
    await bench.play_until(in_discussion)
    bench.clock.advance(300)
    await bench.service.fire_due_timers()
    await bench.say("ben", "leave")
    await bench.say("ben", "join")
    await bench.play_to_the_end()
    game = await exported(bench)
    assert verify(read(write(game))).wrong is None
    assert sum(1 for _ in steps(game)) == len(game.events)


@pytest.mark.parametrize("when", ["lobby", "playing"])
async def test_a_game_that_was_ended_early_passes(bench: Bench, when: str) -> None:
    """What was played until then can be verified; in a lobby there were no draws."""
    await bench.seat("anna", "ben")
    if when == "playing":
        await bench.say("anna", "start")
        await bench.step()
    await bench.say("anna", "end sure")
    verdict = verify(read(write(await exported(bench))))
    assert verdict.wrong is None
    assert (verdict.draws > 0) == (when == "playing")


async def test_a_running_game_cannot_be_verified_yet(bench: Bench) -> None:
    """Its export says so at the first event, and contains no secret."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("anna", "vote yes")
    game = read(write(await exported(bench)))
    verdict = verify(game)
    assert verdict.wrong == 1
    assert "export it again once it’s over" in verdict.fault
    assert game.seed is None
    with pytest.raises(BrokenExport, match="hidden because the game was still running"):
        list(steps(game))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This isn’t an exported game"),
        ("null", "This isn’t an exported game"),
        ("[]", "This isn’t an exported game"),
        ("{}", "This isn’t an exported game: table: Field required"),
        ("{" * 5000, "This isn’t an exported game"),
        ('{"a":' * 5000, "This isn’t an exported game"),
        ("\x00", "This isn’t an exported game"),
        ("x" * 100_000, "This isn’t an exported game"),
        ('{"table": 1}', "This isn’t an exported game: table"),
    ],
)
def test_a_broken_file_gets_a_sentence(text: str, said: str) -> None:
    """Whatever it is, one line says what is wrong with it."""
    with pytest.raises(BrokenExport) as fault:
        read(text)
    assert said in str(fault.value)
    assert len(str(fault.value)) < 300


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "scrum-table game 3"}, "This file has the format “scrum-table game 3”; I can only read"),
        ({"game": "chess"}, "This file is for the game “chess”, which I don’t know."),
        ({"extra": 1}, "extra: Extra inputs are not permitted"),
        ({"seats": "3"}, "seats: Input should be a valid integer"),
        ({"events": {}}, "events: Input should be a valid array"),
        ({"table": "t" * 101}, "table: String should have at most 100 characters"),
        ({"options": None}, "options"),
    ],
)
def test_an_invalid_header(game: Export, change: dict[str, Any], said: str) -> None:
    """The sentence names the field."""
    with pytest.raises(BrokenExport) as fault:
        read(json.dumps({**json.loads(write(game)), **change}))
    assert said in str(fault.value)


def test_a_truncated_file(game: Export) -> None:
    """An incomplete download isn't a game."""
    text = write(game)
    for length in (10, len(text) // 2, len(text) - 3):
        with pytest.raises(BrokenExport):
            read(text[:length])


def test_an_event_lists_its_draws_and_its_move(game: Export) -> None:
    """Others can check the file without knowing the games."""
    rolled = next(row for row in game.events if row.payload and row.payload["kind"] == "rolled")
    assert rolled.payload is not None
    assert rolled.draws == [[6, die - 1] for die in rolled.payload["dice"]]
    assert (rolled.seat, rolled.move) == (0, {"kind": "roll"})
    assert sum(len(row.draws) for row in game.events) == game.events[-1].drawn
