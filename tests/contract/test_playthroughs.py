"""The playthroughs on file are what the games play today, and they show all there is."""

import json

import pytest

from games import GAMES
from games.contract import AnyGame
from tests.contract.playthrough import (
    COMMAND,
    ON_FILE,
    find_games,
    first_difference,
    games_shown,
    missing,
    path_of,
    written,
)
from tests.contract.toy import Toy


def on_file(game: AnyGame) -> str:
    """Its playthroughs; the test fails if there are none."""
    if not path_of(game).exists():
        pytest.fail(f"{game.key} has no playthrough on file: write it with `{COMMAND}` and read it.", pytrace=False)
    return path_of(game).read_text("utf-8")


@pytest.mark.parametrize("key", ON_FILE)
def test_playthrough_on_file(key: str) -> None:
    """Rules, words and boards are line by line as they were when the playthrough was last written."""
    game = ON_FILE[key]
    kept, now = on_file(game), written(game, games_shown(game))
    if kept != now:
        pytest.fail(
            f"{path_of(game)} shows another game: {first_difference(kept, now)}\n"
            f"If you meant the change, write the file again with `{COMMAND}` and read the difference.",
            pytrace=False,
        )


@pytest.mark.parametrize("key", ON_FILE)
def test_playthrough_shows_everything(key: str) -> None:
    """On file are finished games that use every command and, where a game has a clock, let time run out."""
    game = ON_FILE[key]
    on_file(game)
    games = games_shown(game)
    assert missing(game, games) == set(), f"`{COMMAND}` finds games that show all of it"
    assert all(game.result(played.last) is not None for played in games)


def test_a_new_game_needs_no_seed() -> None:
    """A game that nobody has chosen playthroughs for gets some that show everything, the same every time."""
    game = Toy()
    games = find_games(game)
    assert games
    assert missing(game, games) == set()
    assert [played.number for played in games] == [played.number for played in find_games(game)]


@pytest.mark.parametrize("key", ON_FILE)
def test_playthrough_is_readable(key: str) -> None:
    """The events are in the file as JSON that the game reads, and the file stays small enough to read."""
    game = ON_FILE[key]
    text = on_file(game)
    lines = [line.removeprefix("  event ") for line in text.split("\n") if line.startswith("  event ")]
    read = [game.events.validate_python(json.loads(line)) for line in lines]
    assert read == [event for played in games_shown(game) for event in played.events]
    assert len(text.encode()) < 330_000


def test_sprint_playthrough_shows_votes() -> None:
    """In The Scrum Game a tool is accepted, another refused, and discussions end by a command and by the clock."""
    games = games_shown(GAMES["sprint"])
    kinds = {event.kind for played in games for event in played.events}
    assert {"fork_reached", "tool_accepted", "tool_refused", "die_taken", "turn_passed"} <= kinds
    closed = [
        step.seat is None
        for played in games
        for step in played.steps
        if any(event.kind == "discussion_closed" for event in step.events)
    ]
    assert set(closed) == {True, False}
