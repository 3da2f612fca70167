"""Every game at the table keeps its promises about what stays hidden for ever and what it leaves behind."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.api import AnyGame, defaults
from games.retro import Retro
from games.retro.events import Started
from tests.contract import checks_inheritance
from tests.contract.play import Playthrough, play, some_games

CHECKS: tuple[Callable[[AnyGame, Playthrough], Any], ...] = (
    checks_inheritance.check_veil,
    checks_inheritance.check_veiled_games_replay,
    checks_inheritance.check_what_is_left,
    checks_inheritance.check_inherits_with_care,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("key", GAMES)
def test_inheritance(key: str, check: Callable[[AnyGame, Playthrough], Any]) -> None:
    """The promise holds in a few games of all sizes and options."""
    for played in some_games(GAMES[key]):
        check(GAMES[key], played)


@pytest.mark.parametrize("key", GAMES)
def test_something_was_sealed(key: str) -> None:
    """A game that says it hides something for ever really does, so the checks above are not empty."""
    game = GAMES[key]
    kinds = {event.kind for played in some_games(game) for event in played.events if game.veil(event) != event}
    assert kinds == game.sealed


@pytest.mark.parametrize("key", GAMES)
def test_what_one_game_leaves_the_others_take(key: str) -> None:
    """Each inheritance of a finished game can be handed to every game that inherits it, and the game still ends."""
    left = GAMES[key].inheritance(some_games(GAMES[key])[4].events)
    for successor in GAMES.values():
        taken = {name: text for name, text in left.items() if name in successor.inherits}
        if taken:
            played = play(successor, 3, successor.seats[0], {**defaults(successor), **taken}, sense=0.9)
            assert successor.result(played.last) is not None


class TellsWhoWrote(Retro):
    """Faulty: a note keeps its text in the export."""

    sealed = Retro.sealed - {"note_written"}


class Blames(Retro):
    """Faulty: an action is passed on with its owner."""

    @staticmethod
    def inheritance(events: Any) -> dict[str, str]:
        return {"actions": json.dumps([{"what": "x", "owner": 0}])}


class Trusts(Retro):
    """Faulty: whatever was left is taken as it is."""

    @staticmethod
    def start(seats: int, options: Any, chance: Any) -> Any:
        started, *more = Retro.start(seats, options, chance)
        assert isinstance(started, Started)
        return [replace(started, questions=(str(options.get("prompts", "")),)), *more]


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        (TellsWhoWrote, checks_inheritance.check_veil),
        (Blames, checks_inheritance.check_what_is_left),
        (Trusts, checks_inheritance.check_inherits_with_care),
    ],
)
def test_faults_are_noticed(fault: type[Retro], check: Callable[[AnyGame, Playthrough], Any]) -> None:
    """The checks can fail."""
    faulty: AnyGame = fault()
    played = play(faulty, 12, 4, defaults(faulty), sense=0.9)
    with pytest.raises(AssertionError):
        check(faulty, played)
