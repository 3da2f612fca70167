"""Forgeries by somebody who has the source code: a changed game with all hashes recomputed. `verify` finds each."""

import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.features.fairness.export import export, read, write
from bot.features.fairness.verify import Verdict, verify
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft, chain, first_hash
from bot.kernel.table.model import luck_from, pin
from games import GAMES
from games.chance import commitment
from games.contract import defaults, suggested

SEED = hashlib.sha256(b"forgeries").digest()
SEATS = 3
Data = dict[str, Any]


def played(key: str, words: tuple[str, ...] = ("apple", "pear", "plum"), seed: bytes = SEED) -> Data:
    """An honest game of three people who gave these words: two when they sat down, one at the start."""
    game, draft = GAMES[key], Draft("table1", None, seed, 1_700_000_000.5)
    luck = [luck_from(word) if game.proof.luck else "" for word in words]
    draft.record([tables.TableOpened(key, defaults(game), {}, commitment(seed))])
    count = min(SEATS, game.seats.stop - 1)
    draft.record([tables.SeatTaken(seat, "" if not seat else luck[seat - 1]) for seat in range(count)])
    draft.begin(tables.GameStarted(commitment(seed), luck[-1]))
    while draft.standing.playing:
        state = draft.standing.state
        seat = game.awaits(state)[0]
        draft.play(seat, suggested(game, state, seat, draft.chance.apart(f"{draft.standing.sequence}")))
    rows = draft.written(None)
    found: Data = json.loads(write(export(draft.table, seed, draft.finished(rows), rows)))
    return found


def rehashed(game: Data) -> Data:
    """Numbered and hashed again."""
    before = first_hash(game["table"])
    for number, row in enumerate(game["events"], start=1):
        row["sequence"] = number
        event = read(json.dumps({**game, "events": [row]})).events[0]
        moved = {"seat": event.seat, "move": event.move_text}
        before = row["hash"] = chain(before, number, event.text, event.at, event.drawn, **moved)  # type: ignore[arg-type]
    return game


def verdict_on(game: Data) -> Verdict:
    return verify(read(json.dumps(rehashed(game))))


SPRINT, SCRUMKIN = played("sprint"), played("scrumkin")


def rows_of(game: Data, kind: str) -> list[Data]:
    return [row for row in game["events"] if row["payload"]["kind"] == kind]


def payload_of(game: Data, kind: str) -> Data:
    found: Data = rows_of(game, kind)[0]["payload"]
    return found


@pytest.mark.parametrize("key", ["sprint", "scrumkin", "rugby"])
def test_an_honest_game_passes(key: str) -> None:
    """The rules are re-run: that is level 2."""
    game = played(key)
    verdict = verify(read(json.dumps(game)))
    assert (verdict.wrong, verdict.fault, verdict.level, verdict.whole) == (None, "", 2, True)
    assert verdict.luck == (3 if GAMES[key].proof.luck else 0)
    assert rehashed(copy.deepcopy(game)) == game


# --- the forgeries -------------------------------------------------------------------------------------------------


def turn_votes(game: Data) -> None:
    for row in rows_of(game, "voted"):
        row["payload"]["yes"] = not row["payload"]["yes"]


def turn_votes_and_moves(game: Data) -> None:
    turn_votes(game)
    for row in rows_of(game, "voted"):
        row["move"]["yes"] = not row["move"]["yes"]


def land_elsewhere(game: Data) -> None:
    first, *_, last = rows_of(game, "moved")
    first["payload"]["space"] = last["payload"]["space"]


