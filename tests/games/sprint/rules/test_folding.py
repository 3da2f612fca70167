"""Each event leaves a state of its own, whatever event follows it."""

from dataclasses import replace

import pytest

from games.sprint.model import (
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    Discussion,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Fork,
    Moved,
    PlanChanged,
    Started,
    State,
    Stayed,
    ToolAccepted,
    Turn,
    TurnBegan,
    TurnPassed,
)
from tests.games.sprint.build import DISCUSS, GAME, TOOL, at, game_with, new_game, roll

TALK = replace(game_with(at("S1", tools=(TOOL,))), phase=Discussion(DISCUSS, 1, {0: True}))


@pytest.mark.parametrize(
    "event",
    [Moved(0, "S2", ("S2",)), Stayed(0), DiscussionClosed(DISCUSS, 2, 0, 0), ToolAccepted(0, TOOL, 1)],
    ids=lambda event: event.kind,
)
def test_the_turn_goes_on_after(event: Event) -> None:
    """What was to be decided is decided: neither a fork, a vote nor a discussion is left."""
    for phase in (TALK.phase, Fork((), may_stay=True)):
        assert GAME.evolve(replace(TALK, phase=phase), event).phase == Turn()


def test_a_new_discussion_has_a_number_of_its_own() -> None:
    """So the clock of the one before can't close it."""
    state = GAME.evolve(TALK, DiscussionOpened(DISCUSS, 2, 5))
    assert (state.phase, state.discussions) == (Discussion(DISCUSS, 2, {}), 2)


def test_hours_follow_the_event() -> None:
    """At the end of a day with costly impediments, and when the plan changes; nobody plans fewer than no hours."""
    state = GAME.evolve(new_game(2), DayEnded(1, 10, 305, added=5))
    assert (state.day, state.hours, state.burndown) == (1, 305, (305,))
    assert GAME.evolve(new_game(2), PlanChanged(0, -300, 0)).planned == 0
    assert GAME.evolve(new_game(2, hours=50), PlanChanged(0, -100, 0)).planned == 0


def test_a_game_begins_with_its_start() -> None:
    """The first seat is on turn; no other event can come first."""
    start = Started(3, "standard", 300, 10, 5, costly=False, decks={})
    state: State = GAME.evolve(None, start)
    assert (state.turn, state.phase) == (0, Turn())
    with pytest.raises(ValueError, match="begins with Started"):
        GAME.evolve(None, TurnBegan(0))


def test_an_empty_deck_without_discards_is_not_renewed() -> None:
    """All tools are in the players' hands."""
    empty = game_with(at("S1"), decks={"tools": ()})
    after = roll(empty, 1, 1)
    assert after.all(DeckRenewed) == []
    assert after.one(DeckWasEmpty).deck == "tools"


@pytest.mark.parametrize(
    ("stored", "event"),
    [
        (b'{"kind":"moved","seat":0,"space":"S2","path":["S2"]}', Moved(0, "S2", ("S2",), circled=False, sent=False)),
        (b'{"kind":"day_ended","day":1,"of":10,"hours":300}', DayEnded(1, 10, 300, added=0)),
    ],
)
def test_events_of_older_versions(stored: bytes, event: Event) -> None:
    """What they don't mention had not been invented, or did not happen."""
    assert GAME.events.validate_json(stored) == event


def test_what_the_last_roll_led_to_is_gone_after_a_pass() -> None:
    """The picture shows no dice of the player before."""
    rolled = roll(game_with(at("S1"), at("S3")), 1, 2).state
    assert rolled.latest
    assert GAME.evolve(rolled, TurnPassed(1)).latest == ()
