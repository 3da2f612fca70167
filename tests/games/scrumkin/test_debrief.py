"""What happened in a game of Scrumkin: from cards on the table and counts, never from hands."""

from typing import Any

from games.scrumkin.deck import SprintCard
from games.scrumkin.memories import FACTS, kit
from games.scrumkin.model import (
    ActionTurned,
    Countered,
    Event,
    Finished,
    HandsFilled,
    Played,
    SprintEnded,
    Started,
    TookOver,
    TurnBegan,
)
from tests.games.scrumkin.build import ALL_NIGHTER, DECK, GAME, INVESTMENT, SHIELD, THREE_BUGS


def started(mode: Any = "collaborative", seats: int = 2, sprints: int = 0) -> Started:
    return Started(seats, mode, 20, 0, DECK, sprints)


def ended(number: int, velocities: tuple[int, ...], backlogs: tuple[int, ...]) -> SprintEnded:
    done = tuple(max(0, velocity) for velocity in velocities)
    bugs = tuple(-velocity if velocity < -3 else 0 for velocity in velocities)
    return SprintEnded(number, velocities, done, bugs, backlogs, ())


def facts_of(*events: Event, first: Started | None = None) -> frozenset[str]:
    return GAME.debrief.happened([first or started(), *events]).facts


def dealt(*cards: SprintCard, seats: int = 2) -> HandsFilled:
    """All of them to the first two players, so that anybody of them can play one."""
    return HandsFilled((cards[0::2], cards[1::2], *[()] * (seats - 2)))


def test_how_it_ended() -> None:
    """Together, or as a race."""
    assert "won_together" in facts_of(Finished("collaborative", (0, 1), 3, 0))
    assert "lost_together" in facts_of(Finished("collaborative", (), 10, 4))
    race = started("competitive")
    close: list[Event] = [ended(1, (9, 8), (0, 2)), Finished("competitive", (0,), 1, 2)]
    assert {"race", "close_race"} <= facts_of(*close, first=race)
    assert "limit_reached" in facts_of(Finished("competitive", (0,), 5, 9, unfinished=True), first=race)


def test_velocity() -> None:
    """A sprint without progress, one that brings bugs, and a late take-off."""
    slow = ended(1, (0, -1), (10, 10))
    assert {"standstill", "stalled"} <= facts_of(slow)
    assert "stalled" not in facts_of(slow, ended(2, (3, 3), (7, 7)))
    assert "new_bugs" in facts_of(ended(1, (2, -4), (8, 14)))
    late = [slow, ended(2, (1, 0), (9, 10)), ended(3, (1, 0), (8, 10)), ended(4, (8, 10), (0, 0))]
    assert "late_take_off" in facts_of(*late, Finished("collaborative", (0, 1), 4, 0))


def test_cards_on_the_table() -> None:
    """Investments, debt, shields and bugs."""
    slow, quick, shield = (DECK.sprint[number - 1] for number in (INVESTMENT, ALL_NIGHTER, SHIELD))
    for fact, card in (("invested", slow), ("borrowed", quick)):
        assert facts_of(dealt(card), TurnBegan(0), Played(0, card, 0)) & {"invested", "borrowed"} == {fact}
        elsewhere = facts_of(dealt(card), TurnBegan(0), Played(0, card, 1))
        assert not elsewhere & {"invested", "borrowed"}
        assert not facts_of(dealt(card)) & {"invested", "borrowed"}, "it's only in a hand"
    laid: list[Event] = [dealt(quick, shield), TurnBegan(0), Played(0, quick, 0)]
    assert "shield_for_other" in facts_of(*laid, Countered(1, shield, quick, 0))
    assert "many_bugs" in facts_of(*(ActionTurned(0, DECK.action_card(THREE_BUGS + more), 13) for more in range(3)))


def test_taking_over() -> None:
    """Who has far more to do can be helped; who never helped is told afterwards."""
    uneven = ended(1, (5, 0), (5, 10))
    assert "uneven" in facts_of(uneven)
    assert "took_over" in facts_of(uneven, TookOver(0, 2, 1))
    quiet = [ended(number, (1, 1), (9, 9)) for number in (1, 2, 3)]
    assert {"nobody_took_over", "no_shield"} <= facts_of(*quiet)


def test_the_line() -> None:
    """Items left for each player, so that teams of any size can be compared."""
    course = GAME.debrief.course([started(sprints=8), ended(1, (2, 1), (8, 9)), ended(2, (8, 1), (0, 8))])
    assert course is not None
    assert list(course.points) == [(0, 10), (1, 8.5), (2, 4)]
    assert list(course.ideal) == [(0, 10), (8, 0)]
    race = GAME.debrief.course([started("competitive")])
    assert race is not None
    assert not race.ideal


def test_a_race_against_one() -> None:
    """Most of the bad cards went to one player of three."""
    cards = DECK.sprint[:6]
    bad: list[Event] = [dealt(*cards, seats=3)]
    for place, card in enumerate(cards):
        bad += [TurnBegan(place % 2), Played(place % 2, card, 2)]
    assert "ganged_up" in facts_of(*bad, first=started("competitive", seats=3))
    assert "ganged_up" not in facts_of(*bad, first=started(seats=3))


def test_every_fact_has_a_name() -> None:
    """The kit describes them all."""
    assert set(kit().facts) == FACTS