def keep_half(game: Data) -> None:
    *first, last = game["events"]
    turns = [index for index, row in enumerate(first) if row["payload"]["kind"] == "turn_began"]
    game["events"] = [*first[: turns[len(turns) // 2] + 1], last]
    last["drawn"] = game["events"][-2]["drawn"]


def never_start(game: Data) -> None:
    game["events"] = [row for row in game["events"] if row["payload"]["kind"] != "table.game_started"]


def show_no_fingerprint_first(game: Data) -> None:
    payload_of(game, "table.opened")["commitment"] = ""


def change_luck(game: Data) -> None:
    rows_of(game, "table.seat_taken")[1]["payload"]["luck"] = luck_from("banana")


def drop_luck(game: Data) -> None:
    payload_of(game, "table.game_started")["luck"] = ""


def add_luck_later(game: Data) -> None:
    first_turn = game["events"].index(rows_of(game, "turn_began")[1])
    added = {"payload": {"seat": 1, "luck": luck_from("late"), "kind": "table.seat_taken"}}
    game["events"].insert(first_turn + 1, {**game["events"][first_turn], **added})
    for name in ("seat", "move", "draws"):
        game["events"][first_turn + 1].pop(name, None)


def swap_seats(game: Data) -> None:
    """Everything that seat 0 did, seat 1 did, and the other way round."""

    def swapped(value: Any) -> Any:
        if isinstance(value, dict):
            seats = {"seat", "target", "leader"}
            turned = {0: 1, 1: 0}
            return {
                name: turned.get(inner, inner) if name in seats and type(inner) is int else swapped(inner)
                for name, inner in value.items()
            }
        return [swapped(inner) for inner in value] if isinstance(value, list) else value

    own = [row for row in game["events"] if not row["payload"]["kind"].startswith("table.")]
    for row in own:
        row.update(swapped(row))


def seat_one_more(game: Data) -> None:
    last = rows_of(game, "table.seat_taken")[-1]
    more = copy.deepcopy(last)
    more["payload"]["seat"] += 1
    game["events"].insert(game["events"].index(last) + 1, more)
    game["seats"] += 1


def change_options(game: Data) -> None:
    name, value = next((name, value) for name, value in game["options"].items() if isinstance(value, int))
    game["options"][name] = payload_of(game, "table.opened")["options"][name] = value + 1


def impossible_options(game: Data) -> None:
    name = next(name for name, value in game["options"].items() if isinstance(value, int))
    game["options"][name] = payload_of(game, "table.opened")["options"][name] = 10**6


def moves(game: Data) -> list[int]:
    return [index for index, row in enumerate(game["events"]) if row.get("move")]


def drop_a_move(game: Data) -> None:
    """With all its events."""
    first, following = moves(game)[5:7]
    del game["events"][first:following]


def drop_the_words_of_a_move(game: Data) -> None:
    row = game["events"][moves(game)[5]]
    del row["move"], row["seat"]


def move_for_another(game: Data) -> None:
    row = game["events"][moves(game)[5]]
    row["seat"] = (row["seat"] + 1) % SEATS


def drop_an_event_inside_a_move(game: Data) -> None:
    kinds = [row["payload"]["kind"] for row in game["events"]]
    del game["events"][kinds.index("turn_began", moves(game)[3])]


def add_an_event(game: Data) -> None:
    turn = rows_of(game, "turn_began")[3]
    game["events"].insert(game["events"].index(turn), copy.deepcopy(turn))


def another_seed(game: Data) -> None:
    """With its own fingerprint everywhere."""
    seed = hashlib.sha256(b"another").digest()
    game["seed"] = payload_of(game, "table.closed")["seed"] = seed.hex()
    for kind in ("table.opened", "table.game_started"):
        payload_of(game, kind)["commitment"] = commitment(seed)


def other_draws_beside(game: Data) -> None:
    row = next(row for row in game["events"] if row.get("draws"))
    row["draws"][0][1] = (row["draws"][0][1] + 1) % row["draws"][0][0]


def close_early_for_another_reason(game: Data) -> None:
    payload_of(game, "table.closed")["why"] = "host"


ANY_GAME = [
    never_start,
    show_no_fingerprint_first,
    change_luck,
    drop_luck,
    swap_seats,
    seat_one_more,
    change_options,
    impossible_options,
    drop_a_move,
    drop_the_words_of_a_move,
    move_for_another,
    another_seed,
    other_draws_beside,
    close_early_for_another_reason,
]
OF_SPRINT = [
    turn_votes,
    turn_votes_and_moves,
    land_elsewhere,
    keep_half,
    add_luck_later,
    drop_an_event_inside_a_move,
    add_an_event,
]


@pytest.mark.parametrize("forge", [*ANY_GAME, *OF_SPRINT], ids=lambda forge: forge.__name__)
def test_a_forged_sprint_is_found(forge: Callable[[Data], None]) -> None:
    """All hashes are right, and still something doesn't follow."""
    game = copy.deepcopy(SPRINT)
    forge(game)
    assert verdict_on(game).wrong is not None


@pytest.mark.parametrize("forge", ANY_GAME, ids=lambda forge: forge.__name__)
def test_a_forged_game_of_scrumkin_is_found(forge: Callable[[Data], None]) -> None:
    """The same with hidden hands."""
    game = copy.deepcopy(SCRUMKIN)
    forge(game)
    assert verdict_on(game).wrong is not None


# --- what only a pin can show --------------------------------------------------------------------------------------


def test_another_past_has_other_pins() -> None:
    """A whole other game with the same seed and luck follows from itself, but nobody saw its pins."""
    seen = verify(read(json.dumps(SPRINT))).pins
    game, draft = GAMES["sprint"], SPRINT
    other = copy.deepcopy(draft)
    row = next(row for row in other["events"] if row["payload"]["kind"] == "tool_offered")
    row["payload"]["reason"] = row["move"]["reason"] = "Because I say so."
    verdict = verdict_on(other)
    index = other["events"].index(row)
    assert verdict.wrong is None, game
    assert verdict.pins[:index] == seen[:index]
    assert not set(verdict.pins[index:]) & set(seen)


def test_a_pin_comes_from_the_seed_and_the_hash() -> None:
    """Anybody can compute it afterwards, and nobody during the game."""
    verdict = verify(read(json.dumps(SPRINT)))
    last = SPRINT["events"][-1]["hash"]
    assert verdict.pins[-1] == pin(SEED, last) != pin(bytes(32), last)
    assert len(verdict.pins) == len(SPRINT["events"]) == len(set(verdict.pins))


def without_newer_fields(game: Data) -> None:
    """As it was exported before The Scrum Game knew helpful tools and votes of the room."""
    for name in ("helpful", "votes"):
        del payload_of(game, "started")[name]
    for row in rows_of(game, "tool_accepted"):
        del row["payload"]["burned"]


def test_a_game_from_before_an_event_got_another_field_passes() -> None:
    """What a stored event lacks has its default; with anything else in its place, the game is refused."""
    older = copy.deepcopy(SPRINT)
    without_newer_fields(older)
    assert verdict_on(older).wrong is None
    forged = copy.deepcopy(SPRINT)
    del payload_of(forged, "started")["days"]
    assert verdict_on(forged).wrong is not None
    padded = copy.deepcopy(SPRINT)
    payload_of(padded, "started")["more"] = 1
    assert verdict_on(padded).wrong is not None
