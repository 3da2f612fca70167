"""The records that a game of Scrum Rugby may set."""

from games.contract import natures
from games.parts import Record
from games.rugby import Rugby
from games.rugby.model import START, Event, Finished, Started, TurnBegan

GAME = Rugby()


def records(*events: Event) -> tuple[Record, ...]:
    return GAME.memories.records([Started(str(START)), *events])


def test_a_goal_and_the_length_of_the_game_are_records() -> None:
    """A quicker goal has a higher score, a longer game too."""
    assert records(Finished(0, "goal", 14)) == (
        Record("Quickest goal", -14, "on turn 14"),
        Record("Longest game", 14, "14 turns"),
    )


def test_only_a_goal_can_be_the_quickest_goal() -> None:
    """After an own goal, a resignation or a draw, only the length counts."""
    for end in (Finished(1, "own_goal", 9), Finished(0, "resigned", 9), Finished(None, "repetition", 9)):
        assert [record.name for record in records(end)] == ["Longest game"]


def test_the_number_of_scrums_is_a_record() -> None:
    """Only scrums that had to be played count, not those where the duty passed on."""
    turns = [
        TurnBegan(0, "c6", bound=True),
        TurnBegan(1, "c6", bound=False),
        TurnBegan(0),
        TurnBegan(1, "b2", bound=True),
    ]
    assert records(*turns, Finished(0, "goal", 20))[-1] == Record("Most scrums", 2, "2 in one game")


def test_there_are_no_secrets_and_no_dice() -> None:
    """Nothing is hidden, so nothing can be revealed."""
    assert natures(GAME).reveals == natures(GAME).hidden == frozenset()
    assert GAME.proof.dice(Started(str(START))) == ()
