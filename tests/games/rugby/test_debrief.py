"""What happened in a game of Scrum Rugby, for the debrief."""

import pytest

from games.rugby import Rugby
from games.rugby.model import START, DrawOffered, Event, Finished, Started, Stepped, TurnBegan
from tests.games.rugby.build import game_from

GAME = Rugby()
FORWARD, BACK = "a6xb6>b7", "a6xb6>b5"


def facts_of(*events: Event) -> frozenset[str]:
    return GAME.debrief.happened([Started(str(START)), *events]).facts


def figures_of(*events: Event) -> dict[str, str]:
    return {figure.name: figure.text for figure in GAME.debrief.happened([Started(str(START)), *events]).figures}


@pytest.mark.parametrize(
    ("reason", "winner", "fact"),
    [
        ("goal", 0, "goal"),
        ("own_goal", 1, "own_goal"),
        ("resigned", 0, "resigned"),
        ("time", 0, "out_of_time"),
        ("repetition", None, "drawn"),
    ],
)
def test_how_it_ended(reason: str, winner: int | None, fact: str) -> None:
    """Each ending is a fact of its own, and a running game has none."""
    ended = Finished(winner, reason, 20)  # type: ignore[arg-type]
    assert facts_of(ended) & {"goal", "own_goal", "resigned", "out_of_time", "drawn"} == {fact}
    assert "no_scrum" in facts_of(ended)
    assert facts_of(TurnBegan(0)) == frozenset()


def test_pushes() -> None:
    """Who was on the ball, which way it went, and how often it changed halves."""
    pushed: list[Event] = [Stepped(0, FORWARD)] * 3
    assert {"one_sided", "back_and_forth"} <= facts_of(*pushed)
    assert "passed_back" not in facts_of(*pushed)
    assert "passed_back" in facts_of(Stepped(0, BACK))
    assert "passed_back" not in facts_of(Stepped(1, BACK)), "Red attacks the other way"
    assert "one_sided" not in facts_of(*pushed, Stepped(1, FORWARD), Stepped(1, FORWARD))
    found = figures_of(*pushed, Stepped(1, BACK), Stepped(0, "c4-c5"))
    assert (found["Pushes by Blue"], found["Pushes by Red"], found["Longest kick"]) == ("3", "1", "1 row")
    assert found["Ball in Red’s half"] == "75%"


def test_length_scrums_and_offers() -> None:
    """Quick, long, with a scrum that had to be played, with a draw offered."""
    assert "quick" in facts_of(Finished(0, "goal", 12))
    assert "long" in facts_of(*[TurnBegan(0)] * 41)
    assert "long" not in facts_of(*[TurnBegan(0)] * 40)
    assert "scrum" in facts_of(TurnBegan(0, "c6", bound=True))
    assert "scrum" not in facts_of(TurnBegan(0, "c6", bound=False))
    assert "draw_offered" in facts_of(DrawOffered(0))


def test_a_glance() -> None:
    """Whose turn, and where the ball is."""
    assert GAME.debrief.glance(GAME.view(game_from(), None)) == (
        ("Turn", "1"),
        ("To move", "Blue"),
        ("Ball", "row 6 of 12"),
    )
