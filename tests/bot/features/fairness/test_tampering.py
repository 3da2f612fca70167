"""`verify` rejects a game after any change, and names the event that was changed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli.simulated.simulation import as_export, play
from bot.features.fairness.export import BrokenExport, Export, read, write
from bot.features.fairness.verify import Verdict, verify
from bot.kernel.table.journal import chain, first_hash
from games import GAMES
from games.contract import defaults

SPRINT = GAMES["sprint"]
TEXT = write(as_export(play(SPRINT, 3, defaults(SPRINT), bytes(range(32)))))
GAME: dict[str, Any] = json.loads(TEXT)
EVENTS: list[dict[str, Any]] = GAME["events"]
numbers = st.integers(0, len(EVENTS) - 1)

Path = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The path to every scalar and every empty list or object in a payload."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = False
    for key, inner in items:
        found = True
        yield from leaves(inner, (*path, key))
    if not found:
        yield path


def put(value: Any, path: Path, leaf: Any) -> None:
    *way, last = path
    for key in way:
        value = value[key]
    value[last] = leaf


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def a_copy() -> dict[str, Any]:
    """Of the game, to be changed; reading it again is ten times as quick as copying it."""
    game: dict[str, Any] = json.loads(TEXT)
    return game


def verdict_on(game: dict[str, Any]) -> Verdict:
    return verify(read(json.dumps(game)))


def rehashed(game: dict[str, Any]) -> dict[str, Any]:
    """Recompute every hash, as a forger with the source code would."""
    parsed = Export.model_validate_json(json.dumps(game))
    before = first_hash(parsed.table)
    for row in parsed.events:
        before = row.hash = chain(before, row.sequence, row.text, row.at, row.drawn, seat=row.seat, move=row.move_text)
    forged: dict[str, Any] = json.loads(write(parsed))
    return forged


def test_nothing_changed() -> None:
    """The game itself passes, and recomputing its hashes gives the same ones."""
    assert verdict_on(GAME).wrong is None
    assert rehashed(GAME) == GAME


other_leaf = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 12), st.floats(allow_nan=False), st.text(max_size=5), st.just([])
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_value_in_any_payload(data: st.DataObject) -> None:
    """A die, a card, a vote, an hour: the event is named."""
    index = data.draw(numbers)
    path = data.draw(st.sampled_from(list(leaves(EVENTS[index]["payload"]))))
    old = at(EVENTS[index]["payload"], path)
    new = data.draw(other_leaf.filter(lambda leaf: json.dumps(leaf) != json.dumps(old)))
    game = a_copy()
    put(game["events"][index]["payload"], path, new)
    assert verdict_on(game).wrong == index + 1


@settings(max_examples=40, deadline=None)
@given(numbers, st.sampled_from(["at", "drawn", "sequence", "hash"]), st.integers(1, 9))
def test_anything_around_a_payload(index: int, field: str, change: int) -> None:
    """Its time, its number, its draws and its hash are covered too."""
    game = a_copy()
    row = game["events"][index]
    row[field] = row[field][:-1] + ("0" if row[field][-1] != "0" else "1") if field == "hash" else row[field] + change
    assert verdict_on(game).wrong == index + 1


@settings(max_examples=30, deadline=None)
@given(numbers, st.sampled_from(["payload", "hash"]))
def test_anything_blanked(index: int, field: str) -> None:
    """Contents that are hidden prove nothing."""
    game = a_copy()
    game["events"][index][field] = None
    assert verdict_on(game).wrong == index + 1


@settings(max_examples=30, deadline=None)
@given(numbers, st.booleans())
def test_an_event_removed_or_repeated(index: int, more: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    """Removed: the next one doesn't follow. Repeated: the second one doesn't."""
    game = a_copy()
    if more:
        game["events"].insert(index, game["events"][index])
    else:
        del game["events"][index]
    assert verdict_on(game).wrong == index + (2 if more else 1)


@settings(max_examples=30, deadline=None)
@given(numbers, numbers)
def test_two_events_swapped(one: int, other: int) -> None:
    """The chain breaks at the first of them."""
    if one == other:
        return
    game = a_copy()
    events = game["events"]
    events[one], events[other] = events[other], events[one]
    assert verdict_on(game).wrong == min(one, other) + 1


@settings(max_examples=20, deadline=None)
@given(numbers)
def test_the_end_cut_off(length: int) -> None:
    """A game that isn't over can't be verified, however good its start is."""
    game = {**GAME, "events": EVENTS[:length]}
    verdict = verdict_on(game)
    assert verdict.wrong == length + 1
    assert "The game isn’t over in this file" in verdict.fault


def dice_and_cards() -> list[tuple[int, Path]]:
    """Every die rolled and every card drawn, with its event."""
    found: list[tuple[int, Path]] = []
    for index, payload in enumerate(event["payload"] for event in EVENTS):
        if payload["kind"] in {"rolled", "reported"}:
            found.extend((index, ("dice", die)) for die in range(len(payload["dice"])))
        if payload["kind"] == "card_drawn":
            found.append((index, ("card",)))
    return found


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(dice_and_cards()), st.data())
def test_a_die_or_a_card_with_all_hashes_recomputed(where: tuple[int, Path], data: st.DataObject) -> None:
    """The draw doesn't follow from the seed, and its event is named."""
    index, path = where
    payload = EVENTS[index]["payload"]
    if path == ("card",):
        decks = next(event["payload"]["decks"] for event in EVENTS if event["payload"]["kind"] == "started")
        new: Any = data.draw(st.sampled_from([card for card in decks[payload["deck"]] if card != payload["card"]]))
    else:
        new = data.draw(st.integers(1, 6).filter(lambda die: die != at(payload, path)))
    game = a_copy()
    put(game["events"][index]["payload"], path, new)
    assert verdict_on(rehashed(game)).wrong == index + 1


