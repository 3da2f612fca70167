"""Several tables share their dice: the same rolls and cards for all, fair, and secret until the last one is done."""

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.features.fairness.export import BrokenExport, read, steps, write
from bot.features.fairness.shared_dice import compare
from bot.features.fairness.verify import verify
from bot.kernel.store import StoredEvent
from bot.kernel.table import model as tables
from bot.kernel.table import rules
from bot.kernel.table.journal import Draft, chance_at, fold
from bot.kernel.table.model import key, luck_from, pin
from games.chance import SharedChance, commitment, draw_name, number
from games.contract import natures
from games.scrumkin.model import ActionTurned, HandsFilled, StackRenewed
from games.sprint.model import CardDrawn, DeckRenewed, Reported, Rolled
from tests.bot.features.fairness.shared_tables import (
    BEACON,
    LUCK,
    ROUND,
    SEED,
    WORDS,
    erratic,
    file_of,
    finished_file,
    play,
    rows_of,
    seated,
    sensible,
    started,
)
from tests.bot.features.fairness.test_forgeries import Data, payload_of, rehashed, verdict_on
from tests.bot.features.fairness.test_forgeries import rows_of as rows_in

KEY = key(SEED, ROUND, (*LUCK.split(), BEACON))
SPRINTS = [play(started("sprint", table), choose) for table, choose in (("one", sensible), ("three", erratic))]
SCRUMKINS = [play(started("scrumkin", table), choose) for table, choose in (("one", sensible), ("two", erratic))]
SPRINT = finished_file("sprint", "one")
OTHER_SPRINT = finished_file("sprint", "two", erratic)


