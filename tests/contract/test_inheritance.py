"""What one game passes on, the others take; and the checks of inheritance and veils can fail."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES
from games.contract import AnyGame, defaults
from games.retro import Retro
from games.retro.events import NoteWritten, Started
from games.testing import memories
from games.testing.play import Playthrough, play, some_games


@pytest.mark.parametrize("key", GAMES)
def test_what_one_game_passes_on_the_others_take(key: str) -> None:
    """Every game that inherits something from a finished game still ends."""
    left = GAMES[key].memories.inheritance(some_games(GAMES[key])[4].events)
    for successor in GAMES.values():
        taken = {name: text for name, text in left.items() if name in successor.memories.inherits}
        if taken:
            played = play(successor, 3, successor.seats[0], {**defaults(successor), **taken}, sense=0.9)
            assert successor.result(played.last) is not None


class Blames(Retro):
    """Faulty: an action is passed on with its owner."""

    memories = replace(Retro.memories, inheritance=lambda events: {"actions": json.dumps([{"what": "x", "owner": 0}])})


class Trusts(Retro):
    """Faulty: an inheritance is used as it is."""

    @staticmethod
    def start(seats: int, options: Any, chance: Any) -> Any:
        started, *more = Retro.start(seats, options, chance)
        assert isinstance(started, Started)
        return [replace(started, questions=(str(options.get("prompts", "")),)), *more]


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        (Blames, memories.check_inheritance),
        (Trusts, memories.check_inherits_with_care),
    ],
)
def test_faults_are_noticed(fault: type[Retro], check: Callable[[AnyGame, Playthrough], Any]) -> None:
    """The checks can fail."""
    faulty: AnyGame = fault()
    played = play(faulty, 12, 4, defaults(faulty), sense=0.9)
    with pytest.raises(AssertionError):
        check(faulty, played)


def test_a_note_that_keeps_its_text_in_the_export_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of events that doesn't say that it is sealed."""
    monkeypatch.setattr(NoteWritten, "sealed", False)
    faulty = Retro()
    with pytest.raises(AssertionError):
        memories.check_veil(faulty, play(faulty, 12, 4, defaults(faulty), sense=0.9))
