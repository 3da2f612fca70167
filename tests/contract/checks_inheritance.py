"""What every game promises about what stays hidden for ever, and about what it leaves to the next games."""

import json
from collections.abc import Sequence
from typing import Any

from games.api import AnyGame, replay
from games.chance import Chance
from tests.contract.checks_pictures import pictured
from tests.contract.checks_secrets import shown
from tests.contract.play import Playthrough

JUNK = ("", "[", "null", "{}", "[1, null, {}]", '[{"kind": 1, "title": [], "what": {}}]', "[" * 5_000, '"x"', "\x00")


def veiled(game: AnyGame, events: Sequence[Any]) -> list[Any]:
    """As they are exported."""
    return [game.veil(event) if event.kind in game.sealed else event for event in events]


def check_veil(game: AnyGame, played: Playthrough) -> int:
    """A veiled event is one of its kind, veiling it again changes nothing, and only sealed kinds are veiled.

    Answers how many events have lost something, so that a test can ask for more than none.
    """
    hidden = 0
    for event in played.events:
        seen = game.veil(event)
        assert seen.kind == event.kind
        assert game.veil(seen) == seen, f"{seen} can be veiled again"
        assert event.kind in game.sealed or seen == event, f"{event} loses something and is not called sealed"
        assert game.events.validate_json(game.events.dump_json(seen)) == seen
        hidden += seen != event
    return hidden


def check_veiled_games_replay(game: AnyGame, played: Playthrough) -> None:
    """A game without what is sealed comes to the same board and the same result for everybody."""
    last, twin = played.last, replay(game, veiled(game, played.events))
    names = [f"Player {seat}" for seat in range(played.seats)]
    assert game.result(twin) == game.result(last)
    for seat in (None, played.seats - 1):
        drawings = [game.draw(game.view(state, seat), names) for state in (last, twin)]
        assert shown(drawings[0]) == shown(drawings[1])
        assert pictured(drawings[0]) == pictured(drawings[1])


def check_what_is_left(game: AnyGame, played: Playthrough) -> None:
    """A finished game leaves lists in JSON that name no seat, the same every time; one that was broken off may too."""
    left = game.inheritance(played.events)
    assert left == game.inheritance(played.events)
    assert set(left) <= set(game.inheritable)
    for name, text in left.items():
        assert isinstance(name, str)
        assert isinstance(json.loads(text), list)
        assert "\ue000" not in text, f"a seat is named in {name}"
        assert not {"seat", "owner", "by"} & {key for row in json.loads(text) if isinstance(row, dict) for key in row}
    for count in range(0, len(played.events), max(1, len(played.events) // 4)):
        game.inheritance(played.events[:count])


def check_inherits_with_care(game: AnyGame, played: Playthrough) -> None:
    """Whatever lies in an inheritance, a game starts; what is damaged counts as nothing, and nothing is needed."""
    usual = game.start(played.seats, played.options, Chance(played.seed))
    for name in game.inherits:
        assert name not in {option.name for option in game.options}, f"{name} is an option already"
        for junk in JUNK:
            again = game.start(played.seats, {**played.options, name: junk}, Chance(played.seed))
            assert again == usual, f"{junk!r} was taken for {name}"
