"""The playthroughs on file are what the games play today."""

import json

import pytest

from games import GAMES
from tests.contract.playthrough import COMMAND, first_difference, games_shown, path_of, written


@pytest.mark.parametrize("key", GAMES)
def test_playthrough_on_file(key: str) -> None:
    """Rules, words and boards are as they were when the playthrough was last written, line by line."""
    game = GAMES[key]
    on_file = path_of(game).read_text("utf-8") if path_of(game).exists() else ""
    now = written(game)
    if on_file != now:
        pytest.fail(
            f"{path_of(game)} tells another game: {first_difference(on_file, now)}\n"
            f"If the change was meant, write it again with `{COMMAND}` and look through the difference.",
            pytrace=False,
        )


@pytest.mark.parametrize("key", GAMES)
def test_playthrough_shows_everything(key: str) -> None:
    """On file are finished games in which every command is used and, where a game has a clock, the clock moves too."""
    game = GAMES[key]
    games = games_shown(game)
    assert all(game.result(played.last) is not None for played in games)
    steps = [step for played in games for step in played.steps[1:]]
    used = {game.phrase(step.before, step.seat, step.move).command for step in steps if step.seat is not None}
    assert used == {command.name for command in game.commands if not command.is_query}
    has_a_clock = any(game.deadline(step.before) for step in steps)
    assert any(step.seat is None for step in steps) == has_a_clock


@pytest.mark.parametrize("key", GAMES)
def test_playthrough_is_readable(key: str) -> None:
    """The events stand in the file as JSON that the game reads, and the file stays small enough to look through."""
    game = GAMES[key]
    text = path_of(game).read_text("utf-8")
    lines = [line.removeprefix("  event ") for line in text.split("\n") if line.startswith("  event ")]
    read = [game.events.validate_python(json.loads(line)) for line in lines]
    assert read == [event for played in games_shown(game) for event in played.events]
    assert len(text.encode()) < 250_000


def test_sprint_playthrough_shows_votes() -> None:
    """In The Scrum Game a tool is accepted, another refused, and discussions end by word and by the clock."""
    games = games_shown(GAMES["sprint"])
    kinds = {event.kind for played in games for event in played.events}
    assert {"fork_reached", "tool_accepted", "tool_refused", "stayed", "die_taken", "turn_passed"} <= kinds
    closed = [
        step.seat is None
        for played in games
        for step in played.steps
        if any(event.kind == "discussion_closed" for event in step.events)
    ]
    assert set(closed) == {True, False}
