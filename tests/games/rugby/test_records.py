"""What is worth telling of a game of Scrum."""

from games.api import Record
from games.rugby import Rugby
from games.rugby.model import Event, Finished, Started, TurnBegan
from games.rugby.notation import START

GAME = Rugby()


def told(*events: Event) -> tuple[Record, ...]:
    return GAME.records([Started(START), *events])


def test_a_goal() -> None:
    """A quick goal is worth telling, and how long the game was."""
    assert told(Finished(0, "goal", 14)) == (
        Record("Quickest goal", -14, "in turn 14"),
        Record("Longest game", 14, "14 turns"),
    )


def test_other_ends() -> None:
    """Only a goal of one's own is a goal; a draw can still be the longest game."""
    for end in (Finished(1, "own_goal", 9), Finished(0, "resigned", 9), Finished(None, "repetition", 9)):
        assert [record.name for record in told(end)] == ["Longest game"]


def test_scrums() -> None:
    """Scrums that had to be played are counted, not those that passed on."""
    turns = [
        TurnBegan(0, "c6", bound=True),
        TurnBegan(1, "c6", bound=False),
        TurnBegan(0),
        TurnBegan(1, "b2", bound=True),
    ]
    assert told(*turns, Finished(0, "goal", 20))[-1] == Record("Most scrums", 2, "2 in one game")


def test_nothing_is_hidden() -> None:
    """There is no chance and no secret, so nothing can be revealed and no die is thrown."""
    assert GAME.revealing == GAME.hidden == frozenset()
    assert GAME.dice(Started(START)) == ()
