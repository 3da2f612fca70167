"""Stored events: a chain of hashes, and a fold that gives what the service has in memory."""

import hashlib
import json
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.cli.simulated.simulation import play
from bot.kernel.store import StoredEvent
from bot.kernel.table.journal import Draft, chain, decode, encode, first_hash, fold
from games import GAMES
from games.chance import Chance
from games.contract import defaults, suggested
from tests.bot.harness import Bench

SPRINT = GAMES["sprint"]


@pytest.fixture(scope="module")
def draft() -> Draft:
    return play(SPRINT, 3, defaults(SPRINT), bytes(range(32)))


@pytest.fixture(scope="module")
def rows(draft: Draft) -> tuple[StoredEvent, ...]:
    return draft.written("request-1")


def test_every_hash_covers_the_event_and_the_hash_before(draft: Draft, rows: tuple[StoredEvent, ...]) -> None:
    """Anyone can compute it: SHA-256 of the hash before, three numbers, the payload and the move, a line each."""
    before = first_hash(draft.table)
    for row in rows:
        text = f"{before}\n{row.sequence}\n{row.at!r}\n{row.drawn}\n{row.payload}"
        text += "" if row.move is None else f"\n{row.seat}\n{row.move}"
        before = hashlib.sha256(text.encode()).hexdigest()
        assert row.hash == before


@pytest.mark.parametrize("field", ["before", "sequence", "payload", "at", "drawn", "seat", "move"])
def test_any_change_gives_a_different_hash(field: str) -> None:
    """No part of an event is left out of its hash."""
    parts = {"before": "a", "sequence": 1, "payload": "{}", "at": 1.5, "drawn": 0, "seat": None, "move": "{}"}
    changed = {"before": "b", "sequence": 2, "payload": "{ }", "at": 1.25, "drawn": 1, "seat": 0, "move": "{ }"}
    assert chain(**parts) != chain(**{**parts, field: changed[field]})  # type: ignore[arg-type]


def test_tables_start_different_chains() -> None:
    """The same first event at two tables has two hashes: one can't be passed off as the other."""
    assert first_hash("one") != first_hash("two")


def test_every_event_comes_back_as_it_was_stored(draft: Draft, rows: tuple[StoredEvent, ...]) -> None:
    """To JSON and back, byte for byte, for every kind of event in a whole game."""
    assert len({row.kind for row in rows}) > 15
    for row, event in zip(rows, draft.events, strict=True):
        assert decode(row.kind, row.payload, SPRINT) == event
        assert encode(event, SPRINT) == row.payload
        assert json.loads(row.payload)["kind"] == row.kind
        # an export reserialises the payload, and the hash covers its exact text
        assert json.dumps(json.loads(row.payload), ensure_ascii=False, separators=(",", ":")) == row.payload


def test_folding_gives_the_standing(draft: Draft, rows: tuple[StoredEvent, ...]) -> None:
    """At once, or in two parts."""
    assert fold(rows) == draft.finished(rows)
    assert fold(rows[40:], fold(rows[:40])) == draft.finished(rows)
    assert fold(()) is None


def test_the_request_is_on_the_first_of_its_events(rows: tuple[StoredEvent, ...]) -> None:
    """One row to find it by."""
    assert [row.request for row in rows] == ["request-1"] + [None] * (len(rows) - 1)


async def test_the_table_in_memory_equals_the_stored_one(bench: Bench) -> None:
    """After every move of a whole game, it equals the fold of its events."""
    await bench.begin()
    while (await bench.standing()).playing:
        await bench.step()
        assert (await bench.live()).standing == await bench.standing()
    rows = await bench.events()
    assert rows[0].hash == chain(first_hash((await bench.live()).id), 1, rows[0].payload, rows[0].at, rows[0].drawn)
    for before, row in pairwise(rows):
        digest = chain(before.hash, row.sequence, row.payload, row.at, row.drawn, seat=row.seat, move=row.move)
        assert row.hash == digest


def test_a_draft_that_is_not_stored_changes_nothing(draft: Draft, rows: tuple[StoredEvent, ...]) -> None:
    """The table in memory is only replaced once the events are stored."""
    standing = fold(rows[:40])
    assert standing is not None
    other = Draft(draft.table, standing, draft.seed, 1.0)
    before = replace(standing)
    seat = SPRINT.awaits(standing.state)[0]
    other.play(seat, suggested(SPRINT, standing.state, seat, Chance(draft.seed)))
    assert other.events
    assert standing == before


def test_an_unknown_event_is_refused() -> None:
    """An old file or a foreign database gets an error, not a guess."""
    with pytest.raises(ValueError, match="table"):
        decode("rolled", "{}", None)
    with pytest.raises(ValueError, match="validation error"):
        decode("rolled", '{"kind":"rolled"}', SPRINT)
    with pytest.raises(ValueError, match="kind"):
        decode("table.flipped", '{"kind":"table.flipped"}', SPRINT)
