"""Every game at the table keeps its promises about what stays hidden for ever and what it leaves behind."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.api import AnyGame, defaults
from games.retro import Retro
from games.retro.model import Started
from tests.contract import checks_legacy
from tests.contract.play import Playthrough, play, some_games

CHECKS: tuple[Callable[[AnyGame, Playthrough], Any], ...] = (
    checks_legacy.check_veil,
    checks_legacy.check_veiled_games_replay,
    checks_legacy.check_bequest,
    checks_legacy.check_inheritance,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("key", GAMES)
def test_legacy(key: str, check: Callable[[AnyGame, Playthrough], Any]) -> None:
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
    """Each bequest of a finished game can be handed to every game that inherits it, and the game still ends."""
    left = GAMES[key].bequeath(some_games(GAMES[key])[4].events)
    for heir in GAMES.values():
        taken = {name: text for name, text in left.items() if name in heir.inherits}
        if taken:
            played = play(heir, 3, heir.seats[0], {**defaults(heir), **taken}, sense=0.9)
            assert heir.result(played.last) is not None


class TellsWhoWrote(Retro):
    """Faulty: a note keeps its text in the export."""

    sealed = Retro.sealed - {"note_written"}


class Blames(Retro):
    """Faulty: an action is passed on with its owner."""

    @staticmethod
    def bequeath(events: Any) -> dict[str, str]:
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
        (TellsWhoWrote, checks_legacy.check_veil),
        (Blames, checks_legacy.check_bequest),
        (Trusts, checks_legacy.check_inheritance),
    ],
)
def test_faults_are_noticed(fault: type[Retro], check: Callable[[AnyGame, Playthrough], Any]) -> None:
    """The checks can fail."""
    faulty: AnyGame = fault()
    played = play(faulty, 12, 4, defaults(faulty), sense=0.9)
    with pytest.raises(AssertionError):
        check(faulty, played)
