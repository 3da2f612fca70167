"""Promises about what stays hidden for good, and about what a game passes on to the next ones."""

import json
from collections.abc import Sequence
from typing import Any

from games.api import AnyGame, replay
from games.chance import Chance
from games.testing.pictures import SHAPES, pictured
from games.testing.play import Playthrough, plain_names
from games.testing.secrets import shown
from games.testing.sections import EXPORTS, INHERITANCE

JUNK = ("", "[", "null", "{}", "[1, null, {}]", '[{"kind": 1, "title": [], "what": {}}]', "[" * 5_000, '"x"', "\x00")
PERSONAL = frozenset({"seat", "owner", "by"})  # fields that could name somebody


def veiled(game: AnyGame, events: Sequence[Any]) -> list[Any]:
    """The events as they are exported."""
    return [game.veil(event) if event.kind in game.sealed - game.erasable else event for event in events]


def check_veil(game: AnyGame, played: Playthrough) -> int:
    """A veiled event keeps its kind, veiling it twice changes nothing, and only sealed kinds are veiled.

    Returns how many events lost something, so that a test can ask for more than none.
    """
    hidden = 0
    for event in played.events:
        seen = game.veil(event)
        assert seen.kind == event.kind, EXPORTS(f"`veil` must keep the kind of {event}.")
        assert game.veil(seen) == seen, EXPORTS(f"`veil` must change nothing the second time: {seen}.")
        named = event.kind in game.sealed or seen == event
        assert named, EXPORTS(f"`veil` hides something of {event}, so `sealed` must name {event.kind}.")
        read = game.events.validate_json(game.events.dump_json(seen))
        assert read == seen, EXPORTS(f"`events` must read a veiled event as it was written: {seen}.")
        hidden += seen != event
    return hidden


def check_veiled_games_replay(game: AnyGame, played: Playthrough) -> None:
    """Without what is sealed, a game comes to the same board and the same result."""
    last, twin = played.last, replay(game, veiled(game, played.events))
    assert game.result(twin) == game.result(last), EXPORTS("A replay of veiled events must come to the same `result`.")
    for seat in (None, played.seats - 1):
        boards = [game.draw(game.view(state, seat), plain_names(played.seats)) for state in (last, twin)]
        same = shown(boards[0]) == shown(boards[1]) and pictured(boards[0], *SHAPES) == pictured(boards[1], *SHAPES)
        assert same, EXPORTS("A replay of veiled events must come to the same board.")


def check_inheritance(game: AnyGame, played: Playthrough) -> None:
    """A game passes on lists in JSON that name no seat, the same every time, even if it was broken off."""
    left = game.inheritance(played.events)
    assert left == game.inheritance(played.events), INHERITANCE("`inheritance` must depend on the events alone.")
    unknown = sorted(set(left) - set(game.inheritable))
    assert not unknown, INHERITANCE(f"`inheritance` passes on {unknown}, so `inheritable` must name it.")
    for name, text in left.items():
        rows = json.loads(text)
        assert isinstance(rows, list), INHERITANCE(f"`inheritance` must pass on a JSON list as {name}.")
        assert "\ue000" not in text, INHERITANCE(f"`inheritance` must name nobody; {name} names a seat.")
        personal = sorted(PERSONAL & {key for row in rows if isinstance(row, dict) for key in row})
        assert not personal, INHERITANCE(f"`inheritance` must name nobody; {name} has the fields {personal}.")
    for count in range(0, len(played.events), max(1, len(played.events) // 4)):
        game.inheritance(played.events[:count])  # an unfinished game must not raise


def check_inherits_with_care(game: AnyGame, played: Playthrough) -> None:
    """A game starts whatever is in an inheritance; what is damaged counts as nothing."""
    usual = game.start(played.seats, played.options, Chance(played.seed))
    for name in game.inherits:
        free = name not in {option.name for option in game.options}
        assert free, INHERITANCE(f"`inherits` names {name}, which is already an option.")
        for junk in JUNK:
            again = game.start(played.seats, {**played.options, name: junk}, Chance(played.seed))
            assert again == usual, INHERITANCE(
                f"`start` must ignore a damaged inheritance; it used {junk!r} as {name}."
            )
