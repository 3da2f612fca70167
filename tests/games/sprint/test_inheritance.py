"""What a sprint passes on as questions, and a team's own cards in the next sprint."""

import json

from games.chance import Chance
from games.contract import defaults, replay
from games.sprint.board import card
from games.sprint.model import (
    CardDrawn,
    DayEnded,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    Freed,
    Rolled,
    Started,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
)
from games.testing.play import play, seed_of
from tests.games.sprint.build import DISCUSS, GAME, IMPEDIMENT, OTHER_IMPEDIMENT, TO_END_OF_DAY, TOOL

END = Finished(won=True, reason="review", hours=0, day=9)
CARDS = json.dumps(
    [
        {"kind": "impediment", "title": "The Long Build", "text": "It takes an hour, and then it is red."},
        {"kind": "tool", "title": "Two Screens", "text": "Sit together and look at it."},
    ]
)


def questions(*events: Event) -> list[str]:
    return list(json.loads(GAME.memories.inheritance([*events, END])["prompts"]))


def test_the_longest_impediment() -> None:
    """Turns are counted by card; a short delay is not worth a question."""
    stuck = [Rolled(0, (1, 2), impeded=True)] * 3
    asked = questions(
        CardDrawn(1, "impediments", OTHER_IMPEDIMENT),
        Rolled(1, (6, 2), impeded=True),
        Freed(1, OTHER_IMPEDIMENT, "scrum"),
        CardDrawn(0, "impediments", IMPEDIMENT),
        *stuck,
    )
    assert len(asked) == 1
    assert str(card(IMPEDIMENT).title) in asked[0]
    assert "3 turns" in asked[0]
    assert questions(CardDrawn(0, "impediments", IMPEDIMENT), Rolled(0, (6, 2), impeded=True)) == []


def test_two_turns_are_worth_a_question() -> None:
    """The same card drawn again starts a new count, and only the longest delay is asked about."""
    drawn, stuck = CardDrawn(0, "impediments", IMPEDIMENT), Rolled(0, (1, 2), impeded=True)
    assert "2 turns" in questions(drawn, stuck, stuck, drawn, stuck)[0]
    other, longer = CardDrawn(1, "impediments", OTHER_IMPEDIMENT), [Rolled(1, (1, 2), impeded=True)] * 3
    (asked,) = questions(drawn, stuck, stuck, other, *longer)
    assert "3 turns" in asked


def test_an_impediment_that_came_back() -> None:
    """Drawn, removed and drawn again."""
    drawn = CardDrawn(0, "impediments", IMPEDIMENT)
    (asked,) = questions(drawn, Freed(0, IMPEDIMENT, "scrum"), drawn)
    assert "came back" in asked
    other = CardDrawn(0, "impediments", OTHER_IMPEDIMENT)
    assert len(questions(drawn, other, drawn, other)) == 1
    tool = CardDrawn(0, "tools", TOOL)
    assert questions(tool, tool) == []


def test_a_tool_that_was_voted_down() -> None:
    """The question names the impediment it was offered against."""
    offered = ToolOffered(0, TOOL, 1, "it helps", IMPEDIMENT)
    (asked,) = questions(offered, ToolRefused(0, TOOL, 1, 1, 1))
    assert str(card(TOOL).title) in asked
    assert str(card(IMPEDIMENT).title) in asked
    assert questions(offered, ToolAccepted(0, TOOL, 1)) == []


def test_a_failed_discussion_and_a_burndown_that_went_up() -> None:
    """One question for each, however often it happened."""
    asked = questions(
        DiscussionClosed(DISCUSS, 3, 0, 0),
        DiscussionClosed(DISCUSS, 2, 1, 0),
        DayEnded(1, 10, 300),
        DayEnded(2, 10, 280),
        DayEnded(3, 10, 290),
        DayEnded(4, 10, 310),
    )
    assert ["didn’t all agree" in asked[0], "On day 3" in asked[1]] == [True, True]
    assert len(asked) == 2


def test_a_discussion_fails_by_a_no_or_a_missing_vote() -> None:
    """Of two discussions, the one that failed is asked about."""
    agreed = DiscussionClosed(DISCUSS, 3, 0, 0)
    for closed in (DiscussionClosed(TO_END_OF_DAY, 2, 1, 0), DiscussionClosed(TO_END_OF_DAY, 2, 0, 1)):
        (asked,) = questions(agreed, closed)
        assert str(card(TO_END_OF_DAY).title) in asked
    assert questions(agreed) == []


def test_a_day_without_progress_is_not_new_work() -> None:
    """As many hours as the day before: the burndown is level."""
    assert questions(DayEnded(1, 10, 300), DayEnded(2, 10, 300)) == []


def test_an_abandoned_game_passes_no_questions_on() -> None:
    """Only finished games do, but what was discussed is remembered."""
    drawn = CardDrawn(0, "opportunities", DISCUSS)
    passed_on = GAME.memories.inheritance([drawn, DiscussionOpened(DISCUSS, 1, 5)])
    assert passed_on == {"asked": f'["{DISCUSS}"]', "votes": "[0, 0, 0, 0]", "known": "[]"}


def test_a_room_is_not_asked_again_soon() -> None:
    """Four games of fresh questions, then those that were asked longest ago."""
    passed_on: dict[str, str] = {}
    asked: list[tuple[str, ...]] = []
    for _ in range(5):
        (started, *_) = GAME.start(2, {**defaults(GAME), **passed_on}, Chance(seed_of(1)))
        assert isinstance(started, Started)
        asked.append(tuple(key for key in started.decks["opportunities"] if card(key).action == "discuss"))
        passed_on = dict(GAME.memories.inheritance([started, *(DiscussionOpened(key, 1, 5) for key in asked[-1])]))
    assert len({key for keys in asked[:4] for key in keys}) == 4 * len(asked[0])
    assert set(asked[0]) & set(asked[4]), "after a while the first ones come back"


def test_prompts_are_questions_without_names() -> None:
    """In whole games, each prompt ends with a question mark and names no seat."""
    for number in range(5):
        played = play(GAME, number, 4, defaults(GAME), sense=0.8)
        for asked in json.loads(GAME.memories.inheritance(played.events)["prompts"]):
            assert asked.endswith("?")
            assert "\ue000" not in asked


def test_team_cards_are_added_to_the_decks() -> None:
    """With their titles and texts; a replay needs nothing but the events."""
    events = GAME.start(3, {**defaults(GAME), "cards": CARDS}, Chance(bytes(32)))
    stored = [GAME.events.validate_json(GAME.events.dump_json(event)) for event in events]
    state = replay(GAME, stored)
    assert state is not None
    own = {deck: card(keys[-1]) for deck, keys in state.decks.items()}
    assert len(state.decks["tools"]) == len(state.decks["impediments"]) == 25
    assert (own["impediments"].title, own["tools"].text) == ("The Long Build", "Sit together and look at it.")
    assert len(state.decks["opportunities"]) == 24


def test_team_cards_are_drawn_and_narrated() -> None:
    """With title and text, in at least one of a few games."""
    narrated = ""
    for number in range(12):
        played = play(GAME, number, 3, {**defaults(GAME), "cards": CARDS}, sense=0.9)
        narrated += " ".join(GAME.narrate(event, None) or "" for event in played.events)
    assert "“The Long Build”: It takes an hour, and then it is red." in narrated
    assert "“Two Screens”" in narrated