def same_as_far_as_both_go(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How far that is."""
    pairs = list(zip(one, other, strict=False))
    assert all(first == second for first, second in pairs)
    return len(pairs)


# --- the same for all -----------------------------------------------------------------------------------------------


def test_teams_of_the_scrum_game_roll_the_same_although_they_decide_differently() -> None:
    """The k-th roll to move, and the k-th for progress as far as both have the dice for it."""
    one, two = SPRINTS
    assert [event.kind for event in one.events] != [event.kind for event in two.events]
    moves, reports = (
        [[event.dice for event in draft.events if isinstance(event, kind)] for draft in SPRINTS]
        for kind in (Rolled, Reported)
    )
    assert same_as_far_as_both_go(*moves) > 20
    shared = [[dice[: min(map(len, both))] for dice in both] for both in zip(*reports, strict=False)]
    assert len(shared) > 4
    assert all(mine == theirs for mine, theirs in shared)
    assert any(len(mine) != len(theirs) for mine, theirs in zip(*reports, strict=False))  # one had more dice


@pytest.mark.parametrize("deck", ["tools", "impediments", "opportunities"])
def test_each_deck_is_the_same_pile_for_all_teams(deck: str) -> None:
    """Until a team shuffles its own discards."""
    piles = []
    for draft in SPRINTS:
        own = [event for event in draft.events if isinstance(event, CardDrawn | DeckRenewed) and event.deck == deck]
        renewed = next((at for at, event in enumerate(own) if isinstance(event, DeckRenewed)), len(own))
        piles.append([event.card for event in own[:renewed] if isinstance(event, CardDrawn)])
    assert same_as_far_as_both_go(*piles)


def test_teams_of_scrumkin_get_the_same_cards() -> None:
    """The same first leader and hands, the same action cards, and the same stack until it is reshuffled."""
    actions, stacks = [], []
    for draft in SCRUMKINS:
        actions.append([event.card.number for event in draft.events if isinstance(event, ActionTurned)])
        renewed = [at for at, event in enumerate(draft.events) if isinstance(event, StackRenewed)]
        filled = [event for event in draft.events[: min(renewed, default=None)] if isinstance(event, HandsFilled)]
        leaders = [draft.events[at].leader for at, each in enumerate(draft.events) if each.kind == "started"]
        assert leaders == [number(KEY, "leader 1 1", 3)]
        stacks.append({card.number for event in filled for hand in event.cards for card in hand})
    assert same_as_far_as_both_go(*actions) > 2
    smaller, larger = sorted(stacks, key=len)
    assert smaller <= larger
    assert [draft.events[-1].kind for draft in SCRUMKINS] == ["table.closed"] * 2


def test_another_round_or_other_luck_gives_other_dice() -> None:
    """With the same seed; nobody who saw one round knows the next one."""
    rolled = [
        chance_at(SEED, "one", started("sprint", "one", **more).standing).dice(30, purpose="movement")
        for more in ({}, {"dice": "k3v9x2:2"}, {"luck": luck_from("another")})
    ]
    assert len(set(rolled)) == 3


def test_a_team_with_its_own_dice_draws_like_any_other_table() -> None:
    """Belonging to a workshop changes nothing about them."""
    own, other = (started("sprint", "one", dice=dice) for dice in ("", ROUND))
    drawn = [chance.dice(30, purpose="movement") for chance in (own.chance, other.chance)]
    plain = key(SEED, "one", (*LUCK.split(), BEACON))
    assert drawn[0] == tuple(1 + number(plain, n, 6) for n in range(30)) != drawn[1]
    assert play(own).standing.throws == ()
    assert own.events[-1] == tables.TableClosed("result", SEED.hex())


@pytest.mark.parametrize(("name", "whole"), [("sprint", SPRINTS), ("scrumkin", SCRUMKINS)])
def test_restarts_change_nothing(name: str, whole: list[Draft]) -> None:
    """A table that is loaded again before every move draws what one that stayed in memory does."""
    draft = started(name, "one")
    rows: tuple[StoredEvent, ...] = ()
    expected = rows_of(whole[0])
    while len(rows) < len(expected):
        rows = (*rows, *rows_of(draft))
        standing = fold(rows)
        assert standing is not None
        draft = play(Draft("one", standing, SEED, 1_700_000_000.5), moves=1)
    assert [(row.payload, row.hash) for row in rows] == [(row.payload, row.hash) for row in expected]


# --- verified -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sprint", "scrumkin"])
def test_a_finished_game_is_verified_with_the_seed_of_its_round(name: str) -> None:
    """The rules are re-run, and every draw is computed from its name."""
    game = finished_file(name, "two", erratic)
    verdict = verify(read(json.dumps(game)))
    assert (verdict.wrong, verdict.fault, verdict.level, verdict.dice) == (None, "", 2, ROUND)
    assert verdict.luck == len(WORDS)
    assert "the seed of all teams with the fingerprint" in verdict.sentences
    assert "everyone’s luck, put together at the start, and from round 5928395" in verdict.sentences
    drawn = [draw for row in game["events"] for draw in row.get("draws", [])]
    assert len(drawn) == verdict.draws
    assert all(value == number(KEY, draw, below) for below, value, draw in drawn)
    assert len({draw for _, _, draw in drawn}) == len(drawn)


def number_of(game: Data, row: Data) -> int:
    events: list[Data] = game["events"]
    return events.index(row) + 1


def change_a_die(game: Data) -> int:
    row = rows_in(game, "rolled")[7]
    face = row["payload"]["dice"][0] = row["payload"]["dice"][0] % 6 + 1
    row["draws"][0][1] = face - 1
    return number_of(game, row)


def rename_a_draw(game: Data) -> int:
    row = rows_in(game, "rolled")[7]
    row["draws"][0][2] = draw_name("movement", 7, 1)
    return number_of(game, row)


def leave_out_names(game: Data) -> int:
    row = rows_in(game, "rolled")[0]
    row["draws"] = [draw[:2] for draw in row["draws"]]
    return number_of(game, row)


def bring_luck_to_a_seat(game: Data) -> int:
    rows_in(game, "table.seat_taken")[1]["payload"]["luck"] = luck_from("banana")
    return 4


def play_another_round(game: Data) -> int:
    payload_of(game, "table.workshop_joined")["dice"] = "k3v9x2:2"
    return first_draw(game)


def have_own_dice(game: Data) -> int:
    payload_of(game, "table.workshop_joined")["dice"] = ""
    for row in game["events"]:
        row.pop("draws", None)
    return first_draw(SPRINT)


def change_the_luck(game: Data) -> int:
    payload_of(game, "table.game_started")["luck"] = luck_from("grape")
    return first_draw(game)


def join_later(game: Data) -> int:
    game["events"].insert(2, game["events"].pop(1))
    return 3


def show_the_seed_at_the_end(game: Data) -> int:
    payload_of(game, "table.closed")["seed"] = game["seed"]
    return len(game["events"])


def change_the_seed(game: Data) -> int:
    game["seed"] = "0" * 63 + "1"
    return 1


def show_no_fingerprint(game: Data) -> int:
    payload_of(game, "table.opened")["commitment"] = ""
    return 1


def first_draw(game: Data) -> int:
    return next(index for index, row in enumerate(game["events"], start=1) if row.get("draws"))


FORGERIES: tuple[Callable[[Data], int], ...] = (
    change_a_die,
    rename_a_draw,
    leave_out_names,
    bring_luck_to_a_seat,
    play_another_round,
    have_own_dice,
    change_the_luck,
    join_later,
    show_the_seed_at_the_end,
    change_the_seed,
)


def forged(forge: Callable[[Data], int]) -> tuple[Data, int]:
    """With all hashes right again, and where it is wrong."""
    game = copy.deepcopy(SPRINT)
    wrong = forge(game)
    return rehashed(game), wrong


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forged_game_with_shared_dice_is_found(forge: Callable[[Data], int]) -> None:
    """At the event that was changed, or at the first one that then doesn't follow."""
    game, wrong = forged(forge)
    assert verdict_on(game).wrong == wrong


def test_dice_can_only_be_shared_after_a_fingerprint() -> None:
    """Else somebody could choose the seed when the luck is known."""
    game, _ = forged(show_no_fingerprint)
    assert verdict_on(game).wrong == 1


# --- secret until the last one is done ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["sprint", "scrumkin"])
def test_a_finished_table_says_nothing_about_the_seed_while_others_play(name: str) -> None:
    """Its file is like that of a running game: no seed, no hashes, nothing hidden."""
    draft = (SPRINTS if name == "sprint" else SCRUMKINS)[0]
    file = file_of(draft)
    text = write(file)
    hidden = natures(draft.standing.game).hidden
    assert not any(secret in text for secret in (SEED.hex(), KEY.hex(), '"move"', '"draws"'))
    assert {event.hash for event in file.events} == {None}
    assert not any((event.payload or {}).get("kind") in hidden for event in file.events)
    assert all(row.payload.find(SEED.hex()) < 0 for row in rows_of(draft))
    verdict = verify(file)
    assert verdict.wrong == 1
    assert "other teams still played with the same dice; export it again when the last team is done" in verdict.fault


def test_pictures_of_a_finished_game_need_no_seed() -> None:
    """Inside the server all events are there, but the seed isn't."""
    draft = SCRUMKINS[0]
    file = file_of(draft, inside=True)
    assert [event for event, _ in steps(file)] == draft.events
    assert SEED.hex() not in write(file)
    with pytest.raises(BrokenExport, match="hidden because other teams still played"):
        list(steps(file_of(draft)))


def test_no_way_to_close_a_table_reveals_the_seed() -> None:
    """Neither its host, nor everybody together, nor the trainer."""
    table = started("sprint", "one", seats=2).standing.table
    agreed = rules.evolve(table, tables.EndAgreed(1))
    closed = [
        *rules.end(table, None, SEED, may_end=True),
        *rules.end(agreed, 0, SEED, may_end=False),
        tables.closed(table, "trainer", SEED),
    ]
    assert [each.seed for each in closed if isinstance(each, tables.TableClosed)] == ["", "", ""]


def test_pins_of_two_tables_have_nothing_in_common() -> None:
    """They come from one seed, but from the hashes of different tables."""
    pins = [{pin(SEED, row.hash) for row in rows_of(draft)} for draft in SPRINTS]
    assert not pins[0] & pins[1]
    assert repr(SPRINTS[0].chance).startswith("Chance(drawn=")
    assert isinstance(SPRINTS[0].chance, SharedChance)


# --- compared -------------------------------------------------------------------------------------------------------


def test_teams_are_compared() -> None:
    """The files alone show that all had the same dice, and how many throws that is."""
    likeness = compare([read(json.dumps(game)) for game in (SPRINT, OTHER_SPRINT, SPRINT)])
    assert likeness.difference == ""
    assert dict(likeness.throws)["movement"] > 20
    assert likeness.sentences.startswith("These tables had the same dice: one seed, and the same luck. At least two")
    assert f"{dict(likeness.throws)['progress']} throws for progress" in likeness.sentences


def other_seed(game: Data) -> None:
    for kind in ("table.opened", "table.game_started"):
        payload_of(game, kind)["commitment"] = commitment(bytes(32))


@pytest.mark.parametrize(
    ("forge", "difference"),
    [
        (play_another_round, "they aren’t tables of one round that shared their dice"),
        (have_own_dice, "they aren’t tables of one round that shared their dice"),
        (other_seed, "they have different fingerprints"),
        (change_the_luck, "they started with different luck"),
        (change_a_die, "movement 8 1 is "),
    ],
)
def test_the_first_difference_is_named(forge: Callable[[Data], object], difference: str) -> None:
    """Whoever gives a team other dice can't hide it behind a game that follows from itself."""
    game = copy.deepcopy(SPRINT)
    forge(game)
    likeness = compare([read(json.dumps(each)) for each in (OTHER_SPRINT, game)])
    assert likeness.sentences.startswith(f"Tables two and one didn’t have the same dice: {difference}")


def test_a_table_that_has_only_begun_can_be_compared() -> None:
    """It was closed in the lobby: there is nothing to compare but the round, the seed and the luck."""
    lobby = seated("sprint", "three")
    lobby.record([tables.closed(lobby.standing.table, "trainer", SEED)])
    assert verify(file_of(lobby, round_over=True)).wrong is None
    likeness = compare([file_of(lobby, round_over=True), file_of(lobby, round_over=True)])
    assert likeness.sentences == "These tables had the same dice: one seed, and the same luck."