@pytest.mark.parametrize("kind", ["rolled", "reported"])
def test_a_removed_die_with_all_hashes_recomputed(kind: str) -> None:
    """The draws after it are out of step, so a later event is wrong."""
    for index in [index for index, event in enumerate(EVENTS) if event["payload"]["kind"] == kind][:10]:
        game = a_copy()
        game["events"][index]["payload"]["dice"].pop()
        wrong = verdict_on(rehashed(game)).wrong
        assert wrong is not None
        assert wrong > index


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"table": "another"}, 1),
        ({"seats": 4}, 1),
        ({"options": {**GAME["options"], "hours": 250}}, 1),
        ({"options": {}}, 1),
        ({"seed": None}, 1),
        ({"seed": ""}, 1),
        ({"seed": "not hex"}, 1),
        ({"seed": "00" * 32}, 1),
        ({"seed": GAME["seed"][:-2]}, 1),
        ({"seed": GAME["seed"][:-1] + "0"}, 1),
        ({"events": []}, 1),
    ],
)
def test_the_header_of_the_file(change: dict[str, Any], wrong: int) -> None:
    """A header that contradicts the events is wrong from event 1, and so is a seed without its fingerprint."""
    assert verdict_on({**GAME, **change}).wrong == wrong


def test_another_seed_with_its_own_fingerprint() -> None:
    """Seed, fingerprint and all hashes are forged: the first die doesn't follow."""
    game = as_export(play(SPRINT, 3, defaults(SPRINT), bytes(32)))
    forged = a_copy()
    theirs = json.loads(write(game))
    forged["seed"] = theirs["seed"]
    kinds = [event["payload"]["kind"] for event in EVENTS]
    for kind in ("table.opened", "table.game_started", "table.closed"):
        forged["events"][kinds.index(kind)]["payload"] = next(
            event["payload"] for event in theirs["events"] if event["payload"]["kind"] == kind
        )
    assert verdict_on(rehashed(forged)).wrong == kinds.index("rolled") + 1


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_nonsense_with_matching_hashes(data: st.DataObject) -> None:
    """Whatever the contents, there is a verdict and not an exception."""
    index = data.draw(numbers)
    game = a_copy()
    path = data.draw(st.sampled_from(list(leaves(EVENTS[index]["payload"]))))
    put(game["events"][index]["payload"], path, data.draw(other_leaf))
    assert verdict_on(rehashed(game)).events <= len(EVENTS)


@settings(max_examples=100, deadline=None)
@given(numbers, st.text(min_size=1, max_size=3))
def test_letters_typed_into_the_file(place: int, letters: str) -> None:
    """Anywhere in the text: not a game any more, or a wrong one; it never passes unless it reads the same."""
    text = json.dumps(GAME)
    position = place * len(text) // len(EVENTS)
    changed = text[:position] + letters + text[position:]
    try:
        game = read(changed)
    except BrokenExport:
        return
    assert (verify(game).wrong is None) == (game == read(text))
